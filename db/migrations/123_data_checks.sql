-- What the nightly checks of the stored data and the hourly check of the payments found (docs/operating.md, "Checks of the data").
create table data_checks (
  check_key text not null,
  checked_at timestamptz not null,
  took_ms int not null,
  -- Null: the check itself failed, and `problem` says how.
  found int check (found >= 0),
  -- The first of what was found: [{subject, says}].
  examples jsonb not null default '[]',
  problem text check ((problem is null) = (found is not null)),
  primary key (check_key, checked_at)
);

-- A play-off result that was set aside was still counted.
update leagues l set results = counted.results
from (select l.id, (select count(*)::int from matches m where m.league_id = l.id and m.score_id is not null) as results from leagues l) counted
where counted.id = l.id and counted.results <> l.results;
