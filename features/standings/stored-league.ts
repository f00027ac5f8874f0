import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Answer } from '#/rules/confirmation.ts'
import type { MatchStatus, SetScore } from '#/rules/outcome.ts'
import { kindsThat } from '#/rules/formats/formats.ts'
import { leagueRulesOf, rulesOf, type SeasonRules } from '#/rules/season-rules.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import type { StandingEntry, StandingRow } from '#/rules/standings.ts'
import { afterCommit, perDatabase, type Db, type Tx } from '#/server/db.ts'

/** A result that is stored, whatever its state. */
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
  /** Of the draw; null: the players' own. */
  round: number | null
}

/** A league as it is stored: its entries that count, its rules, and all its results, in the order in which they were played. */
export type StoredLeague = {
  /** `rung` is where an entry began. */
  entries: StandingEntry[]
  /** All entries that have ever been on the ladder, in the order in which they began; null: it is none. */
  ladder: number[] | null
  rules: SeasonRules
  results: StoredResult[]
  has_playoffs: boolean
  /** Only matches of this round count in the table, and those of the play-offs nowhere; null: all. */
  period: number | null
}

/** The first row is the league; every other one is a result, in the order in which they were played. */
type StoredRow =
  | {
      match_id: null
      version: number
      entries: StandingEntry[]
      ladder: number[] | null
      rules: Partial<SeasonRules> | null
      sport: Sport
      has_playoffs: boolean
      period: number | null
    }
  | (Omit<StoredResult, 'answer_until' | 'created_at'> & { answer_until: number; created_at: number })

const noLeague: StoredLeague = {
  entries: [],
  ladder: null,
  rules: rulesOf(null),
  results: [],
  has_playoffs: false,
  period: null,
}

/** A league as it is stored, in one statement. */
export async function readStored(db: Db | Tx, league_id: number): Promise<StoredLeague> {
  return (await readVersioned(db, league_id)).league
}

/** `version`: of the league as it was read; null: there is none. */
type Versioned = { version: number | null; league: StoredLeague }

/**
 * Reads a league in one statement. Results are rows, and their instants seconds: some two hundred are read for each
 * reported score, and PostgreSQL needs twice as long to make JSON of them.
 */
async function readVersioned(db: Db | Tx, league_id: number): Promise<Versioned> {
  const { rows } = await sql<StoredRow>`
    select null::int as match_id, null::date as match_date, l.version, se.rules, d.sport,
      exists (select from playoff_seeds ps where ps.league_id = l.id) as has_playoffs,
      coalesce((
        select json_agg(json_build_object('entry_id', e.id, 'lot', e.lot, 'flight', e.flight, 'rung', e.rung))
        from entries e join purchases p on p.id = e.purchase_id
        where e.league_id = l.id and p.counts), '[]') as entries,
      (
        select json_agg(e.id order by e.rung) from entries e where e.league_id = l.id and e.rung is not null) as ladder,
      null::int as one, null::int as two, null::int as winner, null as status, null::jsonb as sets, null as answer,
      null::float8 as answer_until, null::float8 as created_at, null::boolean as playoff, null::int as round,
      case when l.format ->> 'kind' = any(${kindsThat('by_period')}::text[]) then l.rounds_drawn end as period
    from leagues l join seasons se on se.id = l.season_id join divisions d on d.id = l.division_id
    where l.id = ${league_id}
    union all
    select m.id, m.match_date, null, null, null, null, null, null, m.entry_one_id, m.entry_two_id, s.winner_entry_id, s.match_status, s.set_games,
      s.answer, date_part('epoch', s.answer_until), date_part('epoch', s.created_at), m.playoff_stage is not null, m.round, null
    from matches m join scores s on s.id = m.score_id and s.match_id = m.id
    where m.league_id = ${league_id} and m.score_id is not null
    order by match_date nulls first, match_id nulls first`.execute(db)
  const [league, ...results] = rows
  if (!league || league.match_id !== null) return { version: null, league: noLeague }
  return {
    version: league.version,
    league: {
      entries: league.entries,
      ladder: league.ladder,
      rules: leagueRulesOf(league.rules, league.sport),
      has_playoffs: league.has_playoffs,
      period: league.period,
      results: results.flatMap((row) => {
        if (row.match_id === null) return []
        const { answer_until, created_at, ...result } = row
        return [{ ...result, answer_until: instantOf(answer_until), created_at: instantOf(created_at) }]
      }),
    },
  }
}

/** The instant that is so many seconds after the beginning of 1970. */
function instantOf(seconds: number): Date {
  return new Date(Math.round(seconds * 1000))
}

/** A league that is being read, or was, for a version. `waits`: perhaps for a connection. */
type Reading = { version: number; read: Promise<Versioned>; waits: boolean }

/** Leagues that were read lately, and for which version: all who look at a changed league share one statement. */
const lately = perDatabase(() => new LRUCache<number, Reading>({ max: 100 }))

/** A league as it is stored at this version of it, or at a later one. */
export async function readStoredAt(db: Db, league_id: number, version: number): Promise<StoredLeague> {
  const known = lately(db)?.get(league_id)
  const read =
    known?.version === version
      ? known.read
      : keepLately(db, league_id, { version, read: readVersioned(db, league_id), waits: true })
  return (await read).league
}

/**
 * A league as a snapshot sees it, whose version the snapshot has read. What is known of `db` was perhaps read later than
 * the version it was asked for, and a snapshot must see nothing later: the version that was read has to be the same. A
 * snapshot holds a connection, so it does not wait for a read that waits for one.
 */
export async function readStoredIn(
  snapshot: Tx,
  db: Db | Tx,
  league_id: number,
  version: number,
): Promise<StoredLeague> {
  const reading = lately(db)?.get(league_id)
  const known = reading && !reading.waits ? await reading.read.catch(() => null) : null
  if (known?.version === version) return known.league
  const read = readVersioned(snapshot, league_id)
  return (await keepLately(db, league_id, { version, read, waits: false })).league
}

function keepLately(db: Db | Tx, league_id: number, reading: Reading): Promise<Versioned> {
  const memory = lately(db)
  memory?.set(league_id, reading)
  reading.read.then(
    () => (reading.waits = false),
    () => {
      if (memory?.get(league_id) === reading) memory.delete(league_id)
    },
  )
  return reading.read
}

/** Results that a process keeps in memory, of all leagues together: some 300 bytes each. */
const MOST_RESULTS = 50_000

/** A row of the stored table. */
export type TableLine = Pick<StandingRow, 'entry_id' | 'wins' | 'losses' | 'ties' | 'played'> & {
  /** Its place in its flight, where the league has flights. */
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

/** A result that the transaction has added: its only change of a league that it has locked at that version. */
export type AddedResult = { version: number; result: StoredResult }

/** A locked league as it is stored with the added result: from memory where this process knows the version before it. */
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
 * Keeps a league as it is after the commit of the added result, which raises its version by one. A league with play-offs
 * is not kept: its bracket changes with its results.
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
