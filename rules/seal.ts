import { addDays } from './day.ts'
import { playoffGraceDays } from './playoffs.ts'

/** The facts of a league that decide whether its season is over and its table final. */
export type SealFacts = {
  /** The last day on which a match of the season counts, yyyy-mm-dd. */
  counts_until: string
  /** Stored results, play-offs included. */
  results: number
  /** Whether a result is disputed. */
  disputed: boolean
  /** When the last result can no longer be answered, and when the last version was stored. Null without a result. */
  answer_until: Date | null
  last_version_at: Date | null
  /** Whether the clock has announced the outcome of an unplayed match and not applied it yet. */
  announced: boolean
  /** Whether the clock will make play-offs. */
  playoffs_due: boolean
  /** The last day of the final while a play-off match is open. Null if none is. */
  playoffs_until: string | null
}

/** Hours after the last stored result during which it can still be completed or corrected. */
const SETTLING_HOURS = 24

/**
 * Whether a league is over: nothing that counts can still be played, reported, answered or disputed, and the
 * play-offs, if it has them, are decided or their last day is past (docs/product.md, "The end of a season").
 * `today` is the area's day. A league without a result is not over: its history may still be imported.
 */
export function isOver(facts: SealFacts, today: string, now: Date): boolean {
  const { results, answer_until, last_version_at, playoffs_until } = facts
  if (results === 0 || facts.disputed || facts.announced || facts.playoffs_due) return false
  // A score of the last day can be reported on that day and answered for a day.
  if (today <= addDays(facts.counts_until, 1)) return false
  if (playoffs_until !== null && today <= addDays(playoffs_until, playoffGraceDays + 1)) return false
  if (answer_until !== null && now < answer_until) return false
  return last_version_at === null || now.getTime() >= last_version_at.getTime() + SETTLING_HOURS * 3_600_000
}
