-- Organizers' notes on a player. A flag is a note that lists show as a badge.
create table player_notes (
  id int primary key generated always as identity,
  player_id int not null constraint player_notes_player_fkey references players on delete cascade,
  author_id int not null constraint player_notes_author_fkey references players,
  text text not null constraint player_notes_text_length check (length(text) between 1 and 1000),
  is_flag boolean not null,
  created_at timestamptz not null
);
create index player_notes_player_id on player_notes (player_id);
create index player_notes_author_id on player_notes (author_id);
