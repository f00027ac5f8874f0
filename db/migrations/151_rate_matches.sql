-- A result is stored, voided or moved to another day, or its match is deleted.
create trigger matches_rating_update after update on matches
  for each row when ((old.score_id is not null or new.score_id is not null)
    and (old.score_id, old.match_date) is distinct from (new.score_id, new.match_date))
  execute function mark_match_for_rating();
create trigger matches_rating_delete after delete on matches
  for each row when (old.score_id is not null) execute function mark_match_for_rating();
