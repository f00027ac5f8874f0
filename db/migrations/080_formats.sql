-- How the matches of a league are drawn (docs/decisions/086).
alter table leagues
  -- Null: a round robin.
  add column format jsonb,
  -- The last round that was drawn, in a format that draws round by round.
  add column rounds_drawn int not null default 0 check (rounds_drawn >= 0);

alter table entries
  -- Drawn matches that were deleted because the opponent left, and have not been replaced.
  add column lost_matches int not null default 0 check (lost_matches >= 0);
