import type { Reply } from '#/contract/endpoint.ts'
import { ratingParameters, type RatingParameters } from '#/rules/rating/parameters.ts'
import { workedExample } from '#/rules/rating/worked-example.ts'
import type { getRatingFormula } from './contract.ts'
import { FORMULA } from './pool.ts'

const meanings: Record<keyof RatingParameters, string> = {
  shown_start: 'The rating of strength 0, the middle of the list of levels',
  shown_scale: 'Points of the rating for a strength of 1',
  level_step: 'Strength between two levels',
  start_deviation: 'Uncertainty of a new player with a level',
  start_deviation_without_level: 'Uncertainty of a new player without a level',
  variance_per_day: 'Variance that each day adds, up to that of a new player without a level',
  added_games: 'Games added to both sides',
  games_per_set: 'Games that each set more counts as',
  game_variance: 'Variance of a match of one game',
  form_variance: 'Variance of a match of any length: the form of the day',
  point_scale: 'Where sets are counted in points: how many times less a difference counts',
  win_variance: 'Variance of who wins, beside that of the strengths',
  most_connected: 'Players whose strengths are known together',
}

const rules: Reply<typeof getRatingFormula>['rules'] = [
  {
    title: 'Strength and rating',
    formula: 'rating = shown_start + shown_scale * strength',
    text: 'A player who is 1 stronger wins 73 % of the games. A new player begins at level_step times the steps between the own level and the middle of the list. A level that is changed later changes nothing.',
  },
  {
    title: 'Uncertainty',
    formula: 'variance = min(variance + variance_per_day * days, start_deviation_without_level^2)',
    text: 'Shown is its root: 1500 ± 120 is between 1380 and 1620 two times in three. It shrinks with each result and grows without.',
  },
  {
    title: 'A result',
    formula:
      'result = ln((games + added_games + lead) / (other games + added_games - lead)), lead = games_per_set * (sets - other sets) / 2',
    text: 'Its variance is game_variance / all games + form_variance, so a long match says more. A match tie-break is a game. A retirement counts as far as it was played.',
  },
  {
    title: 'Surprise',
    formula: 'pull = (result - expected) / (variance of the difference + variance of the result)',
    text: 'Expected is the difference of the strengths, in doubles of the means of both partners.',
  },
  {
    title: 'New strengths',
    formula: 'strength = strength + covariance with the difference * pull',
    text: 'Players who have met have a covariance, and so have their opponents: who beat somebody that wins later, rises too. All results of a day are rated together, from the values of that morning. A win never lowers a winner.',
  },
  {
    title: 'Not rated',
    formula: null,
    text: 'Walkovers, no-shows, late cancellations, and results while they are disputed. Ratings do not change tables or play-offs.',
  },
]

/** The formula as data, with the code's parameters and an example. */
export function describeFormula(): Reply<typeof getRatingFormula> {
  const { sets, ...example } = workedExample()
  return {
    version: FORMULA,
    parameters: { ...ratingParameters },
    meanings,
    rules,
    example: { ...example, sets: [...sets] },
  }
}
