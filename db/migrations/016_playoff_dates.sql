-- When the stages of the play-offs are played, who made a bracket and on what the last place hung, who left it, and who has been told.

alter table seasons
  -- {"1": "yyyy-mm-dd", "2": ..., "3": ...}, an organizer's own; null: by the rule (rules/playoffs.ts).
  add column stage_dates jsonb,
  add constraint seasons_stage_dates_of_all check (stage_dates is null or stage_dates ?& array['1', '2', '3']);

alter table playoffs
  -- Null: the clock.
  add column made_by_id int references players,
  -- A tie at the cut as it was then: rules/playoffs.ts PlayoffCut. Later results change the table, not the bracket.
  add column cut jsonb;
create index playoffs_made_by_id on playoffs (made_by_id);

alter table playoff_seeds
  -- Left the league after having played, or with nobody to come in: the opponents walk over.
  add column withdrawn boolean not null default false;

-- What a player has been told of a bracket: nothing is told twice.
create table playoff_news (
  league_id int not null references playoffs,
  player_id int not null references players on delete cascade,
  -- 'made', 'stage 2 against 17', 'champion', 'finalist'
  news text not null,
  primary key (league_id, player_id, news)
);
create index playoff_news_player_id on playoff_news (player_id);
-- Brackets that are there already are no news.
insert into playoff_news (league_id, player_id, news)
select ps.league_id, ep.player_id, 'made'
from playoff_seeds ps join entry_players ep on ep.entry_id = ps.entry_id
union
select m.league_id, ep.player_id,
  'stage ' || m.playoff_stage || ' against ' || case when ep.entry_id = m.entry_one_id then m.entry_two_id else m.entry_one_id end
from matches m join entry_players ep on ep.entry_id in (m.entry_one_id, m.entry_two_id)
where m.playoff_stage is not null
union
select m.league_id, ep.player_id, ending
from matches m join entry_players ep on ep.entry_id in (m.entry_one_id, m.entry_two_id)
cross join unnest(array['champion', 'finalist']) as ending
where m.playoff_stage = 3 and m.score_id is not null;
