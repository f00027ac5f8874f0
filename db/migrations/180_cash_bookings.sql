-- The ledger of money that moves by hand (docs/decisions/149): received for an order line, positive; given back, negative;
-- and cash that an organizer hands over. Rows are never changed or deleted: a mistake is reversed by another row.
-- `organizer_id` had the money in hand. `booked_by_id` is null for a row that followed from the line.
create table cash_bookings (
  id int generated always as identity constraint cash_bookings_pkey primary key,
  purchase_id int constraint cash_bookings_purchase_id_fkey references purchases,
  kind text not null constraint cash_bookings_kind check (kind in ('cash', 'transfer', 'handover')),
  amount_cents int not null constraint cash_bookings_amount check (amount_cents <> 0),
  reason text,
  organizer_id int constraint cash_bookings_organizer_id_fkey references players,
  booked_by_id int constraint cash_bookings_booked_by_id_fkey references players,
  booked_at timestamptz not null,
  request_key text constraint cash_bookings_requested_once unique,
  constraint cash_bookings_subject check ((kind = 'handover') = (purchase_id is null))
);
create index cash_bookings_purchase_id on cash_bookings (purchase_id, id);
create index cash_bookings_organizer_id on cash_bookings (organizer_id, booked_at);
create index cash_bookings_booked_by_id on cash_bookings (booked_by_id);
create index cash_bookings_booked_at on cash_bookings (booked_at);

create function keep_cash_bookings() returns trigger language plpgsql as $$
begin
  raise exception 'a booking is reversed by another row' using errcode = 'check_violation', constraint = 'cash_bookings_kept';
end $$;
create trigger cash_bookings_kept before update of purchase_id, kind, amount_cents, booked_at or delete on cash_bookings
  for each row execute function keep_cash_bookings();

-- Adds up the bookings of a line into the columns that the next file adds to purchases.
create function add_up_cash() returns trigger language plpgsql as $$
begin
  update purchases set cash_cents = cash_cents + greatest(new.amount_cents, 0),
    cash_returned_cents = cash_returned_cents + greatest(-new.amount_cents, 0)
  where id = new.purchase_id;
  return null;
end $$;
create trigger cash_bookings_add_up after insert on cash_bookings
  for each row when (new.purchase_id is not null) execute function add_up_cash();
