import { createHash } from 'node:crypto'
import type { ClosedDay } from '#/features/availability/closed-days.ts'
import { rebuildLockedLeague } from '#/features/playoffs/rebuild.ts'
import { rankLeague } from '#/features/standings/queries.ts'
import { drawLeague } from '#/rules/formats/draw.ts'
import { formatWordsOf, type LeagueFormat } from '#/rules/formats/formats.ts'
import { playoffShortage } from '#/rules/formats/shortage.ts'
import type { LadderMove } from '#/rules/formats/ladder.ts'
import type { StrongEntry } from '#/rules/formats/strength.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import type { DrawnCard } from '#/rules/schedule.ts'
import type { Db, Tx } from '#/server/db.ts'
import {
  deleteOpenCards,
  findLeagueToDraw,
  insertCards,
  insertLadderMoves,
  listByStrength,
  type DrawnMatch,
  type PreviousLeague,
  updateByes,
  updateDrawnAt,
  updateFlights,
  updateLostMatches,
  updateMeetings,
  updateRungs,
  updateRoundsDrawn,
} from './queries.ts'

/** The changes that drawing a league would make. */
export type DrawPlan = {
  league_id: number
  format: LeagueFormat
  starting_date: string
  ending_date: string
  /** The days without play of its area. */
  closed: ClosedDay[]
  /** The entries that count, in the order of the draw. */
  entry_ids: number[]
  /** Whether the league has not been drawn before. */
  is_first: boolean
  /** How many of them have no match cards yet. */
  new_entries: number
  /** Why play-offs would be impossible. Null if they are possible. */
  shortage: ReturnType<typeof playoffShortage>
  add: DrawnCard[]
  /** Entries that change their flight or get their first. */
  flights: ReadonlyMap<number, number>
  /** Entries that join the ladder, and their starting positions. */
  rungs: ReadonlyMap<number, number>
  /** Late entries that move above another one on the ladder. */
  ladder_moves: readonly LadderMove[]
  today: string
  /** Whether rankings or the matches that count would change. */
  changes_tables: boolean
  remove: DrawnMatch[]
  /** By entry: the number of matches that it has lost because opponents left, and that would not be replaced. */
  lost: ReadonlyMap<number, number>
  /** Whether the entries without a match in the round have a bye. */
  gives_byes: boolean
  /** The last round drawn afterwards, in a format drawn round by round. Null if unchanged. */
  rounds_drawn: number | null
  /** The last day of the round in progress, if the next round waits for it. */
  waits_until: string | null
  /** The entries of each flight or box after the draw, strongest first. Empty if the league has one table. */
  flight_entries: FlightEntry[][]
  /** Where the entries that are placed by strength ended the previous season. */
  last: ReadonlyMap<number, LastPlace>
  /** The ratings by which they are placed, where the season's rules say so. */
  ratings: ReadonlyMap<number, number>
  /** The season's rule for this order. */
  draw_by: SeasonRules['draw_by']
  /** Number of matches that stay unchanged. */
  kept: number
  /** A hash of the changes: plans with the same changes have the same digest. */
  digest: string
}

/** Where an entry ended the previous season. `division_name`: null if it was the same division. */
export type LastPlace = Pick<PreviousLeague, 'season' | 'group'> & {
  division_name: string | null
  flight: number | null
  rank: number
}

/** The options of a draw. */
type DrawRequest = {
  /** Deletes all untouched cards and redraws the pairings that are not played yet over the remaining days. */
  redraw?: boolean
  /** Whether a round may begin before the last day of the previous one, once its matches are played. */
  early?: boolean
}

/**
 * Plans a league's draw by its format: cards to add for entries without any, or for the next round, and open cards of
 * withdrawn entries to delete.
 */
