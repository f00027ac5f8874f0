-- One credit: it pays for one division once. How many a player has left is counted, never stored.
create table free_seasons (
  id int generated always as identity primary key,
  player_id int not null references players,
  -- Why: the first order that this friend paid.
  friend_id int not null references players,
  order_id uuid not null,
  granted_at timestamptz not null,
  -- What it pays for; null: not spent.
  purchase_id int,
  -- That order was refunded before the credit was spent.
  taken_back_at timestamptz,
  constraint free_seasons_once_a_friend unique (friend_id),
  constraint free_seasons_never_oneself check (player_id <> friend_id),
  constraint free_seasons_spent_once unique (purchase_id),
  constraint free_seasons_spent_or_taken_back check (purchase_id is null or taken_back_at is null)
);

-- A credit pays for its owner's line, and is earned by the friend's own order.
alter table purchases add constraint purchases_id_player unique (id, player_id);
alter table free_seasons
  add constraint free_seasons_order_of_the_friend foreign key (order_id, friend_id) references orders (id, player_id),
  add constraint free_seasons_purchase_of_the_player foreign key (purchase_id, player_id) references purchases (id, player_id);
create index free_seasons_player_id on free_seasons (player_id, purchase_id);
create index free_seasons_order_id on free_seasons (order_id, friend_id);
create index free_seasons_purchase_player on free_seasons (purchase_id, player_id);

alter table orders
  -- Null: settled without a card.
  alter column confirmation_token drop not null,
  -- The buyer had no account: it was made with this order, and goes with it when the order is not paid.
  add column opened_account boolean not null default false;
create unique index orders_open_an_account_once on orders (player_id) where opened_account;
