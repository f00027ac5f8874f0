-- The desk's lists, whatever else is stored (docs/decisions/098). What is counted and added up of the lines and entries of a
-- league comes from the indexes alone.
create index purchases_of_league on purchases (league_id, created_at desc, id desc)
  include (status, counts, price_cents, taken_cents, refunded_cents, withdrawn_at);
create index entries_of_league on entries (league_id, id desc) include (purchase_id);
-- A search within an area is one scan, instead of one of everybody who is called so and one of everybody who lives there.
-- Comes with PostgreSQL, like pg_trgm, and the owner of a database may switch it on.
create extension if not exists btree_gin;
create index players_area_search on players using gin (area, (name || ' ' || email) gin_trgm_ops);
