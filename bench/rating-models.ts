import type { RatedMatch } from '#/rules/rating/match.ts'
import { ratingParameters, type RatingParameters } from '#/rules/rating/parameters.ts'
import { emptyPool } from '#/rules/rating/pool.ts'
import { forecast, rateDay, type LevelOf } from '#/rules/rating/rating.ts'

type Sides = RatedMatch['sides']

/** A model while it reads results: its chance that the first side wins, and a day's results. */
export type Model = {
  predict(sides: Sides, day: string): number
  rate(day: string, matches: readonly RatedMatch[]): void
}

export type MakeModel = (levelOf: LevelOf) => Model

const isTie = ({ status }: RatedMatch) => status === 'Match ended in a tie'
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** Elo with K 32. A pair is the mean of its players. */
export const elo: MakeModel = () => {
  const ratings = new Map<number, number>()
  const ratingOf = (player: number) => ratings.get(player) ?? 1500
  const predict = ([one, two]: Sides) => 1 / (1 + 10 ** ((mean(two.map(ratingOf)) - mean(one.map(ratingOf))) / 400))
  return {
    predict,
    rate(_, matches) {
      for (const match of matches) {
        const change = 32 * ((isTie(match) ? 0.5 : 1) - predict(match.sides))
        for (const [index, side] of match.sides.entries())
          for (const player of side) ratings.set(player, ratingOf(player) + (index === 0 ? change : -change))
      }
    },
  }
}

export type GlickoParameters = { deviation: number; volatility: number; tau: number }

/**
 * Glicko-2 as Mark Glickman describes it (glicko.net/glicko/glicko2.pdf, 2022), each match a rating period. A pair is
 * an opponent with the mean of its players' ratings and deviations.
 */
export function glicko2({ deviation, volatility, tau }: GlickoParameters): MakeModel {
  return () => {
    const scale = 173.7178
    type Glicko = { mu: number; phi: number; sigma: number }
    const players = new Map<number, Glicko>()
    const stateOf = (player: number): Glicko =>
      players.get(player) ?? { mu: 0, phi: deviation / scale, sigma: volatility }
    const sideOf = (side: readonly number[]) => {
      const states = side.map(stateOf)
      return { mu: mean(states.map(({ mu }) => mu)), phi: Math.sqrt(mean(states.map(({ phi }) => phi ** 2))) }
    }
    const weightOf = (phi: number) => 1 / Math.sqrt(1 + (3 * phi ** 2) / Math.PI ** 2)
    const chance = (difference: number, weight: number) => 1 / (1 + Math.exp(-weight * difference))
    return {
      predict([first, second]) {
        const [one, two] = [sideOf(first), sideOf(second)]
        return chance(one.mu - two.mu, weightOf(Math.hypot(one.phi, two.phi)))
      },
      rate(_, matches) {
        for (const match of matches) {
          const sides = match.sides.map(sideOf)
          const next = match.sides.flatMap((side, index) => {
            const [own, other] = [sides[index]!, sides[1 - index]!]
            const score = isTie(match) ? 0.5 : 1 - index
            return side.map((player) => {
              const state = stateOf(player)
              const weight = weightOf(other.phi)
              const expected = chance(own.mu - other.mu, weight)
              const v = 1 / (weight ** 2 * expected * (1 - expected))
              const delta = v * weight * (score - expected)
              const sigma = newVolatility(state, delta, v, tau)
              const phi = 1 / Math.sqrt(1 / (state.phi ** 2 + sigma ** 2) + 1 / v)
              return [player, { mu: state.mu + phi ** 2 * weight * (score - expected), phi, sigma }] as const
            })
          })
          for (const [player, state] of next) players.set(player, state)
        }
      },
    }
  }
}

/** Step 5: the Illinois algorithm. */
function newVolatility({ phi, sigma }: { phi: number; sigma: number }, delta: number, v: number, tau: number): number {
  const a = Math.log(sigma ** 2)
  const f = (x: number) => {
    const e = Math.exp(x)
    return (e * (delta ** 2 - phi ** 2 - v - e)) / (2 * (phi ** 2 + v + e) ** 2) - (x - a) / tau ** 2
  }
  let A = a
  let B: number
  if (delta ** 2 > phi ** 2 + v) B = Math.log(delta ** 2 - phi ** 2 - v)
  else {
    let k = 1
    while (f(a - k * tau) < 0) k += 1
    B = a - k * tau
  }
  let [fA, fB] = [f(A), f(B)]
  while (Math.abs(B - A) > 0.000001) {
    const C = A + ((A - B) * fA) / (fB - fA)
    const fC = f(C)
    if (fC * fB <= 0) [A, fA] = [B, fB]
    else fA /= 2
    B = C
    fB = fC
  }
  return Math.exp(A / 2)
}

/** Weng and Lin 2011, algorithm 1: Bradley-Terry, full pairing, with its usual defaults. */
export const wengLin: MakeModel = () => {
  const beta = 25 / 6
  const kappa = 0.0001
  const players = new Map<number, { mu: number; variance: number }>()
  const stateOf = (player: number) => players.get(player) ?? { mu: 25, variance: (25 / 3) ** 2 }
  const sideOf = (side: readonly number[]) => {
    const states = side.map(stateOf)
    return {
      mu: states.reduce((sum, each) => sum + each.mu, 0),
      variance: states.reduce((sum, each) => sum + each.variance, 0),
    }
  }
  return {
    predict([first, second]) {
      const [one, two] = [sideOf(first), sideOf(second)]
      // A sum of logistic noise with deviation beta for each player.
      const deviation = Math.sqrt((first.length + second.length) * beta ** 2 + one.variance + two.variance)
      return 1 / (1 + Math.exp((-1.702 * (one.mu - two.mu)) / deviation))
    },
    rate(_, matches) {
      for (const match of matches) {
        const sides = match.sides.map(sideOf)
        const c = Math.sqrt(sides[0]!.variance + sides[1]!.variance + 2 * beta ** 2)
        const p = 1 / (1 + Math.exp((sides[1]!.mu - sides[0]!.mu) / c))
        const next = match.sides.flatMap((side, index) => {
          const score = isTie(match) ? 0.5 : 1 - index
          const expected = index === 0 ? p : 1 - p
          const { variance: whole } = sides[index]!
          const omega = (whole / c) * (score - expected)
          const gamma = Math.sqrt(whole) / c
          const delta = gamma * (whole / c ** 2) * p * (1 - p)
          return side.map((player) => {
            const { mu, variance } = stateOf(player)
            return [
              player,
              {
                mu: mu + (variance / whole) * omega,
                variance: variance * Math.max(1 - (variance / whole) * delta, kappa),
              },
            ] as const
          })
        })
        for (const [player, state] of next) players.set(player, state)
      }
    },
  }
}

/** The rating of rules/rating/. */
export function ours(changed: Partial<RatingParameters> = {}, hasLevels = true): MakeModel {
  const parameters = { ...ratingParameters, ...changed }
  return (levelOf) => {
    const levels: LevelOf = hasLevels ? levelOf : () => null
    let pool = emptyPool('tennis', parameters)
    return {
      predict: (sides, day) => forecast(pool, day, sides, levels).win,
      rate(day, matches) {
        pool = rateDay(pool, day, matches, levels).pool
      },
    }
  }
}
