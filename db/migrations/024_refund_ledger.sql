-- One ledger of refunds: every return of a card's money is a row of `refunds`, whoever asked for it (docs/decisions/042).
-- Rows are made for the refunds of earlier releases that left none, each with the key under which the provider knows it.

alter table purchases rename column refund_asked_at to refund_requested_at;
alter table refunds rename column asked_at to requested_at;
alter table refunds rename column asked_by_id to requested_by_id;
alter table refunds rename column idempotency_key to request_key;
alter table refunds rename constraint refunds_asked_by_id_fkey to refunds_requested_by_id_fkey;
alter table refunds rename constraint refunds_asked_once to refunds_requested_once;
alter index refunds_asked_by_id rename to refunds_requested_by_id;

alter table refunds
  -- withdrawal: what is left of a line whose entry leaves. part: some money of a line whose entry stays.
  -- failed_order: a charge that succeeded after its order had failed. by_hand: made in the provider's dashboard and assigned
  -- to a line by an organizer. returned: the provider returned the whole payment without us (dashboard, lost dispute).
  add column kind text,
  add column order_id uuid references orders,
  -- The failed refund that this one tries again.
  add column retry_of_id int references refunds constraint refunds_retried_once unique,
  -- The provider's idempotency key of a refund that an earlier release asked for.
  add column earlier_key text,
  alter column purchase_id drop not null,
  -- Null: no organizer gave one.
  alter column reason drop not null,
  -- The browser's key for one press of the button; null: the row comes from elsewhere.
  alter column request_key drop not null,
  -- Null: nobody, or unknown.
  alter column requested_by_id drop not null,
  alter column state drop default,
  drop constraint refunds_state_check,
  drop constraint refunds_amount_cents_check,
  drop constraint refunds_done_at_some_time;

update refunds r
set state = case state when 'asked' then 'requested' else state end,
  order_id = p.order_id,
  kind = case when request_key = provider_refund || ' ' || purchase_id then 'by_hand' else 'part' end,
  earlier_key = case when request_key = provider_refund || ' ' || purchase_id then null else 'part-' || r.id end,
  request_key = case when request_key = provider_refund || ' ' || purchase_id then null else request_key end
from purchases p
where p.id = r.purchase_id;

-- Withdrawals under way: the job refunded what was left of the line under the key line-<id>.
insert into refunds (kind, order_id, purchase_id, amount_cents, earlier_key, state, requested_at)
select 'withdrawal', p.order_id, p.id,
  p.taken_cents - (select coalesce(sum(r.amount_cents), 0) from refunds r where r.purchase_id = p.id and r.state <> 'failed'),
  'line-' || p.id, 'requested', p.refund_requested_at
from purchases p
join orders o on o.id = p.order_id
where p.refund_requested_at is not null and p.status <> 'Refunded' and o.provider_payment is not null;

-- Lines that are Refunded: by a withdrawal, or, if none was requested, by the provider on its own.
insert into refunds (kind, order_id, purchase_id, amount_cents, earlier_key, state, requested_at, done_at)
select case when p.refund_requested_at is null then 'returned' else 'withdrawal' end, p.order_id, p.id, rest.cents,
  case when p.refund_requested_at is null then null else 'line-' || p.id end, 'done',
  coalesce(p.refund_requested_at, p.refunded_at, p.created_at), coalesce(p.refunded_at, p.refund_requested_at, p.created_at)
from purchases p
cross join lateral (
  select p.taken_cents - coalesce(sum(r.amount_cents), 0) as cents
  from refunds r where r.purchase_id = p.id and r.state <> 'failed') rest
where p.status = 'Refunded' and rest.cents > 0;

-- Charges of failed orders whose refund waits in a job, under the key order-<id>. A new database has no queue yet. The old
-- jobs go: `resume_refunds` starts a new one for every row that is requested.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;
  insert into refunds (kind, order_id, amount_cents, earlier_key, state, requested_at)
  select distinct on (o.id) 'failed_order', o.id, o.total_cents, 'order-' || o.id, 'requested', coalesce(o.settled_at, o.created_at)
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'refund_order'
  join orders o on o.id = (j.payload ->> 'order_id')::uuid
  order by o.id, j.id;
  -- The order may not have noted its payment yet: the job knew it.
  update orders o
  set provider_payment = j.payload ->> 'payment'
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'refund_order'
  where o.id = (j.payload ->> 'order_id')::uuid and o.provider_payment is null;
  delete from graphile_worker._private_jobs j
  using graphile_worker._private_tasks t
  where t.id = j.task_id and t.identifier in ('refund_line', 'give_refund', 'refund_order');
