import type { Pairing, PlayoffStatus } from './needs.ts'
import { pointsOf } from './ranking.ts'
import type { LeagueRules } from './season-rules.ts'
import { observeCounts } from './rating/match.ts'
import { ratingParameters } from './rating/parameters.ts'
import { chanceAt, normalAt } from './simulation/chance.ts'
import { formatsOf, sportOf } from './sports/formats.ts'
import {
  addResult,
  flightsOf,
  openTable,
  rankedGroups,
  settledGroup,
  topHalfOf,
  type OpenTable,
  type ResultFigures,
  type SeatResult,
  type StandingEntry,
  type StandingMatch,
} from './standings.ts'

/** How strong an entry is: the difference of two values is the log odds of a win. Null if not known, which is even. */
export type StrengthOf = (entry_id: number) => { value: number; deviation: number } | null

/** A league with matches to play. `moves`: how many of its only table go up and down, if that is the question. */
export type LeagueToPlay = {
  entries: readonly StandingEntry[]
  matches: readonly StandingMatch[]
  open: readonly Pairing[]
  /** Swiss rounds that are not drawn yet. */
  rounds_to_come?: number
  rules: LeagueRules
  moves?: { up: number; down: number } | null
}

/**
 * Shares of the simulated endings, from 0 to 1. `qualify`: in the play-offs or, with `moves`, going up; if nobody goes up,
 * staying.
 */
type Chance = { qualify: number; down: number }

/** By entry id; and by open match of one entry, in which share of the endings it qualifies if it wins, and if it loses. */
export type Chances = {
  of: ReadonlyMap<number, Chance>
  next: ReadonlyMap<Pairing, { if_win: number; if_loss: number }>
}

/** The work of all simulated endings, in matches and entries, and the limits of their number. */
const [WORK, FEWEST, MOST] = [90_000, 200, 2_000]

// Keys of the numbers drawn in one ending, beside those of its matches.
const [STRENGTH, ROUND] = [1_000_003, 1_000_005]

/** Plays the rest of a league many times by its real table. The same league gets the same chances. */
export function chancesOf(league: LeagueToPlay, mine: number | null, strengthOf: StrengthOf): Chances {
  const { entries, matches, rules, moves = null, rounds_to_come = 0 } = league
  const tables = flightsOf(entries).map((flight) => openTable(flight.entries, matches, rules))
  const seats = new Map(
    tables.flatMap((table) => table.lines.map(({ seat, row }) => [row.entry_id, { table, seat }] as const)),
  )
  const scores = scoresOf(rules)
  const open = league.open.flatMap((pair) => {
    const [one, two] = [seats.get(pair[0]), seats.get(pair[1])]
    if (!one || !two || one.table !== two.table) return []
    return [
      { pair, table: one.table, results: resultsBetween(one.seat, two.seat, scores), wins: 0, in_won: 0, in_lost: 0 },
    ]
  })
  const seed = seedOf(league)
  const runs = Math.max(FEWEST, Math.min(MOST, Math.floor(WORK / (open.length + 4 * entries.length))))
  const counts = new Map(entries.map(({ entry_id }) => [entry_id, { qualify: 0, down: 0 }]))
  const played: { table: OpenTable; result: SeatResult }[] = []
  for (let run = 0; run < runs; run += 1) {
    const strengths = new Map<number, number>()
    const valueOf = (entry_id: number) => {
      const known = strengths.get(entry_id)
      if (known !== undefined) return known
      const strength = strengthOf(entry_id)
      const value = strength ? strength.value + strength.deviation * normalAt(seed, run, STRENGTH, entry_id) : null
      if (value !== null) strengths.set(entry_id, value)
      return value
    }
    const play = (table: OpenTable, pair: Pairing, results: Results, key: number) => {
      const drawn = chanceAt(seed, run, key)
      const [one, two] = [valueOf(pair[0]), valueOf(pair[1])]
      const chance = one === null || two === null ? 0.5 : 1 / (1 + Math.exp(two - one))
      const isFirsts = drawn < chance
      const rest = isFirsts ? drawn / chance : (drawn - chance) / (1 - chance)
      const result = results[isFirsts ? 0 : 1][Math.floor(rest * scores.length)]!
      addResult(table, result, 1)
      played.push({ table, result })
      return isFirsts
    }
    const first = open.map(({ table, pair, results }, index) => play(table, pair, results, index))
    const byes: OpenTable['rows'] = []
    for (let round = 0; round < rounds_to_come; round += 1)
      for (const table of tables) {
        const { pairs, idle } = pairNeighbors(table, (seat) => chanceAt(seed, run, ROUND, round, seat))
        for (const [one, two] of pairs) {
          const pair = [table.rows[one]!.entry_id, table.rows[two]!.entry_id] as const
          play(table, pair, resultsBetween(one, two, scores), ROUND + round * 1_000 + one)
        }
        if (idle === null || rules.bye !== 'win') continue
        const row = table.rows[idle]!
        row.byes = (row.byes ?? 0) + 1
        byes.push(row)
      }
    const qualified = moves ? firstOf(tables[0]!, moves.up || entries.length - moves.down) : fieldOf(tables, rules)
    for (const entry_id of qualified) counts.get(entry_id)!.qualify += 1
    if (moves && moves.down > 0) {
      const stays = new Set(firstOf(tables[0]!, entries.length - moves.down))
      for (const [entry_id, count] of counts) if (!stays.has(entry_id)) count.down += 1
    }
    if (mine !== null) {
      const isIn = qualified.includes(mine)
      for (const [index, match] of open.entries()) {
        if (!match.pair.includes(mine)) continue
        const isWon = first[index] === (match.pair[0] === mine)
        if (isWon) match.wins += 1
        if (isIn && isWon) match.in_won += 1
        if (isIn && !isWon) match.in_lost += 1
      }
    }
    for (const { table, result } of played.splice(0).toReversed()) addResult(table, result, -1)
    for (const row of byes) row.byes = (row.byes ?? 0) - 1
  }
  return {
    of: new Map([...counts].map(([id, { qualify, down }]) => [id, { qualify: qualify / runs, down: down / runs }])),
    next: new Map(
      open.flatMap(({ pair, wins, in_won, in_lost }) =>
        mine !== null && pair.includes(mine)
          ? [[pair, { if_win: in_won / (wins || 1), if_loss: in_lost / (runs - wins || 1) }] as const]
          : [],
      ),
    ),
  }
}

