-- Messages of organizers to any players (docs/decisions/144). Earlier ones went to a league each.
alter table league_messages
  alter column league_id drop not null,
  -- Which players were chosen. Null for an earlier message: the players of its league.
  add column filter jsonb,
  -- The areas within which the players were chosen.
  add column areas text[] not null default '{}',
  add column template text,
  -- Identifies the recipients and the text. A second request with the same one sends nothing.
  add column digest text,
  add column task_id int references tasks;
create index league_messages_newest on league_messages (created_at desc, id);
create index league_messages_task_id on league_messages (task_id);

create table message_recipients (
  message_id uuid not null constraint message_recipients_message references league_messages on delete cascade,
  player_id int not null constraint message_recipients_player references players,
  -- The values of the text's fields for this player.
  fields jsonb not null default '{}',
  -- When the notification was queued. Set in the same transaction, so a restart notifies nobody twice.
  notified_at timestamptz,
  -- The outcome of the email, or the reason why there is none. Null until it is known.
  outcome text constraint message_recipients_known_outcome
    check (outcome in ('delivered', 'bounced', 'opted_out', 'in_app', 'digest', 'unconfirmed', 'bad_address', 'suspended')),
  outcome_at timestamptz,
  constraint message_recipients_once primary key (message_id, player_id)
);
create index message_recipients_player_id on message_recipients (player_id);
create index message_recipients_outcome on message_recipients (message_id, outcome);

-- What an organizer has previewed and may send within a day.
create table message_previews (
  organizer_id int not null constraint message_previews_organizer references players,
  digest text not null,
  filter jsonb not null,
  template text,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  constraint message_previews_once primary key (organizer_id, digest)
);
create index message_previews_created_at on message_previews (created_at);

-- The organization's own templates.
create table message_templates (
  id int primary key generated always as identity,
  name text not null,
  subject text not null,
  body text not null,
  saved_by_id int not null constraint message_templates_saved_by references players,
  saved_at timestamptz not null
);
create unique index message_templates_name on message_templates (lower(name));
create index message_templates_saved_by_id on message_templates (saved_by_id);
