-- Who plays on in a league after its season, and the matches of it: rows of `matches` with a stage and a slot.

create table playoffs (
  league_id int primary key references leagues,
  made_at timestamptz not null
);

create table playoff_seeds (
  league_id int not null references playoffs,
  seed int not null check (seed between 1 and 8),
  entry_id int not null,
  primary key (league_id, seed),
  constraint playoff_seeds_entry_once unique (entry_id, league_id),
  constraint playoff_seeds_entry_of_the_league foreign key (entry_id, league_id) references entries (id, league_id)
);

alter table matches
  -- Null: a match of the season. 1 quarter-final, 2 semi-final, 3 final; the slot counts from the top of the bracket.
  add column playoff_stage int check (playoff_stage between 1 and 3),
  add column playoff_slot int check (playoff_slot between 1 and 4),
  add constraint matches_stage_and_slot check ((playoff_stage is null) = (playoff_slot is null));
create unique index matches_one_of_a_slot on matches (league_id, playoff_stage, playoff_slot) where playoff_stage is not null;

-- Two who met on the last days of the season may meet again on the same day: that one is no second report.
drop index matches_one_result_a_day;
create unique index matches_one_result_a_day on matches
  (league_id, least(entry_one_id, entry_two_id), greatest(entry_one_id, entry_two_id), match_date)
  where score_id is not null and playoff_stage is null;
