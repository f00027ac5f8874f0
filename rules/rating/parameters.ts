/**
 * All numbers of the rating, which `npm run bench -- rating` chose (docs/performance.md, "Rating"). A strength is a
 * logit of games: a player who is 1 stronger wins a share of 1 / (1 + e^-1) = 73 % of the games.
 */
export type RatingParameters = {
  /** The shown value of strength 0, which is the middle of the list of levels. */
  shown_start: number
  /** Shown points for a strength of 1. */
  shown_scale: number
  /** How much stronger each level of the list is than the level below. */
  level_step: number
  /** The uncertainty (standard deviation) of a new player with a level, and without one. */
  start_deviation: number
  start_deviation_without_level: number
  /** Variance that a day adds, up to the variance of a new player without a level. */
  variance_per_day: number
  /** Games added to both sides before the share is taken, so that 6-0 6-0 has a logit. */
  added_games: number
  /** A set more than the other side counts as so many games more. */
  games_per_set: number
  /** Variance of a match of one game; a match of n games has the nth part of it, and `form_variance`. */
  game_variance: number
  /** Variance of a match of any length: the form of the day. */
  form_variance: number
  /** Points count as so many times less of a difference than games, in sports whose sets are counted in points. */
  point_scale: number
  /** Variance of the day that decides who wins, beside that of the two strengths. */
  win_variance: number
  /** The most players whose values are connected directly (`RatingPool`). */
  most_connected: number
}

export const ratingParameters: RatingParameters = {
  shown_start: 1500,
  shown_scale: 250,
  level_step: 0.3,
  start_deviation: 0.4,
  start_deviation_without_level: 0.7,
  variance_per_day: 0.00013,
  added_games: 3,
  games_per_set: 0.7,
  game_variance: 5,
  form_variance: 0.12,
  point_scale: 2.5,
  win_variance: 0.3,
  most_connected: 128,
}
