-- The hash of the cookie that lets the server render documents for a session (docs/decisions/101). Null for an impersonation
-- and for a session of the release before, which gets one when its browser asks.
alter table sessions add column document_hash bytea;
create index sessions_document_hash on sessions (document_hash) where document_hash is not null;
