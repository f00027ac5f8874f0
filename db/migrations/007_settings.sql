-- What a player shows of themself, and where the player is signed in.

alter table players
  -- The hash in the names of the stored photos (server/outside/photos.ts).
  add column photo text constraint players_photo_is_a_hash check (photo ~ '^[0-9a-f]{32}$'),
  -- What league-mates see.
  add column shows_email boolean not null default true,
  add column shows_phone boolean not null default true,
  -- The row stays for the results; nothing in it tells who it was.
  add column deleted_at timestamptz;

alter table sessions
  -- Names a session to its player; the hash of the token never leaves the server.
  add column id uuid not null default uuidv7() constraint sessions_named_once unique,
  -- 'Firefox on Android': what the browser said of itself when the session was last used.
  add column device text,
  -- To a few minutes.
  add column last_seen_at timestamptz;
