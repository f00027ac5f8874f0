import { drawCards } from '#/rules/schedule.ts'
import { emptyDraw, type Drawn, type LeagueToDraw } from './league.ts'

/**
 * Divides a league into flights of at most `size` entries, the strongest in the first. Each flight plays its own round
 * robin. An entry with a flight stays in it. A late entry joins the smallest flight, or the lowest of several. Late
 * entries form new flights if they outnumber the free places in the existing ones by three or more.
 */
export function drawFlights(league: LeagueToDraw, size: number): Drawn {
  if (league.entry_ids.length < 2) return emptyDraw
  const flights = flightsOf(league, size)
  const numbers = [...new Set(flights.values())].toSorted((a, b) => a - b)
  const cards = numbers.flatMap((flight) => {
    const isIn = (entry_id: number) => flights.get(entry_id) === flight
    const entry_ids = league.entry_ids.filter(isIn)
    const new_entries = new Set([...league.new_entries].filter(isIn))
    return drawCards({
      ...league,
      entry_ids,
      new_entries,
      drawn_before: entry_ids.length - new_entries.size,
      matches: league.matches.filter(({ pair }) => pair.some(isIn)),
    })
  })
  const moved = [...flights].filter(([entry_id, flight]) => league.flights.get(entry_id) !== flight)
  return { ...emptyDraw, cards, flights: new Map(moved) }
}

/** The flight of each entry, from 1. If all entries are new, the flights' sizes differ by at most one. */
export function flightsOf({ by_strength, flights }: LeagueToDraw, size: number): Map<number, number> {
  const known = new Map(by_strength.flatMap((id) => (flights.has(id) ? [[id, flights.get(id)!] as const] : [])))
  if (known.size === 0) return divide(by_strength, size)
  const sizes = Array.from({ length: Math.max(...known.values()) }, (_, index) => ({ flight: index + 1, size: 0 }))
  for (const flight of known.values()) sizes[flight - 1]!.size += 1
  const entering = by_strength.filter((each) => !known.has(each))
  const room = sizes.reduce((sum, each) => sum + Math.max(0, size - each.size), 0)
  if (entering.length >= room + 3)
    return new Map([...known, ...[...divide(entering, size)].map(([id, group]) => [id, sizes.length + group] as const)])
  for (const id of entering) {
    const smallest = sizes.reduce((best, each) => (each.size <= best.size ? each : best))
    known.set(id, smallest.flight)
    smallest.size += 1
  }
  return known
}

/** Cuts the entries, best first, into groups of at most `size` that differ by at most one entry. */
export function divide(order: readonly number[], size: number): Map<number, number> {
  const count = Math.ceil(order.length / size)
  return new Map(order.map((id, place) => [id, Math.floor((place * count) / order.length) + 1]))
}
