import { OBJECTION_HOURS, timeExpiry, type OfferOutcome, type Side } from './arranging.ts'
import { minutesOf, type Away, type Hours } from './availability.ts'
import { addOpenDays, countOpenDays, isClosed, listOpenDays, type ClosedDays } from './closed-days.ts'
import { weekdayOf } from './day.ts'
import type { SeasonRules } from './season-rules.ts'
import { MATCH_MINUTES } from './slots.ts'

// The outcome of a match that was not played in its window (docs/product.md, "Matches that were not played"). Instants
// are milliseconds since 1970, days yyyy-mm-dd.

/** The season rules for unplayed matches. */
export type EffortRules = Pick<
  SeasonRules,
  'effort_days' | 'effort_hours' | 'extension_days' | 'time_expiry_hours' | 'offer_hours'
>

/** Days between notifying both sides and applying the proposed outcome automatically. */
export const NOTICE_DAYS = 3
/** The minimum number of days that an extension leaves, even if it is applied late. */
const LEAST_DAYS_LEFT = 3
/** A side clearly did more if its effort is at least this many times the other's, and `effort_days` greater. */
export const CLEARLY_TIMES = 3
/** Call-offs of taken times that are a default. */
const MOST_CALL_OFFS = 1
/** When a side without hours on file can play. */
const WAKING = { from: '07:00', to: '22:00' }

export type EffortOffer = {
  side: Side
  made_at: number
  /** The day on which it was made. */
  made_on: string
  /** When it could no longer be answered. */
  ended_at: number
  outcome: OfferOutcome | null
  /** `suits`: whether the other side could play then, as known when it was offered. */
  times: readonly { day: string; starts_at: number; suits: boolean }[]
}

/** A time taken, set or called off, or another answer. */
export type EffortEvent = {
  kind: 'taken' | 'agreed' | 'called_off' | 'objected' | 'declined'
  /** Null for an organizer. */
  side: Side | null
  at: number
  /** The day on which it happened. */
  on: string
  /** The day and start that were agreed. */
  day: string | null
  starts_at: number | null
  /** Whether it happened before the window was extended. */
  before_extension: boolean
}

/** The attempts of both sides in the window or, once it was extended, during the extension. Events are in order. */
export type EffortRecord = {
  offers: readonly EffortOffer[]
  /** Call-offs before an extension count too. */
  events: readonly EffortEvent[]
  window: { from: string; to: string }
  /** The days without play: the window is measured without them. */
  closed?: ClosedDays | undefined
  /** The new last day if the window is extended. Null if it was extended before, or if no day that counts is left. */
  extends_to: string | null
}

export type Outcome = 'walkover_one' | 'walkover_two' | 'extended' | 'not_played'

/** How much one side tried. */
export type Effort = {
  /** Different days offered. */
  offered: number
  /** Those that count, and the days of times taken. */
  days: number
  /** `days`, or half of it if they cover less than half of the window. */
  weighed: number
  /** The first day on which it offered or took a time that counts. */
  since: string | null
  took: boolean
  declined: boolean
  called_off: number
  /** Whether it did anything to find a time, even too late. */
  tried: boolean
}

export type Verdict = {
  outcome: Outcome
  efforts: Record<Side, Effort>
  /** Whether a date that both sides knew of was never called off. */
  agreed: boolean
  extends_to: string | null
}

