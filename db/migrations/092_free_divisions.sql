-- A division may cost nothing, as a league may (docs/decisions/079): entering 0 failed.
-- Holds since 0.1.0: the check that this replaces is narrower.
alter table divisions
  add constraint divisions_price_not_negative check (price_cents >= 0),
  drop constraint divisions_price_cents_check;
