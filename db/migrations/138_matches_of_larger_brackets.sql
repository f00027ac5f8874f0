-- Brackets of up to 64: the rounds before the quarter-finals (1) are 0, -1 and -2. Slot 2 of the last stage (3) is the
-- match for third place.
-- Holds since 0.5.0: the constraints that these replace demand more.
alter table matches
  drop constraint matches_playoff_stage_check,
  drop constraint matches_playoff_slot_check,
  add constraint matches_playoff_stage_check check (playoff_stage between -2 and 3) not valid,
  add constraint matches_playoff_slot_check check (playoff_slot between 1 and 32) not valid;
