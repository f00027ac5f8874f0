-- A ladder: where an entry began on it. Its place follows from the challenges that were played (docs/decisions/086).
alter table entries
  -- From 1, the top; null: the league is no ladder, or the entry is not drawn yet.
  add column rung int check (rung > 0);
