-- What organizers decide of seasons, divisions and areas: sale, rules, room in a league, and who waits for it.

alter table seasons
  -- The last day of the sale, an organizer's own; null: 14 days after the first day (rules/season.ts).
  add column sale_until date,
  -- What differs from the standard rules (rules/season-rules.ts); null: nothing.
  add column rules jsonb;
alter table seasons
  -- The last day on which it is sold, and the last day on which a match counts.
  add column sold_until date not null generated always as (coalesce(sale_until, starting_date + 14)) stored,
  add column counts_until date not null generated always as (ending_date + coalesce((rules ->> 'grace_days')::int, 7)) stored;

alter table divisions
  -- Not for sale any more; its past stays.
  add column retired_at timestamptz;

alter table leagues
  -- Entries at most; null: no limit.
  add column capacity int check (capacity >= 0);

-- Who waits for a place in a full league, first come, first served.
create table waits (
  id int generated always as identity primary key,
  league_id int not null references leagues,
  player_id int not null references players on delete cascade,
  created_at timestamptz not null,
  -- A place is kept for this player until then; null: none has become free.
  held_until timestamptz,
  ended_at timestamptz,
  ending text check (ending in ('entered', 'left', 'lapsed')),
  constraint waits_end_somehow check ((ended_at is null) = (ending is null))
);
create index waits_league_id on waits (league_id, id);
create index waits_player_id on waits (player_id);
create unique index waits_once_in_a_league on waits (league_id, player_id) where ended_at is null;
