-- Which results count in a league's table, and how it is shown, follows from the league's format.
create function raise_version_of_format() returns trigger language plpgsql as $$
begin
  perform raise_league_version(new.id);
  return null;
end
$$;

create constraint trigger leagues_format_version after update on leagues
  deferrable initially deferred for each row
  when (old.format is distinct from new.format or old.rounds_drawn <> new.rounds_drawn)
  execute function raise_version_of_format();
