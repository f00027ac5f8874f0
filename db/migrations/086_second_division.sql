-- What each further division of a season costs less for the same player (docs/decisions/090).
alter table seasons
  add column second_division_percent int check (second_division_percent between 1 and 100),
  add column second_division_cents int
    check (second_division_cents is null or second_division_cents > 0 and second_division_percent is null);
alter table purchases
  -- How much of that is taken off `price_cents`, beside what a coupon takes off.
  add column second_division_cents int not null default 0 check (second_division_cents >= 0);
