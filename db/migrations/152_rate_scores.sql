-- A result is disputed or settled, or a version is changed in place.
create trigger scores_rating after update on scores
  for each row when (((old.answer = 'disputed') is distinct from (new.answer = 'disputed'))
    or (old.set_games, old.match_status, old.winner_entry_id) is distinct from (new.set_games, new.match_status, new.winner_entry_id))
  execute function mark_score_for_rating();
