-- The sums of a line's bookings, copies for adding up with one writer, the trigger on cash_bookings.
-- Holds since 0.5.0: the columns begin at 0, and no earlier release writes them.
alter table purchases
  add column cash_cents int not null default 0,
  add column cash_returned_cents int not null default 0,
  add constraint purchases_cash_within_bookings check (cash_returned_cents between 0 and cash_cents) not valid;

-- A line with a price that is confirmed without a card is cash of the organizer who entered it, and is given back when
-- it is refunded. The release before this one writes lines only.
create function book_cash_of_line() returns trigger language plpgsql as $$
declare
  cents int;
begin
  if new.status = 'Refunded' then
    cents := new.cash_returned_cents - new.cash_cents;
  elsif tg_op = 'INSERT' or new.cash_cents = 0 then
    cents := new.price_cents;
  else
    select -amount_cents into cents from cash_bookings
    where purchase_id = new.id and booked_by_id is null and amount_cents < 0 order by id desc limit 1;
  end if;
  if coalesce(cents, 0) <> 0 then
    insert into cash_bookings (purchase_id, kind, amount_cents, organizer_id, booked_at)
    values (new.id, 'cash', cents, (select entered_by_id from orders where id = new.order_id),
      coalesce(case when new.status = 'Refunded' then new.refunded_at end,
        (select max(booked_at) from cash_bookings where purchase_id = new.id), new.created_at));
  end if;
  return null;
end $$;
create trigger purchases_book_cash after insert on purchases
  for each row when (new.status = 'Confirmed' and new.taken_cents = 0 and new.price_cents > 0)
  execute function book_cash_of_line();
create trigger purchases_follow_cash after update of status on purchases
  for each row when (old.status <> new.status and new.status in ('Confirmed', 'Refunded') and new.taken_cents = 0)
  execute function book_cash_of_line();
