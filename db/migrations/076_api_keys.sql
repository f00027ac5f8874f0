-- Keys with which an organization's own programs call (docs/decisions/084): of a key the hash is stored. It may do what the
-- organizer who made it may do, within its scopes.
create table api_keys (
  id int generated always as identity primary key,
  organizer_id int not null references players,
  name text not null,
  key_hash bytea not null constraint api_keys_once unique,
  scopes text[] not null,
  -- The last day on which it works; null: without an end.
  expires_on date,
  created_at timestamptz not null,
  -- To a minute.
  last_used_at timestamptz
);
create index api_keys_organizer_id on api_keys (organizer_id);

-- Who runs no leagues any more has no keys, also not after being appointed again.
create function end_api_keys() returns trigger language plpgsql as $$
begin
  delete from api_keys where organizer_id = new.id;
  return null;
end
$$;

create trigger players_end_api_keys after update on players
  for each row when (new.role = 'player' and old.role <> 'player' or new.deleted_at is not null and old.deleted_at is null)
  execute function end_api_keys();

-- The name of the key by which something was changed; null: by the organizer.
alter table audit_log add column api_key text;
