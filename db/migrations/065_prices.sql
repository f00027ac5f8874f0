-- What a division costs in one season and area (docs/decisions/078).
alter table leagues
  -- Null: the division's price.
  add column price_cents int check (price_cents >= 0),
  -- Asked instead until its day is over.
  add column early_price_cents int check (early_price_cents >= 0),
  add column early_until date check ((early_until is null) = (early_price_cents is null));
