-- The changes that players have asked for under a key of their own (Idempotency-Key), and what was answered.
create table idempotency_keys (
  player_id int not null references players on delete cascade,
  -- The method and path of the call, such as 'POST /users/scores'.
  call text not null,
  key text not null,
  -- Of what was sent with the first one.
  request_hash bytea not null,
  -- The attempt that runs, or ran last; only it may commit a change under this key.
  claim uuid not null,
  claimed_at timestamptz not null default now(),
  -- Committed with the change itself.
  changed boolean not null default false,
  -- Null: there is no answer yet.
  status int,
  -- Encrypted: some answers hold a token. The key that encrypted it.
  sealed_answer bytea,
  answer_key text,
  at timestamptz not null,
  primary key (player_id, call, key),
  constraint idempotency_keys_answer check ((status is null) = (sealed_answer is null) and (status is null) = (answer_key is null))
);
create index idempotency_keys_by_age on idempotency_keys (at);
