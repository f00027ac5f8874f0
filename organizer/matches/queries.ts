import { sql, type RawBuilder } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { isCourtTaken } from '#/features/arranging/court-clashes.ts'
import { isPlayedBy, playersOf } from '#/features/leagues/sides.ts'
import { confirmationState, type Answer } from '#/rules/confirmation.ts'
import { scoreLine, type SetScore } from '#/rules/outcome.ts'
import { rulesOf } from '#/rules/season-rules.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import type { Db, Tx } from '#/server/db.ts'
import { isLeagueOf, leagueTables, type LeaguesInAreas } from '#/features/leagues/league-filter.ts'
import { isNamed } from '#/features/leagues/name-search.ts'
import type {
  MatchSort,
  OrganizerFilter,
  OrganizerMatch,
  OrganizerState,
  OrganizerVersion,
  SeasonChoice,
  Side,
} from './contract.ts'

/**
 * How many days after a season's last day its open matches still wait for somebody. The latest final is 46 days after
 * it.
 */
const liveDays = 60
/** The limit of counting a list. */
const mostCounted = 1_000

/** The last day for playing the match `m`: the arranged day takes precedence over the round's. */
export const due = sql`greatest(m.play_by, m.match_date)`

/** Today in the time zone of the area `a`. */
export function todaySql(now: Date): RawBuilder<string> {
  return sql`(${now}::timestamptz at time zone a.time_zone)::date`
}

/** Whether the match `m` is still to be played. */
export const isOpen = sql`m.score_id is null and m.canceled_at is null`
/** Whether the open match `m` is overdue: its window and its arranged day are over. */
export function isOverdue(now: Date): RawBuilder<boolean> {
  return sql`${due} < ${todaySql(now)}`
}

type Fits = { where: RawBuilder<unknown>; key: RawBuilder<unknown>; newestFirst?: true }

/** Conditions for the matches `m` (with the current score `s`) of a list, and its order. */
function fitsOf(filter: OrganizerFilter, now: Date): Fits {
  const overdue = isOverdue(now)
  const unconfirmed = sql`s.answer is null and s.answer_until > ${now}`
  const fits: Record<OrganizerFilter, Fits> = {
    disputed: { where: sql`s.answer = 'disputed'`, key: sql`s.answered_at` },
    unconfirmed: { where: unconfirmed, key: sql`s.answer_until` },
    late: { where: sql`${unconfirmed} and s.answer_until < ${halfGone(now)}`, key: sql`s.answer_until` },
    overdue: { where: sql`${isOpen} and ${overdue}`, key: due },
    arranged: { where: sql`${isOpen} and m.match_date is not null and not ${overdue}`, key: sql`m.match_date` },
    clashing: {
      where: sql`${isOpen} and m.match_time is not null and m.match_date >= ${todaySql(now)}
        and exists (select from courts c where c.id = m.court_id and ${isCourtTaken(sql`(m.match_date + m.match_time)`, sql`m.id`)})`,
      // Those that clash follow one another.
      key: sql`format('%s %s %s', m.match_date, m.court_id, m.match_time)`,
    },
    to_arrange: {
      where: sql`${isOpen} and m.match_date is null and (${overdue}) is not true`,
      key: due,
    },
    played: { where: sql`m.score_id is not null`, key: sql`m.match_date`, newestFirst: true },
    voided: { where: sql`m.voided_at is not null`, key: sql`m.voided_at`, newestFirst: true },
    any: { where: sql`true`, key: sql`coalesce(m.match_date, m.play_by, m.created_at::date)`, newestFirst: true },
  }
  return fits[filter]
}

/** The deadline before which more than half of the 24 hours to answer have passed at `now`. */
function halfGone(now: Date): Date {
  return new Date(now.getTime() + 12 * 3_600_000)
}

/** The order of a list: `sort`, or the one of its state. `tie` is for matches with the same key. */
function directionOf(filter: OrganizerFilter, sort: MatchSort | undefined, now: Date) {
  const newestFirst = sort === undefined ? fitsOf(filter, now).newestFirst === true : sort === '-date'
  return newestFirst
    ? { direction: sql`desc nulls last`, tie: sql`desc` }
    : { direction: sql`asc nulls last`, tie: sql`asc` }
}

