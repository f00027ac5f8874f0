-- What players think of the results of their leagues: one reaction for each player and result. `winner_entry_id` is the
-- winner at that time: a reaction to a result that has been turned around since does not count.
create table reactions (
  match_id int not null constraint reactions_match_fkey references matches on delete cascade,
  player_id int not null constraint reactions_player_fkey references players,
  kind text not null constraint reactions_kind check (kind in ('well_played', 'great_match', 'surprise', 'fair_play')),
  winner_entry_id int constraint reactions_winner_fkey references entries on delete set null,
  reacted_at timestamptz not null,
  constraint reactions_pkey primary key (match_id, player_id)
);
create index reactions_player_id on reactions (player_id);
create index reactions_winner_entry_id on reactions (winner_entry_id);
