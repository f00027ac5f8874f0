-- The desk's books: what each line has taken and given back, refunds in part, and files that come in and go out.

alter table purchases
  -- Money that the provider took for the line, and how much of it went back: copies for adding up, kept by
  -- features/checkout (settleOrder, refundLines) and features/payment-desk (finishRefund).
  add column taken_cents int not null default 0,
  add column refunded_cents int not null default 0;
update purchases p
set taken_cents = p.price_cents, refunded_cents = case when p.status = 'Refunded' then p.price_cents else 0 end
from orders o
where o.id = p.order_id and o.confirmation_token is not null and p.status in ('Paid', 'Refunded');
alter table purchases
  add constraint purchases_give_back_what_was_taken check (refunded_cents between 0 and taken_cents);

-- The newest first; and what is added up, without a look at the lines themselves.
create index purchases_newest on purchases (created_at desc, id desc) include (league_id, status, taken_cents, refunded_cents);
create index purchases_league_newest on purchases (league_id, created_at desc, id desc) include (status, taken_cents, refunded_cents);
create index purchases_status_newest on purchases (status, created_at desc, id desc) include (league_id, taken_cents, refunded_cents);
drop index purchases_league_id;
-- An order's number as a buyer reads it out.
create index orders_number on orders (right(id::text, 12));
create index orders_settled_at on orders (settled_at);
create index purchases_refunded_at on purchases (refunded_at);

-- Money that goes back for a line whose entry stays: by an organizer, or by hand at the provider and assigned here.
create table refunds (
  id int generated always as identity primary key,
  purchase_id int not null references purchases,
  amount_cents int not null check (amount_cents > 0),
  reason text not null,
  -- One press of one button, however often it arrives.
  idempotency_key text not null constraint refunds_asked_once unique,
  -- 'asked' until the provider has taken it.
  state text not null default 'asked' check (state in ('asked', 'done')),
  -- The provider's name for it; several lines may share one that was made by hand.
  provider_refund text,
  asked_by_id int not null references players,
  asked_at timestamptz not null,
  done_at timestamptz,
  constraint refunds_done_at_some_time check ((state = 'done') = (done_at is not null) and (state = 'done') = (provider_refund is not null)),
  constraint refunds_once_a_line unique (provider_refund, purchase_id)
);
create index refunds_purchase_id on refunds (purchase_id);
create index refunds_asked_by_id on refunds (asked_by_id);
create index refunds_done_at on refunds (done_at);

create function keep_refunds_within_the_money() returns trigger language plpgsql as $$
declare
  taken int;
begin
  -- Two refunds of one line come one after the other.
  select taken_cents into taken from purchases where id = new.purchase_id for update;
  if (select sum(amount_cents) from refunds where purchase_id = new.purchase_id) > taken then
    raise exception 'more than was taken' using errcode = 'check_violation', constraint = 'refunds_within_the_money';
  end if;
  return null;
end $$;
create trigger refunds_within_the_money after insert or update of amount_cents, purchase_id on refunds
  for each row execute function keep_refunds_within_the_money();

alter table payment_events
  -- The payment that an event told of; null: heard before it was noted.
  add column payment text;
create index payment_events_payment on payment_events (payment);

-- The embedded provider's books are read by the day.
create index test_payments_created_at on test_payments (created_at);
create index test_refunds_created_at on test_refunds (created_at);

-- A file that an organizer brought along.
create table imports (
  id int generated always as identity primary key,
  organizer_id int not null references players,
  kind text not null check (kind in ('players', 'entries', 'results')),
  file_name text not null,
  -- As it came; forgotten after a month.
  content bytea,
  created_at timestamptz not null,
  -- The task that stores it; there is never a second one unless the first failed.
  task_id int references desk_tasks,
  -- When it was stored, and what came of it: written by the transaction that stores all of it.
  stored_at timestamptz,
  stored jsonb
);
create index imports_organizer_id on imports (organizer_id);
create index imports_task_id on imports (task_id);
create index imports_created_at on imports (created_at);

alter table desk_task_parts
  -- Where the piece after this one begins.
  add column next jsonb;
