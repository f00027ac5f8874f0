import { sql } from 'kysely'
import { allAreas, areaName, type AreaSlug } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import { FUTURE_DAY, SAME_PLAYER, scoreFields } from '#/features/matches/contract.ts'
import { insertVersions, nextVersion, type MatchSides } from '#/features/matches/score-queries.ts'
import { countingLeagues, dayProblem, isPlayoffScore } from '#/features/matches/report.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { matchStatuses, scoreLine, scoreOutcome, type MatchStatus, type SetScore, swapSides } from '#/rules/outcome.ts'
import { parseResultLine, scoreOfDate, type ResultLine } from '#/rules/score-line.ts'
import { endedAs, scoreProblem, scoreSentence, scoreTotals } from '#/rules/score.ts'
import { standardRules, type ScoreRules } from '#/rules/season-rules.ts'
import { rulesOfSport } from '#/rules/sports/sports.ts'
import type { Action } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { refusals } from '#/contract/refusals.ts'
import { dayInZone } from '#/rules/day.ts'
import { cellOf, Found, normalize, Problems, type Changes, type CheckTerms } from './check.ts'
import type { TableRow } from './rows.ts'
import { readTime, storeFixtures, type FixtureRow } from './fixtures.ts'
import { formatResult, keyOf, openSides, readKnownMatches, type Side } from './known-results.ts'
import { enterDerived, openDerived } from './derived-entries.ts'
import {
  formatNewLeagues,
  listSealed,
  lockUnsealed,
  openLeagueReader,
  sealedProblem,
  type DerivedEntry,
  type NamedLeague,
} from './leagues.ts'
import { formatDayForms, readDay } from './typed-day.ts'

type ReadScore = {
  /** The row has no score and a day to come. */
  isFixture: boolean
  /** Of a fixture, 'HH:MM'. */
  match_time: string | null
  match_date: string
  sets: SetScore[]
  status: MatchStatus
  location: string
  notes: string
}

export type ResultRow = Omit<ReadScore, 'isFixture' | 'match_time'> & {
  isFixture: false
  /** 0 for a league that the import creates. */
  league_id: number
  league: NamedLeague
  winner_entry_id: number
  opponent_entry_id: number
  /** An entry of these ids is negative if the import creates it. */
  derived: readonly DerivedEntry[]
  /** The arranged match that it completes. Null for a new one. */
  match: MatchSides | null
}

