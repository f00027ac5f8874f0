-- Orders that are paid with a saved card. `confirmation_token` is then made up by the browser, for this one order.
alter table orders
  -- The provider's names for the card and for the player who keeps it; null: the card was entered.
  add column saved_card text,
  add column saved_card_customer text,
  add constraint orders_saved_card_of_a_customer check ((saved_card is null) = (saved_card_customer is null));

-- The embedded provider's saved cards. A row without an outcome waits for its card. No card number is ever here.
create table test_cards (
  id text primary key,
  customer text not null,
  client_secret text not null constraint test_cards_client_secret_once unique,
  outcome text check (outcome in ('paid', 'declined', 'authenticate')),
  last4 text,
  exp_month int,
  exp_year int,
  created_at timestamptz not null,
  constraint test_cards_whole check (outcome is null or (last4 is not null and exp_month is not null and exp_year is not null))
);
create index test_cards_customer on test_cards (customer);
alter table test_payments alter column confirmation_token drop not null;
alter table test_payments add column saved_card text;
