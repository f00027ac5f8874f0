-- Where matches are played: a place with one or more courts. A retired place keeps its matches and is offered no more.
create table courts (
  id int generated always as identity primary key,
  area text not null references areas,
  name text not null,
  address text not null,
  -- In degrees. Daylight follows from it.
  latitude double precision not null constraint courts_latitude check (latitude between -90 and 90),
  longitude double precision not null constraint courts_longitude check (longitude between -180 and 180),
  surface text not null constraint courts_surface check (surface in ('Hard', 'Clay', 'Grass', 'Carpet', 'Artificial grass')),
  court_count int not null constraint courts_court_count check (court_count between 1 and 200),
  has_lights boolean not null,
  -- Null: the map of the position.
  map_url text,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index courts_name_once on courts (area, lower(name));

alter table matches add column court_id int references courts;
create index matches_court_id on matches (court_id);
alter table scores add column court_id int references courts;
create index scores_court_id on scores (court_id);

-- When a player can play, every week. Ranges of one day neither overlap nor touch.
create table availability_hours (
  player_id int not null references players,
  weekday smallint not null constraint availability_hours_weekday check (weekday between 1 and 7),
  from_time time not null,
  to_time time not null,
  constraint availability_hours_once primary key (player_id, weekday, from_time),
  constraint availability_hours_forward check (from_time < to_time)
);

-- Days on which a player cannot play, first and last.
create table days_away (
  player_id int not null references players,
  from_day date not null,
  to_day date not null,
  constraint days_away_once primary key (player_id, from_day),
  constraint days_away_forward check (from_day <= to_day)
);

-- The secret address of a player's calendar. The hash finds the player; the sealed token shows the address again.
create table calendar_feeds (
  player_id int primary key references players,
  token_hash bytea not null constraint calendar_feeds_token_once unique,
  token bytea not null,
  secret_key_name text not null,
  created_at timestamptz not null
);

-- The appointments that were emailed as calendar events, as they were last sent.
create table calendar_events (
  id int generated always as identity primary key,
  -- Null: the match was deleted.
  match_id int constraint calendar_events_once unique references matches on delete set null,
  area text not null references areas,
  entry_one_id int not null references entries,
  entry_two_id int not null references entries,
  uid text not null constraint calendar_events_uid_once unique,
  sequence int not null,
  match_date date not null,
  match_time time,
  match_location text not null,
  changed_at timestamptz not null,
  canceled_at timestamptz
);
create index calendar_events_area on calendar_events (area);
create index calendar_events_entry_one_id on calendar_events (entry_one_id);
create index calendar_events_entry_two_id on calendar_events (entry_two_id);
create index calendar_events_standing on calendar_events (match_date) where canceled_at is null;
create index matches_dated on matches (match_date) where score_id is null and match_date is not null;