/** A share in percent. Only certainty is 0 or 100. */
export function percentOf(share: number, status: PlayoffStatus): number {
  if (status === 'in') return 100
  if (status === 'out') return 0
  return Math.min(99, Math.max(1, Math.round(100 * share)))
}

/** The possible results of a match that the first seat wins, and of one that the second does. */
type Results = readonly [readonly SeatResult[], readonly SeatResult[]]

function resultsBetween(one: number, two: number, scores: readonly ResultFigures[]): Results {
  return [
    scores.map((score) => ({ first: one, second: two, ...score })),
    scores.map((score) => ({ first: two, second: one, ...score })),
  ]
}

/** Made-up scores of one match, all equally likely: the loser wins any number of sets, and few or many games in each. */
function scoresOf({ formats, ranking }: LeagueRules): ResultFigures[] {
  const toWin = formatsOf(formats).map((row) => row.sets_to_win)
  // Of a choice of formats, best of three is the one usually played.
  const sets = toWin.includes(2) ? 2 : Math.min(...toWin)
  return Array.from({ length: 2 * sets }, (_, index) => {
    const lost = Math.floor(index / 2)
    const few = index % 2 === 0
    const totals = {
      sets: { winner: sets, opponent: lost },
      games: { winner: 6 * sets + (few ? 1 : 4) * lost, opponent: 6 * lost + (few ? 2 : 4) * sets },
    }
    const points = pointsOf(ranking.points, { decided: true, status: null, ...totals })
    const { winner, opponent } = totals.games
    const counts = { games: [winner, opponent], sets: [sets, lost] } satisfies Parameters<typeof observeCounts>[0]
    const measured = ranking.by === 'strength' ? observeCounts(counts, sportOf(formats), ratingParameters) : null
    return { decided: true, played: true, totals, points, measured }
  })
}

/** A number that depends on the state of the league alone. */
function seedOf({ matches, open, rules }: LeagueToPlay): number {
  const results = matches.flatMap(({ entry_1, entry_2, winner }) => [entry_1, entry_2, winner ?? 0])
  return Math.floor(chanceAt(rules.playoff_places, ...results, ...open.flat()) * 2 ** 31)
}

/** The entries in the first places of a table. Tie-breaks are asked only where they matter. */
function firstOf(table: OpenTable, places: number): number[] {
  const first: number[] = []
  for (const group of rankedGroups(table)) {
    const room = places - first.length
    if (room <= 0) break
    const order = group.length > room ? settledGroup(table, group) : group
    for (const seat of order.slice(0, room)) first.push(table.rows[seat]!.entry_id)
  }
  return first
}

/** The entries in the play-offs: `playoffField`, with as few tie-breaks as it takes. */
function fieldOf(tables: readonly OpenTable[], { playoff_matches, playoff_places }: LeagueRules): number[] {
  const isAble = ({ rows }: OpenTable, seat: number) => rows[seat]!.played >= playoff_matches
  const seeds = tables.flatMap((table, flight) => {
    const top = topHalfOf(table.lines.length)
    const seeded: { entry_id: number; place: number; flight: number }[] = []
    let place = 0
    for (const group of rankedGroups(table)) {
      if (place >= top) break
      const able = group.filter((seat) => isAble(table, seat)).length
      const isDecided = tables.length === 1 && place + group.length <= top && seeded.length + able <= playoff_places
      for (const seat of isDecided ? group : settledGroup(table, group)) {
        if (place < top && isAble(table, seat)) seeded.push({ entry_id: table.rows[seat]!.entry_id, place, flight })
        place += 1
      }
    }
    return seeded
  })
  return seeds
    .toSorted((a, b) => a.place - b.place || a.flight - b.flight)
    .slice(0, playoff_places)
    .map(({ entry_id }) => entry_id)
}

/** Pairs neighbors in the table who have not met, as a Swiss round does; those level in the order of `drawn`. */
function pairNeighbors(table: OpenTable, drawn: (seat: number) => number) {
  const waiting = rankedGroups(table).flatMap((group) => group.toSorted((a, b) => drawn(a) - drawn(b)))
  const pairs: [number, number][] = []
  const idle = waiting.length % 2 === 1 ? waiting.pop()! : null
  while (waiting.length > 1) {
    const one = waiting.shift()!
    const at = waiting.findIndex((two) => table.met[one * table.size + two] === 0)
    pairs.push([one, waiting.splice(Math.max(0, at), 1)[0]!])
  }
  return { pairs, idle }
}
