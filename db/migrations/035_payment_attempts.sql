-- How often an order got a new key at the payment provider: one that is stuck with a stored error charges nothing more.
-- The release before uses the first key only, under which the provider repeats the error.
alter table orders add column payment_attempt int not null default 0 check (payment_attempt >= 0);
