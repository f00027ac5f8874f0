-- The tax that was in the prices of an order when it was placed: receipts and reports go by it.
alter table orders
  -- Percent; 0: none. Null: of an earlier release, so that the organization's tax of today is taken for it.
  add column tax_rate double precision check (tax_rate >= 0 and tax_rate < 100),
  add column tax_name text;
create index orders_taxed on orders (tax_rate) where tax_rate > 0;
