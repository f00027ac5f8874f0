import { scoreLine, type SetScore } from '#/rules/outcome.ts'
import { ratingParameters, type RatingParameters } from './parameters.ts'

export type ExampleStep = {
  title: string
  /** The calculation, such as "ln((12 + 3.2) / (7 + 1.8)) = 0.5465": rounded numbers, for a calculator. */
  sums: string[]
}

const sets: readonly SetScore[] = [
  { score_1: 6, score_2: 3 },
  { score_1: 6, score_2: 4 },
]

/**
 * The first match of two players, Ana one level above the middle of the list and Ben in the middle, each step with its
 * numbers. `before` and `after` are shown ratings.
 */
export function workedExample(parameters: RatingParameters = ratingParameters) {
  const { shown_start, shown_scale, level_step, start_deviation, added_games, games_per_set } = parameters
  const shownOf = (strength: number) => Math.round(shown_start + shown_scale * strength)
  const shownSum = (name: string, strength: number) =>
    `${name}: ${shown_start} + ${shown_scale} * ${text(strength)} = ${shownOf(strength)}`
  const variance = start_deviation ** 2
  const expected = level_step
  const uncertain = 2 * variance
  const [won, lost] = [12 + added_games + games_per_set, 7 + added_games - games_per_set]
  const result = Math.log(won / lost)
  const noise = parameters.game_variance / 19 + parameters.form_variance
  const surprise = result - expected
  const pull = surprise / (uncertain + noise)
  const ana = level_step + variance * pull
  const ben = -variance * pull
  const left = variance - variance ** 2 / (uncertain + noise)
  const shared = variance ** 2 / (uncertain + noise)
  const both = 2 * left - 2 * shared
  const outlook = (1.702 * (ana - ben)) / Math.sqrt(both + parameters.win_variance)
  const steps: ExampleStep[] = [
    {
      title: 'Before: a level is a strength',
      sums: [
        `Ana: 1 * ${text(level_step)} = ${text(level_step)}`,
        `Ben: 0 * ${text(level_step)} = 0`,
        shownSum('Ana', level_step),
        shownSum('Ben', 0),
        `Uncertainty: ${shown_scale} * ${text(start_deviation)} = ${Math.round(shown_scale * start_deviation)}`,
      ],
    },
    {
      title: 'Expected: the difference of the strengths, and its variance',
      sums: [
        `${text(level_step)} - 0 = ${text(expected)}`,
        `${text(start_deviation)}^2 + ${text(start_deviation)}^2 = ${text(uncertain)}`,
      ],
    },
    {
      title: `Happened: ${scoreLine(sets, null)}, so 12 of 19 games and two sets more`,
      sums: [
        `Ana: 12 + ${text(added_games)} + ${text(games_per_set)} = ${text(won)}`,
        `Ben: 7 + ${text(added_games)} - ${text(games_per_set)} = ${text(lost)}`,
        `ln(${text(won)} / ${text(lost)}) = ${text(result)}`,
        `Its variance: ${text(parameters.game_variance)} / 19 + ${text(parameters.form_variance)} = ${text(noise)}`,
      ],
    },
    {
      title: 'The surprise, and how much of it counts',
      sums: [
        `${text(result)} - ${text(expected)} = ${text(surprise)}`,
        `${text(surprise)} / (${text(uncertain)} + ${text(noise)}) = ${text(pull)}`,
      ],
    },
    {
      title: 'After: each moves by the own variance times that',
      sums: [
        `Ana: ${text(level_step)} + ${text(variance)} * ${text(pull)} = ${text(ana)}`,
        `Ben: 0 - ${text(variance)} * ${text(pull)} = ${text(ben)}`,
        shownSum('Ana', ana),
        shownSum('Ben', ben),
      ],
    },
    {
      title: 'What is left of the uncertainty, and what both now share',
      sums: [
        `${text(variance)} - ${text(variance)}^2 / (${text(uncertain)} + ${text(noise)}) = ${text(left)}`,
        `Uncertainty: ${shown_scale} * sqrt(${text(left)}) = ${Math.round(shown_scale * Math.sqrt(left))}`,
        `Shared: ${text(variance)} * ${text(variance)} / (${text(uncertain)} + ${text(noise)}) = ${text(shared)}`,
      ],
    },
    {
      title: 'Ana’s chance to win the next match on that day',
      sums: [
        `The variance of the difference: 2 * ${text(left)} - 2 * ${text(shared)} = ${text(both)}`,
        `1.702 * (${text(ana)} - ${text(ben)}) / sqrt(${text(both)} + ${text(parameters.win_variance)}) = ${text(outlook)}`,
        `1 / (1 + e^-${text(outlook)}) = ${text(1 / (1 + Math.exp(-outlook)))}`,
      ],
    },
  ]
  const deviations = [start_deviation, Math.sqrt(left)].map((each) => Math.round(shown_scale * each))
  const rating = (strength: number, deviation = 0) => ({ value: shownOf(strength), deviation })
  return {
    players: [
      { name: 'Ana', level_steps: 1, before: rating(level_step, deviations[0]), after: rating(ana, deviations[1]) },
      { name: 'Ben', level_steps: 0, before: rating(0, deviations[0]), after: rating(ben, deviations[1]) },
    ],
    sets,
    steps,
    win: 1 / (1 + Math.exp(-outlook)),
  }
}

function text(number: number): string {
  return String(Number(number.toFixed(4)))
}
