import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Answer } from '#/rules/confirmation.ts'
import type { MatchStatus, SetScore } from '#/rules/outcome.ts'
import { matchesEach } from '#/rules/formats/shortage.ts'
import { formatWordsOf, kindsThat, standardFormat, type LeagueFormat } from '#/rules/formats/formats.ts'
import type { LadderMove } from '#/rules/formats/ladder.ts'
import { leagueRulesOf, standardRules, tableRulesOf, type LeagueRules, type StoredRules } from '#/rules/season-rules.ts'
import { meetingsSql } from '#/features/seasons/queries.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import type { StandingEntry, StandingRow } from '#/rules/standings.ts'
import { afterCommit, perDatabase, type Db, type Tx } from '#/server/db.ts'

/** A stored result, in any state. */
export type StoredResult = {
  match_id: number
  match_date: string
  one: number
  two: number
  winner: number | null
  status: MatchStatus
  sets: SetScore[]
  answer: Answer | null
  answer_until: Date
  created_at: Date
  playoff: boolean
  /** The schedule's round. Null for a match that players added. */
  round: number | null
}

/** A stored league: the entries that count, the rules, and all results in the order in which they were played. */
export type StoredLeague = {
  /** `rung` is an entry's starting position. */
  entries: StandingEntry[]
  /** The ladder. Null if it is not one. */
  ladder: StoredLadder | null
  rules: LeagueRules
  /** The matches that an entry was to play, those who have left included, for the rule about them. */
  planned: number
  results: StoredResult[]
  has_playoffs: boolean
  /** Only matches of this round count in the table. Play-off matches never count. Null for all rounds. */
  period: number | null
}

/** `start`: all entries that were ever on it, in their starting order. Moves are in order. */
export type StoredLadder = { start: number[] | null; moves: (LadderMove & { day: string })[]; swap: boolean }

/** The first row is the league; all others are results in the order in which they were played. */
type StoredRow =
  | {
      match_id: null
      version: number
      entries: StandingEntry[]
      ladder: StoredLadder | null
      rules: StoredRules | null
      meetings: number | null
      format: LeagueFormat | null
      sport: Sport
      has_playoffs: boolean
      period: number | null
    }
  | (Omit<StoredResult, 'answer_until' | 'created_at'> & { answer_until: number; created_at: number })

const noLeague: StoredLeague = {
  entries: [],
  ladder: null,
  rules: tableRulesOf(standardRules, { meetings: null, everybody: true }),
  planned: 0,
  results: [],
  has_playoffs: false,
  period: null,
}

/** Reads a stored league in one statement; with `rules`, as it would be if its season had stored these. */
export async function readStored(db: Db | Tx, league_id: number, rules?: StoredRules): Promise<StoredLeague> {
  return (await readVersioned(db, league_id, rules)).league
}

/** `version`: the league's version when it was read. Null if there is no such league. */
type Versioned = { version: number | null; league: StoredLeague }

/**
 * Reads a league in one statement. Results are rows with instants in seconds: each reported score reads about two
 * hundred, and PostgreSQL needs twice as long to make JSON of them.
 */
async function readVersioned(db: Db | Tx, league_id: number, rules?: StoredRules): Promise<Versioned> {
  const seasons =
    rules === undefined ? sql`seasons` : sql`(select id, ${JSON.stringify(rules)}::jsonb as rules from seasons)`
  const { rows } = await sql<StoredRow>`
    select null::int as match_id, null::date as match_date, l.version, se.rules, ${meetingsSql} as meetings, l.format, d.sport,
      exists (select from playoff_seeds ps where ps.league_id = l.id) as has_playoffs,
      coalesce((
        select json_agg(json_build_object('entry_id', e.id, 'lot', e.lot, 'flight', e.flight, 'rung', e.rung,
          'byes', (select count(*) from byes b where b.league_id = e.league_id and b.entry_id = e.id),
          'deducted', (select coalesce(sum(points), 0) from deductions t where t.league_id = e.league_id and t.entry_id = e.id)))
        from entries e join purchases p on p.id = e.purchase_id
        where e.league_id = l.id and p.counts), '[]') as entries,
      case when l.format ->> 'kind' = any(${kindsThat('by_rung')}::text[]) then json_build_object(
        'start', (select json_agg(e.id order by e.rung) from entries e where e.league_id = l.id and e.rung is not null),
        'moves', coalesce((
          select json_agg(json_build_object('entry_id', v.entry_id, 'above_id', v.above_id, 'day', v.day) order by v.day, v.id)
          from ladder_moves v where v.league_id = l.id), '[]'),
        'swap', l.format ->> 'swap' = '1') end as ladder,
      null::int as one, null::int as two, null::int as winner, null as status, null::jsonb as sets, null as answer,
      null::float8 as answer_until, null::float8 as created_at, null::boolean as playoff, null::int as round,
      l.rounds_drawn as period
    from leagues l join ${seasons} se on se.id = l.season_id join divisions d on d.id = l.division_id
    where l.id = ${league_id}
    union all
    select m.id, m.match_date, null, null, null, null, null, null, null, null, m.entry_one_id, m.entry_two_id, s.winner_entry_id, s.match_status, s.set_games,
      s.answer, date_part('epoch', s.answer_until), date_part('epoch', s.created_at), m.playoff_stage is not null, m.round, null
    from matches m join scores s on s.id = m.score_id and s.match_id = m.id
    where m.league_id = ${league_id} and m.score_id is not null
    order by match_date nulls first, match_id nulls first`.execute(db)
  const [league, ...results] = rows
  if (!league || league.match_id !== null) return { version: null, league: noLeague }
  const { meetings } = league
  const format = league.format ?? standardFormat
  const { everybody, by_period } = formatWordsOf(format.kind)
  const entered = new Set(league.entries.map(({ entry_id }) => entry_id))
  for (const result of results) if (result.match_id !== null) entered.add(result.one).add(result.two)
  return {
    version: league.version,
    league: {
      entries: league.entries,
      ladder: league.ladder,
      rules: tableRulesOf(leagueRulesOf(league.rules, league.sport), { meetings, everybody }),
      planned: matchesEach(format, entered.size, { meetings }),
      has_playoffs: league.has_playoffs,
      period: by_period ? league.period : null,
      results: results.flatMap((row) => {
        if (row.match_id === null) return []
        const { answer_until, created_at, ...result } = row
        return [{ ...result, answer_until: instantOf(answer_until), created_at: instantOf(created_at) }]
      }),
    },
  }
}

