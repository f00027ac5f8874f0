/** One result of a player, and the player's history before it. */
export type ResultInHistory = {
  outcome: 'won' | 'lost' | 'tied'
  /** Whether it is the final of the play-offs. */
  is_title: boolean
  /** The outcomes before it, newest first. */
  earlier: readonly ResultInHistory['outcome'][]
  /** Whether `earlier` goes back to the player's first result. */
  is_whole: boolean
  /** The place in the table before and after the day of the result. Null if there is none. */
  before: number | null
  after: number | null
}

/** The one thing that is said about a result. */
export type Moment =
  | { kind: 'title' | 'first_win' | 'win' }
  | { kind: 'climbed'; place: number }
  | { kind: 'streak'; wins: number }

/** Wins in a row that are a streak. */
const STREAK = 3

/** The rarest thing that a result is for its player. Null for a result that the player has not won. */
export function momentOf({ outcome, is_title, earlier, is_whole, before, after }: ResultInHistory): Moment | null {
  if (outcome !== 'won') return null
  if (is_title) return { kind: 'title' }
  if (is_whole && !earlier.includes('won')) return { kind: 'first_win' }
  if (before !== null && after !== null && after < before) return { kind: 'climbed', place: after }
  const end = earlier.findIndex((each) => each !== 'won')
  const wins = 1 + (end === -1 ? earlier.length : end)
  return wins >= STREAK ? { kind: 'streak', wins } : { kind: 'win' }
}
