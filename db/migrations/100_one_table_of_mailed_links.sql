-- Every link that is emailed with a token is a row of mail_tokens (server/mail-tokens.ts). Those that answer a score, an offer,
-- an invitation or a merge had five tables. An account's own links keep player_id and email. The others name the row that they
-- open and, if they act as a player, that player: a merge moves these links to the account that is kept, and ends the account's.
alter table mail_tokens
  alter column player_id drop not null,
  alter column email drop not null,
  drop constraint mail_tokens_purpose_check,
  add column addressee_id int references players on delete cascade,
  add column score_id int references scores on delete cascade,
  add column offer_id int references match_offers on delete cascade,
  add column pair_invitation_id int references pair_invitations on delete cascade,
  add column entry_invitation_id int references entry_invitations on delete cascade,
  add column merge_request_id int references merge_requests on delete cascade;

-- Holds since 0.5.0: that release writes the first five purposes, with a player and an email.
alter table mail_tokens add constraint mail_tokens_one_subject check (
  num_nonnulls(player_id, score_id, offer_id, pair_invitation_id, entry_invitation_id, merge_request_id) = 1
  and case purpose
    when 'verify_email' then num_nulls(player_id, email) = 0
    when 'reset_password' then num_nulls(player_id, email) = 0
    when 'set_password' then num_nulls(player_id, email) = 0
    when 'change_email' then num_nulls(player_id, email) = 0
    when 'link_identity' then num_nulls(player_id, email) = 0
    when 'score' then num_nulls(score_id, addressee_id) = 0
    when 'offer' then num_nulls(offer_id, addressee_id) = 0
    when 'pair_invitation' then pair_invitation_id is not null
    when 'entry_invitation' then entry_invitation_id is not null
    when 'merge_keep' then merge_request_id is not null
    when 'merge_from' then merge_request_id is not null
    else false
  end
);

create index mail_tokens_addressee_id on mail_tokens (addressee_id);
create index mail_tokens_score_id on mail_tokens (score_id);
create index mail_tokens_offer_id on mail_tokens (offer_id);
create index mail_tokens_pair_invitation_id on mail_tokens (pair_invitation_id);
create index mail_tokens_entry_invitation_id on mail_tokens (entry_invitation_id);
create index mail_tokens_merge_request_id on mail_tokens (merge_request_id);

-- The links that are out. The subject of an invitation, an offer or a merge says itself until when it is open: its link is
-- kept for a week longer, so that a late reader learns what became of it.
insert into mail_tokens (token_hash, purpose, addressee_id, score_id, created_at, expires_at, used_at)
  select token_hash, 'score', player_id, score_id, created_at, expires_at, used_at from score_links;
insert into mail_tokens (token_hash, purpose, addressee_id, offer_id, created_at, expires_at)
  select token_hash, 'offer', player_id, offer_id, created_at, expires_at + interval '7 days' from offer_links;
insert into mail_tokens (token_hash, purpose, pair_invitation_id, created_at, expires_at)
  select token_hash, 'pair_invitation', invitation_id, l.created_at, i.expires_at + interval '7 days'
  from pair_links l join pair_invitations i on i.id = l.invitation_id;
insert into mail_tokens (token_hash, purpose, entry_invitation_id, created_at, expires_at)
  select token_hash, 'entry_invitation', invitation_id, l.created_at, i.expires_at + interval '7 days'
  from entry_invitation_links l join entry_invitations i on i.id = l.invitation_id;
insert into mail_tokens (token_hash, purpose, merge_request_id, created_at, expires_at)
  select token_hash, 'merge_' || side, merge_request_id, l.created_at, m.expires_at + interval '7 days'
  from merge_links l join merge_requests m on m.id = l.merge_request_id;

-- While the release before still runs, a link works in both releases, whichever emailed it, and a used one in neither. The
-- five tables, these functions and their triggers go in a later release.
create function copy_old_link() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update mail_tokens set used_at = new.used_at where token_hash = new.token_hash and used_at is null;
  elsif tg_table_name = 'score_links' then
    insert into mail_tokens (token_hash, purpose, addressee_id, score_id, created_at, expires_at)
      values (new.token_hash, 'score', new.player_id, new.score_id, new.created_at, new.expires_at)
      on conflict do nothing;
  elsif tg_table_name = 'offer_links' then
    insert into mail_tokens (token_hash, purpose, addressee_id, offer_id, created_at, expires_at)
      values (new.token_hash, 'offer', new.player_id, new.offer_id, new.created_at, new.expires_at + interval '7 days')
      on conflict do nothing;
  elsif tg_table_name = 'pair_links' then
    insert into mail_tokens (token_hash, purpose, pair_invitation_id, created_at, expires_at)
      select new.token_hash, 'pair_invitation', id, new.created_at, expires_at + interval '7 days'
      from pair_invitations where id = new.invitation_id
      on conflict do nothing;
  elsif tg_table_name = 'entry_invitation_links' then
    insert into mail_tokens (token_hash, purpose, entry_invitation_id, created_at, expires_at)
      select new.token_hash, 'entry_invitation', id, new.created_at, expires_at + interval '7 days'
      from entry_invitations where id = new.invitation_id
      on conflict do nothing;
  else
    insert into mail_tokens (token_hash, purpose, merge_request_id, created_at, expires_at)
      select new.token_hash, 'merge_' || new.side, id, new.created_at, expires_at + interval '7 days'
      from merge_requests where id = new.merge_request_id
      on conflict do nothing;
  end if;
  return null;
end $$;

create trigger copy_link after insert or update of used_at on score_links for each row execute function copy_old_link();
create trigger copy_link after insert on offer_links for each row execute function copy_old_link();
create trigger copy_link after insert on pair_links for each row execute function copy_old_link();
create trigger copy_link after insert on entry_invitation_links for each row execute function copy_old_link();
create trigger copy_link after insert on merge_links for each row execute function copy_old_link();

create function copy_new_link() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from score_links where token_hash = old.token_hash;
    delete from offer_links where token_hash = old.token_hash;
    delete from pair_links where token_hash = old.token_hash;
    delete from entry_invitation_links where token_hash = old.token_hash;
    delete from merge_links where token_hash = old.token_hash;
  elsif tg_op = 'UPDATE' then
    update score_links set used_at = new.used_at where token_hash = new.token_hash and used_at is null;
  elsif new.score_id is not null then
    insert into score_links (token_hash, score_id, player_id, created_at, expires_at)
      values (new.token_hash, new.score_id, new.addressee_id, new.created_at, new.expires_at) on conflict do nothing;
  elsif new.offer_id is not null then
    insert into offer_links (token_hash, offer_id, player_id, created_at, expires_at)
      values (new.token_hash, new.offer_id, new.addressee_id, new.created_at, new.expires_at - interval '7 days')
      on conflict do nothing;
  elsif new.pair_invitation_id is not null then
    insert into pair_links (token_hash, invitation_id, created_at)
      values (new.token_hash, new.pair_invitation_id, new.created_at) on conflict do nothing;
  elsif new.entry_invitation_id is not null then
    insert into entry_invitation_links (token_hash, invitation_id, created_at)
      values (new.token_hash, new.entry_invitation_id, new.created_at) on conflict do nothing;
  elsif new.merge_request_id is not null then
    insert into merge_links (token_hash, merge_request_id, side, created_at)
      values (new.token_hash, new.merge_request_id, replace(new.purpose, 'merge_', ''), new.created_at)
      on conflict do nothing;
  end if;
  return null;
end $$;

create trigger copy_link after insert or update of used_at or delete on mail_tokens
  for each row execute function copy_new_link();
