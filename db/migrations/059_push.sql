-- The keys by which push services know this installation (RFC 8292), one pair for each key of the secrets: a process
-- with another SECRET_KEY cannot open the pair, makes its own, and destroys nothing.
create table push_keys (
  secret_key_name text primary key,
  public_key text not null,
  -- Encrypted.
  private_key bytea not null,
  created_at timestamptz not null
);

-- Browsers that show notifications. A device belongs to the session in which it was registered, and ends with it.
create table push_devices (
  id int generated always as identity primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  -- Where the browser's push service takes messages for it, and the keys that only the browser can open them with.
  endpoint text not null constraint push_devices_once unique,
  p256dh text not null,
  auth text not null,
  -- Whether the lock screen may show what it is about.
  shows_text boolean not null,
  created_at timestamptz not null,
  last_pushed_at timestamptz
);
create index push_devices_of_a_session on push_devices (session_id);
