-- A ladder's rules are data of its format (rules/formats/ladder.ts). Ladders that exist keep the rules under which they
-- are played: the two swap places, and no clock moves anybody.
update leagues set format = '{"swap": 1, "answer_days": 0, "again_days": 0, "idle_weeks": 0, "down": 0, "enter": 0}' || format
where format ->> 'kind' = 'ladder';

-- Since when nobody can challenge an entry on a ladder, because an organizer has frozen its place.
alter table entries add column frozen_at timestamptz,
  -- When it was last released; its weeks without a match begin then.
  add column thawed_at timestamptz;

-- Entries that moved above another one on a ladder without a match, after the results of that day.
create table ladder_moves (
  id int generated always as identity primary key,
  league_id int not null references leagues on delete cascade,
  entry_id int not null references entries on delete cascade,
  above_id int not null references entries on delete cascade,
  day date not null,
  -- 'idle': the entry above has not played for too long. 'entered': the entry is new.
  kind text not null constraint ladder_moves_kind check (kind in ('idle', 'entered'))
);
create index ladder_moves_league_id on ladder_moves (league_id, day, id);
create index ladder_moves_entry_id on ladder_moves (entry_id);
create index ladder_moves_above_id on ladder_moves (above_id);

-- The table of a ladder follows from its moves as well (migration 037).
create function raise_version_of_ladder_move() returns trigger language plpgsql as $$
begin
  perform raise_league_version(coalesce(new.league_id, old.league_id));
  return null;
end
$$;

create constraint trigger ladder_moves_version after insert or update or delete on ladder_moves
  deferrable initially deferred for each row execute function raise_version_of_ladder_move();