end $$;

-- Charges of failed orders that were refunded: the embedded provider has the refund, Stripe's events tell of it.
insert into refunds (kind, order_id, amount_cents, earlier_key, state, requested_at, done_at)
select 'failed_order', o.id, r.amount_cents, r.idempotency_key, 'done', r.created_at, r.created_at
from test_refunds r
join orders o on r.idempotency_key = 'order-' || o.id
where not exists (select from refunds known where known.order_id = o.id and known.purchase_id is null);

insert into refunds (kind, order_id, amount_cents, earlier_key, state, requested_at, done_at)
select 'failed_order', o.id, o.total_cents, 'order-' || o.id, 'done', min(e.received_at), min(e.received_at)
from payment_events e
join orders o on o.provider_payment = e.payment and o.total_cents > 0
where e.type = 'charge.refunded'
  and not exists (
    select from purchases p where p.order_id = o.id and (p.status not in ('Failed', 'Closed') or p.withdrawn_at is not null))
  and not exists (select from refunds known where known.order_id = o.id and known.purchase_id is null)
group by o.id;

alter table refunds
  alter column kind set not null,
  alter column order_id set not null,
  add column idempotency_key text not null generated always as (coalesce(earlier_key, 'refund-' || id::text)) stored
    constraint refunds_one_per_key unique,
  add constraint refunds_kind_check check (kind in ('withdrawal', 'part', 'failed_order', 'by_hand', 'returned')),
  add constraint refunds_state_check check (state in ('requested', 'done', 'failed')),
  add constraint refunds_of_a_line_or_a_failed_order check ((purchase_id is null) = (kind = 'failed_order')),
  -- A withdrawal may find that everything has gone back in parts.
  add constraint refunds_amount_cents_check check (amount_cents > 0 or (kind = 'withdrawal' and amount_cents = 0)),
  add constraint refunds_done_at_some_time check ((state = 'done') = (done_at is not null)),
  add constraint refunds_named_when_done check (provider_refund is null or state = 'done');
create index refunds_order_id on refunds (order_id);
create index refunds_requested_at on refunds (requested_at) where state = 'requested';
create unique index refunds_one_withdrawal on refunds (purchase_id) where kind = 'withdrawal' and state <> 'failed';
create unique index refunds_one_failed_order on refunds (order_id) where kind = 'failed_order' and state <> 'failed';

-- Copies of the ledger on the line: features/refunds keeps them (copyRefunds).
update purchases p
set refund_requested_at = null
where p.refund_requested_at is not null
  and not exists (select from refunds r where r.purchase_id = p.id and r.kind = 'withdrawal' and r.state = 'requested');
update purchases p
set refunded_cents = (select coalesce(sum(r.amount_cents), 0) from refunds r where r.purchase_id = p.id and r.state = 'done')
where exists (select from refunds r where r.purchase_id = p.id and r.state = 'requested');

create or replace function keep_refunds_within_the_money() returns trigger language plpgsql as $$
declare
  taken int;
  refunded int;
begin
  -- Two refunds of one line, or of one failed order, come one after the other.
  if new.purchase_id is null then
    select total_cents into taken from orders where id = new.order_id for update;
    select sum(amount_cents) into refunded from refunds
    where order_id = new.order_id and purchase_id is null and state <> 'failed';
  else
    select taken_cents into taken from purchases where id = new.purchase_id and order_id = new.order_id for update;
    select sum(amount_cents) into refunded from refunds where purchase_id = new.purchase_id and state <> 'failed';
  end if;
  if taken is null or refunded > taken then
    raise exception 'more than was taken' using errcode = 'check_violation', constraint = 'refunds_within_the_money';
  end if;
  return null;
end $$;
drop trigger refunds_within_the_money on refunds;
create trigger refunds_within_the_money after insert or update of amount_cents, order_id, purchase_id, state on refunds
  for each row execute function keep_refunds_within_the_money();
