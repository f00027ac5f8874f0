-- Ratings (docs/decisions/135). All follow from the results. Only the job rate_results writes these tables; triggers add
-- the marks.

-- A pool: a sport, singles or doubles.
create table rating_pools (
  sport text not null,
  kind text not null constraint rating_pools_kind check (kind in ('singles', 'doubles')),
  -- The first day that is still to be rated. Null if all days are.
  from_day date,
  -- The formula by which the pool was rated (features/ratings/pool.ts).
  formula int not null default 0,
  -- Raised when the pool is rated, so that a process knows whether the state in its memory still holds.
  version int not null default 0,
  constraint rating_pools_pkey primary key (sport, kind)
);

-- Days whose results have changed since they were rated. Only added to and deleted from, so that no report of a result waits
-- for another one.
create table rating_marks (
  id bigint generated always as identity primary key,
  sport text not null,
  kind text not null,
  day date not null,
  caused_by xid8 not null default pg_current_xact_id()
);
create index rating_marks_caused_by on rating_marks (caused_by);

-- The state of a pool after all results up to a day (`packPool` in rules/rating/pool.ts), to go on from.
create table rating_snapshots (
  sport text not null,
  kind text not null,
  day date not null,
  state bytea not null,
  constraint rating_snapshots_pkey primary key (sport, kind, day),
  constraint rating_snapshots_pool foreign key (sport, kind) references rating_pools on delete cascade
);

-- A player's rating in a pool, as of the last day on which a result changed it.
create table ratings (
  sport text not null,
  kind text not null,
  player_id int not null references players,
  -- The level with which the player began, in steps from the middle of the list. Null without one.
  start_level real,
  value smallint not null,
  deviation smallint not null,
  -- Rated matches. 0: all of them were voided since.
  matches int not null,
  day date not null,
  constraint ratings_pkey primary key (sport, kind, player_id)
);
create index ratings_player_id on ratings (player_id);

-- The ledger: a player's rated matches, and the days on which matches of others moved the player by a point or more.
create table rating_changes (
  id bigint generated always as identity primary key,
  sport text not null,
  kind text not null,
  player_id int not null references players,
  day date not null,
  -- The player's match. Null for matches of others.
  match_id int references matches on delete cascade,
  before_value smallint not null,
  before_deviation smallint not null,
  after_value smallint not null,
  after_deviation smallint not null,
  -- The most likely score before the match, the player's games first.
  expected text,
  -- The matches of others that moved the player most, the largest effect first.
  cause_ids int[],
  -- How many there were.
  causes smallint,
  constraint rating_changes_of_match_or_causes check ((match_id is null) = (cause_ids is not null))
);
create index rating_changes_player_id on rating_changes (player_id, sport, kind, day, id);
create index rating_changes_match_id on rating_changes (match_id);
create index rating_changes_day on rating_changes (sport, kind, day);

-- Marks a day of a league's pool. A transaction's first mark starts the job, which runs after the commit.
create function mark_for_rating(of_league int, of_day date) returns void language plpgsql as $$
begin
  if of_day is null then return; end if;
  if not exists (select from rating_marks where caused_by = pg_current_xact_id()) then
    perform graphile_worker.add_job('rate_results', json_build_object(), max_attempts := 25);
  end if;
  insert into rating_marks (sport, kind, day)
  select d.sport, d.kind, of_day
  from leagues l join divisions d on d.id = l.division_id
  where l.id = of_league and not exists (
    select from rating_marks k
    where k.caused_by = pg_current_xact_id() and k.sport = d.sport and k.kind = d.kind and k.day <= of_day);
end
$$;

create function mark_match_for_rating() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.score_id is not null then perform mark_for_rating(old.league_id, old.match_date); end if;
  if tg_op <> 'DELETE' and new.score_id is not null then perform mark_for_rating(new.league_id, new.match_date); end if;
  return null;
end
$$;

create function mark_score_for_rating() returns trigger language plpgsql as $$
begin
  perform mark_for_rating(league_id, match_date) from matches where score_id = new.id;
  return null;
end
$$;

create function mark_played_for_rating() returns trigger language plpgsql as $$
begin
  perform mark_for_rating(m.league_id, m.match_date)
  from (select distinct match_id from changed) of_match
  join matches m on m.id = of_match.match_id and m.score_id is not null;
  return null;
end
$$;