/** The instant `seconds` after the Unix epoch. */
function instantOf(seconds: number): Date {
  return new Date(Math.round(seconds * 1000))
}

/** A current or recent read of a league for a version. `mayWait`: whether it may be waiting for a connection. */
type RecentRead = { version: number; read: Promise<Versioned>; mayWait: boolean }

/** Recently read leagues with their versions, so that all readers of a changed league share one statement. */
const recentReads = perDatabase(() => new LRUCache<number, RecentRead>({ max: 100 }))

/** Reads a stored league at this version or a later one. */
export async function readStoredAt(db: Db, league_id: number, version: number): Promise<StoredLeague> {
  const known = recentReads(db)?.get(league_id)
  const read =
    known?.version === version
      ? known.read
      : rememberRead(db, league_id, { version, read: readVersioned(db, league_id), mayWait: true })
  return (await read).league
}

/**
 * A league within a snapshot that has read its version. A cached league may have been read later than the requested
 * version, and a snapshot must see nothing later, so the versions must be equal. A snapshot holds a connection, so it
 * does not wait for a read that is waiting for one.
 */
export async function readStoredIn(
  snapshot: Tx,
  db: Db | Tx,
  league_id: number,
  version: number,
): Promise<StoredLeague> {
  const reading = recentReads(db)?.get(league_id)
  const known = reading && !reading.mayWait ? await reading.read.catch(() => null) : null
  if (known?.version === version) return known.league
  const read = readVersioned(snapshot, league_id)
  return (await rememberRead(db, league_id, { version, read, mayWait: false })).league
}

function rememberRead(db: Db | Tx, league_id: number, reading: RecentRead): Promise<Versioned> {
  const memory = recentReads(db)
  memory?.set(league_id, reading)
  reading.read.then(
    () => (reading.mayWait = false),
    () => {
      if (memory?.get(league_id) === reading) memory.delete(league_id)
    },
  )
  return reading.read
}

/** Results that a process caches, of all leagues together: about 300 bytes each. */
const MOST_RESULTS = 50_000

/** A row of the stored table. */
export type TableLine = Pick<StandingRow, 'entry_id' | 'wins' | 'losses' | 'ties' | 'played'> & {
  /** Null unless the season ranks by points. */
  points: number | null
  /** In whole points. Null unless the season ranks by strength of results. */
  strength: number | null
  byes: number
  deducted: number
  /** Its position within its flight, if the league has flights. */
  rank: number
  flight: number | null
  open_until: Date[]
}

/** A league at one of its versions (migration 037), and its stored table. */
type KnownLeague = { version: number; league: StoredLeague; lines: readonly TableLine[] }

const memory = perDatabase(
  () =>
    new LRUCache<number, KnownLeague>({
      maxSize: MOST_RESULTS,
      sizeCalculation: ({ league }) => league.results.length + 1,
    }),
)

/** A result that the transaction added as its only change to a league that it has locked at that version. */
export type AddedResult = { version: number; result: StoredResult }

/**
 * Reads a locked league with the added result. Uses the cached league if this process has cached the previous version.
 */
export async function readWithResult(
  tx: Tx,
  league_id: number,
  { version, result }: AddedResult,
): Promise<{ league: StoredLeague; lines: readonly TableLine[] | null }> {
  const known = memory(tx)?.get(league_id)
  if (known?.version !== version) return { league: await readStored(tx, league_id), lines: null }
  const { results } = known.league
  const index = results.findLastIndex((other) => isEarlier(other, result)) + 1
  return { league: { ...known.league, results: results.toSpliced(index, 0, result) }, lines: known.lines }
}

function isEarlier(a: StoredResult, b: StoredResult): boolean {
  return a.match_date < b.match_date || (a.match_date === b.match_date && a.match_id < b.match_id)
}

/**
 * Caches a league as it will be after the commit of the added result, which raises its version by one. A league with
 * play-offs is not cached: its bracket changes with its results.
 */
export function keepLeague(
  tx: Tx,
  league_id: number,
  { version }: AddedResult,
  league: StoredLeague,
  lines: readonly TableLine[],
): void {
  if (league.has_playoffs) return
  afterCommit(tx, () => memory(tx)?.set(league_id, { version: version + 1, league, lines }))
}
