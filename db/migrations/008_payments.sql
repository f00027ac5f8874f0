-- What the payment provider told of itself. Each of its events is heard once.
create table payment_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);

alter table orders
  -- The buyer's bank asks for the money back; until that is decided nothing is refunded.
  add column disputed_at timestamptz;

alter table purchases
  -- The player has left the league; the line is Refunded as soon as the provider has taken the refund.
  add column refund_asked_at timestamptz,
  add column refunded_at timestamptz;

-- Who the player is to the provider, which keeps the cards.
alter table players add column provider_customer text constraint players_provider_customer_once unique;

-- The embedded provider's books.
alter table test_payments drop constraint test_payments_status_check;
alter table test_payments add constraint test_payments_status_check
  check (status in ('succeeded', 'declined', 'requires_action', 'canceled'));
create table test_refunds (
  idempotency_key text primary key,
  payment text not null references test_payments,
  amount_cents int not null check (amount_cents > 0),
  created_at timestamptz not null
);
create index test_refunds_payment on test_refunds (payment);
