-- One checkout. Its state lives on its lines: an order is what its purchases say.
create table orders (
  id uuid primary key default uuidv7(),
  player_id int not null references players,
  season_id int not null references seasons,
  area text not null references areas,
  total_cents int not null check (total_cents >= 0),
  -- What the browser made of the card. The same token again is the same order.
  confirmation_token text not null,
  provider_payment text unique,
  -- Why the bank said no, in words for the player.
  decline_reason text,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint orders_one_per_confirmation_token unique (confirmation_token),
  constraint orders_id_player unique (id, player_id)
);
create index orders_player_id on orders (player_id);
create index orders_season_id on orders (season_id);
create index orders_area on orders (area);

-- The lines of an order; the wire calls them purchases.
create table purchases (
  id int generated always as identity primary key,
  order_id uuid not null,
  player_id int not null references players,
  league_id int not null references leagues,
  price_cents int not null check (price_cents >= 0),
  status text not null check (status in ('Pending', 'Paid', 'Confirmed', 'Closed', 'Refunded', 'Failed')),
  created_at timestamptz not null,
  constraint purchases_order_of_the_same_player foreign key (order_id, player_id) references orders (id, player_id),
  constraint purchases_id_league unique (id, league_id)
);
create index purchases_order_id on purchases (order_id, player_id);
create index purchases_league_id on purchases (league_id);
create index purchases_player_id on purchases (player_id, created_at desc, id desc);
-- Nobody stands, or is about to stand, in a league twice.
create unique index purchases_one_live_per_league on purchases (player_id, league_id)
  where status in ('Pending', 'Paid', 'Confirmed');

-- A player, in doubles a pair, in one league. It stands exactly while its purchase is Paid or Confirmed;
-- a player who withdraws and joins again keeps the entry and points it at the new purchase.
create table entries (
  id int generated always as identity primary key,
  league_id int not null references leagues,
  purchase_id int not null,
  -- The last tie-break of the standings: drawn once and kept.
  lot int not null default floor(random() * 2147483647)::int,
  created_at timestamptz not null,
  constraint entries_one_per_purchase unique (purchase_id),
  constraint entries_purchase_of_the_same_league foreign key (purchase_id, league_id) references purchases (id, league_id),
  constraint entries_lot_once unique (league_id, lot),
  constraint entries_id_league unique (id, league_id)
);
create index entries_purchase_league on entries (purchase_id, league_id);

create table entry_players (
  entry_id int not null,
  player_id int not null references players,
  league_id int not null,
  -- 1 entered, 2 is the partner.
  position smallint not null check (position in (1, 2)),
  primary key (entry_id, position),
  constraint entry_players_once_in_a_league unique (league_id, player_id),
  constraint entry_players_entry_of_the_same_league foreign key (entry_id, league_id) references entries (id, league_id)
);
create index entry_players_player_id on entry_players (player_id);
create index entry_players_entry_league on entry_players (entry_id, league_id);

-- The embedded payment provider's own books (server/outside/payments-test.ts). No card number is ever here.
create table test_confirmation_tokens (
  id text primary key,
  outcome text not null check (outcome in ('paid', 'declined', 'authenticate')),
  created_at timestamptz not null
);
create table test_payments (
  id text primary key,
  idempotency_key text not null unique,
  confirmation_token text not null,
  amount_cents int not null check (amount_cents > 0),
  status text not null check (status in ('succeeded', 'declined', 'requires_action')),
  client_secret text not null,
  created_at timestamptz not null
);
