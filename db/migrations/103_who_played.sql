-- Who plays or played a match (docs/decisions/106). While a match is open, its rows follow the holders of its two places
-- (entry_players). Once it has a score or is canceled, they stay, whoever holds the places later. Triggers write the rows,
-- so that the release before writes them too.
create table match_players (
  match_id int not null references matches on delete cascade,
  side smallint not null check (side in (1, 2)),
  position smallint not null check (position in (1, 2)),
  player_id int not null references players,
  primary key (match_id, side, position)
);
create index match_players_player_id on match_players (player_id, match_id);

-- The players of a place whose results name different players: those who hold it and those who have played for it. A place
-- without rows has only results of the players who hold it, so its line in the table is their record.
create table shared_entries (
  player_id int not null references players,
  entry_id int not null references entries,
  primary key (player_id, entry_id)
);
create index shared_entries_entry_id on shared_entries (entry_id);

alter table entry_players
  -- Whose place an organizer gave to this player, and when. Null if it was theirs from the beginning.
  add column replaces_id int references players,
  add column taken_over_at timestamptz;
create index entry_players_replaces_id on entry_players (replaces_id);

-- Names the holders of both places as the players of these matches.
create function name_holders(of_matches int[]) returns void language sql as $$
  delete from match_players mp using matches m
  where m.id = any (of_matches) and mp.match_id = m.id and not exists (
    select from entry_players ep
    where ep.entry_id = case mp.side when 1 then m.entry_one_id else m.entry_two_id end and ep.position = mp.position);
  insert into match_players (match_id, side, position, player_id)
  select m.id, place.side, ep.position, ep.player_id
  from matches m
  cross join lateral (values (1, m.entry_one_id), (2, m.entry_two_id)) place (side, entry_id)
  join entry_players ep on ep.entry_id = place.entry_id
  where m.id = any (of_matches)
  on conflict (match_id, side, position) do update set player_id = excluded.player_id
  where match_players.player_id <> excluded.player_id;
$$;

create function name_players_of_new_matches() returns trigger language plpgsql as $$
begin
  insert into match_players (match_id, side, position, player_id)
  select m.id, 1, ep.position, ep.player_id from added m join entry_players ep on ep.entry_id = m.entry_one_id
  union all
  select m.id, 2, ep.position, ep.player_id from added m join entry_players ep on ep.entry_id = m.entry_two_id;
  return null;
end
$$;
create trigger matches_players_insert after insert on matches referencing new table as added
  for each statement execute function name_players_of_new_matches();

create function name_players_of_match() returns trigger language plpgsql as $$
begin
  perform name_holders(array[new.id]);
  return null;
end
$$;
-- A match opens again, its places change while it is open, or it is played after it counted as not played.
create trigger matches_players_update after update on matches
  for each row when (
    (new.score_id is null and new.canceled_at is null and (old.score_id is not null or old.canceled_at is not null
      or new.entry_one_id <> old.entry_one_id or new.entry_two_id <> old.entry_two_id))
    or (old.not_played_at is not null and old.score_id is null and new.score_id is not null))
  execute function name_players_of_match();

-- Notes the players of those of these places whose results name others than their holders.
create function note_shared_entries(of_entries int[]) returns void language sql as $$
  with played as (
    select m.id, e.id as entry_id, case m.entry_one_id when e.id then 1 else 2 end as side
    from unnest(of_entries) e (id)
    join matches m on m.entry_one_id = e.id
    where m.score_id is not null or m.canceled_at is not null
    union all
    select m.id, e.id, 2 from unnest(of_entries) e (id)
    join matches m on m.entry_two_id = e.id
    where m.score_id is not null or m.canceled_at is not null),
  shared as (
    select distinct played.entry_id from played
    where (select array_agg(mp.player_id order by mp.position) from match_players mp where mp.match_id = played.id and mp.side = played.side)
      is distinct from (select array_agg(ep.player_id order by ep.position) from entry_players ep where ep.entry_id = played.entry_id))
  insert into shared_entries (player_id, entry_id)
  select mp.player_id, played.entry_id
  from shared
  join played on played.entry_id = shared.entry_id
  join match_players mp on mp.match_id = played.id and mp.side = played.side
  union
  select ep.player_id, ep.entry_id from shared join entry_players ep on ep.entry_id = shared.entry_id
  on conflict do nothing;
$$;

create function follow_holders() returns trigger language plpgsql as $$
declare
  of_entries int[] := array(select distinct entry_id from changed);
  of_matches int[];
begin
  if tg_op = 'UPDATE' then
    of_entries := array(
      select distinct changed.entry_id from changed
      left join before on (before.entry_id, before.position) = (changed.entry_id, changed.position)
      where before.player_id is distinct from changed.player_id);
  end if;
  if cardinality(of_entries) = 0 then return null; end if;
  if tg_op = 'INSERT' then
    -- A pair may play before the partner has accepted: the first one who does has played those matches.
    insert into match_players (match_id, side, position, player_id)
    select m.id, 1, changed.position, changed.player_id from changed join matches m on m.entry_one_id = changed.entry_id
    union all
    select m.id, 2, changed.position, changed.player_id from changed join matches m on m.entry_two_id = changed.entry_id
    on conflict do nothing;
  end if;
  of_matches := array(
    select id from matches where entry_one_id = any (of_entries) and score_id is null and canceled_at is null
    union
    select id from matches where entry_two_id = any (of_entries) and score_id is null and canceled_at is null);
  if cardinality(of_matches) > 0 then perform name_holders(of_matches); end if;
  perform note_shared_entries(of_entries);
  return null;
end
$$;
create trigger entry_players_matches_insert after insert on entry_players referencing new table as changed
  for each statement execute function follow_holders();
create trigger entry_players_matches_update after update on entry_players
  referencing old table as before new table as changed
  for each statement execute function follow_holders();
create trigger entry_players_matches_delete after delete on entry_players referencing old table as changed
  for each statement execute function follow_holders();

-- Two accounts of one person become one: what they played is the kept account's.
create function move_played_matches() returns trigger language plpgsql as $$
begin
  update match_players set player_id = new.merged_into_id where player_id = new.id;
  insert into shared_entries (player_id, entry_id)
  select new.merged_into_id, entry_id from shared_entries where player_id = new.id
  on conflict do nothing;
  delete from shared_entries where player_id = new.id;
  -- All its results are of one person now.
  delete from shared_entries mine
  where mine.player_id = new.merged_into_id
    and not exists (select from shared_entries other where other.entry_id = mine.entry_id and other.player_id <> mine.player_id);
  return null;
end
$$;
create trigger players_played_matches after update of merged_into_id on players
  for each row when (new.merged_into_id is distinct from old.merged_into_id and new.merged_into_id is not null)
  execute function move_played_matches();

-- An answer that is kept shows who played: it follows a merge, and the name of somebody who holds no place any more.
create function raise_version_of_match_player() returns trigger language plpgsql as $$
begin
  perform raise_area_version(area) from matches where id = new.match_id;
  return null;
end
$$;
create constraint trigger match_players_version after update on match_players
  deferrable initially deferred for each row when (old.player_id <> new.player_id)
  execute function raise_version_of_match_player();

create or replace function raise_version_of_player() returns trigger language plpgsql as $$
begin
  perform raise_area_version(area) from (
    select l.area from entry_players ep join leagues l on l.id = ep.league_id where ep.player_id = new.id
    union
    select m.area from match_players mp join matches m on m.id = mp.match_id where mp.player_id = new.id
    order by area) changed;
  return null;
end
$$;