/** Ids and sort keys of the matches of a list, at most `most` for each league or area, in order. */
function candidates(
  filter: OrganizerFilter,
  league: LeaguesInAreas,
  players: readonly number[] | null,
  now: Date,
  most: number | null,
  sort?: MatchSort,
): RawBuilder<unknown> {
  const { where, key } = fitsOf(filter, now)
  const ofLeague = isLeagueOf(league)
  const { direction, tie } = directionOf(filter, sort, now)
  if (players !== null)
    return sql`
      select m.id, ${key} as key
      from (
        select * from matches where id in (select mp.match_id from match_players mp where mp.player_id = any(${players}::int[]))) m
      join ${leagueTables} on l.id = m.league_id
      left join scores s on s.id = m.score_id
      where ${ofLeague} and ${where}`
  if (filter === 'disputed' || filter === 'unconfirmed' || filter === 'late')
    return sql`
      select m.id, ${key} as key
      from (select * from scores s where ${where} offset 0) s
      join matches m on m.id = s.match_id and m.score_id = s.id
      join ${leagueTables} on l.id = m.league_id
      where ${ofLeague}`
  if ((filter === 'voided' || filter === 'clashing') && league.league_id === undefined)
    return sql`
      select m.id, ${key} as key
      from matches m
      join ${leagueTables} on l.id = m.league_id
      where ${where} and m.area = any(${league.areas}::text[]) and ${ofLeague}`
  if (
    filter === 'played' &&
    [league.season, league.year, league.division, league.league_id].every((value) => value === undefined)
  )
    return sql`
      select m.id, m.key
      from unnest(${league.areas}::text[]) of_area
      cross join lateral (
        select m.id, ${key} as key from matches m where m.area = of_area and ${where} order by m.match_date ${tie}, m.id ${tie} limit ${most}) m`
  const live =
    filter === 'played' || league.season !== undefined || league.league_id !== undefined
      ? sql`true`
      : sql`se.ending_date >= ${todaySql(now)} - ${liveDays}::int`
  return sql`
    select m.id, m.key
    from ${leagueTables}
    cross join lateral (
      select m.id, ${key} as key from matches m
      where m.league_id = l.id and ${where} order by ${key} ${sort === undefined ? tie : direction}, m.id ${tie} limit ${most}) m
    where ${ofLeague} and ${live}`
}

/** A page of a list of the desk, in order. Counts up to a thousand. */
export async function listOrganizerMatchRows(
  db: Db,
  {
    filter,
    league,
    players,
    sort,
    ...page
  }: PageQuery & {
    filter: OrganizerFilter
    league: LeaguesInAreas
    players: readonly number[] | null
    sort?: MatchSort | undefined
  },
  now: Date,
): Promise<{ matches: OrganizerMatch[]; total: number; more: boolean; skip: number }> {
  const skip = skipOf(page)
  const { direction, tie } = directionOf(filter, sort, now)
  const listed = await sql<{ id: number }>`
    select id from (${candidates(filter, league, players, now, skip + page.per_page, sort)}) found
    order by key ${direction}, id ${tie}
    limit ${page.per_page} offset ${skip}`.execute(db)
  const total = await countMatches(db, filter, league, players, now)
  const ids = listed.rows.map(({ id }) => id)
  const rows = await readMatches(db, ids, now)
  const matches = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  return { matches, total: Math.min(total, mostCounted), more: total > mostCounted, skip }
}

/** Counts the matches of a list, up to one more than `most`. Null for no limit. */
export async function countMatches(
  db: Db,
  filter: OrganizerFilter,
  league: LeaguesInAreas,
  players: readonly number[] | null,
  now: Date,
  most: number | null = mostCounted,
): Promise<number> {
  const limit = most === null ? null : most + 1
  const kept = filter === 'played' && players === null
  const { rows } = await (
    kept
      ? sql<{ total: number }>`
          select coalesce(sum(l.results), 0)::int as total from ${leagueTables} where ${isLeagueOf(league)}`
      : sql<{ total: number }>`
          select count(*) as total
          from (select from (${candidates(filter, league, players, now, limit)}) found limit ${limit}) counted`
  ).execute(db)
  return rows[0]?.total ?? 0
}

