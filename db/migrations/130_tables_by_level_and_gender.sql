-- A player who is in no league is shown the table of their level and gender, which is kept in memory (docs/decisions/060).
create function raise_version_of_home() returns trigger language plpgsql as $$
begin
  perform raise_area_version(new.area);
  return null;
end $$;

create constraint trigger players_level_version after update on players
  deferrable initially deferred for each row
  when ((old.singles_level, old.gender) is distinct from (new.singles_level, new.gender))
  execute function raise_version_of_home();
