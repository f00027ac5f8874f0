-- One act on many things at once (docs/decisions/143): what an organizer asked to see, under the digest of what it would do.
-- `fingerprint` identifies the request and its effects; `digest` also differs from those of the same request done before.
create table bulk_acts (
  digest text constraint bulk_acts_pkey primary key,
  fingerprint text not null,
  organizer_id int not null constraint bulk_acts_organizer_fkey references players,
  request jsonb not null,
  reason text,
  task_id int constraint bulk_acts_task_fkey references tasks,
  created_at timestamptz not null
);
create index bulk_acts_organizer_id on bulk_acts (organizer_id, fingerprint);
create unique index bulk_acts_task_id on bulk_acts (task_id);
create index bulk_acts_created_at on bulk_acts (created_at);

-- Each single step of a task of that kind, and its own mark: done, or left with the reason in words.
create table bulk_items (
  task_id int not null constraint bulk_items_task_fkey references tasks,
  position int not null,
  step text not null,
  subject int not null,
  text text not null,
  state text not null constraint bulk_items_state check (state in ('waiting', 'done', 'left')),
  why text,
  refund_id int constraint bulk_items_refund_fkey references refunds,
  constraint bulk_items_pkey primary key (task_id, position)
);
create index bulk_items_waiting on bulk_items (task_id, position) where state = 'waiting';
create index bulk_items_refund_id on bulk_items (refund_id);
