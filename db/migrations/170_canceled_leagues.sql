-- A league that an organizer canceled, or merged into another one: it is not sold, and its successor next year is.
alter table leagues add column canceled_at timestamptz;
