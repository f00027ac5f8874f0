-- Appointments that were made before calendars were sent: their players know them, so nothing is sent about them until they change.
insert into calendar_events
  (match_id, area, entry_one_id, entry_two_id, uid, sequence, match_date, match_time, match_location, changed_at)
select id, area, entry_one_id, entry_two_id, gen_random_uuid()::text, 0, match_date, match_time, match_location, now()
from matches
where score_id is null and canceled_at is null and match_date is not null;