/** Checks a file of results by the rules of the score form. */
export async function checkResults(terms: CheckTerms): Promise<Found<ResultRow | FixtureRow>> {
  const problems = new Problems('results', terms)
  const found = new Found<ResultRow | FixtureRow>(problems, ['League', 'Date', 'Winner', 'Opponent', 'Score', 'Status'])
  const readLeague = await openLeagueReader(terms, problems)
  const read: { row: TableRow; league: NamedLeague; score: ReadScore }[] = []
  for (const [index, row] of terms.table.rows.entries()) {
    await terms.tick(index)
    const league = readLeague(row)
    const score = readScore(terms, row, league, problems)
    if (league && score) read.push({ row, league, score })
  }
  const league_ids = [...new Set(read.flatMap(({ league }) => league.id ?? []))]
  const findEntered = await openSides(terms.db, league_ids)
  const derive = await openDerived(
    terms,
    read.flatMap(({ row, league }) =>
      sideFields.map((field) => ({ league, cell: cellOf(terms, row, field) })).filter(({ cell }) => cell !== ''),
    ),
  )
  const known = await readKnownMatches(
    terms.db,
    league_ids,
    read.map(({ score }) => score.match_date),
  )
  const sealed = await listSealed(terms.db, league_ids, terms.now)
  const findSide = (league: NamedLeague, word: string): Side | string => {
    const side = findEntered(league, word)
    return typeof side === 'string' && word !== '' ? (derive(league, word) ?? side) : side
  }
  const inFile = new Map<string, { line: number; result: string }>()

  function readSide(row: TableRow, league: NamedLeague, field: SideField): Side | null {
    const side = findSide(league, cellOf(terms, row, field))
    return typeof side === 'string' ? problems.add(row, field, side) : side
  }

  /** The two sides, and the sets with the winner's games first. Null if the row does not say who won. */
  function readSides(row: TableRow, league: NamedLeague, { sets, status, isFixture }: ReadScore) {
    if (!isByPlace(terms, row)) {
      const winner = readSide(row, league, 'winner')
      const opponent = readSide(row, league, 'opponent')
      return winner && opponent && { winner, opponent, sets, field: 'opponent' as const }
    }
    const one = readSide(row, league, 'one')
    const two = readSide(row, league, 'two')
    if (!one || !two) return null
    if (isFixture) return { winner: one, opponent: two, sets, field: 'two' as const }
    const named = cellOf(terms, row, 'winner') === '' ? null : readSide(row, league, 'winner')
    const winner = named ?? winnerOf({ one, two }, { sets, status }, league.rules)
    if (winner === null || (winner.entry_id !== one.entry_id && winner.entry_id !== two.entry_id))
      return problems.add(
        row,
        named ? 'winner' : 'score',
        named
          ? 'The winner must be one of the two players.'
          : 'This does not say who won. Please add a column with the winner.',
      )
    return winner.entry_id === one.entry_id
      ? { winner: one, opponent: two, sets, field: 'two' as const }
      : { winner: two, opponent: one, sets: sets.map(swapSides), field: 'two' as const }
  }

  for (const { row, league, score: written } of read) {
    const sides = readSides(row, league, written)
    if (!sides) continue
    const { winner, opponent, sets, field } = sides
    if (winner.entry_id === opponent.entry_id) {
      problems.add(row, field, SAME_PLAYER)
      continue
    }
    if ([...winner.player_ids, ...opponent.player_ids].includes(terms.organizer_id)) {
      problems.add(row, field, refusals.own_match[1])
      continue
    }
    const { match_date, match_time, isFixture, ...rest } = written
    const problem = field === 'two' && !isFixture ? scoreProblem(sets, written.status, league.rules) : null
    if (problem) {
      problems.add(row, 'score', scoreSentence(problem, league.rules))
      continue
    }
    const status = isFixture ? null : endedAs(sets, written.status, league.rules)
    const score = { ...rest, match_date, sets, status }
    const league_id = league.id ?? 0
    const pair = keyOf(league_id, winner.entry_id, opponent.entry_id)
    const key = `${pair} ${match_date}`
    const result = isFixture ? '' : formatResult(sets, status, winner.entry_id, opponent.entry_id)
    const earlier = inFile.get(key)
    if (earlier && earlier.result !== result) {
      problems.add(row, 'score', `Line ${earlier.line} has a different score for these two on that day.`)
      continue
    }
    const reported = known.results.get(key)
    if (reported !== undefined && reported !== result && !isFixture) {
      problems.add(row, 'score', 'A different score has been reported for these two on that day.')
      continue
    }
    const isNew = reported === undefined && !earlier
    inFile.set(key, { line: row.line, result })
    const playoff = known.playoffs.get(pair)
    const edition = {
      ...league.season,
      season_name: league.season.name,
      season_slug: league.season.slug,
      entered_on: [winner.entered_on, opponent.entered_on].toSorted().at(-1) ?? null,
      playoff_match_id: playoff?.id ?? null,
      playoff_until: playoff?.until ?? null,
    }
    if (isNew && countingLeagues([edition], match_date).length === 0) {
      problems.add(row, 'date', dayProblem([edition], match_date))
      continue
    }
    if (isNew && sealed.has(league_id)) {
      problems.add(row, 'season', `${sealedProblem} Please enter this result under Matches, with a reason.`)
      continue
    }
    if (isFixture) {
      const match = isNew ? known.take(key, match_date) : null
      if (match && match.match_date !== null && match.match_date !== match_date) {
        problems.add(row, 'date', `These two play on ${formatDay(match.match_date)}. Change the day under Matches.`)
        continue
      }
      found.add(
        isNew && (match?.match_date ?? null) === null ? 'new' : 'existing',
        {
          isFixture,
          league_id,
          league,
          winner_entry_id: winner.entry_id,
          opponent_entry_id: opponent.entry_id,
          derived: [winner, opponent].flatMap(({ derived }) => derived ?? []),
          match_date,
          match_time,
          location: rest.location,
          match,
        },
        [league.name, match_date, winner.name, opponent.name, match_time ?? '', 'to be played'],
      )
      continue
    }
    const isPlayoff = isNew && playoff !== undefined && isPlayoffScore(edition, match_date, false)
    if (isPlayoff) known.playoffs.delete(pair)
    const entries = { winner_entry_id: winner.entry_id, opponent_entry_id: opponent.entry_id }
    found.add(
      isNew ? 'new' : 'existing',
      {
        isFixture,
        league_id,
        league,
        ...entries,
        derived: [winner, opponent].flatMap(({ derived }) => derived ?? []),
        ...score,
        match: isPlayoff ? playoff : isNew ? known.take(key, match_date) : null,
      },
      [league.name, match_date, winner.name, opponent.name, scoreLine(sets, status), status ?? ''],
    )
  }
  const derived = new Set(found.rows.flatMap((row) => row.derived)).size
  found.makes = [
    ...formatNewLeagues([...new Set(found.rows.map(({ league }) => league))]),
    ...(derived > 0 ? [derived === 1 ? '1 entry' : `${derived} entries`] : []),
  ]
  return found
}

