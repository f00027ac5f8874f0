-- How a match finds its time (rules/arranging.ts): offers of times, what happened, and what its players write to each other.

create table match_offers (
  id int generated always as identity primary key,
  match_id int not null references matches on delete cascade,
  -- Entry one or two of the match.
  side smallint not null check (side in (1, 2)),
  player_id int not null references players,
  note text not null default '',
  created_at timestamptz not null,
  -- Silence ends it then, without a row that says so.
  expires_at timestamptz not null,
  ended_at timestamptz,
  outcome text,
  constraint match_offers_ended_somehow check ((ended_at is null) = (outcome is null)),
  constraint match_offers_outcome check (outcome in (
    'taken', 'declined', 'countered', 'replaced', 'withdrawn', 'expired', 'settled', 'over'))
);
create index match_offers_match_id on match_offers (match_id, created_at);
create index match_offers_player_id on match_offers (player_id);
create unique index match_offers_one_open on match_offers (match_id, side) where ended_at is null;

create table match_offer_times (
  id int generated always as identity primary key,
  offer_id int not null references match_offers on delete cascade,
  match_date date not null,
  match_time time not null,
  match_location text not null default '',
  -- Its instant in the time zone of the match.
  starts_at timestamptz not null,
  taken boolean not null default false,
  constraint match_offer_times_once unique (offer_id, starts_at)
);

-- What happened while a match was arranged, and the messages of its players: kept with the match.
create table match_events (
  id int generated always as identity primary key,
  match_id int not null references matches on delete cascade,
  at timestamptz not null,
  kind text not null,
  -- Null: an organizer, or nobody.
  side smallint check (side in (1, 2)),
  player_id int references players,
  offer_id int references match_offers on delete cascade,
  -- A message, or the reason of a call-off, a decline or an objection.
  text text not null default '',
  -- The date that was agreed, set or called off.
  match_date date,
  match_time time,
  match_location text,
  -- Of a call-off: minutes before the start.
  minutes_before int,
  -- Of a message: a player has reported it to the organizers.
  reported_at timestamptz,
  reported_by_id int references players,
  report_reason text,
  constraint match_events_reported_by_somebody check (num_nulls(reported_at, reported_by_id, report_reason) in (0, 3))
);
create index match_events_match_id on match_events (match_id, at, id);
create index match_events_player_id on match_events (player_id);
create index match_events_offer_id on match_events (offer_id);
create index match_events_reported_by_id on match_events (reported_by_id);

-- A link that was mailed to answer one offer without signing in; the token itself is in the email alone.
create table offer_links (
  token_hash bytea primary key,
  offer_id int not null references match_offers on delete cascade,
  player_id int not null references players on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index offer_links_offer_id on offer_links (offer_id);
create index offer_links_player_id on offer_links (player_id);
create index offer_links_expires_at on offer_links (expires_at);
