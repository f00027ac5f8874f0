-- The organization's own texts, and who has accepted them (docs/decisions/081).

-- Each row is one version; the highest is in force. An empty text takes the page away.
create table texts (
  key text not null constraint texts_key_known check (key in ('rules', 'terms', 'privacy', 'waiver', 'refunds')),
  version int not null constraint texts_version_counts check (version >= 1),
  title text not null,
  -- Markdown.
  text text not null,
  -- Who has accepted an earlier version is asked again.
  asks_again boolean not null,
  saved_at timestamptz not null,
  saved_by_id int not null references players,
  primary key (key, version)
);
create index texts_saved_by_id on texts (saved_by_id);

create trigger texts_memory after insert or update or delete on texts
  for each statement execute function notify_memory();

create table acceptances (
  -- The account of a guest who does not pay is deleted.
  player_id int not null references players on delete cascade,
  key text not null,
  version int not null,
  accepted_at timestamptz not null,
  primary key (player_id, key, version),
  constraint acceptances_of_a_version foreign key (key, version) references texts
);
create index acceptances_version on acceptances (key, version);

alter table organization
  -- How old players have to be, by their own word; null: nobody is asked.
  add column minimum_age smallint constraint organization_minimum_age_range check (minimum_age between 1 and 99);

alter table players
  -- The age that the player has confirmed to have reached, and when.
  add column confirmed_age smallint,
  add column age_confirmed_at timestamptz,
  -- Whom to call if something happens on court. For the player, and for the organizers of the player's area.
  add column emergency_name text,
  add column emergency_phone text;
