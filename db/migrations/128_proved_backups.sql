-- The backup that a check restored, by the instant of its snapshot. Null for the checks of the data itself.
alter table data_checks add column backup_at timestamptz;
