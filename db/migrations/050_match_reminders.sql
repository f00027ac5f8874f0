-- Reminders that were sent about matches: each once, whatever runs the job how often.
create table match_reminders (
  match_id int not null references matches on delete cascade,
  player_id int not null references players on delete cascade,
  kind text not null,
  -- What it was about: the offer, the appointment or the last day, so that a new one is reminded of again.
  about text not null,
  at timestamptz not null,
  primary key (match_id, player_id, kind, about)
);
create index match_reminders_player_id on match_reminders (player_id);