/** Whether a row names player 1 and player 2, and has player 1's games first. */
function isByPlace(terms: CheckTerms, row: TableRow): boolean {
  return cellOf(terms, row, 'opponent') === '' && cellOf(terms, row, 'one') !== ''
}

const sideFields = ['winner', 'opponent', 'one', 'two'] as const
type SideField = (typeof sideFields)[number]

/** The side that won, of a score with player 1's games first. Either one if nobody wins such a match. Null if the score does not say. */
function winnerOf<S>(
  { one, two }: { one: S; two: S },
  { sets, status }: Pick<ReadScore, 'sets' | 'status'>,
  rules: ScoreRules,
): S | null {
  if (!scoreOutcome(status).has_winner) return one
  if (status === 'Stopped by time or weather')
    return scoreProblem(sets, status, rules)?.code === 'leader_behind' ? two : one
  const lead = sets.reduce((sum, { score_1, score_2 }) => sum + Math.sign(score_1 - score_2), 0)
  return status !== null || lead === 0 ? null : lead > 0 ? one : two
}

/** Today in an area, yyyy-mm-dd. */
function todayIn({ now, today }: CheckTerms, area: AreaSlug | undefined): string {
  const zone = allAreas().find(({ slug }) => slug === area)?.time_zone
  return zone === undefined ? today : dayInZone(now, zone)
}

/** The score of a row. Null if something is wrong with it. */
function readScore(terms: CheckTerms, row: TableRow, league: NamedLeague | null, problems: Problems): ReadScore | null {
  const match_date = readDay(cellOf(terms, row, 'date'), terms.day_order)
  const today = todayIn(terms, league?.area)
  const written =
    cellOf(terms, row, 'score') ||
    setFields
      .map((field) => cellOf(terms, row, field))
      .join(' ')
      .trim()
  const time = cellOf(terms, row, 'time')
  const isBlank = written === '' && cellOf(terms, row, 'status') === ''
  const isFixture = isBlank && match_date !== null && match_date >= today
  if (match_date === null) problems.add(row, 'date', `Please write the date as ${formatDayForms()}.`)
  else if (match_date > today && !isBlank) problems.add(row, 'date', FUTURE_DAY)
  const place = league ? areaName(league.area) : ''
  const location =
    cellOf(terms, row, 'location') === '' ? place : problems.read(row, 'location', scoreFields.match_location)
  const notes = problems.read(row, 'notes', scoreFields.match_notes) ?? ''
  const match_time = isFixture && time !== '' ? readTime(time) : null
  if (isFixture && time !== '' && match_time === null) problems.add(row, 'time', 'Please write the time as 19:30.')
  const score = readResult(written, cellOf(terms, row, 'status'), league?.rules ?? standardRules)
  if ('problem' in score) problems.add(row, score.field, score.problem)
  // Without the league, its rules are unknown; the row already has an error.
  else if (league && !isFixture && !isByPlace(terms, row)) {
    const problem = scoreProblem(score.sets, score.status, league.rules)
    if (problem) problems.add(row, 'score', scoreSentence(problem, league.rules))
  }
  return match_date === null || location === null || 'problem' in score || problems.has(row)
    ? null
    : { isFixture, match_time, match_date, ...score, location, notes }
}

const setFields = ['set_1', 'set_2', 'set_3', 'set_4', 'set_5'] as const

const statusWords: Record<string, MatchStatus> = {
  '': null,
  ...Object.fromEntries(matchStatuses.map((status) => [status.toLowerCase(), status])),
  'no show': 'Opponent did not show',
  'late cancel': 'Canceled within 4 hours of match',
}

type ReadResult = ResultLine | { field: 'score' | 'status'; problem: string }

/** Parses the sets and the status of a row. A status column overrides the ending of the score. */
function readResult(score: string, status_word: string, rules: ScoreRules): ReadResult {
  const status = readStatus(status_word)
  if (status === undefined) return { field: 'status', problem: `Please write ${matchStatuses.join(', ')}, or nothing.` }
  if (score === '') return { sets: [], status }
  const read = parseResultLine(score, rules)
  if (read) return { sets: read.sets, status: status ?? read.status }
  const dated = scoreOfDate(score)
  const words = rulesOfSport(rules.formats)
  return {
    field: 'score',
    problem: dated
      ? `A spreadsheet has turned this score into a date. Was it ${scoreLine([dated], null)}? Please format the column as text and write it again.`
      : `Please write the ${words.set}s like ${words.written}, the winner's ${words.game}s first.`,
  }
}

