-- What an organizer may do to a player needs the player's consent (docs/decisions/044-an-organizers-reach-needs-consent.md).

alter table players
  -- The organizer whose entry or import opened the account; null: its player did. Until an email is verified it is a draft.
  add column opened_by_id int references players;
create index players_opened_by_id on players (opened_by_id);

alter table entry_players
  -- When the player accepted this place. A buyer needs none: the order says that they bought it.
  add column agreed_at timestamptz;
update entry_players ep set agreed_at = i.answered_at
from pair_invitations i, players p
where ep.position = 2 and i.entry_id = ep.entry_id and i.answer = 'accepted'
  and p.id = ep.player_id and lower(p.email) = lower(i.email);

-- An organizer asks a player who lives elsewhere into a league. Open as long as there is no answer; one at a time.
create table entry_invitations (
  id int generated always as identity primary key,
  league_id int not null references leagues,
  player_id int not null references players,
  -- The address that was emailed: an answer by the link counts only while the account has it.
  email text not null,
  invited_by_id int not null references players,
  -- The cash that was received.
  price_cents int not null default 0 check (price_cents >= 0),
  partner_name text,
  partner_email text,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  answer text check (answer in ('accepted', 'declined', 'withdrawn')),
  answered_at timestamptz,
  constraint entry_invitations_answered_at_some_time check ((answer is null) = (answered_at is null)),
  constraint entry_invitations_partner_is_whole check ((partner_name is null) = (partner_email is null))
);
create index entry_invitations_league_id on entry_invitations (league_id, id desc);
create index entry_invitations_player_id on entry_invitations (player_id, id desc);
create index entry_invitations_invited_by_id on entry_invitations (invited_by_id);
create unique index entry_invitations_one_open on entry_invitations (league_id, player_id) where answer is null;

-- The link of an invitation's email; the token itself is in the email alone.
create table entry_invitation_links (
  token_hash bytea primary key,
  invitation_id int not null references entry_invitations on delete cascade,
  created_at timestamptz not null
);
create index entry_invitation_links_invitation_id on entry_invitation_links (invitation_id);

-- An organizer asks both accounts of one person to confirm that they become one. Open until it has an ending or expires.
create table merge_requests (
  id int generated always as identity primary key,
  keep_id int not null references players,
  from_id int not null references players,
  keep_email text not null,
  from_email text not null,
  requested_by_id int not null references players,
  reason text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  keep_confirmed_at timestamptz,
  from_confirmed_at timestamptz,
  ending text check (ending in ('merged', 'declined', 'canceled')),
  ended_at timestamptz,
  constraint merge_requests_of_two check (keep_id <> from_id),
  constraint merge_requests_ended_at_some_time check ((ending is null) = (ended_at is null))
);
create index merge_requests_keep_id on merge_requests (keep_id);
create index merge_requests_from_id on merge_requests (from_id);
create index merge_requests_requested_by_id on merge_requests (requested_by_id);
create unique index merge_requests_one_open on merge_requests (least(keep_id, from_id), greatest(keep_id, from_id))
  where ending is null;

create table merge_links (
  token_hash bytea primary key,
  merge_request_id int not null references merge_requests on delete cascade,
  side text not null check (side in ('keep', 'from')),
  created_at timestamptz not null
);
create index merge_links_merge_request_id on merge_links (merge_request_id);
