-- What keeps reading as quick among five million matches as among ten thousand.

alter table leagues
  -- How many of its matches have a score: a copy for reading, brought up to date by features/standings/queries.ts
  -- rebuildStandings, in the transaction that changed them.
  add column results int not null default 0;
update leagues l
set results = (select count(*) from matches m where m.league_id = l.id and m.score_id is not null);

-- matches_results is in the same order for a whole area.
create index matches_league_results on matches (league_id, match_date desc, id desc) where score_id is not null;

-- Any three characters of a name.
create extension if not exists pg_trgm;
create index players_name on players using gin ((first_name || ' ' || last_name) gin_trgm_ops);
