import { sql } from 'kysely'
import { areaName } from '#/contract/areas.ts'
import { insertVersion, nextVersion, type NewScore } from '#/features/matches/queries.ts'
import { answerUntil } from '#/rules/confirmation.ts'
import { isDay } from '#/rules/day.ts'
import {
  matchStatuses,
  parseScoreLine,
  scoreLine,
  scoreProblem,
  scoreSentence,
  scoreTotals,
  type MatchStatus,
  type SetScore,
} from '#/rules/score.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { cellOf, plainly, previewRows, Problems, type CheckTerms, type Found } from './check.ts'
import type { TableRow } from './csv.ts'
import { keyOf, openMatches, openSides, formatResult } from './known-results.ts'
import { openLeagueReader, type NamedLeague } from './leagues.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { countingLeagues } from '#/features/matches/shared-leagues.ts'

export type ResultRow = {
  league_id: number
  league: NamedLeague
  winner_entry_id: number
  opponent_entry_id: number
  match_date: string
  sets: SetScore[]
  status: MatchStatus
  location: string
  notes: string
  /** The arranged match that it fills; null: a new one. */
  match: { id: number; entry_one_id: number } | null
}

type Told = Pick<ResultRow, 'match_date' | 'sets' | 'status' | 'location' | 'notes'>

/** Checks a file of results by the rules of the score form. */
export async function checkResults(terms: CheckTerms): Promise<Found<ResultRow>> {
  const problems = new Problems('results', terms)
  const readLeague = await openLeagueReader(terms, problems)
  const read: { row: TableRow; league: NamedLeague; told: Told }[] = []
  for (const [index, row] of terms.table.rows.entries()) {
    await terms.tick(index)
    const league = readLeague(row)
    const told = readScore(terms, row, league, problems)
    if (league && told) read.push({ row, league, told })
  }
  const league_ids = [...new Set(read.flatMap(({ league }) => league.id ?? []))]
  const findSide = await openSides(terms.db, league_ids)
  const known = await openMatches(
    terms.db,
    league_ids,
    read.map(({ told }) => told.match_date),
  )
  const inFile = new Map<string, { line: number; said: string }>()
  const rows: ResultRow[] = []
  const preview: string[][] = []
  let existing = 0
  for (const { row, league, told } of read) {
    const winner = findSide(league, cellOf(terms, row, 'winner'))
    if (typeof winner === 'string') problems.add(row, 'winner', winner)
    const opponent = findSide(league, cellOf(terms, row, 'opponent'))
    if (typeof opponent === 'string') problems.add(row, 'opponent', opponent)
    if (typeof winner === 'string' || typeof opponent === 'string') continue
    if (winner.entry_id === opponent.entry_id) {
      problems.add(row, 'opponent', 'Winner and opponent must be different players.')
      continue
    }
    const sides = { winner_entry_id: winner.entry_id, opponent_entry_id: opponent.entry_id }
    const { match_date, sets, status, location } = told
    const key = `${keyOf(league.id ?? 0, winner.entry_id, opponent.entry_id)} ${match_date}`
    const said = formatResult(sets, status, winner.entry_id, opponent.entry_id)
    const before = inFile.get(key)
    if (before && before.said !== said) {
      problems.add(row, 'score', `Line ${before.line} has a different score for these two on that day.`)
      continue
    }
    const reported = known.results.get(key)
    if (reported !== undefined && reported !== said) {
      problems.add(row, 'score', 'A different score has been reported for these two on that day.')
      continue
    }
    const isNew = reported === undefined && !before
    inFile.set(key, { line: row.line, said })
    if (isNew && !counts(league, match_date, terms.today)) {
      problems.add(
        row,
        'date',
        `${league.season.name} ${league.season.year} is played from ${league.season.starting_date} to ${league.season.ending_date}.`,
      )
      continue
    }
    const place = location === '' ? areaName(league.area) : location
    if (isNew)
      rows.push({
        league_id: league.id ?? 0,
        league,
        ...sides,
        ...told,
        location: place,
        match: known.take(key, match_date),
      })
    else existing += 1
    if (preview.length < previewRows)
      preview.push([
        league.name,
        match_date,
        winner.name,
        opponent.name,
        scoreLine(sets, status),
        status ?? '',
        isNew ? 'new' : 'there already',
      ])
  }
  const columns = ['League', 'Date', 'Winner', 'Opponent', 'Score', 'Status', '']
  return { rows, existing, problems, makes: [], columns, preview }
}

