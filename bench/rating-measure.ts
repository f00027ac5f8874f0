import { isRated } from '#/rules/rating/match.ts'
import type { Results } from './rating-leagues.ts'
import type { MakeModel } from './rating-models.ts'

/** A model's predictions compared with the results. */
export type Figures = { log_loss: number; brier: number; calibration_points: number; matches: number }

const LEAST_IN_TENTH = 300

/** Reads all results once and measures the predictions by experience: of all players at least 3 matches, or less. */
export function measure(make: MakeModel, pools: readonly Results[]): { known: Figures; fresh: Figures } {
  const known = new Sum()
  const fresh = new Sum()
  for (const { days, levels } of pools) {
    const model = make((player) => levels.get(player) ?? null)
    const played = new Map<number, number>()
    for (const { day, matches } of days) {
      const rated = matches.filter(isRated)
      for (const { id, sides, status } of rated) {
        if (status === 'Match ended in a tie') continue
        const least = Math.min(...sides.flat().map((player) => played.get(player) ?? 0))
        // Asked from either side, so that a model cannot gain from the winner being first.
        const isTurned = sides[0][0]! > sides[1][0]! !== (id % 2 === 0)
        const win = isTurned ? 1 - model.predict([sides[1], sides[0]], day) : model.predict(sides, day)
        ;(least >= 3 ? known : fresh).add(win, isTurned)
      }
      model.rate(day, rated)
      for (const { sides } of rated)
        for (const player of sides.flat()) played.set(player, (played.get(player) ?? 0) + 1)
    }
  }
  return { known: known.figures(), fresh: fresh.figures() }
}

class Sum {
  #matches = 0
  #logLoss = 0
  #brier = 0
  readonly #tenths = Array.from({ length: 10 }, () => ({ matches: 0, chances: 0, wins: 0 }))

  add(winnersChance: number, isTurned: boolean): void {
    const chance = Math.min(1 - 1e-9, Math.max(1e-9, winnersChance))
    this.#matches += 1
    this.#logLoss -= Math.log(chance)
    this.#brier += (1 - chance) ** 2
    const asked = isTurned ? 1 - chance : chance
    const tenth = this.#tenths[Math.min(9, Math.floor(asked * 10))]!
    tenth.matches += 1
    tenth.chances += asked
    tenth.wins += isTurned ? 0 : 1
  }

  figures(): Figures {
    const gaps = this.#tenths
      .filter(({ matches }) => matches >= LEAST_IN_TENTH)
      .map(({ matches, chances, wins }) => (100 * Math.abs(chances - wins)) / matches)
    return {
      log_loss: this.#logLoss / this.#matches,
      brier: this.#brier / this.#matches,
      calibration_points: Math.max(0, ...gaps),
      matches: this.#matches,
    }
  }
}
