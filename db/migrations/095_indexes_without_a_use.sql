-- The indexes of migration 094 do their work. In a migration of its own: a table that loses an index cannot be read until the
-- transaction ends, and building one takes a while.
drop index purchases_league_newest;
drop index entries_newest;
drop index players_search;
