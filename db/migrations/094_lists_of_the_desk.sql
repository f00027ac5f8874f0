-- The desk's lists, whatever else is stored. What is counted and added up of the lines and entries of a league comes from
-- the indexes alone.
drop index purchases_league_newest;
create index purchases_league_newest on purchases (league_id, created_at desc, id desc)
  include (status, counts, price_cents, taken_cents, refunded_cents, withdrawn_at);
drop index entries_newest;
create index entries_newest on entries (league_id, id desc) include (purchase_id);
-- A search within an area is one scan instead of two, of everybody who is called so and of everybody who lives there.
-- Comes with PostgreSQL, like pg_trgm, and the owner of a database may switch it on.
create extension if not exists btree_gin;
drop index players_search;
create index players_search on players using gin (area, (name || ' ' || email) gin_trgm_ops);
