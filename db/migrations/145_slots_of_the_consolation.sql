-- The matches of the consolation have slots from 33: of a bracket of 64, 16 in its first stage.
-- Holds since 0.5.0: the constraint that this replaces demands more.
alter table matches
  drop constraint matches_playoff_slot_check,
  add constraint matches_playoff_slot_check check (playoff_slot between 1 and 48) not valid;