export async function planDraw(
  db: Db | Tx,
  league_id: number,
  today: string,
  { redraw = false, early = false }: DrawRequest = {},
): Promise<DrawPlan> {
  const league = await findLeagueToDraw(db, league_id)
  const { entries, withdrawn: _, matches, rules, format, rungs, rounds_drawn, drawn_before, ...season } = league
  const { by_results, by_strength, by_period, by_rung, group, replaces_lost } = formatWordsOf(format.kind)
  const { remove, kept, lost } = planRemoval(league, redraw)
  const entry_ids = entries.map(({ entry_id }) => entry_id)
  // A redraw of the whole league also divides it into flights or boxes again.
  const isWhole = redraw && kept.length === 0 && rounds_drawn <= 1
  const strong = by_strength ? await listByStrength(db, league_id, rules, today) : null
  const drawn = drawLeague(
    {
      ...season,
      entry_ids,
      new_entries: new Set(entries.filter((entry) => redraw || !entry.drawn).map(({ entry_id }) => entry_id)),
      drawn_before,
      by_strength: strong?.map(({ entry_id }) => entry_id) ?? entry_ids,
      by_table: by_results || by_rung ? (await rankLeague(db, league_id)).map(({ entry_id }) => entry_id) : entry_ids,
      matches: kept,
      flights: new Map(
        entries.flatMap(({ entry_id, flight }) => (flight === null || isWhole ? [] : [[entry_id, flight] as const])),
      ),
      rungs,
      lost,
      rounds_drawn,
      rules,
      early,
      today,
    },
    format,
  )
  const { cards: add, waits_until } = drawn
  const newRungs = drawn.rungs ?? new Map<number, number>()
  const isNextRound = drawn.rounds_drawn > rounds_drawn
  const flights = flightsThatChange(entries, drawn.flights)
  const inGroup = entries.flatMap(({ entry_id, flight }) =>
    group !== null && (flight === null || isWhole) ? [entry_id] : [],
  )
  const placed = new Set([...newRungs.keys(), ...inGroup])
  const last = lastPlaces(strong ?? [], placed)
  // Untouched cards of a period that has ended no longer count anywhere.
  const isOver = ({ untouched, round }: DrawnMatch) => by_period && isNextRound && untouched && round === rounds_drawn
  const dropped = [...remove, ...kept.filter(isOver)]
  const changes = {
    league_id,
    redraw,
    add,
    flights: [...flights],
    rungs: [...newRungs],
    last: [...last],
    remove: dropped.map(({ id }) => id),
  }
  return {
    league_id,
    format,
    ...season,
    entry_ids,
    is_first: drawn_before === 0,
    new_entries: entries.filter((entry) => !entry.drawn).length,
    shortage: playoffShortage(format, entry_ids.length, rules),
    add,
    flights,
    rungs: newRungs,
    ladder_moves: drawn.ladder_moves ?? [],
    today,
    changes_tables: flights.size > 0 || (by_period && isNextRound) || newRungs.size > 0,
    remove: dropped,
    lost: isNextRound || redraw || !replaces_lost ? new Map() : stillLost(lost, add),
    gives_byes: format.kind === 'swiss' && drawn.rounds_drawn > 0 && (isNextRound || redraw),
    rounds_drawn: isNextRound ? drawn.rounds_drawn : null,
    waits_until,
    flight_entries: entriesByFlight(entries, flights, strong ?? []),
    last,
    ratings: new Map(
      (strong ?? []).flatMap(({ entry_id, rating }) =>
        rating !== null && placed.has(entry_id) ? [[entry_id, Math.round(rating)] as const] : [],
      ),
    ),
    draw_by: strong ? rules.draw_by : 'last_season',
    kept: matches.length - dropped.length,
    digest: createHash('sha256').update(JSON.stringify(changes)).digest('base64url'),
  }
}

type FoundLeague = Awaited<ReturnType<typeof findLeagueToDraw>>

/** The matches that a draw deletes and keeps, and how many each entry has lost because its opponents left. */
function planRemoval({ entries, withdrawn, matches, format, rounds_drawn }: FoundLeague, redraw: boolean) {
  const { by_results, by_rung } = formatWordsOf(format.kind)
  const left = new Set(withdrawn)
  const hasLeft = ({ pair, open }: DrawnMatch) => open && pair.some((entry_id) => left.has(entry_id))
  // Rounds before the last were paired by results that have changed since.
  const isRedrawn = ({ untouched, round }: DrawnMatch) =>
    redraw && untouched && !by_rung && (!by_results || round === rounds_drawn)
  const remove = matches.filter((match) => hasLeft(match) || isRedrawn(match))
  const lost = new Map(
    entries.flatMap((each) => (each.lost_matches > 0 ? [[each.entry_id, each.lost_matches] as const] : [])),
  )
  for (const { pair } of remove.filter(hasLeft))
    for (const entry_id of pair.filter((each) => !left.has(each))) lost.set(entry_id, (lost.get(entry_id) ?? 0) + 1)
  return { remove, kept: matches.filter((match) => !remove.includes(match)), lost }
}

