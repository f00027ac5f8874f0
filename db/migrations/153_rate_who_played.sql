-- A result gets another player: a partner, or the account that is kept of two.
create trigger match_players_rating_insert after insert on match_players referencing new table as changed
  for each statement execute function mark_played_for_rating();
create trigger match_players_rating_update after update on match_players referencing new table as changed
  for each statement execute function mark_played_for_rating();
create trigger match_players_rating_delete after delete on match_players referencing old table as changed
  for each statement execute function mark_played_for_rating();
