-- Players who may have an entry in an area where they do not live, so that an organizer's search need not go through every
-- entry of the area (docs/decisions/100). Rows are only added. Who moves away is noted for the area they leave, so an entry
-- and a move at once miss nobody, without a lock.
create table visitors (
  area text not null references areas on update cascade on delete cascade,
  player_id int not null references players on delete cascade,
  primary key (area, player_id)
);
create index visitors_player_id on visitors (player_id);

create function note_visitor_of_entry() returns trigger language plpgsql as $$
begin
  insert into visitors (area, player_id)
  select l.area, p.id from leagues l join players p on p.area is distinct from l.area
  where l.id = new.league_id and p.id = new.player_id
  on conflict do nothing;
  return null;
end
$$;
create trigger entry_players_visitor after insert or update of player_id, league_id on entry_players
  for each row execute function note_visitor_of_entry();

create function note_visitor_of_move() returns trigger language plpgsql as $$
begin
  insert into visitors (area, player_id) values (old.area, old.id) on conflict do nothing;
  return null;
end
$$;
create trigger players_visitor after update of area on players
  for each row when (old.area is distinct from new.area and old.area is not null)
  execute function note_visitor_of_move();

insert into visitors (area, player_id)
select distinct l.area, ep.player_id
from entry_players ep join leagues l on l.id = ep.league_id join players p on p.id = ep.player_id
where p.area is distinct from l.area;

-- The list of an area's players in its order. An area of few had been looked for among all players, by name.
create index players_of_area on players (area, lower(last_name), lower(first_name), id);
