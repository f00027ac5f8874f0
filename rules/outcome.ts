import { capitalized } from './sports/formats.ts'

/** The games of one set. `score_1` is the match winner's, or the first side's in a tie. */
export type SetScore = { score_1: number; score_2: number }

/** The same set from the other side. */
export function swapSides({ score_1, score_2 }: SetScore): SetScore {
  return { score_1: score_2, score_2: score_1 }
}

/** How a match may end without being played out (docs/product.md, "States"). The first four are the specification's. */
export const matchStatuses = [
  'Match ended in a tie',
  'Canceled within 4 hours of match',
  'Retired',
  'Opponent did not show',
  'Stopped by time or weather',
  'Double default',
] as const

/** Null for a match played to its end. */
export type MatchStatus = (typeof matchStatuses)[number] | null

/** Why numbers cannot be the sets of a match in any sport. */
export type CountsProblemCode =
  | 'no_sets'
  | 'sets_not_expected'
  | 'games_not_whole'
  | 'games_negative'
  | 'games_too_many'

/**
 * Problems that apply to every sport: sets for a match that was not played, a played match without sets, or numbers
 * that cannot be counts of games.
 */
export function countsProblem(
  sets: readonly SetScore[],
  status: MatchStatus,
): { code: CountsProblemCode; set?: number } | null {
  if (!scoreOutcome(status).counts_as_played) return sets.length === 0 ? null : { code: 'sets_not_expected' }
  if (sets.length === 0 && status !== 'Retired') return { code: 'no_sets' }
  for (const [index, set] of sets.entries()) {
    const code = gamesProblem(set)
    if (code !== null) return { code, set: index + 1 }
  }
  return null
}

/** Why these are not counts of games. Null if they are. */
export function gamesProblem({ score_1, score_2 }: SetScore): CountsProblemCode | null {
  if (!Number.isInteger(score_1) || !Number.isInteger(score_2)) return 'games_not_whole'
  if (score_1 < 0 || score_2 < 0) return 'games_negative'
  return score_1 > 99 || score_2 > 99 ? 'games_too_many' : null
}

/** Explains the problem in the words of the sport. */
export function countsSentence(
  { code, set }: { code: CountsProblemCode; set?: number },
  { set: word, game }: { set: string; game: string },
): string {
  const which = set === undefined ? `A ${word}` : `${capitalized(word)} ${set}`
  switch (code) {
    case 'no_sets':
      return `Add the ${game}s of at least one ${word}.`
    case 'sets_not_expected':
      return `This match was not played, so it has no ${word}s: remove them, or choose another match status.`
    case 'games_not_whole':
      return `${which} needs a whole number of ${game}s for both players.`
    case 'games_negative':
      return `${which} cannot have fewer than 0 ${game}s.`
    case 'games_too_many':
      return `${which} cannot have more than 99 ${game === 'point' ? 'points' : `${game}s or points`}.`
  }
}

/** Ends a sentence, unless the text ends in a period itself: 'w.o.', 'ret.', 'Jr.', 'St.' */
export function endSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

/** The score in the sport's notation: "6-4 3-6 10-7", "6-4 2-1 ret.", "6-4 4-6 tie", "6-4 2-1 stopped", "w.o." (walkover). */
export function scoreLine(sets: readonly SetScore[], status: MatchStatus): string {
  if (status === 'Double default') return 'double default'
  if (!scoreOutcome(status).counts_as_played) return 'w.o.'
  const line = sets.map(({ score_1, score_2 }) => `${score_1}-${score_2}`)
  if (status === 'Retired') line.push('ret.')
  if (status === 'Match ended in a tie') line.push('tie')
  if (status === 'Stopped by time or weather') line.push('stopped')
  return line.join(' ')
}

/** The statuses of a match that was not played. */
export const unplayedStatuses = [
  'Opponent did not show',
  'Canceled within 4 hours of match',
  'Double default',
] as const satisfies MatchStatus[]

/**
 * How a result counts: a walkover is won and lost but not played; nobody wins a tie. Nobody wins a double default: both
 * sides lose it, and it is not played.
 */
export function scoreOutcome(status: MatchStatus): { counts_as_played: boolean; has_winner: boolean } {
  return {
    counts_as_played: !unplayedStatuses.some((unplayed) => unplayed === status),
    has_winner: status !== 'Match ended in a tie' && status !== 'Double default',
  }
}
