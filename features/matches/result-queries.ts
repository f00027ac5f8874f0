import { sql, type RawBuilder } from 'kysely'
import { wireDay } from '#/contract/wire-day.ts'
import { confirmationState, type Answer } from '#/rules/confirmation.ts'
import { scoreLine, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import { decidesTitle } from '#/rules/playoff-stages.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import type { Db } from '#/server/db.ts'
import type { Caller } from '#/server/session.ts'
import type { PublicResult, Result, ResultDetail } from './contract.ts'
import { isProvisional } from '#/features/playoffs/bracket-queries.ts'
import {
  entryPlayedBy,
  fullName,
  isPlayedBy,
  nameFor,
  playersOfBoth,
  publicName,
  winnerAndOpponent,
} from '#/features/leagues/sides.ts'
import { isLeagueOf, type LeagueFilter, joinSeasonAndDivision } from '#/features/leagues/league-filter.ts'
import { resultKind } from './friendlies.ts'
import { confirmationOf, listVersions, currentVersionColumns, type CurrentVersion } from './versions.ts'

/**
 * A page of the results of an area, newest first, in one statement. Each row repeats the total of the filter. An empty
 * page is one row with only the total.
 */
export function resultsSql(
  filter: LeagueFilter,
  limit: number,
  offset: number,
  name = fullName,
): RawBuilder<ResultsRow> {
  const { area, season, year, division } = filter
  const wholeArea = season === undefined && year === undefined && division === undefined
  const leagues = wholeArea ? sql`from leagues l` : sql`from leagues l ${joinSeasonAndDivision}`
  const newest = sql`order by m.match_date desc, m.id desc`
  // Whether it reads the whole area or each league of the filter, an index has this order, so a page is read only up to
  // its end.
  const page = wholeArea
    ? sql`select m.id from matches m where m.area = ${area} and m.score_id is not null ${newest} limit ${limit} offset ${offset}`
    : sql`
      select m.id ${leagues}
      cross join lateral (
        select m.id, m.match_date from matches m
        where m.league_id = l.id and m.score_id is not null ${newest} limit ${offset + limit}) m
      where ${isLeagueOf(filter)} ${newest} limit ${limit} offset ${offset}`
  return sql<ResultsRow>`
    select whole.total, page.*
    from (select coalesce(sum(l.results), 0) as total ${leagues} where ${isLeagueOf(filter)}) whole
    left join (
      select m.id, s.match_date, s.match_status, s.match_notes, s.set_games, s.answer, s.answer_until,
        se.name as league_name, d.name as level_name, d.sport, se.year, ${resultKind} as kind, ${winnerAndOpponent(name)}, ${playersOfBoth(name)}
      from (${page}) listed
      join matches m on m.id = listed.id
      join scores s on s.id = m.score_id
      join leagues l on l.id = m.league_id ${joinSeasonAndDivision}) page on true
    order by page.match_date desc, page.id desc`
}

export type ResultsRow = { total: number } & ((ResultRow & PlayersRow) | { id: null })

/** The results and their total from the rows of resultsSql. */
export function resultsPage(rows: readonly ResultsRow[], now: Date): { results: Result[]; total: number } {
  return {
    results: rows.flatMap((row) =>
      row.id === null ? [] : [{ ...playersResultOf(row, now), sets: row.set_games.length }],
    ),
    total: rows[0]?.total ?? 0,
  }
}

/**
 * A page of the results of an area, newest first, and their total. `changes_at` is when the next of them becomes final
 * because nobody answered.
 */
export async function listResultsOf(
  db: Db,
  filter: LeagueFilter,
  now: Date,
  limit: number,
  offset: number,
  name = fullName,
): Promise<{ results: Result[]; total: number; changes_at: Date | null }> {
  const { rows } = await resultsSql(filter, limit, offset, name).execute(db)
  const open = rows.flatMap((row) =>
    row.id !== null && confirmationState(row, now) === 'unconfirmed' ? [row.answer_until.getTime()] : [],
  )
  return { ...resultsPage(rows, now), changes_at: open.length > 0 ? new Date(Math.min(...open)) : null }
}

type ResultRow = {
  id: number
  match_date: string
  match_status: MatchStatus
  set_games: SetScore[]
  league_name: string
  level_name: string
  sport: Sport
  year: number
  kind: Result['kind']
  winner: string
  opponent: string
  answer: Answer | null
  answer_until: Date
}

/** The columns that only signed-in players see. */
type PlayersRow = {
  winner_players: Result['winner']['players']
  opponent_players: Result['winner']['players']
  match_notes: string
}

function playersResultOf(row: ResultRow & PlayersRow, now: Date): Omit<Result, 'sets'> {
  return {
    ...resultOf(row, now),
    winner: { name: row.winner, players: row.winner_players },
    opponent: { name: row.opponent, players: row.opponent_players },
    match_notes: row.match_notes,
  }
}

function resultOf(
  row: ResultRow,
  now: Date,
): Omit<PublicResult, 'area' | 'score_line' | 'provisional' | 'decides_title'> {
  return {
    id: row.id,
    winner: { name: row.winner },
    opponent: { name: row.opponent },
    set_games: row.set_games,
    match_date: wireDay(row.match_date),
    match_status: row.match_status,
    league_name: row.league_name,
    level_name: row.level_name,
    sport: row.sport,
    year: row.year,
    kind: row.kind,
    state: confirmationState(row, now),
  }
}

/** How the caller sees the players of a match: by the whole name if they play in it. */
async function nameInMatch(db: Db, id: number, caller: Caller & { email_proved: boolean }) {
  if (caller.email_proved) return fullName
  const { rows } = await sql`select from matches m where m.id = ${id} and ${isPlayedBy(caller.id)}`.execute(db)
  return rows.length > 0 ? fullName : nameFor(caller)
}

/** A result with its details and every version. Undefined without a score. */
export async function findResult(
  db: Db,
  id: number,
  caller: Caller & { email_proved: boolean },
  now: Date,
): Promise<ResultDetail | undefined> {
  const name = await nameInMatch(db, id, caller)
  const { rows } = await sql<
    ResultRow & PlayersRow & ScoreDetail & CurrentVersion & { provisional: boolean; league_id: number }
  >`
    select m.id, m.league_id, s.match_date, s.match_status, s.match_notes, s.set_games, se.name as league_name, d.name as level_name, d.sport, se.year, ${resultKind} as kind,
      ${winnerAndOpponent(name)}, ${playersOfBoth(name)}, ${scoreDetail}, ${isProvisional(now)} as provisional, ${currentVersionColumns(entryPlayedBy(caller.id))}
    from matches m
    join scores s on s.id = m.score_id
    join players r on r.id = s.reported_by_id
    join leagues l on l.id = m.league_id ${joinSeasonAndDivision}
    where m.id = ${id}`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  return {
    ...playersResultOf(row, now),
    ...detailOf(row),
    league_id: row.league_id,
    score_line: scoreLine(row.set_games, row.match_status),
    provisional: row.provisional,
    confirmation: confirmationOf(row, caller, now),
    versions: await listVersions(db, id),
  }
}

/** The public part of a result: names, score and date. Undefined without a score. */
export async function findPublicResult(db: Db, id: number, now: Date): Promise<PublicResult | undefined> {
  const { rows } = await sql<
    ResultRow & { area: string; provisional: boolean; stage: number | null; slot: number | null }
  >`
    select m.id, m.area, m.playoff_stage as stage, m.playoff_slot as slot, s.match_date, s.match_status, s.set_games, s.answer, s.answer_until,
      se.name as league_name, d.name as level_name, d.sport, se.year, ${resultKind} as kind, ${winnerAndOpponent(publicName)}, ${isProvisional(now)} as provisional
    from matches m
    join scores s on s.id = m.score_id
    join leagues l on l.id = m.league_id ${joinSeasonAndDivision}
    where m.id = ${id}`.execute(db)
  const row = rows[0]
  return (
    row && {
      ...resultOf(row, now),
      area: row.area,
      score_line: scoreLine(row.set_games, row.match_status),
      provisional: row.provisional,
      decides_title: decidesTitle(row),
    }
  )
}

export type ScoreDetail = {
  match_area: string
  match_location: string
  duration_minutes: number
  total_winner_score: number
  total_opponent_score: number
  reported_by: string
}

export const scoreDetail = sql`s.match_area, s.match_location, s.duration_minutes, s.total_winner_score, s.total_opponent_score,
  r.name as reported_by`

export function detailOf(
  row: ScoreDetail,
): Pick<ResultDetail, 'match_area' | 'match_location' | 'duration' | 'total_score' | 'reported_by'> {
  const [hour, minute] = [Math.floor(row.duration_minutes / 60), row.duration_minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return {
    match_area: row.match_area,
    match_location: row.match_location,
    duration: `${hour}:${minute}`,
    total_score: `${row.total_winner_score}-${row.total_opponent_score}`,
    reported_by: row.reported_by,
  }
}
