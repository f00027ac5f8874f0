-- The matches that are set on a court, by day: two at once are warned of (features/arranging/court-clashes.ts).
create index matches_set_on_court on matches (court_id, match_date)
  where score_id is null and canceled_at is null and match_time is not null;
