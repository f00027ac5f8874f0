-- Who runs the leagues: an owner everywhere, an organizer in some areas. And the record of what they did.

alter table players drop constraint players_role_check;
update players set role = 'owner' where role = 'organizer';
alter table players
  add constraint players_role_check check (role in ('player', 'organizer', 'owner')),
  -- Shut out by an organizer; the rows stay for the results.
  add column suspended_at timestamptz;

create table organizer_areas (
  player_id int not null references players on delete cascade,
  area text not null references areas,
  primary key (player_id, area)
);
create index organizer_areas_area on organizer_areas (area);

alter table sessions
  -- When its owner last proved to be there: at the sign-in, or by the password since.
  add column proved_at timestamptz,
  -- When the second factor was given; null: not yet.
  add column second_factor_at timestamptz,
  -- The organizer who looks at the site as this player, and may change nothing.
  add column seen_by_id int references players on delete cascade;
create index sessions_seen_by_id on sessions (seen_by_id);

-- Time-based codes (RFC 6238) of an organizer's phone.
create table second_factors (
  player_id int primary key references players on delete cascade,
  secret bytea not null,
  -- Null until the first right code: the phone has not proved to know the secret.
  enrolled_at timestamptz,
  -- The newest 30 seconds whose code was taken: none is taken twice.
  last_step bigint not null default 0
);
-- Each lets in once when the phone is lost.
create table recovery_codes (
  player_id int not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (player_id, code_hash)
);

-- The record: every act of an organizer. Written in the act's own transaction, never changed.
create table acts (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  organizer_id int not null references players,
  -- Null: of no area alone.
  area text references areas,
  -- 'refund', 'void_result'; features/organizer/acts.ts.
  kind text not null,
  -- What was acted on: 'match 12'.
  subject text not null,
  -- The act in words.
  summary text not null,
  reason text not null default '',
  before jsonb,
  after jsonb
);
create index acts_organizer_id on acts (organizer_id, id desc);
create index acts_area on acts (area, id desc);
create index acts_subject on acts (subject, id desc);
create index acts_kind on acts (kind, id desc);

create function refuse_to_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'the record is never rewritten';
end $$;
create trigger acts_stay before update or delete or truncate on acts execute function refuse_to_rewrite();

-- Work of the desk that takes longer than a request: it runs as a job, tells how far it is, and goes on after a restart.
create table desk_tasks (
  id int generated always as identity primary key,
  kind text not null,
  organizer_id int not null references players,
  area text references areas,
  input jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  done int not null default 0,
  -- Null until it is known.
  total int,
  -- What came of it, for the screen; of a failed one the sentence.
  outcome jsonb,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index desk_tasks_organizer_id on desk_tasks (organizer_id, id desc);
create index desk_tasks_area on desk_tasks (area);
-- A file that a task wrote, piece by piece.
create table desk_task_parts (
  task_id int not null references desk_tasks on delete cascade,
  part int not null,
  content text not null,
  primary key (task_id, part)
);
