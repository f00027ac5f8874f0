import { scoreOutcome, type MatchStatus, type SetScore } from './outcome.ts'

/** One result of a player in a season, whose games come first. */
export type RecapMatch = {
  outcome: 'won' | 'lost' | 'tied'
  sets: readonly SetScore[]
  status: MatchStatus
  opponents: readonly { id: number; name: string }[]
  /** The opponents' flight (1 is the strongest; null if there is one table) and place in it. Null if they are in no table. */
  standing: { flight: number | null; place: number } | null
}

/** A season as its player remembers it (docs/product.md, "Season recap"). */
export type Recap<M extends RecapMatch> = {
  best_win: M | null
  closest_match: M | null
  /** Wins in a row. */
  longest_streak: number
  favorite_opponent: { id: number; name: string; wins: number; losses: number; ties: number } | null
}

/** `matches`: all results of the season, oldest first. */
export function recapOf<M extends RecapMatch>(matches: readonly M[]): Recap<M> {
  const newestFirst = matches.toReversed()
  return {
    best_win: bestWin(newestFirst),
    closest_match: closestMatch(newestFirst),
    longest_streak: longestStreak(matches),
    favorite_opponent: favoriteOpponent(newestFirst),
  }
}

/** The win on the court over the opponents who are highest in the table. Of equals the newest. */
function bestWin<M extends RecapMatch>(matches: readonly M[]): M | null {
  const wins = matches.filter(({ outcome, status }) => outcome === 'won' && scoreOutcome(status).counts_as_played)
  const [best] = wins.toSorted((a, b) => flightOf(a) - flightOf(b) || placeOf(a) - placeOf(b))
  return best ?? null
}

// Those who are in no table are below everybody who is. A difference of infinities would be no number.
const flightOf = ({ standing }: RecapMatch) => (standing ? (standing.flight ?? 1) : Number.MAX_SAFE_INTEGER)
const placeOf = ({ standing }: RecapMatch) => standing?.place ?? Number.MAX_SAFE_INTEGER

/**
 * The match played to its end with the smallest difference in sets, then in games, then the most games. Of equals the newest.
 */
function closestMatch<M extends RecapMatch>(matches: readonly M[]): M | null {
  const whole = matches.filter(
    ({ status, sets }) => (status === null || status === 'Match ended in a tie') && sets.length > 0,
  )
  const [closest] = whole
    .map((match) => ({ match, ...distanceOf(match.sets) }))
    .toSorted((a, b) => a.sets - b.sets || a.games - b.games || b.played - a.played)
  return closest?.match ?? null
}

function distanceOf(sets: readonly SetScore[]): { sets: number; games: number; played: number } {
  const sum = (each: (set: SetScore) => number) => sets.reduce((total, set) => total + each(set), 0)
  return {
    sets: Math.abs(sum(({ score_1, score_2 }) => Math.sign(score_1 - score_2))),
    games: Math.abs(sum(({ score_1, score_2 }) => score_1 - score_2)),
    played: sum(({ score_1, score_2 }) => score_1 + score_2),
  }
}

function longestStreak(matches: readonly RecapMatch[]): number {
  let [longest, run] = [0, 0]
  for (const { outcome } of matches) {
    run = outcome === 'won' ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** Meetings before somebody is called a favorite. */
const FEWEST_MEETINGS = 2

/** The opponent of most matches. Of equals the one met last. */
function favoriteOpponent(matches: readonly RecapMatch[]): Recap<RecapMatch>['favorite_opponent'] {
  const met = new Map<number, NonNullable<Recap<RecapMatch>['favorite_opponent']>>()
  for (const { opponents, outcome } of matches)
    for (const { id, name } of opponents) {
      const known = met.get(id) ?? { id, name, wins: 0, losses: 0, ties: 0 }
      met.set(id, known)
      known[counted[outcome]] += 1
    }
  const [most] = [...met.values()].toSorted((a, b) => meetings(b) - meetings(a))
  return most && meetings(most) >= FEWEST_MEETINGS ? most : null
}

const counted = { won: 'wins', lost: 'losses', tied: 'ties' } as const

function meetings({ wins, losses, ties }: { wins: number; losses: number; ties: number }): number {
  return wins + losses + ties
}
