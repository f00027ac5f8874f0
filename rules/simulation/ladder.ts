import { addDays, daysBetween } from '#/rules/day.ts'
import {
  challengeProblem,
  climb,
  idleMoves,
  type LadderMove,
  type LadderTerms,
  type PlayedChallenge,
} from '#/rules/formats/ladder.ts'
import { chanceAt } from './chance.ts'
import type { SimulatedPlayers } from './players.ts'

type Challenge = { by: number; of: number; day: string }

/** Deviations from honest play on a ladder, where everybody challenges the highest they can and plays. */
export type LadderDeviation = {
  /** Picks an entry's opponent from those that it can challenge. Null for nobody. */
  challenges?: (entry_id: number, possible: readonly number[]) => number | null
  /** Decides how a challenge ends; `unanswered`: lost by the one who was challenged. */
  outcome?: (challenge: Challenge) => 'played' | 'unanswered' | 'not_played' | { winner: number }
}

const FIRST_DAY = '2026-05-01'
const SEASON_DAYS = 84
/** Days after which a challenge is played. */
const PLAYED_AFTER = 5
/** How often an honest entry without an open challenge makes one on a day. */
const WILL = 0.2

// Keys beside those of rules/simulation/players.ts.
const [WANTS, TURN] = [11, 12]

/** Plays a season of a ladder by its real rules. Returns the final order, top first. */
export function playLadder(
  players: SimulatedPlayers,
  terms: LadderTerms,
  start: readonly number[],
  { challenges = (_, possible) => possible[0] ?? null, outcome = () => 'played' }: LadderDeviation = {},
): number[] {
  const steps: (PlayedChallenge | LadderMove)[] = []
  const active = new Map(start.map((entry_id) => [entry_id, FIRST_DAY]))
  const met = new Map<string, number>()
  let open: Challenge[] = []
  let past: Challenge[] = []
  const settle = (challenge: Challenge, today: string) => {
    const { by, of, day } = challenge
    const end = outcome(challenge)
    const after = end === 'not_played' ? terms.days : end === 'unanswered' ? terms.answer_days : PLAYED_AFTER
    if (daysBetween(day, today) < after) return false
    if (end === 'not_played') return true
    const key = [by, of].toSorted((a, b) => a - b).join()
    const meeting = met.get(key) ?? 0
    if (end === 'unanswered') steps.push({ entry_1: by, entry_2: of, winner: by })
    else {
      met.set(key, meeting + 1)
      const winner = end === 'played' ? players.play(by, of, meeting).winner : end.winner
      steps.push({ entry_1: by, entry_2: of, winner })
      active.set(of, today)
    }
    active.set(by, today)
    return true
  }
  for (let day = 0; day < SEASON_DAYS; day += 1) {
    const today = addDays(FIRST_DAY, day)
    open = open.filter((challenge) => !settle(challenge, today))
    const idle = climb(start, steps, terms).map((entry_id) => {
      return { entry_id, active_on: active.get(entry_id)!, frozen: false }
    })
    for (const move of idleMoves(idle, terms, today)) {
      steps.push(move)
      active.set(move.above_id, today)
    }
    past = past.filter((challenge) => daysBetween(challenge.day, today) < terms.again_days)
    const ladder = climb(start, steps, terms)
    const turns = ladder.toSorted((a, b) => chanceAt(players.seed, TURN, day, a) - chanceAt(players.seed, TURN, day, b))
    for (const by of turns) {
      if (chanceAt(players.seed, WANTS, day, by) >= WILL) continue
      const busy = new Set(open.flatMap((each) => [each.by, each.of]))
      const recent = new Set(past.flatMap((each) => (each.by === by ? [each.of] : each.of === by ? [each.by] : [])))
      const placed = (entry_id: number) => ({ entry_id, place: ladder.indexOf(entry_id) + 1 })
      const possible = ladder.filter(
        (of) => challengeProblem(placed(by), placed(of), { ...terms, busy, recent, is_open: true }) === null,
      )
      const of = challenges(by, possible)
      if (of === null || !possible.includes(of)) continue
      const challenge = { by, of, day: today }
      open.push(challenge)
      past.push(challenge)
    }
  }
  return climb(start, steps, terms)
}
