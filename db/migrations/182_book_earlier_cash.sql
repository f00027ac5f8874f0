-- Cash of lines from before the ledger: received on the line's day, and given back on the day of its refund.
insert into cash_bookings (purchase_id, kind, amount_cents, organizer_id, booked_at)
select p.id, 'cash', p.price_cents, o.entered_by_id, p.created_at
from purchases p join orders o on o.id = p.order_id
where p.taken_cents = 0 and p.price_cents > 0 and p.cash_cents = 0
  and (p.status in ('Confirmed', 'Refunded') or p.status = 'Closed' and p.withdrawn_at is not null);

insert into cash_bookings (purchase_id, kind, amount_cents, organizer_id, booked_at)
select p.id, 'cash', p.cash_returned_cents - p.cash_cents, o.entered_by_id, coalesce(p.refunded_at, p.created_at)
from purchases p join orders o on o.id = p.order_id
where p.taken_cents = 0 and p.status = 'Refunded' and p.cash_cents > p.cash_returned_cents;
