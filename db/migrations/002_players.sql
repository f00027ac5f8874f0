create table players (
  id int generated always as identity primary key,
  email text not null,
  email_verified_at timestamptz,
  password_hash text,
  first_name text not null,
  last_name text not null,
  phone text not null,
  singles_level text not null check (singles_level in ('3.0', '3.5', '4.0', '4.5', '5.0')),
  doubles_level text check (doubles_level in ('Women', 'Men', 'Mix')),
  doubles_partner_name text,
  doubles_partner_email text,
  gender text not null check (gender in ('Male', 'Female')),
  area text not null references areas,
  role text not null default 'player' check (role in ('player', 'organizer')),
  referral_code text not null unique,
  referred_by_id int references players,
  created_at timestamptz not null,
  constraint players_partner_goes_with_level check (
    (doubles_level is null) = (doubles_partner_name is null)
    and (doubles_level is null) = (doubles_partner_email is null)
  )
);
create unique index players_email_once on players (lower(email));
create index players_referred_by_id on players (referred_by_id);
create index players_area on players (area);

-- The token itself is known to the browser alone; here is its SHA-256.
create table sessions (
  token_hash bytea primary key,
  player_id int not null references players on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_player_id on sessions (player_id);
