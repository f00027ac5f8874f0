-- The index players_of_area of migration 097 does its work.
drop index players_area;
