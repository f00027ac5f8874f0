-- Matches that are scored while they are played (docs/decisions/073): the log of each is only added to, by whoever holds the pen.
create table live_scores (
  match_id int primary key references matches on delete cascade,
  -- How the match is played (LiveSetup of rules/live-scoring.ts).
  setup jsonb not null,
  -- The number of the last entry of the log.
  version int not null check (version between 0 and 2000),
  -- What follows from the log, written with it: who watches reads one row.
  state jsonb not null,
  -- The sets alone, entry one's games first: '6-4 3-2'.
  line text not null,
  is_over boolean not null,
  -- The device that scores, and whose it is.
  pen text not null,
  pen_player_id int not null references players on delete cascade,
  started_at timestamptz not null,
  changed_at timestamptz not null
);
create index live_scores_pen_player_id on live_scores (pen_player_id);

create table live_score_events (
  match_id int not null references live_scores on delete cascade,
  number int not null,
  -- LiveEvent of rules/live-scoring.ts, and when it happened by the clock of the device.
  event jsonb not null,
  constraint live_score_events_follow primary key (match_id, number)
);

-- A result ends the live score, and so does a match that is called off or gets other sides: no change of a match can forget it.
create function end_live_score() returns trigger language plpgsql as $$
begin
  delete from live_scores where match_id = new.id;
  return null;
end
$$;

create trigger matches_end_live_score after update on matches for each row
  when (new.score_id is distinct from old.score_id or new.canceled_at is distinct from old.canceled_at
    or new.entry_one_id <> old.entry_one_id or new.entry_two_id <> old.entry_two_id)
  execute function end_live_score();

-- Each point is told to who watches the match; the sets also to the pages that show them beside other matches.
create function tell_live_score() returns trigger language plpgsql as $$
begin
  perform tell('live:' || coalesce(new.match_id, old.match_id));
  if tg_op <> 'UPDATE' or (old.line, old.is_over) is distinct from (new.line, new.is_over) then
    perform tell('match:' || id), tell('live-league:' || league_id) from matches where id = coalesce(new.match_id, old.match_id);
  end if;
  return null;
end
$$;

-- A bracket is kept in memory, with the live scores of its matches.
create function raise_version_of_live_score() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or (old.line, old.is_over) is distinct from (new.line, new.is_over)
    or new.changed_at > old.changed_at + interval '1 hour' then
    perform raise_area_version(area) from matches
    where id = coalesce(new.match_id, old.match_id) and playoff_stage is not null;
  end if;
  return null;
end
$$;

create constraint trigger live_scores_version after insert or update or delete on live_scores
  deferrable initially deferred for each row execute function raise_version_of_live_score();

create trigger live_scores_live after insert or update or delete on live_scores
  for each row execute function tell_live_score();
