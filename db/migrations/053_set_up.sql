-- Null until the league goes on sale: a new production database begins closed and empty. `catalogue` says what its areas and
-- divisions began with; null: the start has not decided yet (organizer/setup/jobs.ts).
alter table organization
  add column opened_at timestamptz,
  add column mail_checked_at timestamptz,
  add column catalogue text constraint organization_catalogue_known check (catalogue in ('none', 'us-flex', 'empty'));

-- A database that has been in use is open, with the three areas and thirteen divisions of its first migration.
update organization set opened_at = now(), catalogue = 'us-flex'
where exists (select from seasons) or exists (select from players);

-- One-time links by which the owner of an installation opens the account: made at the terminal, stored as SHA-256.
create table owner_links (
  token_hash bytea primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
