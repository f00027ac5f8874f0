import type { Side } from './arranging.ts'
import { addDays } from './day.ts'
import type { SeasonRules } from './season-rules.ts'

// The outcome of a match that was not played in its window (docs/product.md, "Matches that were not played").

/** The season rules for unplayed matches. */
export type EffortRules = Pick<SeasonRules, 'effort_days' | 'effort_hours' | 'extension_days'>

/** Days between notifying both sides and applying the proposed outcome automatically. */
export const NOTICE_DAYS = 3
/** The minimum number of days that an extension leaves, even if it is applied late. */
const LEAST_DAYS_LEFT = 3

export type EffortOffer = {
  /** The days of its times, yyyy-mm-dd. */
  days: readonly string[]
  /** Hours during which the other side could answer it. */
  hours: number
  /** Whether its own side withdrew it. */
  withdrawn: boolean
}

/** One side's attempts to find a time. */
export type SideEffort = {
  offers: readonly EffortOffer[]
  /** Whether the side accepted, declined or countered an offer, set a date, or objected to one. */
  answered: boolean
}

/** Both sides' attempts in the window or, once it was extended, during the extension. */
export type EffortRecord = {
  sides: Readonly<Record<Side, SideEffort>>
  /** The new last day if the window is extended. Null if it was extended before, or if no day that counts is left. */
  extends_to: string | null
}

export type Outcome = 'walkover_one' | 'walkover_two' | 'extended' | 'not_played'

/** How much one side tried. `enough`: it qualifies for a walkover over a silent side. */
export type Effort = { days: number; offered: boolean; answered: boolean; tried: boolean; enough: boolean }

export type Verdict = { outcome: Outcome; efforts: Record<Side, Effort>; extends_to: string | null }

/** Decides the outcome at the end of a window from the attempts of both sides. Swapping the sides swaps the outcome. */
export function judgeEffort({ sides, extends_to }: EffortRecord, rules: EffortRules): Verdict {
  const efforts = { 1: effortOf(sides[1], rules), 2: effortOf(sides[2], rules) }
  const [one, two] = [efforts[1], efforts[2]]
  const verdict = (outcome: Outcome): Verdict => ({
    outcome,
    efforts,
    extends_to: outcome === 'extended' ? extends_to : null,
  })
  if (one.enough && !two.tried) return verdict('walkover_one')
  if (two.enough && !one.tried) return verdict('walkover_two')
  if ((one.tried || two.tried) && extends_to !== null) return verdict('extended')
  return verdict('not_played')
}

function effortOf({ offers, answered }: SideEffort, { effort_days, effort_hours }: EffortRules): Effort {
  const open = offers.filter(({ hours }) => hours >= effort_hours)
  const days = new Set(open.flatMap((offer) => offer.days)).size
  // An offer withdrawn before it could be answered does not count.
  const offered = offers.some((offer) => !offer.withdrawn || offer.hours >= effort_hours)
  return { days, offered, answered, tried: offered || answered, enough: days >= effort_days }
}

/** The last day of an extended window. Null if the match would not count on any of its days. */
export function extendWindow(
  { last_day, today, counts_until }: { last_day: string; today: string; counts_until: string },
  { extension_days }: EffortRules,
): string | null {
  const [longer, least] = [addDays(last_day, extension_days), addDays(today, LEAST_DAYS_LEFT)]
  const wanted = longer > least ? longer : least
  const extended = wanted < counts_until ? wanted : counts_until
  return extension_days > 0 && extended > today ? extended : null
}

/** The winner of a proposed walkover. Null for other outcomes. */
export function walkoverWinner(outcome: Outcome): Side | null {
  return outcome === 'walkover_one' ? 1 : outcome === 'walkover_two' ? 2 : null
}

/** Explains the verdict: one sentence about each side, and one about the rule. */
export function formatReasons({ outcome, efforts }: Verdict, names: Readonly<Record<Side, string>>): string[] {
  const rule = {
    walkover_one: `Only ${names[1]} tried to find a time.`,
    walkover_two: `Only ${names[2]} tried to find a time.`,
    extended:
      efforts[1].tried && efforts[2].tried
        ? 'Both sides tried, so they get more time, once.'
        : 'One side tried, but not enough for a walkover, so both get more time, once.',
    not_played:
      efforts[1].tried || efforts[2].tried
        ? 'The window cannot be extended.'
        : 'Nobody tried, so the match does not count.',
  }[outcome]
  return [formatEffort(efforts[1], names[1]), formatEffort(efforts[2], names[2]), rule]
}

function formatEffort({ days, offered, answered }: Effort, name: string): string {
  if (days > 0) return `${name} offered times on ${days} ${days === 1 ? 'day' : 'different days'}.`
  if (offered) return `${name} offered times, but too late to be answered.`
  return answered ? `${name} answered, but offered no times.` : `${name} neither offered times nor answered.`
}
