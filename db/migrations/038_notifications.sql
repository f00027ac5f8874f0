-- What a player was notified of, also when it went out by email only.
create table notifications (
  id int generated always as identity primary key,
  player_id int not null references players on delete cascade,
  -- The notice that caused it: a job that runs twice finds its row.
  notice uuid not null constraint notifications_once unique,
  kind text not null,
  -- What it is about, such as 'match 12'.
  subject text,
  title text not null,
  text text not null,
  -- The screen that it opens.
  path text not null constraint notifications_open_our_pages check (path like '/%' and path not like '//%'),
  -- Whether the inbox shows it.
  in_app boolean not null,
  at timestamptz not null,
  read_at timestamptz,
  -- Waits for the daily digest, and the digest that has taken it.
  for_digest boolean not null default false,
  digest uuid
);
create index notifications_of_a_player on notifications (player_id, id desc);
create index notifications_unread on notifications (player_id, id desc) where in_app and read_at is null;
create index notifications_for_digest on notifications (player_id) where for_digest;
create index notifications_by_age on notifications (at);

-- Where a player gets each kind of notification. Without a row, the default of the kind.
create table notification_preferences (
  player_id int not null references players on delete cascade,
  kind text not null,
  app boolean not null,
  mail text not null constraint notification_preferences_mail check (mail in ('on', 'off', 'digest')),
  push boolean not null,
  primary key (player_id, kind)
);

-- When a player's devices stay quiet, 'HH:mm' where the player lives. Without a row, the default; both null: never.
create table quiet_hours (
  player_id int primary key references players on delete cascade,
  from_time text,
  to_time text,
  constraint quiet_hours_both check ((from_time is null) = (to_time is null))
);
