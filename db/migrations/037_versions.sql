-- Versions tell a process whether what it keeps in memory still holds (docs/decisions/060). Each transaction that changes
-- something raises a version once: `changed_by` is the last one that did.
-- A league's: of its entries that count, its rules, its results and its stored table.
alter table leagues add column version bigint not null default 0, add column changed_by xid8;

-- An area's: of all that the pages about its leagues show. Without a row: 0.
create table area_versions (
  area text primary key references areas (slug) on update cascade on delete cascade,
  version bigint not null default 1,
  changed_by xid8 not null
);

create function raise_league_version(of_league int) returns void language sql as $$
  update leagues set version = version + 1, changed_by = pg_current_xact_id()
  where id = of_league and changed_by is distinct from pg_current_xact_id()
$$;

create function raise_area_version(of_area text) returns void language sql as $$
  insert into area_versions (area, changed_by) select of_area, pg_current_xact_id() where of_area is not null
  on conflict (area) do update set version = area_versions.version + 1, changed_by = excluded.changed_by
  where area_versions.changed_by <> excluded.changed_by
$$;

-- The triggers run at the commit, when the transaction has every lock that it needs: an area's version is locked for no
-- longer than the commit, by a transaction that waits for nothing else.
create function raise_version_of_league() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.version <> new.version or old.area <> new.area then
    if old.area <> new.area then perform raise_area_version(old.area); end if;
    perform raise_area_version(coalesce(new.area, old.area));
  end if;
  return null;
end
$$;

create constraint trigger leagues_version after insert or update or delete on leagues
  deferrable initially deferred for each row execute function raise_version_of_league();

create function raise_version_of_match() returns trigger language plpgsql as $$
begin
  if old.score_id is not null or new.score_id is not null then
    perform raise_league_version(coalesce(new.league_id, old.league_id));
  end if;
  perform raise_area_version(coalesce(new.area, old.area));
  return null;
end
$$;

create constraint trigger matches_version after insert or update or delete on matches
  deferrable initially deferred for each row execute function raise_version_of_match();

create function raise_version_of_score() returns trigger language plpgsql as $$
begin
  perform raise_league_version(league_id) from matches where id = coalesce(new.match_id, old.match_id);
  return null;
end
$$;

create constraint trigger scores_version after insert or update or delete on scores
  deferrable initially deferred for each row execute function raise_version_of_score();

-- An entry whose purchase is not paid is shown nowhere.
create function raise_version_of_entry() returns trigger language plpgsql as $$
begin
  if old.league_id <> new.league_id then perform raise_league_version(old.league_id); end if;
  if tg_op <> 'INSERT' or exists (select from purchases where id = new.purchase_id and counts) then
    perform raise_league_version(coalesce(new.league_id, old.league_id));
  end if;
  return null;
end
$$;

create constraint trigger entries_version after insert or update or delete on entries
  deferrable initially deferred for each row execute function raise_version_of_entry();

create function raise_version_of_entry_player() returns trigger language plpgsql as $$
begin
  perform raise_area_version(l.area)
  from entries e join purchases p on p.id = e.purchase_id join leagues l on l.id = e.league_id
  where e.id = coalesce(new.entry_id, old.entry_id) and p.counts;
  return null;
end
$$;

create constraint trigger entry_players_version after insert or update or delete on entry_players
  deferrable initially deferred for each row execute function raise_version_of_entry_player();

create function raise_version_of_purchase() returns trigger language plpgsql as $$
begin
  perform raise_league_version(new.league_id);
  if old.league_id <> new.league_id then perform raise_league_version(old.league_id); end if;
  return null;
end
$$;

create constraint trigger purchases_version after update on purchases
  deferrable initially deferred for each row
  when (old.counts is distinct from new.counts or old.league_id <> new.league_id)
  execute function raise_version_of_purchase();

create function raise_version_of_seed() returns trigger language plpgsql as $$
begin
  perform raise_league_version(coalesce(new.league_id, old.league_id));
  return null;
end
$$;

create constraint trigger playoff_seeds_version after insert or update or delete on playoff_seeds
  deferrable initially deferred for each row execute function raise_version_of_seed();

create function raise_version_of_season() returns trigger language plpgsql as $$
begin
  if old.rules is distinct from new.rules then
    perform raise_league_version(id) from (select id from leagues where season_id = new.id order by id) changed;
  end if;
  perform raise_area_version(area) from (select distinct area from leagues where season_id = new.id order by area) changed;
  return null;
end
$$;

create constraint trigger seasons_version after update on seasons
  deferrable initially deferred for each row execute function raise_version_of_season();

create function raise_version_of_division() returns trigger language plpgsql as $$
begin
  perform raise_area_version(area) from (select distinct area from leagues where division_id = new.id order by area) changed;
  return null;
end
$$;

create constraint trigger divisions_version after update on divisions
  deferrable initially deferred for each row execute function raise_version_of_division();

create function raise_version_of_player() returns trigger language plpgsql as $$
begin
  perform raise_area_version(area) from (
    select distinct l.area from entry_players ep join leagues l on l.id = ep.league_id where ep.player_id = new.id order by l.area) changed;
  return null;
end
$$;

create constraint trigger players_version after update on players
  deferrable initially deferred for each row
  when (old.name is distinct from new.name)
  execute function raise_version_of_player();

-- The stored table: its league is locked by the transaction that stores it.
create function raise_version_of_table() returns trigger language plpgsql as $$
begin
  perform raise_league_version(league_id) from (select distinct league_id from changed order by league_id) leagues;
  return null;
end
$$;

create trigger standings_version_insert after insert on standings referencing new table as changed
  for each statement execute function raise_version_of_table();
create trigger standings_version_update after update on standings referencing new table as changed
  for each statement execute function raise_version_of_table();
create trigger standings_version_delete after delete on standings referencing old table as changed
  for each statement execute function raise_version_of_table();
