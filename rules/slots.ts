import { GRID_FROM, GRID_TO, minutesOf, SLOT_MINUTES, timeAt, type Away, type Hours } from './availability.ts'
import { listOpenDays, type ClosedDays } from './closed-days.ts'
import { addDays, instantInZone, weekdayOf } from './day.ts'

/** Minutes that a match needs its court and players. Two matches of a player that start within this time clash. */
export const MATCH_MINUTES = 90

/** The shortest notice for a suggested time, in hours, so that the other side can answer. */
export const NOTICE_HOURS = 4

const MOST_SUGGESTIONS = 3
const minuteMs = 60_000

/** A player on either side. */
export type SlotPlayer = {
  /** Empty if none are on file. */
  hours: readonly Hours[]
  away: readonly Away[]
  /** The instants at which the player's other matches start. */
  appointments: readonly number[]
  /** Days of other matches that have no time yet. */
  days_taken: readonly string[]
}

export type SlotCourt = {
  id: number
  name: string
  has_lights: boolean
  court_count: number
  /** The instants at which other matches start there. */
  taken: readonly number[]
}

/** Sunrise to sunset, as instants. Null if the sun does not rise that day. */
export type Daylight = { from: number; to: number } | null

export type SlotQuestion<C extends SlotCourt> = {
  /** No suggestion starts before this instant. */
  earliest: number
  time_zone: string
  /** The days on which the match may be played, first and last included. */
  from: string
  to: string
  /** The days without play. */
  closed?: ClosedDays
  players: readonly SlotPlayer[]
  /** Whether the player who reads the suggestions has hours on file. */
  reader_has_hours: boolean
  /** Courts of the match's area, best first. Empty if none are on file; the place then stays open. */
  courts: readonly C[]
  daylight: (court: C, day: string) => Daylight
  /** The match's current appointment, which is not suggested again. */
  appointment: number | null
}

export type Suggestion<C> = { match_date: string; match_time: string; court: C | null; why: string }

type Slot<C> = {
  day: string
  minutes: number
  court: C | null
  /** Whether the court needs its lights. */
  dark: boolean
  usual: boolean
  /** Minutes from the usual time for matches that day. */
  far: number
}

/**
 * Up to three times at which everybody can play, best first (docs/product.md, "Matches"). `why` reveals nothing new to
 * the reader: it depends only on the time, the court, and the reader's own hours.
 */
export function suggestTimes<C extends SlotCourt>(question: SlotQuestion<C>): Suggestion<C>[] {
  const midnightOf = rememberMidnights(question.time_zone)
  const days = listDays(question).map((day) => slotsOf(question, day, midnightOf).toSorted(byFitness))
  const best = days.flatMap(([first]) => first ?? [])
  const chosen = question.players.some(({ hours }) => hours.length > 0) ? sortDays(best) : spread(best)
  // Too few days: adds other times on those days, far enough apart to be real choices.
  const more = sortDays(days.flatMap(([first, ...others]) => others.filter((slot) => first && isApart(slot, first))))
  for (const slot of more) {
    if (chosen.length >= MOST_SUGGESTIONS) break
    if (chosen.every((other) => other.day !== slot.day || isApart(slot, other))) chosen.push(slot)
  }
  return chosen.slice(0, MOST_SUGGESTIONS).map((slot) => ({
    match_date: slot.day,
    match_time: timeAt(slot.minutes),
    court: slot.court,
    why: formatWhy(slot, question.reader_has_hours),
  }))
}

function listDays({
  from,
  to,
  closed = [],
  players,
}: Pick<SlotQuestion<SlotCourt>, 'from' | 'to' | 'closed' | 'players'>): string[] {
  return listOpenDays(from, to, closed).filter(
    (day) =>
      !players.some(
        ({ away, days_taken }) => days_taken.includes(day) || away.some((a) => a.from <= day && day <= a.to),
      ),
  )
}

/** Every time of a day that suits all players, with the first court available. */
function slotsOf<C extends SlotCourt>(question: SlotQuestion<C>, day: string, midnightOf: Midnights): Slot<C>[] {
  const { earliest, players, courts, daylight, appointment } = question
  const weekday = weekdayOf(day)
  const hours = players.flatMap((player) =>
    player.hours.length === 0
      ? []
      : [
          player.hours
            .filter((each) => each.weekday === weekday)
            .map(({ from, to }) => [minutesOf(from), minutesOf(to)] as const),
        ],
  )
  if (hours.some((ranges) => ranges.length === 0)) return []
  const instantOf = clockOf(day, question.time_zone, midnightOf)
  const light = new Map<number, Daylight>()
  const isLight = (court: C, start: number): boolean => {
    let sun = light.get(court.id)
    if (sun === undefined) light.set(court.id, (sun = daylight(court, day)))
    return isLightThen(sun, start)
  }
  const slots: Slot<C>[] = []
  for (let minutes = minutesOf(GRID_FROM); minutes + MATCH_MINUTES <= minutesOf(GRID_TO); minutes += SLOT_MINUTES) {
    if (!hours.every((ranges) => ranges.some(([from, to]) => from <= minutes && minutes + MATCH_MINUTES <= to)))
      continue
    const start = instantOf(minutes)
    if (start === null || start < earliest || start === appointment) continue
    if (players.some((player) => player.appointments.some((other) => areClashing(start, other)))) continue
    const court = courts.find((each) => (each.has_lights || isLight(each, start)) && !isCourtFull(start, each)) ?? null
    if (court === null && courts.length > 0) continue
    const { usual, far } = habitOf(weekday, minutes)
    slots.push({ day, minutes, court, dark: court !== null && court.has_lights && !isLight(court, start), usual, far })
  }
  return slots
}