/** How many matches each entry is still missing once these cards are added. */
function stillLost(lost: ReadonlyMap<number, number>, add: readonly DrawnCard[]): Map<number, number> {
  const replaced = (entry_id: number) => add.filter(({ pair }) => pair.includes(entry_id)).length
  const after = [...lost].map(([entry_id, count]) => [entry_id, count - replaced(entry_id)] as const)
  return new Map(after.filter(([, count]) => count > 0))
}

/** Entries that change their flight or get their first. */
function flightsThatChange(entries: FoundLeague['entries'], drawn: ReadonlyMap<number, number>): Map<number, number> {
  return new Map(
    entries.flatMap(({ entry_id, flight: before }) => {
      const flight = drawn.get(entry_id) ?? before
      return flight === before || flight === null ? [] : [[entry_id, flight] as const]
    }),
  )
}

function lastPlaces(
  strong: readonly StrongEntry<PreviousLeague>[],
  placed: ReadonlySet<number>,
): Map<number, LastPlace> {
  return new Map(
    strong.flatMap(({ entry_id, last }) => {
      if (last === null || !placed.has(entry_id)) return []
      const { season, group, own, division_name } = last.league
      const { flight, rank } = last.line
      return [[entry_id, { season, group, division_name: own ? null : division_name, flight, rank }] as const]
    }),
  )
}

/** An entry of a flight, and the flight that it moves from, if any. */
type FlightEntry = { entry_id: number; from: number | null }

function entriesByFlight(
  entries: FoundLeague['entries'],
  changed: ReadonlyMap<number, number>,
  strong: readonly { entry_id: number }[],
): FlightEntry[][] {
  const places = new Map(strong.map(({ entry_id }, index) => [entry_id, index]))
  const drawn = entries.flatMap(({ entry_id, flight: before }) => {
    const flight = changed.get(entry_id) ?? before
    return flight === null ? [] : [{ entry_id, flight, from: flight === before ? null : before }]
  })
  return [...Map.groupBy(drawn, ({ flight }) => flight)]
    .toSorted(([a], [b]) => a - b)
    .map(([, among]) =>
      among
        .toSorted((a, b) => (places.get(a.entry_id) ?? 0) - (places.get(b.entry_id) ?? 0))
        .map(({ entry_id, from }) => ({ entry_id, from })),
    )
}

/** Whether a plan changes nothing. */
export function isEmpty({ add, remove, rungs }: Pick<DrawPlan, 'add' | 'remove' | 'rungs'>): boolean {
  return add.length + remove.length + rungs.size === 0
}

/** Applies a plan. The caller must have locked the league before planning. */
export async function applyDraw(
  tx: Tx,
  {
    league_id,
    add,
    flights,
    rungs,
    ladder_moves,
    today,
    changes_tables,
    gives_byes,
    lost,
    remove,
    rounds_drawn,
  }: DrawPlan,
  now: Date,
): Promise<void> {
  await deleteOpenCards(
    tx,
    remove.map(({ id }) => id),
    now,
  )
  await insertCards(tx, league_id, add, now)
  await updateDrawnAt(tx, league_id, now)
  await updateLostMatches(tx, league_id, lost)
  if (rounds_drawn !== null) await updateRoundsDrawn(tx, league_id, rounds_drawn)
  const counts_more = await updateMeetings(tx, league_id)
  const changes_byes = await updateByes(tx, league_id, gives_byes)
  await updateFlights(tx, league_id, flights)
  await updateRungs(tx, league_id, rungs)
  await insertLadderMoves(tx, league_id, ladder_moves, { kind: 'entered', day: today })
  if (changes_tables || counts_more || changes_byes) await rebuildLockedLeague(tx, league_id)
}
