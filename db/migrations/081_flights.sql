-- A league in flights or boxes: each entry plays in one of them, and has its place there (docs/decisions/087).
alter table entries
  -- From 1, the strongest; null: the league has one table, or the entry is not drawn yet.
  add column flight int check (flight > 0);

alter table standings
  -- The entry's; its rank is the place in it.
  add column flight int check (flight > 0);
