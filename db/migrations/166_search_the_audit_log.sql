-- The search of the desk finds audit entries by their summary and subject.
create index audit_log_search on audit_log using gin (fold_name(summary || ' ' || subject) gin_trgm_ops);
