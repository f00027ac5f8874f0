-- The results so far are rated by the next run of the clock's job.
insert into rating_marks (sport, kind, day)
select d.sport, d.kind, min(m.match_date)
from matches m
join leagues l on l.id = m.league_id
join divisions d on d.id = l.division_id
where m.score_id is not null
group by d.sport, d.kind;
