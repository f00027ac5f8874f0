-- What open pages are told of (docs/decisions/063): on its commit, each transaction names what it has changed, never the data.
-- The names are the topics of contract/topics.ts, and three that only the processes read: `notifications:<player>`,
-- `session:<player>:<token hash>` for a session that has ended, `player:<id>` when what somebody may see has changed.
create function tell(topic text) returns void language sql as $$
  select pg_notify('live', topic)
$$;

-- The versions (migration 037) say when a league, and what the pages of an area show, has changed.
create function tell_league() returns trigger language plpgsql as $$
begin
  perform tell('league:' || new.id);
  return null;
end
$$;

create trigger leagues_live after update on leagues
  for each row when (old.version <> new.version) execute function tell_league();

create function tell_area() returns trigger language plpgsql as $$
begin
  perform tell('area:' || new.area);
  return null;
end
$$;

create trigger area_versions_live after insert or update on area_versions
  for each row execute function tell_area();

-- A new match is known to nobody yet, so it is its league that changes.
create function tell_match() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then perform tell('match:' || new.id); end if;
  if tg_op <> 'UPDATE' or old.canceled_at is distinct from new.canceled_at then
    perform tell('league:' || coalesce(new.league_id, old.league_id));
  end if;
  if tg_op = 'DELETE' then perform tell('match:' || old.id); end if;
  return null;
end
$$;

create trigger matches_live after insert or update or delete on matches
  for each row execute function tell_match();

create function tell_part_of_match() returns trigger language plpgsql as $$
begin
  perform tell('match:' || coalesce(new.match_id, old.match_id));
  return null;
end
$$;

create trigger scores_live after insert or update or delete on scores
  for each row execute function tell_part_of_match();
create trigger match_offers_live after insert or update or delete on match_offers
  for each row execute function tell_part_of_match();
create trigger match_events_live after insert or update or delete on match_events
  for each row execute function tell_part_of_match();

create function tell_order() returns trigger language plpgsql as $$
begin
  perform tell('order:' || new.id);
  return null;
end
$$;

create trigger orders_live after update on orders
  for each row execute function tell_order();

-- Purchases and refunds: the order, and the desk of its area.
create function tell_part_of_order() returns trigger language plpgsql as $$
begin
  perform tell('order:' || new.order_id), tell('desk:' || area) from orders where id = new.order_id;
  return null;
end
$$;

create trigger purchases_live after insert or update on purchases
  for each row execute function tell_part_of_order();
create trigger refunds_live after insert or update on refunds
  for each row execute function tell_part_of_order();

create function tell_wait_list() returns trigger language plpgsql as $$
begin
  perform tell('desk:' || area) from leagues where id = coalesce(new.league_id, old.league_id);
  return null;
end
$$;

create trigger wait_list_live after insert or update or delete on wait_list
  for each row execute function tell_wait_list();

create function tell_notifications() returns trigger language plpgsql as $$
begin
  perform tell('notifications:' || new.player_id);
  return null;
end
$$;

create trigger notifications_live after insert or update on notifications
  for each row when (new.in_app) execute function tell_notifications();

create function tell_session() returns trigger language plpgsql as $$
begin
  perform tell('session:' || old.player_id || ':' || encode(old.token_hash, 'hex'));
  return null;
end
$$;

create trigger sessions_live_end after delete on sessions
  for each row execute function tell_session();
create trigger sessions_live_shortened after update on sessions
  for each row when (new.expires_at < old.expires_at) execute function tell_session();

create function tell_player() returns trigger language plpgsql as $$
begin
  perform tell('player:' || new.id);
  return null;
end
$$;

create trigger players_live after update on players
  for each row when ((old.suspended_at, old.deleted_at, old.role) is distinct from (new.suspended_at, new.deleted_at, new.role))
  execute function tell_player();

-- Who organizes an area, and who is in an entry, decides what they may watch.
create function tell_access() returns trigger language plpgsql as $$
begin
  perform tell('player:' || old.player_id);
  return null;
end
$$;

create trigger organizer_areas_live after update or delete on organizer_areas
  for each row execute function tell_access();
create trigger entry_players_live after update or delete on entry_players
  for each row execute function tell_access();
