-- The calendar event of a match (docs/decisions/057): one UID for ever, and a SEQUENCE that a change raises where it happens.
-- Null: a match played before this migration, whose event was published as 'match-<id>@<host>'.
alter table matches
  add column calendar_uid uuid,
  add column calendar_sequence int not null default 0,
  -- Null: no date was given since the match was made.
  add column calendar_changed_at timestamptz;
alter table matches alter column calendar_uid set default gen_random_uuid();
-- Who was last emailed the event: a player who no longer plays the match is emailed its cancellation.
alter table calendar_events add column player_ids int[] not null default '{}';

-- Events that calendars have keep their UID. A change that was not emailed yet counts as the next version.
update matches m set calendar_uid = e.uid::uuid, calendar_changed_at = e.changed_at,
  calendar_sequence = e.sequence + (m.score_id is null and case when m.match_date is null or m.canceled_at is not null
    then e.canceled_at is null
    else e.canceled_at is not null
      or (e.match_date, e.match_time, e.match_location) is distinct from (m.match_date, m.match_time, m.match_location) end)::int
from calendar_events e where e.match_id = m.id;
update matches set calendar_uid = gen_random_uuid() where calendar_uid is null and score_id is null;
update calendar_events e set player_ids = array(
  select ep.player_id from entry_players ep where ep.entry_id in (e.entry_one_id, e.entry_two_id) and not ep.former);

create function raise_calendar_sequence() returns trigger language plpgsql as $$
begin
  -- The first date is the first version.
  if old.match_date is not null or old.calendar_changed_at is not null then
    new.calendar_sequence := old.calendar_sequence + 1;
  end if;
  new.calendar_changed_at := clock_timestamp();
  return new;
end
$$;

create trigger matches_calendar_sequence
  before update of match_date, match_time, match_location, canceled_at, entry_one_id, entry_two_id on matches
  for each row
  when ((old.match_date is not null or new.match_date is not null)
    and (old.match_date, old.match_time, old.match_location, old.canceled_at is null, old.entry_one_id, old.entry_two_id)
      is distinct from (new.match_date, new.match_time, new.match_location, new.canceled_at is null, new.entry_one_id, new.entry_two_id))
  execute function raise_calendar_sequence();

-- The players of an entry are those of its matches.
create function raise_calendar_sequences_of_entry() returns trigger language plpgsql as $$
begin
  update matches set calendar_sequence = calendar_sequence + 1, calendar_changed_at = clock_timestamp()
  where id in (
    select id from matches where entry_one_id = coalesce(new.entry_id, old.entry_id)
    union all select id from matches where entry_two_id = coalesce(new.entry_id, old.entry_id))
    and score_id is null and canceled_at is null and match_date is not null;
  return null;
end
$$;

-- The first player comes with the entry, before its matches.
create trigger entry_players_calendar_insert after insert on entry_players
  for each row when (new.position > 1) execute function raise_calendar_sequences_of_entry();
create trigger entry_players_calendar_update after update of player_id, former on entry_players
  for each row when ((old.player_id, old.former) <> (new.player_id, new.former))
  execute function raise_calendar_sequences_of_entry();
create trigger entry_players_calendar_delete after delete on entry_players
  for each row execute function raise_calendar_sequences_of_entry();

-- The cancellation of a deleted match follows its last version.
create function keep_calendar_sequence() returns trigger language plpgsql as $$
begin
  update calendar_events set sequence = old.calendar_sequence + 1 where match_id = old.id and canceled_at is null;
  return old;
end
$$;

create trigger matches_calendar_deleted before delete on matches
  for each row when (old.calendar_changed_at is not null or old.match_date is not null) execute function keep_calendar_sequence();

-- The release before makes a UID and counts from zero when it emails an event. The trigger goes in a later release.
create function follow_match_event() returns trigger language plpgsql as $$
declare
  of_match record;
begin
  select calendar_uid, calendar_sequence into of_match from matches where id = new.match_id;
  if found then
    new.uid := coalesce(of_match.calendar_uid::text, new.uid);
    new.sequence := greatest(new.sequence, of_match.calendar_sequence);
  end if;
  return new;
end
$$;

create trigger calendar_events_follow before insert or update on calendar_events
  for each row when (new.match_id is not null) execute function follow_match_event();
