-- One pairing in a league, from 'to be arranged' to 'played'. It has been played when score_id is set.
create table matches (
  id int generated always as identity primary key,
  league_id int not null,
  area text not null,
  entry_one_id int not null,
  entry_two_id int not null,
  round int,
  match_date date,
  match_time time,
  score_id int,
  created_at timestamptz not null,
  constraint matches_against_somebody_else check (entry_one_id <> entry_two_id),
  constraint matches_area_of_the_league foreign key (league_id, area) references leagues (id, area),
  constraint matches_entry_one_of_the_league foreign key (entry_one_id, league_id) references entries (id, league_id),
  constraint matches_entry_two_of_the_league foreign key (entry_two_id, league_id) references entries (id, league_id),
  constraint matches_played_on_a_day check (score_id is null or match_date is not null)
);

-- Every version of a score that was ever reported; matches.score_id names the one that stands.
create table scores (
  id int generated always as identity primary key,
  match_id int not null references matches on delete cascade,
  version int not null,
  reported_by_id int not null references players,
  -- Null when nobody won (a tie).
  winner_entry_id int references entries,
  match_date date not null,
  match_area text not null references areas,
  match_location text not null,
  duration_minutes int not null check (duration_minutes between 0 and 1439),
  -- [{score_1, score_2}]; score_1 is the winner's, in a tie entry one's.
  set_games jsonb not null,
  total_winner_score int not null check (total_winner_score >= 0),
  total_opponent_score int not null check (total_opponent_score >= 0),
  match_status text check (match_status in (
    'Match ended in a tie', 'Canceled within 4 hours of match', 'Retired', 'Opponent did not show')),
  match_notes text not null,
  created_at timestamptz not null,
  constraint scores_reported_once unique (match_id, version),
  constraint scores_id_match unique (id, match_id),
  constraint scores_tie_has_no_winner check ((winner_entry_id is null) = (match_status is not distinct from 'Match ended in a tie'))
);
create index scores_reported_by_id on scores (reported_by_id);
create index scores_winner_entry_id on scores (winner_entry_id);
create index scores_match_area on scores (match_area);

alter table matches
  add constraint matches_score_of_this_match foreign key (score_id, id) references scores (id, match_id);

create index matches_league_id on matches (league_id, area);
create index matches_entry_one_id on matches (entry_one_id, league_id);
create index matches_entry_two_id on matches (entry_two_id, league_id);
create index matches_score_id on matches (score_id, id);
create index matches_results on matches (area, match_date desc, id desc) where score_id is not null;
-- The same two, the same league, the same day: already reported.
create unique index matches_one_result_a_day on matches
  (league_id, least(entry_one_id, entry_two_id), greatest(entry_one_id, entry_two_id), match_date)
  where score_id is not null;

-- A copy for reading: rebuilt by features/standings/queries.ts rebuildStandings from matches and scores,
-- in the transaction that changed them.
create table standings (
  league_id int not null references leagues,
  entry_id int not null references entries,
  rank int not null,
  wins int not null,
  losses int not null,
  ties int not null,
  played int not null,
  primary key (league_id, entry_id)
);
create index standings_entry_id on standings (entry_id);
create index standings_rank on standings (league_id, rank);
