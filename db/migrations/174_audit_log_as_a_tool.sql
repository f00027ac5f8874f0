-- The state that undoing an act restores. Null for an act that cannot be undone.
alter table audit_log add column undo jsonb;
-- Days and words of the list's filters.
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_search on audit_log using gin (fold_name(subject || ' ' || summary || ' ' || reason) gin_trgm_ops);
