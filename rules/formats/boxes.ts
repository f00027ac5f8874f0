import { balanceHomes, keyOf, roundRobin, type Week } from '#/rules/schedule.ts'
import { divide, flightsOf } from './flights.ts'
import type { Drawn, LeagueToDraw } from './league.ts'
import { drawByRounds } from './rounds.ts'

/**
 * A box league: in each period, every entry plays every other entry in its box once. After the period, the best `moves`
 * of each box move up and the last ones move down. A late entry joins the smallest box in the current period, or the
 * lowest of several.
 */
export function drawBoxes(
  league: LeagueToDraw,
  { size, rounds, moves }: Record<'size' | 'rounds' | 'moves', number>,
): Drawn {
  return drawByRounds(league, rounds, {
    fill: ({ week, matches }) => {
      const boxes = flightsOf(league, size)
      const met = new Set(matches.map(({ pair }) => keyOf(pair)))
      const from = week.from < league.today ? league.today : week.from
      const isMissing = (pair: readonly [number, number]) =>
        !met.has(keyOf(pair)) && pair.some((entry_id) => league.new_entries.has(entry_id))
      return drawPeriod(league, boxes, { ...week, from }, isMissing)
    },
    next: (week) =>
      drawPeriod(league, week.round === 1 ? flightsOf(league, size) : divide(rollOver(league, moves), size), week),
  })
}

/** The matches of a period in these boxes, and the entries that have changed boxes. */
function drawPeriod(
  league: LeagueToDraw,
  boxes: ReadonlyMap<number, number>,
  week: Week,
  isMissing: (pair: readonly [number, number]) => boolean = () => true,
): Pick<Drawn, 'cards' | 'flights'> {
  const numbers = [...new Set(boxes.values())].toSorted((a, b) => a - b)
  const pairs = numbers
    .flatMap((box) => roundRobin(league.entry_ids.filter((entry_id) => boxes.get(entry_id) === box)))
    .flatMap((round) => round.pairs)
  const moved = [...boxes].filter(([entry_id, box]) => league.flights.get(entry_id) !== box)
  const cards = pairs.filter(isMissing).map((pair) => ({ pair, ...week }))
  return { cards: balanceHomes(cards, league.matches), flights: new Map(moved) }
}

/**
 * All entries in the order of the next period's boxes: in each, those moving down into it, those staying, those moving
 * up. At most half of a box moves in one direction.
 */
export function rollOver({ by_table, flights }: Pick<LeagueToDraw, 'by_table' | 'flights'>, moves: number): number[] {
  const groups = Map.groupBy(by_table, (entry_id) => flights.get(entry_id) ?? Infinity)
  const boxes = [...groups].toSorted(([a], [b]) => a - b).map(([, entry_ids]) => entry_ids)
  const exchanged = movesOfBoxes(
    boxes.map(({ length }) => length),
    moves,
  )
  return boxes.flatMap((box, index) => {
    const { up, down } = exchanged[index]!
    const fromAbove = up === 0 ? [] : boxes[index - 1]!.slice(-up)
    const fromBelow = down === 0 ? [] : boxes[index + 1]!.slice(0, down)
    return [...fromAbove, ...box.slice(up, box.length - down), ...fromBelow]
  })
}

/** How many entries move up, and down, from each of these boxes, given by their sizes. */
export function movesOfBoxes(sizes: readonly number[], moves: number): { up: number; down: number }[] {
  const half = (index: number) => Math.floor((sizes[index] ?? 0) / 2)
  /** The number of entries that a box exchanges with the one below it. */
  const exchanged = sizes.map((_, index) => Math.min(moves, half(index), half(index + 1)))
  return sizes.map((_, index) => ({ up: exchanged[index - 1] ?? 0, down: exchanged[index]! }))
}
