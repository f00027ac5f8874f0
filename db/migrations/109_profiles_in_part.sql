-- A roster may have a phone number and nothing else, so parts of a profile may be there without the rest. One column
-- (area) still says that a profile is complete; the code decides whether that takes a gender.
-- Holds since 0.5.0: the constraint that this replaces demands more.
alter table players
  drop constraint players_profile_is_whole,
  add constraint players_profile_is_whole check (area is null or num_nulls(phone, singles_level) = 0);
