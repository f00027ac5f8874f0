-- Two more ways in which a match ends: stopped by time or weather, and a double default, which nobody wins.
-- Holds since 0.5.0: the constraints that these replace demand more.
alter table scores
  drop constraint scores_match_status_check,
  drop constraint scores_tie_has_no_winner,
  add constraint scores_match_status_check check (match_status in (
    'Match ended in a tie', 'Canceled within 4 hours of match', 'Retired', 'Opponent did not show', 'Stopped by time or weather',
    'Double default')) not valid,
  add constraint scores_tie_has_no_winner check (
    (winner_entry_id is null) = coalesce(match_status in ('Match ended in a tie', 'Double default'), false)) not valid;