/** Whether it stays light during a match that starts then. */
export function isLightThen(sun: Daylight, start: number): boolean {
  return sun !== null && sun.from <= start && start + MATCH_MINUTES * minuteMs <= sun.to
}

/** Whether two matches of one player start too close together. */
export function areClashing(one: number, two: number): boolean {
  return Math.abs(one - two) <= MATCH_MINUTES * minuteMs
}

/** Whether a match that starts then would find all courts of a place taken at some moment. Each match takes its court for `MATCH_MINUTES`. */
export function isCourtFull(start: number, { taken, court_count }: Pick<SlotCourt, 'taken' | 'court_count'>): boolean {
  if (taken.length < court_count) return false
  const length = MATCH_MINUTES * minuteMs
  const others = taken.filter((other) => Math.abs(other - start) < length)
  if (others.length < court_count) return false
  const moments = [start, ...others.filter((other) => other > start)]
  return moments.some((at) => others.filter((other) => other <= at && at < other + length).length >= court_count)
}

/** Maps minutes shown on a day's clock to instants. Null for a time that a clock change skips or repeats. */
function clockOf(day: string, time_zone: string, midnightOf: Midnights): (minutes: number) => number | null {
  const begin = midnightOf(day)
  const end = midnightOf(addDays(day, 1))
  // On a 24-hour day every time exists once. Asking the zone for each would take most of the time.
  if (begin !== null && end !== null && end - begin === 24 * 60 * minuteMs)
    return (minutes) => begin + minutes * minuteMs
  return (minutes) => instantAt(day, timeAt(minutes), time_zone)
}

function instantAt(day: string, time: string, time_zone: string): number | null {
  const instant = instantInZone(day, time, time_zone)
  return instant instanceof Date ? instant.getTime() : null
}

type Midnights = (day: string) => number | null

/** A day ends when the next one begins: the zone is asked once for both. */
function rememberMidnights(time_zone: string): Midnights {
  const known = new Map<string, number | null>()
  return (day) => {
    let midnight = known.get(day)
    if (midnight === undefined) known.set(day, (midnight = instantAt(day, '00:00', time_zone)))
    return midnight
  }
}

/** The usual times for matches: weekday evenings from 17:30, weekend mornings. */
function habitOf(weekday: number, minutes: number): { usual: boolean; far: number } {
  const [from, best, to] = weekday <= 5 ? [17 * 60 + 30, 18 * 60, 20 * 60] : [9 * 60, 10 * 60, 11 * 60]
  return { usual: from <= minutes && minutes <= to, far: Math.abs(minutes - best) }
}

function byFitness(a: Slot<unknown>, b: Slot<unknown>): number {
  return Number(b.usual) - Number(a.usual) || a.far - b.far || a.minutes - b.minutes
}

/** Usual times first, then by day. */
function sortDays<C>(slots: readonly Slot<C>[]): Slot<C>[] {
  return slots.toSorted(
    (a, b) => Number(b.usual) - Number(a.usual) || (a.day < b.day ? -1 : a.day > b.day ? 1 : byFitness(a, b)),
  )
}

/** Two weekday evenings and one weekend morning, by day, then the rest. */
function spread<C>(slots: readonly Slot<C>[]): Slot<C>[] {
  const sorted = sortDays(slots)
  const usual = sorted.filter((slot) => slot.usual)
  const first = [
    ...usual.filter(({ day }) => weekdayOf(day) <= 5).slice(0, 2),
    ...usual.filter(({ day }) => weekdayOf(day) > 5).slice(0, 1),
  ]
  return [...sortDays(first), ...sorted.filter((slot) => !first.includes(slot))]
}

function isApart(one: Slot<unknown>, two: Slot<unknown>): boolean {
  return Math.abs(one.minutes - two.minutes) > MATCH_MINUTES
}

function formatWhy({ court, dark, usual }: Slot<SlotCourt>, reader_has_hours: boolean): string {
  const time = reader_has_hours
    ? 'You can play then.'
    : usual
      ? 'You have not entered when you can play, so usual times for matches are suggested.'
      : 'You have not entered when you can play. Check that this time suits you.'
  if (court === null) return time
  if (dark) return `${time} ${court.name} has lights.`
  return court.has_lights ? time : `${time} It stays light long enough at ${court.name}.`
}
