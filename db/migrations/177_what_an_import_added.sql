-- What an import added, by which it can be taken back, and when that was done.
alter table imports
  add column made jsonb,
  add column undone_at timestamptz;