/** Decides the outcome at the end of a window from the record of both sides. Swapping the sides swaps the outcome. */
export function judgeEffort(record: EffortRecord, rules: EffortRules): Verdict {
  const { stands, takes, callOffs } = readEvents(record.events)
  const efforts = {
    1: effortOf(record, 1, { takes, callOffs }, rules),
    2: effortOf(record, 2, { takes, callOffs }, rules),
  }
  const [one, two] = [efforts[1], efforts[2]]
  const verdict = (outcome: Outcome): Verdict => ({
    outcome,
    efforts,
    agreed: stands,
    extends_to: outcome === 'extended' ? record.extends_to : null,
  })
  if (isDefault(two) && !isDefault(one)) return verdict('walkover_one')
  if (isDefault(one) && !isDefault(two)) return verdict('walkover_two')
  const compares = !stands && !isDefault(one) && !isDefault(two)
  if (compares && isClearlyMore(one.weighed, two.weighed, rules)) return verdict('walkover_one')
  if (compares && isClearlyMore(two.weighed, one.weighed, rules)) return verdict('walkover_two')
  if ((one.tried || two.tried || stands) && record.extends_to !== null) return verdict('extended')
  return verdict('not_played')
}

/** Whether an effort is so much greater than the other side's that it is a walkover. */
export function isClearlyMore(
  mine: number,
  theirs: number,
  { effort_days }: Pick<SeasonRules, 'effort_days'>,
): boolean {
  return mine - theirs >= effort_days && mine >= CLEARLY_TIMES * theirs
}

function isDefault({ called_off }: Effort): boolean {
  return called_off > MOST_CALL_OFFS
}

type Take = { side: Side; day: string; on: string }

/** The taken times that their taker kept, the call-offs of taken times, and whether the last date stands. */
function readEvents(events: readonly EffortEvent[]): { stands: boolean; takes: Take[]; callOffs: Side[] } {
  let takes: Take[] = []
  const callOffs: Side[] = []
  let last: Take | null = null
  let stands = false
  for (const { kind, side, at, on, day, starts_at, before_extension } of events) {
    if (kind === 'declined') continue
    if (kind === 'called_off' && last !== null && side !== null) {
      const dropped: Take = last
      callOffs.push(side)
      if (side === dropped.side) takes = takes.filter((take) => take !== dropped)
    }
    last = kind === 'taken' && side !== null && day !== null ? { side, day, on } : null
    if (last !== null && !before_extension) takes.push(last)
    // A date that one side set so late that the other could not object is not agreed.
    const known = side === null || (starts_at !== null && starts_at - at >= OBJECTION_HOURS * hourMs)
    stands = !before_extension && (kind === 'taken' || (kind === 'agreed' && known))
  }
  return { stands, takes, callOffs }
}

const hourMs = 3_600_000

function effortOf(
  { offers, events, window, closed }: EffortRecord,
  side: Side,
  { takes, callOffs }: { takes: readonly Take[]; callOffs: readonly Side[] },
  rules: EffortRules,
): Effort {
  const mine = offers.filter((offer) => offer.side === side)
  const seen = mine.filter((offer) => offer.outcome !== 'withdrawn' || wasOpen(offer, rules))
  const taken = takes.filter((take) => take.side === side)
  const counted = [
    ...mine.flatMap((offer) =>
      offer.times.flatMap((time) => (counts(offer, time, rules) ? [{ day: time.day, on: offer.made_on }] : [])),
    ),
    ...taken,
  ]
  const days = new Set(counted.map(({ day }) => day)).size
  const since = counted.map(({ on }) => on).toSorted()[0] ?? null
  const until = counted
    .map(({ day }) => day)
    .toSorted()
    .at(-1)
  return {
    offered: new Set(seen.flatMap(({ times }) => times.map(({ day }) => day))).size,
    days,
    weighed: since === null || until === undefined ? 0 : days * weightOf({ since, until }, { window, closed }),
    since,
    took: taken.length > 0,
    declined: events.some((event) => event.kind === 'declined' && event.side === side && !event.before_extension),
    called_off: callOffs.filter((of) => of === side).length,
    tried: seen.length > 0 || taken.length > 0,
  }
}

/** 1, or half if the open days from the first offer to the last day offered are less than half of the window's. */
function weightOf(
  { since, until }: { since: string; until: string },
  { window: { from, to }, closed = [] }: Pick<EffortRecord, 'window' | 'closed'>,
): number {
  const covered = countOpenDays(since > from ? since : from, until, closed)
  return covered * 2 < countOpenDays(from, to, closed) ? 0.5 : 1
}

