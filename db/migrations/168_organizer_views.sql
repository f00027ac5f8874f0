-- Saved views of the desk's lists: a name for the filters, the order and the columns in a list's address.
create table organizer_views (
  id int generated always as identity primary key,
  player_id int not null constraint organizer_views_player references players,
  list text not null,
  name text not null,
  query text not null,
  created_at timestamptz not null,
  constraint organizer_views_name_once unique (player_id, list, name)
);
