-- What the desk needs to look after entries and players.

alter table players
  -- The account that this one was merged into; it is closed then.
  add column merged_into_id int references players;
create index players_merged_into_id on players (merged_into_id);

-- The desk's list of players, and any three characters of a name or an e-mail.
create index players_by_name on players (lower(last_name), lower(first_name), id);
create index players_search on players using gin ((first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);

create index players_suspended on players (lower(last_name), lower(first_name), id) where suspended_at is not null;
create index players_closed on players (lower(last_name), lower(first_name), id) where deleted_at is not null;
-- And of entries: those of some leagues, and those that no longer stand.
create index entries_newest on entries (league_id, id desc);
create index purchases_left on purchases (id) where not (status in ('Paid', 'Confirmed') and refund_asked_at is null);

alter table orders
  -- The organizer who entered the player without a card: paid in cash, or in somebody's place.
  add column entered_by_id int references players;
create index orders_entered_by_id on orders (entered_by_id);

alter table purchases
  -- An organizer has taken the entry out, or given the place to somebody else, and the money stays: Closed, yet paid.
  add column withdrawn_at timestamptz,
  add constraint purchases_withdrawn_is_closed check (withdrawn_at is null or status in ('Closed', 'Refunded'));

-- When two accounts of one person become one, their rows change hands together.
alter table purchases alter constraint purchases_order_of_the_same_player deferrable;
alter table free_seasons alter constraint free_seasons_order_of_the_friend deferrable;
alter table free_seasons alter constraint free_seasons_purchase_of_the_player deferrable;

alter table free_seasons
  alter column friend_id drop not null,
  alter column order_id drop not null,
  -- The organizer who gave it, why, and the gift's name: asked again it is the same gift.
  add column given_by_id int references players,
  add column reason text,
  add column gift uuid constraint free_seasons_given_once unique,
  add constraint free_seasons_earned_or_given check (
    num_nulls(friend_id, order_id) = 0 and num_nulls(given_by_id, reason, gift) = 3
    or num_nulls(friend_id, order_id) = 2 and num_nulls(given_by_id, reason, gift) = 0);
create index free_seasons_given_by_id on free_seasons (given_by_id);

-- A letter to every player of a league. The id is the sender's: asked again it is the same letter.
create table league_messages (
  id uuid primary key,
  league_id int not null references leagues,
  organizer_id int not null references players,
  subject text not null,
  body text not null,
  -- To how many it went.
  recipients int not null,
  created_at timestamptz not null
);
create index league_messages_league_id on league_messages (league_id, created_at desc);
create index league_messages_organizer_id on league_messages (organizer_id);
