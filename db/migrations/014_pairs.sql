-- Doubles: a pair enters by one player's purchase and the partner's acceptance.

alter table purchases
  -- Whom the buyer wants to play with; asked by mail once the line is paid. Both null: nobody was named.
  add column partner_name text,
  add column partner_email text,
  add constraint purchases_partner_is_whole check ((partner_name is null) = (partner_email is null));

alter table entry_players
  -- Plays in this league by another entry now; this one does not stand and keeps its players for the results.
  add column former boolean not null default false;
alter table entry_players drop constraint entry_players_once_in_a_league;
create unique index entry_players_once_in_a_league on entry_players (league_id, player_id) where not former;
create index entry_players_league_id on entry_players (league_id, player_id);

-- Somebody is asked to be the partner of an entry. Open as long as there is no answer; one at a time.
create table pair_invitations (
  id int generated always as identity primary key,
  entry_id int not null references entries,
  full_name text not null,
  email text not null,
  -- Letters sent so far, and when the last one was.
  letters int not null default 1,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  answer text check (answer in ('accepted', 'declined', 'withdrawn')),
  answered_at timestamptz,
  constraint pair_invitations_answered_at_some_time check ((answer is null) = (answered_at is null))
);
create index pair_invitations_entry_id on pair_invitations (entry_id, id desc);
create index pair_invitations_email on pair_invitations (lower(email));
create unique index pair_invitations_one_open on pair_invitations (entry_id) where answer is null;

-- The link of an invitation's letter; the token itself is in the letter alone.
create table pair_links (
  token_hash bytea primary key,
  invitation_id int not null references pair_invitations on delete cascade,
  created_at timestamptz not null
);
create index pair_links_invitation_id on pair_links (invitation_id);
