-- A place that costs nothing is held until its buyer has proved to own the email of the account (docs/decisions/115).
alter table orders
  add column held_until timestamptz,
  -- The network that asked, for the limit of holds. Removed when the hold ends.
  add column held_from text;
create index orders_held on orders (held_from) where held_until is not null;