/** Undefined if the word is not a status. */
function readStatus(word: string): MatchStatus | undefined {
  const ending = parseResultLine(word)
  return ending?.sets.length === 0 ? ending.status : statusWords[normalize(word)]
}

/** Matches per insert. */
const MATCHES_AT_ONCE = 500

/** Stores the results as settled, and rebuilds each league once. Sends no emails. */
export async function storeResults(
  action: Action,
  checked: readonly (ResultRow | FixtureRow)[],
  tick: CheckTerms['tick'],
): Promise<Changes> {
  const { tx, player, now } = action
  const { rows: all, made } = await enterDerived(action, checked, tick)
  const rows = all.filter((row) => !row.isFixture)
  const scores: NonNullable<Changes['made']['scores']> = []
  const league_ids = [...new Set(all.map(({ league_id }) => league_id))].toSorted((a, b) => a - b)
  await lockUnsealed(tx, league_ids, now)
  const arranged = rows.flatMap((row) => (row.match ? [{ row, match: row.match }] : []))
  await refuseFilled(
    tx,
    arranged.map(({ match }) => match.id),
  )
  for (const [index, { row, match }] of arranged.entries()) {
    await tick(index)
    const version = versionOf(row, match, await nextVersion(tx, match.id), player.id)
    await insertVersions(tx, [{ ...version, at: now }])
    scores.push({ match_id: match.id, version: version.version.version, is_new: false })
  }
  const added = rows.filter(({ match }) => match === null)
  for (let from = 0; from < added.length; from += MATCHES_AT_ONCE) {
    await tick(arranged.length + from)
    const part = added.slice(from, from + MATCHES_AT_ONCE)
    const matches = await insertMatches(tx, part, now)
    const versions = part.map((row) => ({
      ...versionOf(row, matches.get(keyOfRow(row)) ?? { id: 0, entry_one_id: 0 }, 1, player.id),
      at: now,
    }))
    await insertVersions(tx, versions)
    scores.push(...[...matches.values()].map(({ id }) => ({ match_id: id, version: 1, is_new: true })))
  }
  const fixtures = await storeFixtures(
    action,
    all.filter((row) => row.isFixture),
  )
  for (const [index, league_id] of league_ids.entries()) {
    await tick(rows.length - league_ids.length + index)
    await rebuildLeague(tx, league_id)
  }
  return { league_ids, made: { ...made, scores, fixtures } }
}

/** The check locks no league, so a match may have a score by now, or be canceled or deleted. */
async function refuseFilled(tx: Tx, match_ids: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from matches where id = any (${match_ids}::int[]) and score_id is null and canceled_at is null
    for update`.execute(tx)
  if (rows.length < match_ids.length)
    refuse('import_wrong', {
      message: 'Something has changed since the check: a match now has a score, or was canceled. Nothing was imported.',
    })
}

function versionOf(row: ResultRow, match: MatchSides, version: number, reported_by_id: number) {
  const { sets, status } = row
  const totals = scoreTotals(sets, status, row.league.rules).sets
  const score = {
    reported_by_id,
    match_date: row.match_date,
    match_area: row.league.area,
    match_location: row.location,
    duration_minutes: 0,
    set_games: sets,
    total_winner_score: totals.winner,
    total_opponent_score: totals.opponent,
    match_status: status,
    match_notes: row.notes,
  }
  const { winner_entry_id } = row
  return { match, score, version: { version, kind: 'report' as const, side_entry_id: null, winner_entry_id } }
}

/** Inserts the matches of these results, each with the winner as entry one. Returns them by `keyOfRow`. */
async function insertMatches(tx: Tx, rows: readonly ResultRow[], now: Date): Promise<Map<string, MatchSides>> {
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
  return new Map(
    matches.map(({ id, league_id, entry_one_id, entry_two_id, match_date }) => [
      `${keyOf(league_id, entry_one_id, entry_two_id)} ${match_date}`,
      { id, entry_one_id },
    ]),
  )
}

function keyOfRow({ league_id, winner_entry_id, opponent_entry_id, match_date }: ResultRow): string {
  return `${keyOf(league_id, winner_entry_id, opponent_entry_id)} ${match_date}`
}
