-- Addresses of an organizer's own programs, which are told what happens (docs/decisions/083).
create table webhooks (
  id int generated always as identity primary key,
  -- Who made it: it is told what this organizer may see, for as long as they run leagues.
  organizer_id int not null references players,
  url text not null,
  events text[] not null,
  -- Encrypted, and the name of the key that opens them. The one before signs too until `previous_until`.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  secret_key_name text not null,
  created_at timestamptz not null,
  -- The first of the failures since the last delivery that arrived.
  failing_since timestamptz,
  paused_at timestamptz,
  paused_because text constraint webhooks_paused_because check (paused_because in ('organizer', 'failing', 'gone', 'secret')),
  constraint webhooks_paused check ((paused_at is null) = (paused_because is null))
);
create index webhooks_organizer_id on webhooks (organizer_id);

-- What has happened, by the transaction that caused it; stored only while somebody listens. What is sent is read when it is sent.
create table webhook_events (
  id bigint generated always as identity primary key,
  type text not null,
  area text not null references areas (slug) on update cascade on delete cascade,
  -- What it is about: {"score": 12}.
  about jsonb not null,
  caused_by xid8 not null default pg_current_xact_id(),
  -- When deliveries were made of it.
  spread_at timestamptz
);
create unique index webhook_events_once on webhook_events (caused_by, type, about) where spread_at is null;
create index webhook_events_area on webhook_events (area);
create index webhook_events_about on webhook_events (type, about);
create index webhook_events_spread_at on webhook_events (spread_at);

-- One event for one webhook; its id is the webhook-id of each attempt.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id int not null references webhooks on delete cascade,
  event_id bigint not null references webhook_events on delete cascade,
  created_at timestamptz not null,
  state text not null default 'waiting' constraint webhook_deliveries_state check (state in ('waiting', 'sent', 'failed', 'dropped')),
  -- Attempts since it was made, or sent again by hand.
  attempts int not null default 0,
  next_at timestamptz,
  -- The last attempt: when, milliseconds, the status that was answered, and the beginning of the answer, or why there was none.
  attempted_at timestamptz,
  ms int,
  status int,
  answer text,
  constraint webhook_deliveries_once unique (webhook_id, event_id)
);
create index webhook_deliveries_event_id on webhook_deliveries (event_id);

-- Notes an event for the webhooks that listen. The transaction's first one starts the job that makes the deliveries, so it
-- happens after the commit, and not at all when the transaction fails. Triggers note them, so that no change can forget it.
create function note_webhook_event(of_type text, of_area text, of_about jsonb) returns void language plpgsql as $$
declare
  transaction xid8;
begin
  if of_area is null or not exists (select from webhooks where paused_at is null and events @> array[of_type]) then return; end if;
  transaction := pg_current_xact_id();
  if not exists (select from webhook_events where caused_by = transaction and spread_at is null) then
    perform graphile_worker.add_job('spread_webhook_events', json_build_object('caused_by', transaction::text),
      priority := 10, max_attempts := 25);
  end if;
  insert into webhook_events (type, area, about) values (of_type, of_area, of_about) on conflict do nothing;
end
$$;

-- An entry is in a league as long as its purchase counts; moved to another one it leaves the first.
create function note_purchase() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.counts and (not new.counts or old.league_id <> new.league_id) then
    perform note_webhook_event('entry.withdrawn', area, jsonb_build_object('purchase', new.id, 'league', old.league_id))
    from leagues where id = old.league_id;
  end if;
  if new.counts and (tg_op = 'INSERT' or not old.counts or old.league_id <> new.league_id) then
    perform note_webhook_event('entry.created', area, jsonb_build_object('purchase', new.id, 'league', new.league_id))
    from leagues where id = new.league_id;
  end if;
  if new.status = 'Paid' and (tg_op = 'INSERT' or old.status <> 'Paid') then
    perform note_webhook_event('payment.paid', area, jsonb_build_object('order', id)) from orders where id = new.order_id;
  end if;
  return null;
end
$$;

create trigger purchases_webhooks after insert or update on purchases
  for each row execute function note_purchase();

create function note_refund() returns trigger language plpgsql as $$
begin
  if new.state = 'done' and (tg_op = 'INSERT' or old.state <> 'done') then
    perform note_webhook_event('payment.refunded', area, jsonb_build_object('refund', new.id)) from orders where id = new.order_id;
  end if;
  return null;
end
$$;

create trigger refunds_webhooks after insert or update on refunds
  for each row execute function note_refund();

-- Each version of a score is a report. Silence confirms without a change: a job of the clock notes that.
create function note_score() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform note_webhook_event('result.reported', area, jsonb_build_object('score', new.id)) from matches where id = new.match_id;
  end if;
  if new.answer in ('confirmed', 'settled') and (tg_op = 'INSERT' or old.answer is distinct from new.answer) then
    perform note_webhook_event('result.confirmed', area, jsonb_build_object('score', new.id)) from matches where id = new.match_id;
  end if;
  return null;
end
$$;

create trigger scores_webhooks after insert or update on scores
  for each row execute function note_score();

create function note_standings() returns trigger language plpgsql as $$
begin
  perform note_webhook_event('standings.changed', l.area, jsonb_build_object('league', l.id))
  from (select distinct league_id from changed) of_league join leagues l on l.id = of_league.league_id;
  return null;
end
$$;

create trigger standings_webhooks_insert after insert on standings referencing new table as changed
  for each statement execute function note_standings();
create trigger standings_webhooks_update after update on standings referencing new table as changed
  for each statement execute function note_standings();
create trigger standings_webhooks_delete after delete on standings referencing old table as changed
  for each statement execute function note_standings();

-- Seeds, matches and results of play-offs.
create function note_bracket() returns trigger language plpgsql as $$
begin
  perform note_webhook_event('bracket.changed', area, jsonb_build_object('league', id))
  from leagues where id = coalesce(new.league_id, old.league_id);
  return null;
end
$$;

create trigger playoffs_webhooks after insert or update or delete on playoffs
  for each row execute function note_bracket();
create trigger playoff_seeds_webhooks after insert or update or delete on playoff_seeds
  for each row execute function note_bracket();
create trigger matches_webhooks_insert after insert on matches
  for each row when (new.playoff_stage is not null) execute function note_bracket();
create trigger matches_webhooks_update after update on matches
  for each row when (new.playoff_stage is not null and (old.score_id, old.canceled_at, old.entry_one_id, old.entry_two_id)
    is distinct from (new.score_id, new.canceled_at, new.entry_one_id, new.entry_two_id)) execute function note_bracket();
