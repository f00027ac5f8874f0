-- What costs nothing (docs/decisions/079).
alter table purchases
  -- Its price was 0. False where a free season paid, or an organizer asked for nothing.
  add column is_free boolean not null default false check (not is_free or price_cents = 0);
