import { type MatchStatus, type SetScore, swapSides } from '#/rules/outcome.ts'
import { scoreProblem, scoreTotals } from '#/rules/score.ts'
import type { Chance } from './chance.ts'
import { standardRules } from '#/rules/season-rules.ts'

/** A result, with the games from the winner's side, or the first side's in a tie. */
export type Course = { status: MatchStatus; set_games: SetScore[]; duration_minutes: number; match_notes: string }

/** A completed match. `edge` ranges from 0 (equal players) to 1 (one-sided). */
export function playOut(chance: Chance, edge: number): Course {
  const set_games = chance.next() < 0.5 + edge * 0.4 ? [set(chance, edge), set(chance, edge)] : threeSets(chance, edge)
  const match_notes = chance.percent(12) ? chance.pick(notes) : ''
  return course(chance, set_games, null, match_notes)
}

type DemoStatus = Exclude<MatchStatus, null | 'Stopped by time or weather' | 'Double default'>

/** A match that was not completed. */
export function breakOff(chance: Chance, status: DemoStatus): Course {
  const sentence = chance.pick(words[status])
  if (status === 'Retired')
    return course(chance, [set(chance, 0), games(chance.pick(['2-1', '3-0', '4-2', '1-1']))], status, sentence)
  if (status === 'Match ended in a tie')
    return course(
      chance,
      [set(chance, 0), swapSides(set(chance, 0)), ...chance.pick([[], [games('2-2')]])],
      status,
      sentence,
    )
  return course(chance, [], status, sentence)
}

const words: Record<DemoStatus, string[]> = {
  'Opponent did not show': ['Waited half an hour at the court.'],
  'Canceled within 4 hours of match': ['', 'Something came up at work.'],
  Retired: ['A sore calf. Get well soon!', 'Ankle. Hope to play again soon.'],
  'Match ended in a tie': ['Rained out.', 'The lights went out at ten.'],
}

function course(chance: Chance, set_games: SetScore[], status: MatchStatus, match_notes: string): Course {
  const problem = scoreProblem(set_games, status, standardRules)
  if (problem) throw new Error(`the demo league made an impossible score: ${problem.code}`)
  const { winner, opponent } = scoreTotals(set_games, status, standardRules).games
  const played = winner + opponent
  return {
    status,
    set_games,
    duration_minutes: played === 0 ? 0 : Math.round(played * 4 + 6 + chance.below(15)),
    match_notes,
  }
}

/** Three sets with the winner losing the first or second. The third is usually a match tie-break. */
function threeSets(chance: Chance, edge: number): SetScore[] {
  const lost = swapSides(set(chance, 0))
  const won = set(chance, edge)
  const decider = chance.percent(65) ? games(chance.pick(tieBreaks)) : set(chance, 0)
  return chance.percent(50) ? [won, lost, decider] : [lost, won, decider]
}

const clear = ['6-0', '6-1', '6-1', '6-2', '6-2', '6-3']
const close = ['6-2', '6-3', '6-3', '6-4', '6-4', '6-4', '7-5', '7-6', '7-6']
const tieBreaks = ['10-4', '10-5', '10-6', '10-7', '10-7', '10-8', '10-8', '11-9', '12-10', '14-12']
const notes = [
  'Great match, thanks!',
  'Windy. Both of us fought the ball toss.',
  'Closer than the score says.',
  'Long rallies, good fun.',
  'Played indoors because of the rain.',
]

function set(chance: Chance, edge: number): SetScore {
  return games(chance.pick(chance.next() < edge ? clear : close))
}

function games(text: string): SetScore {
  const [score_1 = 0, score_2 = 0] = text.split('-').map(Number)
  return { score_1, score_2 }
}
