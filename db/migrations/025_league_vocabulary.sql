-- One definition of "this entry counts" and one of a person's name (docs/decisions/040-one-league-vocabulary.md).

alter table purchases
  -- The line's entry counts: it is in the table, plays, and can be written to.
  add column counts boolean not null generated always as (status in ('Paid', 'Confirmed')) stored;
-- The organizer's list of entries that no longer count.
drop index purchases_left;
create index purchases_left on purchases (id) where not counts;

alter table players
  add column name text not null generated always as (first_name || ' ' || last_name) stored;
-- Any three characters of a name, and of a name or an email address: features/leagues/name-search.ts asks with these expressions.
drop index players_name;
create index players_name on players using gin (name gin_trgm_ops);
drop index players_search;
create index players_search on players using gin ((name || ' ' || email) gin_trgm_ops);
