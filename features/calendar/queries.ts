import { sql, type RawBuilder } from 'kysely'
import { isPlayedBy, namesOf, playersOf } from '#/features/leagues/sides.ts'
import { joinSeasonAndDivision, leagueName } from '#/features/leagues/league-filter.ts'
import type { StageDates } from '#/rules/playoffs.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { SecretBox } from '#/server/secret-box.ts'
import { hashOf, makeToken } from '#/server/token.ts'

const contextOf = (player_id: number) => `calendar of player ${player_id}`

/** The player's token: the stored one if it can be decrypted, otherwise a new one. */
export async function findOrMakeToken(tx: Tx, secrets: SecretBox, player_id: number, now: Date): Promise<string> {
  const stored = await tx
    .selectFrom('calendar_feeds')
    .select(['token', 'secret_key_name'])
    .where('player_id', '=', player_id)
    .executeTakeFirst()
  const box = [secrets, secrets.previous].find((each) => each?.key_name === stored?.secret_key_name)
  // Without the encryption key the address cannot be recovered, so a new one is made.
  if (!stored || !box) return renewToken(tx, secrets, player_id, now)
  const token = box.open(stored.token, contextOf(player_id)).toString()
  if (box !== secrets)
    await tx
      .updateTable('calendar_feeds')
      .set({ token: secrets.seal(Buffer.from(token), contextOf(player_id)), secret_key_name: secrets.key_name })
      .where('player_id', '=', player_id)
      .execute()
  return token
}

/** Replaces the player's token, which disables the old one. */
export async function renewToken(tx: Tx, secrets: SecretBox, player_id: number, now: Date): Promise<string> {
  const token = makeToken()
  const feed = {
    token_hash: hashOf(token),
    token: secrets.seal(Buffer.from(token), contextOf(player_id)),
    secret_key_name: secrets.key_name,
    created_at: now,
  }
  await tx
    .insertInto('calendar_feeds')
    .values({ player_id, ...feed })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet(feed))
    .execute()
  return token
}

/** The player whose calendar has this token, if any. */
export async function findFeed(db: Db, token: string): Promise<{ player_id: number } | undefined> {
  return db
    .selectFrom('calendar_feeds')
    .innerJoin('players', 'players.id', 'calendar_feeds.player_id')
    .select('calendar_feeds.player_id')
    .where('token_hash', '=', hashOf(token))
    .where('players.deleted_at', 'is', null)
    .where('players.suspended_at', 'is', null)
    .executeTakeFirst()
}

/** A match in a calendar, either dated or with the last day on which it may be played. */
export type CalendarMatch = {
  id: number
  uid: string
  sequence: number
  changed_at: Date
  match_date: string | null
  match_time: string | null
  match_location: string
  play_by: string | null
  time_zone: string
  played: boolean
  one: string
  two: string
  league: string
  sport: Sport
}

/** A league with upcoming play-off dates. */
export type CalendarLeague = {
  league_id: number
  league: string
  time_zone: string
  opened_at: Date
  slug: string
  ending_date: string
  stage_dates: StageDates | null
  /** 0 before the play-offs are made. */
  seeds: number
}

/** The UID of match `m`. Those that were played before UIDs were stored have one that is made of their id. */
const uidSql = (host: string) => sql<string>`coalesce(m.calendar_uid::text, 'match-' || m.id || '@' || ${host}::text)`

function matchesSql(host: string, condition: RawBuilder<unknown>): RawBuilder<CalendarMatch> {
  return sql<CalendarMatch>`
    select m.id, ${uidSql(host)} as uid, m.calendar_sequence as sequence,
      coalesce(m.calendar_changed_at, m.arranged_at, m.created_at) as changed_at, coalesce(s.match_date, m.match_date) as match_date,
      to_char(m.match_time, 'HH24:MI') as match_time, coalesce(s.match_location, m.match_location) as match_location,
      m.play_by, a.time_zone, m.score_id is not null as played,
      ${playersOf(1)} as one, ${playersOf(2)} as two, ${leagueName} as league, d.sport
    from matches m
    join areas a on a.slug = m.area
    join leagues l on l.id = m.league_id ${joinSeasonAndDivision}
    left join scores s on s.id = m.score_id
    where m.canceled_at is null and ${condition}`
}

