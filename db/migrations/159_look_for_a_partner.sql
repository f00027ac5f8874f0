-- Players who look for a partner in a doubles league, and the offers that are made to them.
create table partner_searches (
  league_id int not null constraint partner_searches_league_fkey references leagues on delete cascade,
  player_id int not null constraint partner_searches_player_fkey references players,
  days text not null constraint partner_searches_days check (days in ('any', 'weekdays', 'weekends')),
  created_at timestamptz not null,
  constraint partner_searches_pkey primary key (league_id, player_id)
);
create index partner_searches_player_id on partner_searches (player_id);

-- `accepted`: the two have agreed. `ended`: they had, and one has ended it or is in a pair.
create table partner_offers (
  id int primary key generated always as identity,
  league_id int not null constraint partner_offers_league_fkey references leagues on delete cascade,
  from_id int not null constraint partner_offers_from_fkey references players,
  to_id int not null constraint partner_offers_to_fkey references players,
  sent_at timestamptz not null,
  answer text constraint partner_offers_answer check (answer in ('accepted', 'declined', 'withdrawn', 'ended')),
  answered_at timestamptz,
  constraint partner_offers_to_another check (from_id <> to_id),
  constraint partner_offers_answered check ((answer is null) = (answered_at is null))
);
create index partner_offers_league_id on partner_offers (league_id);
create index partner_offers_from_id on partner_offers (from_id, sent_at);
create index partner_offers_to_id on partner_offers (to_id);
create unique index partner_offers_one_open on partner_offers (league_id, from_id, to_id) where answer is null;
