-- Codes that take something off an order (docs/decisions/080).
create table coupons (
  id int generated always as identity primary key,
  -- In capitals: people type it as they like.
  code text not null check (code = upper(code)),
  percent int check (percent between 1 and 100),
  amount_cents int check (amount_cents > 0),
  -- In how many orders it can be used; null: any number.
  use_limit int check (use_limit > 0),
  -- Its last day, by the day of sales; null: it does not end.
  expires_on date,
  -- False: for the seasons in coupon_seasons alone, also when none of them is left.
  for_all_seasons boolean not null,
  created_at timestamptz not null,
  -- Orders name it, so it is kept.
  deleted_at timestamptz,
  constraint coupons_percent_or_amount check (num_nonnulls(percent, amount_cents) = 1)
);
create unique index coupons_code_once on coupons (code) where deleted_at is null;

create table coupon_seasons (
  coupon_id int not null references coupons,
  season_id int not null references seasons on delete cascade,
  primary key (coupon_id, season_id)
);
create index coupon_seasons_season_id on coupon_seasons (season_id);

alter table purchases
  -- How much less `price_cents` is than what the league cost.
  add column discount_cents int not null default 0 check (discount_cents >= 0);
alter table orders add column coupon_id int references coupons;
create index orders_coupon_id on orders (coupon_id);