/** A player's calendar in one statement: the newest matches, the open ones without a date, and upcoming play-offs. */
export async function findCalendar(
  db: Db,
  { player_id, host, now }: { player_id: number; host: string; now: Date },
): Promise<{ matches: CalendarMatch[]; leagues: CalendarLeague[] }> {
  const { rows } = await sql<{ matches: CalendarMatch[]; leagues: CalendarLeague[] }>`
    select
      (select coalesce(json_agg(t order by t.id), '[]') from (
        ${matchesSql(
          host,
          sql`(m.match_date is not null or m.play_by is not null) and m.id in (
          select mp.match_id from match_players mp where mp.player_id = ${player_id})`,
        )}
        order by coalesce(m.match_date, m.play_by) desc, m.id limit 500) t) as matches,
      (select coalesce(json_agg(t order by t.league_id), '[]') from (
        select l.id as league_id, ${leagueName} as league, a.time_zone, e.created_at as opened_at, se.slug, se.ending_date, se.stage_dates,
          (select count(*) from playoff_seeds ps where ps.league_id = l.id) as seeds
        from entry_players mine
        join entries e on e.id = mine.entry_id
        join purchases p on p.id = e.purchase_id and p.counts
        join leagues l on l.id = mine.league_id ${joinSeasonAndDivision}
        join areas a on a.slug = l.area
        where mine.player_id = ${player_id} and not mine.former and se.ending_date > ${now}::timestamptz::date - 60) t) as leagues`.execute(
    db,
  )
  const row = rows[0] ?? { matches: [], leagues: [] }
  // Instants in JSON are text.
  return {
    matches: row.matches.map((match) => ({ ...match, changed_at: new Date(match.changed_at) })),
    leagues: row.leagues.map((league) => ({ ...league, opened_at: new Date(league.opened_at) })),
  }
}

/** A match with a date, for one of its players only. */
export async function findDatedMatch(
  db: Db,
  { id, player_id, host }: { id: number; player_id: number; host: string },
): Promise<CalendarMatch | undefined> {
  const { rows } = await matchesSql(
    host,
    sql`m.id = ${id} and m.match_date is not null and ${isPlayedBy(player_id)}`,
  ).execute(db)
  return rows[0]
}

/** A calendar event that changed since it was last emailed, and whose calendars have it or get it. */
export type ChangedEvent = { id: number; sequence: number; match_id: number | null; player_ids: number[] }

/** The players who hold the two places of a match or event. */
const holderIdsOf = (match: 'm' | 'e' | 'event') => sql`array(
  select ep.player_id from entry_players ep
  where ep.entry_id in (${sql.ref(`${match}.entry_one_id`)}, ${sql.ref(`${match}.entry_two_id`)}) and not ep.former
  order by ep.player_id)`

/**
 * Copies the events that matches have changed since they were last emailed, and returns them. Past events stay as they
 * are. Concurrent calls run one after the other. `match_ids`: only the events of these matches.
 */