function counts({ season }: NamedLeague, match_date: string, today: string): boolean {
  if (match_date > today) return false
  // The sale of the edition before it is what the calendar says: an import knows no more.
  const edition = { ...season, season_slug: season.slug, sold_after: null }
  return countingLeagues([edition], match_date).length > 0
}

/** What a row says of the match itself; null when something is wrong with it, which is said then. */
function readScore(terms: CheckTerms, row: TableRow, league: NamedLeague | null, problems: Problems): Told | null {
  const match_date = readDay(cellOf(terms, row, 'date'))
  if (match_date === null) problems.add(row, 'date', 'Please write the date as 2019-10-03 or 10/3/2019.')
  else if (match_date > terms.today) problems.add(row, 'date', 'This date is in the future.')
  const [location, notes] = [cellOf(terms, row, 'location'), cellOf(terms, row, 'notes')]
  if (location.length > 120) problems.add(row, 'location', 'Please use 120 characters at most.')
  if (notes.length > 1000) problems.add(row, 'notes', 'Please use 1000 characters at most.')
  const score = readSets(cellOf(terms, row, 'score'), cellOf(terms, row, 'status'))
  if ('problem' in score) problems.add(row, score.field, score.problem)
  else {
    const rules = league?.season.rules ?? standardRules
    const problem = scoreProblem(score.sets, score.status, rules)
    if (problem) problems.add(row, 'score', scoreSentence(problem, rules))
  }
  return match_date === null || 'problem' in score || problems.has(row)
    ? null
    : { match_date, ...score, location, notes }
}

/** '2019-10-03', '2019/10/3', '10/3/2019', '10/3/19' (month first, as in the US); yyyy-mm-dd inside. */
function readDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? []
  const [, us_month, us_day, us_year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text) ?? []
  const parts = year
    ? [year, month, day]
    : us_year
      ? [us_year.length === 2 ? `20${us_year}` : us_year, us_month, us_day]
      : []
  const inside = parts.map((part) => part?.padStart(2, '0')).join('-')
  return isDay(inside) ? inside : null
}

const statusWords: Record<string, MatchStatus> = {
  '': null,
  ...Object.fromEntries(matchStatuses.map((status) => [status.toLowerCase(), status])),
  retired: 'Retired',
  'ret.': 'Retired',
  ret: 'Retired',
  tie: 'Match ended in a tie',
  'no show': 'Opponent did not show',
  'late cancel': 'Canceled within 4 hours of match',
}

type Sets = { sets: SetScore[]; status: MatchStatus } | { field: 'score' | 'status'; problem: string }

/** '6-4 3-6 10-7'; an ending '6-4 2-1 ret.' or 'tie' is a status too, 'w.o.' is no sets. */
function readSets(score: string, status_word: string): Sets {
  const status = statusWords[plainly(status_word)]
  if (status === undefined) return { field: 'status', problem: `Please write ${matchStatuses.join(', ')}, or nothing.` }
  const [, line = '', ending = ''] = /^(.*?)\s*(ret\.?|retired|tie|w\.?\/?o\.?|walkover)?$/i.exec(score) ?? []
  const ended = /^w/i.test(ending) ? 'walkover' : (statusWords[ending.toLowerCase()] ?? null)
  if (ended === 'walkover' && status === null)
    return {
      field: 'status',
      problem: 'A walkover needs a reason: Opponent did not show, or Canceled within 4 hours of match.',
    }
  const meant = status ?? (ended === 'walkover' ? null : ended)
  if (line.trim() === '') return { sets: [], status: meant }
  const sets = parseScoreLine(line)
  return sets
    ? { sets, status: meant }
    : { field: 'score', problem: "Please write the sets like 6-4 3-6 10-7, the winner's games first." }
}

const chunk = 500