/** Players whose name, email or phone contains this, at most `limit`. */
export async function listNamesakes(db: Db, search: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from players p where ${isNamed(search, 'name_and_email')} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

type MatchRow = Omit<
  OrganizerMatch,
  'one' | 'two' | 'state' | 'arranged_by' | 'arranged_at' | 'answer_until' | 'voided_at'
> & {
  one_id: number
  one_name: string
  one_ids: number[]
  two_ids: number[]
  one_heard_at: Date | null
  two_id: number
  two_name: string
  two_heard_at: Date | null
  overdue: boolean | null
  canceled: boolean
  arranged_side: number | null
  arranged_at: Date | null
  winner_entry_id: number | null
  score_sets: SetScore[] | null
  answer: Answer | null
  answer_until: Date | null
  voided_at: Date | null
}

/** When an entry last acted: reported a score, set a date, offered or answered times, or wrote a message. */
export function heardSql(entry_id: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql`greatest(
    (select max(h.created_at) from scores h where h.side_entry_id = ${entry_id}),
    (select max(h.arranged_at) from matches h where h.entry_one_id = ${entry_id} and h.arranged_side = 1),
    (select max(h.arranged_at) from matches h where h.entry_two_id = ${entry_id} and h.arranged_side = 2),
    (select max(e.at) from matches h join match_events e on e.match_id = h.id and e.side = 1 where h.entry_one_id = ${entry_id}),
    (select max(e.at) from matches h join match_events e on e.match_id = h.id and e.side = 2 where h.entry_two_id = ${entry_id}))`
}

/** The ids of the players on a side of match `m`. */
function idsOf(side: 1 | 2): RawBuilder<number[]> {
  return sql`(select coalesce(json_agg(mp.player_id order by mp.position), '[]') from match_players mp where mp.match_id = m.id and mp.side = ${side})`
}

async function readMatches(db: Db | Tx, ids: readonly number[], now: Date): Promise<OrganizerMatch[]> {
  const { rows } = await sql<MatchRow>`
    select m.id, m.area, m.league_id, se.name as season, se.slug as season_slug, se.year, d.slug as division, d.name as division_name, d.sport,
      m.round, m.playoff_stage, m.playoff_slot, m.match_date, to_char(m.match_time, 'HH24:MI') as match_time,
      coalesce(s.match_location, m.match_location) as match_location, m.play_from, m.play_by,
      m.entry_one_id as one_id, ${playersOf(1)} as one_name, ${idsOf(1)} as one_ids, ${heardSql(sql`m.entry_one_id`)} as one_heard_at,
      m.entry_two_id as two_id, ${playersOf(2)} as two_name, ${idsOf(2)} as two_ids, ${heardSql(sql`m.entry_two_id`)} as two_heard_at,
      ${isOverdue(now)} as overdue, m.canceled_at is not null as canceled, m.not_played_at is not null as not_played, m.arranged_side, m.arranged_at, m.voided_at,
      s.version, s.winner_entry_id, s.set_games as score_sets, s.match_status, s.answer, s.answer_until,
      (select r.name from players r where r.id = s.reported_by_id) as reported_by,
      case when s.answer = 'disputed' then (select b.name from players b where b.id = s.answered_by_id) end as disputed_by,
      case when s.answer = 'disputed' then s.answer_reason end as dispute
    from matches m
    join ${leagueTables} on l.id = m.league_id
    left join scores s on s.id = m.score_id
    where m.id = any(${ids}::int[])`.execute(db)
  return rows.map((row) => matchOf(row, now))
}

function matchOf(row: MatchRow, now: Date): OrganizerMatch {
  const { one_id, one_name, one_ids, one_heard_at, two_id, two_name, two_ids, two_heard_at, ...decided } = row
  const { winner_entry_id, score_sets, ...rest } = decided
  const {
    overdue: _,
    canceled: _canceled,
    arranged_side,
    arranged_at,
    answer: _answer,
    answer_until,
    voided_at,
    ...match
  } = rest
  return {
    ...match,
    one: { entry_id: one_id, name: one_name, player_ids: one_ids, heard_at: iso(one_heard_at) },
    two: { entry_id: two_id, name: two_name, player_ids: two_ids, heard_at: iso(two_heard_at) },
    state: stateOfMatch(row, now),
    match_date: row.match_date && wireDay(row.match_date),
    play_from: row.play_from && wireDay(row.play_from),
    play_by: row.play_by && wireDay(row.play_by),
    arranged_by: arranged_side === null ? null : arranged_side === 1 ? 'one' : 'two',
    arranged_at: iso(arranged_at),
    winner: sideOf(winner_entry_id, row),
    set_games: score_sets ?? [],
    score_line: score_sets && scoreLine(score_sets, row.match_status),
    answer_until: iso(answer_until),
    voided_at: iso(voided_at),
  }
}

type MatchFacts = {
  canceled: boolean
  answer: Answer | null
  answer_until: Date | null
  overdue: boolean | null
  match_date: string | null
}

/** The state of a match at the desk. */
export function stateOfMatch(
  { canceled, answer, answer_until, overdue, match_date }: MatchFacts,
  now: Date,
): OrganizerState {
  if (canceled) return 'canceled'
  if (answer_until) {
    const state = confirmationState({ answer, answer_until }, now)
    return state === 'disputed' || state === 'unconfirmed' ? state : 'played'
  }
  return overdue ? 'overdue' : match_date === null ? 'to_arrange' : 'arranged'
}

function iso(instant: Date | null): string | null {
  return instant && instant.toISOString()
}

function sideOf(entry_id: number | null, { one_id, two_id }: { one_id: number; two_id: number }): Side | null {
  return entry_id === one_id ? 'one' : entry_id === two_id ? 'two' : null
}

/** A match of the caller's areas. Undefined elsewhere. */
export async function findOrganizerMatch(
  db: Db,
  id: number,
  player: { id: number; organizer_areas: readonly AreaSlug[] },
  now: Date,
): Promise<{ match: OrganizerMatch; league_id: number; mine: boolean; playoffs_made: boolean } | undefined> {
  const { rows } = await sql<{ league_id: number; mine: boolean; playoffs_made: boolean }>`
    select m.league_id, ${isPlayedBy(player.id)} as mine, exists (select from playoffs made where made.league_id = m.league_id) as playoffs_made
    from matches m
    where m.id = ${id} and m.area = any(${player.organizer_areas}::text[])`.execute(db)
  const [match] = await readMatches(db, [id], now)
  return rows[0] && match && { match, ...rows[0] }
}

type VersionRow = Omit<
  OrganizerVersion,
  'winner' | 'side' | 'duration' | 'score_line' | 'reported_at' | 'answered_at'
> & {
  one_id: number
  two_id: number
  winner_entry_id: number | null
  side_entry_id: number | null
  duration: string
  created_at: Date
  answered_at: Date | null
}

/** Every version of a match's score, including voided ones, newest first; a hundred at most. */
export async function listOrganizerVersions(db: Db, match_id: number): Promise<OrganizerVersion[]> {
  const { rows } = await sql<VersionRow>`
    select s.version, s.kind, coalesce(m.score_id = s.id, false) as stands, s.version <= coalesce(m.voided_version, 0) as voided,
      m.entry_one_id as one_id, m.entry_two_id as two_id, s.winner_entry_id, s.side_entry_id, s.set_games, s.match_status, s.match_date,
      s.match_area, s.match_location, to_char(make_interval(mins => s.duration_minutes), 'HH24:MI') as duration, s.match_notes,
      r.name as reported_by, s.created_at, s.answer, s.answered_at, s.answer_reason,
      (select b.name from players b where b.id = s.answered_by_id) as answered_by
    from scores s
    join matches m on m.id = s.match_id
    join players r on r.id = s.reported_by_id
    where m.id = ${match_id}
    order by s.version desc
    limit 100`.execute(db)
  return rows.map(({ one_id, two_id, winner_entry_id, side_entry_id, created_at, ...row }) => ({
    ...row,
    winner: sideOf(winner_entry_id, { one_id, two_id }),
    side: sideOf(side_entry_id, { one_id, two_id }),
    score_line: scoreLine(row.set_games, row.match_status),
    match_date: wireDay(row.match_date),
    reported_at: created_at.toISOString(),
    answered_at: iso(row.answered_at),
  }))
}

/** The seasons, newest first. */
export async function listSeasonChoices(db: Db): Promise<SeasonChoice[]> {
  const seasons = await db
    .selectFrom('seasons')
    .select(['name as season', 'slug as season_slug', 'year', 'starting_date', 'ending_date', 'rules'])
    .orderBy('starting_date', 'desc')
    .orderBy('id', 'desc')
    .limit(60)
    .execute()
  return seasons.map((season) => ({
    ...season,
    starting_date: wireDay(season.starting_date),
    ending_date: wireDay(season.ending_date),
    rules: rulesOf(season.rules),
  }))
}

/** The divisions in order. */
export function listDivisionChoices(db: Db): Promise<{ division: string; division_name: string; sport: Sport }[]> {
  return db
    .selectFrom('divisions')
    .select(['slug as division', 'name as division_name', 'sport'])
    .orderBy('position')
    .limit(200)
    .execute()
}
