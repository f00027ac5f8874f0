-- How a player is called in public (docs/decisions/092). An answer that is kept of it must not hold any more.
create constraint trigger players_public_name_version after update on players
  deferrable initially deferred for each row
  when ((old.shows_name, old.deleted_at is null, old.merged_into_id is null)
    is distinct from (new.shows_name, new.deleted_at is null, new.merged_into_id is null))
  execute function raise_version_of_player();

-- The picture of a division is a court of its sport. The release before draws one that it does not know as its fall court.
update divisions set image = '/courts/' || replace(sport, '_', '-') || '.svg' where sport <> 'tennis';
