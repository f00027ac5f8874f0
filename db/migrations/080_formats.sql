-- How the matches of a league are drawn (docs/decisions/086).
alter table leagues
  -- Null: a round robin.
  add column format jsonb,
  -- The last round that was drawn, in a format that draws round by round.
  add column rounds_drawn int not null default 0 check (rounds_drawn >= 0);
