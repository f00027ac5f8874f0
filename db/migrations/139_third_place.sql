-- Whether the losers of the semi-finals meet, as the season's rules were when the play-offs were made.
alter table playoffs add column third_place boolean not null default false;

-- Holds since 0.5.0: the constraint that this replaces demands more.
alter table playoff_seeds
  drop constraint playoff_seeds_seed_check,
  add constraint playoff_seeds_seed_check check (seed between 1 and 64);
