-- A player's looks at their dashboard, on all devices: when the last one was, and when the visit before it ended
-- (docs/decisions/074). Without a row: none yet.
create table visits (
  player_id int primary key references players on delete cascade,
  since timestamptz,
  seen_at timestamptz not null
);

-- A bracket that is made, removed, or says something else about the cut: an answer that is kept of it (docs/decisions/060)
-- must not hold any more.
create function raise_version_of_playoffs() returns trigger language plpgsql as $$
begin
  perform raise_league_version(coalesce(new.league_id, old.league_id));
  return null;
end
$$;

create constraint trigger playoffs_version after insert or update or delete on playoffs
  deferrable initially deferred for each row execute function raise_version_of_playoffs();

-- An organizer's long work tells the page that shows it how far it is (docs/decisions/063).
create function tell_task() returns trigger language plpgsql as $$
begin
  perform tell('task:' || new.id);
  return null;
end
$$;

create trigger tasks_live after update on tasks
  for each row when ((old.state, old.done, old.total) is distinct from (new.state, new.done, new.total))
  execute function tell_task();
