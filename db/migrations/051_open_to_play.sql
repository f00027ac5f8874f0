-- Entries that look for a match this week: others of their league see it, and can offer them times.
create table open_to_play (
  entry_id int primary key references entries on delete cascade,
  -- Who said so; in doubles for the pair.
  player_id int not null references players on delete cascade,
  until timestamptz not null
);
create index open_to_play_player_id on open_to_play (player_id);
