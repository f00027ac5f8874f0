-- A season that has results keeps the rules under which they were made (rules/season-rules.ts, firstRules). Null was the
-- default for the number of meetings.
update seasons se set rules = (case when rules -> 'meetings' = 'null' then rules - 'meetings' else coalesce(rules, '{}') end)
  || '{"version": 1}'
where exists (select from leagues l join matches m on m.league_id = l.id where l.season_id = se.id and m.score_id is not null);
update seasons set rules = rules - 'meetings' where rules -> 'meetings' = 'null' and not rules ? 'version';

-- How often the schedule lets two entries meet, at most. It never falls, so that a result that counts goes on counting.
alter table leagues add column meetings int;
update leagues l set meetings = (
  select max(often) from (
    select count(*) as often from matches m
    where m.league_id = l.id and m.round is not null
    group by least(entry_one_id, entry_two_id), greatest(entry_one_id, entry_two_id),
      case when l.format ->> 'kind' = 'boxes' then m.round end) pairs)
where exists (select from matches m where m.league_id = l.id and m.round is not null);

-- A round of Swiss rounds that has no opponent for an entry.
create table byes (
  league_id int not null,
  round int not null,
  entry_id int not null,
  constraint byes_once primary key (league_id, entry_id, round),
  constraint byes_of_entry foreign key (entry_id, league_id) references entries (id, league_id) on delete cascade
);

-- Points that an organizer has taken from an entry, or given back.
create table deductions (
  id int primary key generated always as identity,
  league_id int not null,
  entry_id int not null,
  points int not null constraint deductions_some check (points between -100 and 100 and points <> 0),
  reason text not null,
  created_at timestamptz not null,
  constraint deductions_of_entry foreign key (entry_id, league_id) references entries (id, league_id) on delete cascade
);
create index deductions_by_entry on deductions (league_id, entry_id);

alter table standings add column points int, add column byes int not null default 0, add column deducted int not null default 0;
