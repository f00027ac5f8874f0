import { normalChance } from './normal.ts'
import { ratingParameters, type RatingParameters } from './parameters.ts'

/** A rating as it is shown. `settled`: not provisional. */
export type EntryRating = { value: number; deviation: number; settled: boolean }

/** The rating with which a player begins. `level`: steps from the middle of the list (`levelSteps`), or null. */
export function firstRating(level: number | null, parameters: RatingParameters = ratingParameters): EntryRating {
  const { shown_start, shown_scale, level_step, start_deviation, start_deviation_without_level } = parameters
  return {
    value: Math.round(shown_start + shown_scale * level_step * (level ?? 0)),
    deviation: Math.round(shown_scale * (level === null ? start_deviation_without_level : start_deviation)),
    settled: false,
  }
}

/** The rating of an entry: the mean of its players. It is settled when all of them are. */
export function ratingOfEntry(players: readonly EntryRating[]): EntryRating {
  const { length } = players
  return {
    value: players.reduce((sum, { value }) => sum + value, 0) / length,
    deviation: Math.hypot(...players.map(({ deviation }) => deviation)) / length,
    settled: players.every(({ settled }) => settled),
  }
}

/** A rating in log odds, so that the chance to win is the logistic of the difference, as `forecast` has it. */
export function logOddsOf(
  { value, deviation }: Pick<EntryRating, 'value' | 'deviation'>,
  { shown_scale, win_variance }: RatingParameters = ratingParameters,
): { value: number; deviation: number } {
  const scale = LOGISTIC / (shown_scale * Math.sqrt(win_variance))
  return { value: scale * value, deviation: scale * deviation }
}

/** Of `normalChance`. */
const LOGISTIC = 1.702

/** The chance of one side to win, from 0 to 1, as `forecast` has it for players who have not met. */
export function winChanceOf(
  one: EntryRating,
  two: EntryRating,
  { shown_scale, win_variance }: RatingParameters = ratingParameters,
): number {
  const variance = one.deviation ** 2 + two.deviation ** 2 + win_variance * shown_scale ** 2
  return normalChance((one.value - two.value) / Math.sqrt(variance))
}
