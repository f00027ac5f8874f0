-- A play-off match whose sides no longer follow from the earlier results is set aside: canceled, with its versions. It
-- keeps its stage and slot, and the match of the entries that play there now takes the slot beside it.
drop index matches_one_of_a_slot;
create unique index matches_one_of_a_slot on matches (league_id, playoff_stage, playoff_slot)
  where playoff_stage is not null and canceled_at is null;
