import { scoreOutcome, type MatchStatus, type SetScore } from '#/rules/outcome.ts'
import type { Sport } from '#/rules/sports/formats.ts'
import { sportRules } from '#/rules/sports/sports.ts'
import type { RatingParameters } from './parameters.ts'

/** A result to rate. Players and matches are numbers, usually ids. */
export type RatedMatch = {
  id: number
  /** Who really played, one or two players on each side. The first side is the winner's, either one's in a tie. */
  sides: readonly [readonly number[], readonly number[]]
  /** `score_1` is the first side's. */
  sets: readonly SetScore[]
  status: MatchStatus
}

/** Whether a match is rated: it was played, at least a game of it, by different players. */
export function isRated({ sides, sets, status }: RatedMatch): boolean {
  const players = sides.flat()
  return (
    scoreOutcome(status).counts_as_played &&
    sets.some(({ score_1, score_2 }) => score_1 + score_2 > 0) &&
    sides.every((side) => side.length === 1 || side.length === 2) &&
    new Set(players).size === players.length
  )
}

/** The games and sets of both sides. A match tie-break is one game and one set. */
export function countGames(sets: readonly SetScore[], status: MatchStatus, sport: Sport) {
  const games: [number, number] = [0, 0]
  const won: [number, number] = [0, 0]
  for (const [index, { score_1, score_2 }] of sets.entries()) {
    const isLast = index === sets.length - 1
    const isTieBreak =
      sportRules[sport].game_points !== null &&
      isLast &&
      index > 0 &&
      won[0] === won[1] &&
      (Math.max(score_1, score_2) >= 10 || score_1 + score_2 === 1)
    const isUnfinished = isLast && status !== null
    games[0] += isTieBreak ? Number(score_1 > score_2) : score_1
    games[1] += isTieBreak ? Number(score_2 > score_1) : score_2
    if (isUnfinished) continue
    if (score_1 > score_2) won[0] += 1
    if (score_2 > score_1) won[1] += 1
  }
  return { games, sets: won }
}

/** How much more a logit of the sport's counts is worth: points say less than games. */
export function scaleOf(sport: Sport, parameters: RatingParameters): number {
  return sportRules[sport].game_points === null ? parameters.point_scale : 1
}

/** A score as a measurement of the difference of the sides' strengths: a logit of games, and its variance. */
export function observe(match: Pick<RatedMatch, 'sets' | 'status'>, sport: Sport, parameters: RatingParameters) {
  return observeCounts(countGames(match.sets, match.status, sport), sport, parameters)
}

export function observeCounts(
  { games, sets }: ReturnType<typeof countGames>,
  sport: Sport,
  parameters: RatingParameters,
) {
  const scale = scaleOf(sport, parameters)
  const more = (parameters.games_per_set * (sets[0] - sets[1])) / 2
  const [first, second] = [games[0] + parameters.added_games + more, games[1] + parameters.added_games - more]
  const played = games[0] + games[1]
  // A set's bonus cannot use up the other side's games.
  const logit = Math.log(Math.max(first, 0.5) / Math.max(second, 0.5))
  return {
    difference: scale * logit,
    variance: (scale ** 2 * parameters.game_variance) / played + parameters.form_variance,
  }
}