/** Stores the results, settled as they come, and brings each table up to date once; answers the leagues. Nobody gets an email. */
export async function storeResults(
  tx: Tx,
  rows: readonly ResultRow[],
  organizer: { id: number },
  now: Date,
  tick: (done: number) => Promise<void>,
): Promise<number[]> {
  const league_ids = [...new Set(rows.map(({ league_id }) => league_id))].toSorted((a, b) => a - b)
  for (const league_id of league_ids) await lockLeague(tx, league_id)
  const arranged = rows.filter(({ match }) => match !== null)
  await refuseFilled(
    tx,
    arranged.flatMap(({ match }) => match?.id ?? []),
  )
  for (const [index, row] of arranged.entries()) {
    await tick(index)
    if (!row.match) continue
    const given = {
      version: await nextVersion(tx, row.match.id),
      kind: 'report',
      side_entry_id: null,
      winner_entry_id: row.winner_entry_id,
    } as const
    await insertVersion(tx, row.match, scoreOf(row, organizer), given, now)
  }
  const added = rows.filter(({ match }) => match === null)
  for (let from = 0; from < added.length; from += chunk) {
    await tick(arranged.length + from)
    await insertMatches(tx, added.slice(from, from + chunk), organizer, now)
  }
  for (const [index, league_id] of league_ids.entries()) {
    await tick(rows.length - league_ids.length + index)
    await rebuildLeague(tx, league_id)
  }
  return league_ids
}

/** While the file was checked no league was held: a match may have a score by now, or be canceled or gone. */
async function refuseFilled(tx: Tx, match_ids: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from matches where id = any (${match_ids}::int[]) and score_id is null and canceled_at is null
    for update`.execute(tx)
  if (rows.length < match_ids.length)
    refuse('import_wrong', {
      message:
        'Something has changed since the check: a match has a score by now, or is canceled. Nothing was imported.',
    })
}

function scoreOf(
  { league, match_date, sets, status, location, notes }: ResultRow,
  organizer: { id: number },
): NewScore {
  const totals = scoreTotals(sets, status).sets
  return {
    reported_by_id: organizer.id,
    match_date,
    match_area: league.area,
    match_location: location,
    duration_minutes: 0,
    set_games: sets,
    total_winner_score: totals.winner,
    total_opponent_score: totals.opponent,
    match_status: status,
    match_notes: notes,
  }
}

/** Matches with their results, some hundred at once. */
async function insertMatches(tx: Tx, rows: readonly ResultRow[], organizer: { id: number }, now: Date): Promise<void> {
  const matches = await tx
    .insertInto('matches')
    .values(
      rows.map(({ league_id, league, winner_entry_id, opponent_entry_id, match_date }) => ({
        league_id,
        area: league.area,
        entry_one_id: winner_entry_id,
        entry_two_id: opponent_entry_id,
        match_date,
        created_at: now,
      })),
    )
    .returning(['id', 'league_id', 'entry_one_id', 'entry_two_id', 'match_date'])
    .execute()
  const idOf = new Map(
    matches.map(({ id, league_id, entry_one_id, entry_two_id, match_date }) => [
      `${keyOf(league_id, entry_one_id, entry_two_id)} ${match_date}`,
      id,
    ]),
  )
  const scores = await tx
    .insertInto('scores')
    .values(
      rows.map((row) => ({
        ...scoreOf(row, organizer),
        match_id:
          idOf.get(`${keyOf(row.league_id, row.winner_entry_id, row.opponent_entry_id)} ${row.match_date}`) ?? 0,
        version: 1,
        kind: 'settlement' as const,
        side_entry_id: null,
        // Entry one is who is named first, so that the sets of a tie are told from its side.
        winner_entry_id: row.status === 'Match ended in a tie' ? null : row.winner_entry_id,
        answer: 'settled' as const,
        answered_by_id: organizer.id,
        answered_at: now,
        created_at: now,
        answer_until: answerUntil(now),
      })),
    )
    .returning(['id', 'match_id'])
    .execute()
  await sql`
    update matches m set score_id = s.id
    from jsonb_to_recordset(${scores}::jsonb) as s (id int, match_id int)
    where m.id = s.match_id`.execute(tx)
}