export async function syncEvents(
  tx: Tx,
  { host, now, match_ids = null }: { host: string; now: Date; match_ids?: readonly number[] | null },
): Promise<ChangedEvent[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('calendar_events', 0))`.execute(tx)
  const isAsked = (match_id: RawBuilder<unknown>) =>
    match_ids === null ? sql`true` : sql`${match_id} = any(${match_ids}::int[])`
  // Areas are at most a day apart from UTC; each area's own day decides.
  const isAhead = (day: RawBuilder<unknown>) =>
    sql`${day} >= ${now}::timestamptz::date - 1 and ${day} >= (${now}::timestamptz at time zone a.time_zone)::date`
  const { rows: set } = await sql<ChangedEvent>`
    with due as (
      select m.id as match_id, m.area, m.entry_one_id, m.entry_two_id, ${uidSql(host)} as uid, m.calendar_sequence as sequence,
        m.match_date, m.match_time, m.match_location, coalesce(m.calendar_changed_at, ${now}) as changed_at, ${holderIdsOf('m')} as player_ids,
        coalesce(known.player_ids, '{}') as known_player_ids
      from matches m
      join areas a on a.slug = m.area
      left join calendar_events known on known.match_id = m.id
      where m.score_id is null and m.canceled_at is null and m.match_date is not null and ${isAhead(sql`m.match_date`)}
        and ${isAsked(sql`m.id`)}
        and known.sequence is distinct from m.calendar_sequence),
    stored as (
      insert into calendar_events as event
        (match_id, area, entry_one_id, entry_two_id, uid, sequence, match_date, match_time, match_location, changed_at, player_ids)
      select match_id, area, entry_one_id, entry_two_id, uid, sequence, match_date, match_time, match_location, changed_at, player_ids
      from due
      order by match_id
      on conflict on constraint calendar_events_once do update set sequence = excluded.sequence, canceled_at = null,
        match_date = excluded.match_date, match_time = excluded.match_time, match_location = excluded.match_location,
        changed_at = excluded.changed_at, player_ids = excluded.player_ids
      returning id, match_id, sequence, player_ids)
    select stored.id, stored.sequence, match_id, array(
      select unnest(stored.player_ids) union select unnest(due.known_player_ids) order by 1) as player_ids
    from stored join due using (match_id)
    order by stored.id`.execute(tx)
  // The sequence of a deleted match is in the event already.
  const { rows: canceled } = await sql<ChangedEvent>`
    update calendar_events event set canceled_at = ${now}, changed_at = ${now}, sequence = coalesce((
      select m.calendar_sequence from matches m where m.id = event.match_id), event.sequence)
    from areas a
    where a.slug = event.area and event.canceled_at is null and ${isAhead(sql`event.match_date`)}
      and ${isAsked(sql`event.match_id`)}
      and not exists (
        select from matches m where m.id = event.match_id
          and (m.score_id is not null or (m.canceled_at is null and m.match_date is not null)))
    returning event.id, event.sequence, event.match_id, array(
      select unnest(event.player_ids) union select unnest(${holderIdsOf('event')}) order by 1) as player_ids`.execute(
    tx,
  )
  return [...set, ...canceled]
}

/** An event as it was last emailed. Undefined if it has changed since, so that another email follows. */
export type SentEvent = Omit<CalendarMatch, 'id' | 'played' | 'play_by' | 'match_date'> & {
  match_id: number | null
  match_date: string
  canceled: boolean
  /** Whether the addressee plays the match. */
  plays: boolean
}

export async function findSentEvent(
  db: Db,
  { id, sequence, player_id }: { id: number; sequence: number; player_id: number },
): Promise<SentEvent | undefined> {
  const { rows } = await sql<SentEvent>`
    select e.match_id, e.uid, e.sequence, e.changed_at, e.match_date, to_char(e.match_time, 'HH24:MI') as match_time,
      e.match_location, a.time_zone, e.canceled_at is not null as canceled, ${player_id} = any (${holderIdsOf('e')}) as plays,
      coalesce(${playersOf(1)}, ${namesOf(sql`e.entry_one_id`)}) as one, coalesce(${playersOf(2)}, ${namesOf(sql`e.entry_two_id`)}) as two, ${leagueName} as league, d.sport
    from calendar_events e
    left join matches m on m.id = e.match_id
    join areas a on a.slug = e.area
    join entries en on en.id = e.entry_one_id
    join leagues l on l.id = en.league_id ${joinSeasonAndDivision}
    where e.id = ${id} and e.sequence = ${sequence} and coalesce(m.calendar_sequence, e.sequence) = e.sequence`.execute(
    db,
  )
  return rows[0]
}
