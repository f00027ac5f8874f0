-- What an organization asks whoever joins a season, once (docs/decisions/082).
create table questions (
  id int generated always as identity primary key,
  season_id int not null references seasons on delete cascade,
  position smallint not null,
  kind text not null constraint questions_kind_known check (kind in ('text', 'choice', 'number', 'yes_no')),
  label text not null,
  -- What can be chosen; empty for the other kinds.
  choices text[] not null default '{}',
  required boolean not null,
  -- Not asked any more. Somebody may have answered it.
  removed_at timestamptz
);
create index questions_season_id on questions (season_id, position, id);

create table answers (
  question_id int not null references questions on delete cascade,
  -- The account of a guest who does not pay is deleted.
  player_id int not null references players on delete cascade,
  answer text not null,
  answered_at timestamptz not null,
  primary key (question_id, player_id)
);
create index answers_player_id on answers (player_id);
