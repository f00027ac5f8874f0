-- Passkeys (WebAuthn credentials) with which players sign in (docs/decisions/117).
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  player_id int not null references players on delete cascade,
  credential bytea not null constraint passkeys_once unique,
  -- In COSE form.
  public_key bytea not null,
  -- Names the account to the authenticator: random, and the same for all passkeys of a player.
  user_handle bytea not null,
  -- Signatures that the authenticator says it has made. 0 if it does not count.
  counter bigint not null,
  -- How the authenticator can be reached: internal, hybrid, usb, …
  transports text[] not null,
  -- The browser and system in which it was made.
  device text,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_player_id on passkeys (player_id);

-- Challenges that wait for a signature. Each is deleted by its first use.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null,
  -- The session that asked. Null for a sign-in.
  session_hash bytea references sessions on delete cascade,
  -- Given to the authenticator with a new passkey.
  user_handle bytea,
  expires_at timestamptz not null,
  constraint passkey_challenges_purpose check (
    case purpose
      when 'sign_in' then session_hash is null and user_handle is null
      when 'check' then session_hash is not null and user_handle is null
      when 'add' then session_hash is not null and user_handle is not null
      else false
    end)
);
create index passkey_challenges_session_hash on passkey_challenges (session_hash);

-- When the session last used a passkey. Null if it has not.
alter table sessions add column used_passkey_at timestamptz;
