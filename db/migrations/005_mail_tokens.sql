-- A link that was mailed: the token itself is in the letter alone; here is its SHA-256.
create table mail_tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'set_password', 'change_email')),
  player_id int not null references players on delete cascade,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_tokens_player_id on mail_tokens (player_id);
create index mail_tokens_expires_at on mail_tokens (expires_at);