function wasOpen(
  { made_at, ended_at }: Pick<EffortOffer, 'made_at' | 'ended_at'>,
  { effort_hours }: EffortRules,
): boolean {
  return ended_at - made_at >= effort_hours * hourMs
}

/** Whether a time was offered at an hour that suits, and was answered or could be accepted for long enough. */
function counts(
  { made_at, ended_at, outcome }: EffortOffer,
  time: EffortOffer['times'][number],
  rules: EffortRules,
): boolean {
  const expiry = timeExpiry(time, rules)
  const answered = outcome === 'taken' || outcome === 'declined' || outcome === 'countered'
  return (
    time.suits &&
    ((answered && ended_at <= expiry) || wasOpen({ made_at, ended_at: Math.min(ended_at, expiry) }, rules))
  )
}

/** When a player can play. `hours` is empty if none are on file. */
export type EffortPlayer = { hours: readonly Hours[]; away: readonly Away[] }

/**
 * Whether all players of a side can play at a time, by their hours and days away: on a closed day, nobody is asked to. A
 * side that can play on fewer days of the window than a walkover needs is read as one without hours and days away: nobody
 * evades the record by closing the week.
 */
export function suitsSide(
  players: readonly EffortPlayer[],
  { day, time }: { day: string; time: string },
  { from, to, closed = [] }: EffortRecord['window'] & Pick<EffortRecord, 'closed'>,
  { effort_days }: Pick<SeasonRules, 'effort_days'>,
): boolean {
  if (isClosed(day, closed)) return false
  const open = listOpenDays(from, to, closed).filter((each) => openRanges(players, each).length > 0).length
  const ranges = open < effort_days ? [waking] : openRanges(players, day)
  const start = minutesOf(time)
  return ranges.some(([begin, end]) => begin <= start && start + MATCH_MINUTES <= end)
}

type Range = readonly [from: number, to: number]
const waking: Range = [minutesOf(WAKING.from), minutesOf(WAKING.to)]

/** The times of a day, long enough for a match, at which all can play. */
function openRanges(players: readonly EffortPlayer[], day: string): Range[] {
  return players
    .reduce<Range[]>(
      (open, { hours, away }) => {
        if (away.some(({ from, to }) => from <= day && day <= to)) return []
        const own: Range[] =
          hours.length === 0
            ? [waking]
            : hours
                .filter(({ weekday }) => weekday === weekdayOf(day))
                .map(({ from, to }) => [minutesOf(from), minutesOf(to)] as const)
        return open.flatMap(([from, to]) =>
          own.map(([begin, end]) => [Math.max(from, begin), Math.min(to, end)] as const),
        )
      },
      [[0, 24 * 60]],
    )
    .filter(([from, to]) => to - from >= MATCH_MINUTES)
}

/** Advice to one side while the window is open. Null if there is nothing to say. */
export function adviseSide(
  { outcome, efforts, agreed }: Verdict,
  side: Side,
  { window, closed, today }: Pick<EffortRecord, 'window' | 'closed'> & { today: string },
  rules: Pick<SeasonRules, 'effort_days'>,
): string | null {
  const other = side === 1 ? 2 : 1
  const [mine, theirs] = [efforts[side], efforts[other]]
  if (agreed) return null
  if (isDefault(mine)) return 'You have called off twice, which counts as a default.'
  const once = mine.called_off === MOST_CALL_OFFS ? ' You have called off once: a second time counts as a default.' : ''
  const winner = walkoverWinner(outcome)
  if (winner === side) return `If nothing changes, the match is a walkover for you.${once}`
  if (winner === null) return once === '' ? null : once.trim()
  const reach = { since: mine.since ?? today, until: window.to }
  const left = countOpenDays(today, window.to, closed ?? []) - (isClosed(today, closed ?? []) ? 0 : 1)
  let more = 1
  while (more <= left && isClearlyMore(theirs.weighed, (mine.days + more) * weightOf(reach, { window, closed }), rules))
    more += 1
  const offer =
    more > left
      ? 'Offer times on every day that is left.'
      : `Offer ${smallNumbers[more] ?? more} more ${more === 1 ? 'day' : 'days'} to be safe.`
  return `If nothing changes, the match is a walkover for the other side. ${offer}${once}`
}

const smallNumbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

/** The last day of an extended window, which days without play do not shorten. Null if the match would not count on any of its days. */
export function extendWindow(
  { last_day, today, counts_until }: { last_day: string; today: string; counts_until: string },
  { extension_days }: Pick<SeasonRules, 'extension_days'>,
  closed: ClosedDays = [],
): string | null {
  const longer = addOpenDays(last_day, extension_days, closed)
  const least = addOpenDays(today, LEAST_DAYS_LEFT, closed)
  const wanted = longer > least ? longer : least
  const extended = wanted < counts_until ? wanted : counts_until
  return extension_days > 0 && extended > today ? extended : null
}

/** The winner of a proposed walkover. Null for other outcomes. */
export function walkoverWinner(outcome: Outcome): Side | null {
  return outcome === 'walkover_one' ? 1 : outcome === 'walkover_two' ? 2 : null
}

/** Explains the verdict: one sentence about each side, and one about the rule. */
export function formatReasons(verdict: Verdict, names: Readonly<Record<Side, string>>): string[] {
  const { efforts } = verdict
  return [formatEffort(efforts[1], names[1]), formatEffort(efforts[2], names[2]), formatRule(verdict, names)]
}

function formatRule(
  { outcome, efforts: { 1: one, 2: two }, agreed }: Verdict,
  names: Readonly<Record<Side, string>>,
): string {
  const winner = walkoverWinner(outcome)
  if (winner !== null) {
    const [mine, theirs] = winner === 1 ? [one, two] : [two, one]
    if (isDefault(theirs)) return 'Calling off twice after a time was taken counts as a default.'
    return `${formatDays(mine.weighed)} against ${formatFigure(theirs.weighed)}: ${names[winner]} clearly did more to find a time.`
  }
  const because = agreed
    ? 'A time was agreed, but no score was reported'
    : one.tried || two.tried
      ? `${formatDays(one.weighed)} against ${formatFigure(two.weighed)}: neither side clearly did more`
      : 'Nobody tried to find a time'
  if (outcome === 'extended') return `${because}, so both get more time, once.`
  return agreed || one.tried || two.tried
    ? `${because}, and the window cannot be extended.`
    : `${because}, so the match does not count.`
}

/** One side's record: 'Ada Moreno offered times on 6 days; 4 count.' */
export function formatEffort({ offered, days, weighed, took, declined, called_off }: Effort, name: string): string {
  const calledOff = called_off === 0 ? '' : ` and called off ${called_off === 1 ? 'once' : `${called_off} times`}`
  if (offered === 0)
    return took
      ? `${name} took a time${calledOff}.`
      : `${name} ${declined ? 'declined and offered no times' : 'neither offered nor took a time'}${calledOff}.`
  const counted = days === 0 ? 'none counts' : days < offered ? `${days} ${days === 1 ? 'counts' : 'count'}` : ''
  const half = weighed < days ? 'weighed half for covering less than half of the match’s days' : ''
  const notes = [counted, half].filter(Boolean).join(', ')
  return `${name} offered times on ${formatDays(offered)}${took ? ', took one' : ''}${calledOff}${notes === '' ? '' : `; ${notes}`}.`
}

/** '6 days', '1 day', '1½ days' */
function formatDays(days: number): string {
  return `${formatFigure(days)} ${days === 1 ? 'day' : 'days'}`
}

function formatFigure(days: number): string {
  const whole = Math.floor(days)
  return days === whole ? String(whole) : `${whole === 0 ? '' : whole}½`
}
