-- Who a player is at an OpenID Connect provider. An e-mail may change hands there; issuer and subject never do.
create table social_identities (
  issuer text not null,
  subject text not null,
  player_id int not null references players on delete cascade,
  created_at timestamptz not null,
  constraint social_identities_once primary key (issuer, subject)
);
create index social_identities_player_id on social_identities (player_id);

-- A provider knows a name and an e-mail; the rest of the profile is asked for before the first purchase. All of it
-- is there or none of it, so that one column (area) tells whether a profile is complete.
alter table players
  alter column phone drop not null,
  alter column singles_level drop not null,
  alter column gender drop not null,
  alter column area drop not null,
  add constraint players_profile_is_whole check (num_nulls(phone, singles_level, gender, area) in (0, 4));

-- What rate-limiter-flexible counts (server/limits.ts): columns, their order and epoch milliseconds are the
-- library's. Unlogged: counting costs no write-ahead log, and a crash may forget it.
create unlogged table rate_limits (
  key text primary key,
  points int not null,
  expire bigint
);
