-- When the mail server refused the account's email as undeliverable. Null again once an email is accepted.
alter table players add column email_bounced_at timestamptz;
create index players_email_bounced_at on players (email_bounced_at) where email_bounced_at is not null;

create function forget_bounce() returns trigger language plpgsql as $$
begin
  new.email_bounced_at := null;
  return new;
end $$;
create trigger players_forget_bounce before update of email on players
  for each row when (old.email is distinct from new.email) execute function forget_bounce();
