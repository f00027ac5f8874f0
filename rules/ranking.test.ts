import { expect, test } from 'vitest'
import { pointsOf, pointsPresets, pointsWords, tieBreakText } from './ranking.ts'
import { standardRules, tableRulesOf } from './season-rules.ts'
import { rankStandings, type StandingMatch } from './standings.ts'

type PresetKey = (typeof pointsPresets)[number]['key']

const presetOf = (key: PresetKey) => pointsPresets.find((each) => each.key === key)!.points

const straight = { decided: true, status: null, sets: { winner: 2, opponent: 0 }, games: { winner: 12, opponent: 5 } }
const three = { decided: true, status: null, sets: { winner: 2, opponent: 1 }, games: { winner: 14, opponent: 13 } }
const tie = {
  decided: false,
  status: 'Match ended in a tie' as const,
  sets: { winner: 1, opponent: 1 },
  games: { winner: 10, opponent: 10 },
}
const walkover = {
  decided: true,
  status: 'Opponent did not show' as const,
  sets: { winner: 0, opponent: 0 },
  games: { winner: 0, opponent: 0 },
}

test.each<[PresetKey, [number, number], [number, number], [number, number], [number, number]]>([
  // 2-0, 2-1, a tie, and a walkover, each as the winner's points and the other's.
  ['three_for_a_win', [3, 1], [3, 1], [2, 2], [3, 0]],
  ['two_for_a_win', [2, 1], [2, 1], [1, 1], [2, 0]],
  ['win_tie', [3, 0], [3, 0], [1, 1], [3, 0]],
  ['win_only', [2, 0], [2, 0], [1, 1], [2, 0]],
  ['box', [5, 1], [4, 2], [3, 3], [5, 0]],
  ['sets', [2, 0], [2, 1], [1, 1], [2, 0]],
  ['sets_and_playing', [3, 1], [3, 2], [2, 2], [3, 0]],
  ['win_and_sets', [5, 1], [5, 2], [3, 3], [5, 0]],
  ['games', [12, 5], [14, 13], [10, 10], [12, 0]],
])('%s', (key, two_none, two_one, tied, not_played) => {
  const points = presetOf(key)
  expect([straight, three, tie, walkover].map((result) => pointsOf(points, result))).toEqual([
    two_none,
    two_one,
    tied,
    not_played,
  ])
})

test('a double default gives each side its own points, 0 in every preset', () => {
  const double = { ...walkover, decided: false, status: 'Double default' as const }
  for (const { points } of pointsPresets) {
    expect(pointsOf(points, double)).toEqual([0, 0])
    expect(pointsOf({ ...points, double_default: -2 }, double)).toEqual([-2, -2])
    expect(pointsOf({ ...points, double_default: -2 }, walkover)).toEqual(pointsOf(points, walkover))
  }
  expect(pointsWords({ ...presetOf('win_tie'), double_default: -1 }, 'tennis')).toBe(
    'Points: 3 for a win, 1 for a tie, 3 for a match that the other side did not come to, -1 for a double default, to each side.',
  )
})

test('every preset is covered above and has its own name', () => {
  expect(pointsPresets.length).toBeGreaterThanOrEqual(8)
  expect(new Set(pointsPresets.map(({ name }) => name)).size).toBe(pointsPresets.length)
})

test('a box of four by 5-4-2-1: the points decide before wins do', () => {
  const beat = (entry_1: number, entry_2: number, ...sets: [number, number][]): StandingMatch => {
    const played = sets.map(([score_1, score_2]) => ({ score_1, score_2 }))
    return { entry_1, entry_2, winner: entry_1, status: null, sets: played, final: true }
  }
  const matches = [
    beat(1, 2, [6, 0], [4, 6], [6, 4]),
    beat(1, 3, [6, 0], [4, 6], [6, 4]),
    beat(4, 1, [6, 0], [6, 0]),
    beat(2, 3, [6, 0], [6, 0]),
    beat(2, 4, [6, 0], [6, 0]),
    beat(3, 4, [6, 0], [6, 0]),
  ]
  const rules = tableRulesOf(
    { ...standardRules, ranking: { by: 'points', points: presetOf('box') } },
    { meetings: 1, everybody: true },
  )
  const entries = [1, 2, 3, 4].map((entry_id) => ({ entry_id, lot: entry_id }))
  expect(rankStandings(entries, matches, rules).map(({ entry_id, points, wins }) => [entry_id, points, wins])).toEqual([
    [2, 12, 2],
    [1, 9, 2],
    [3, 8, 1],
    [4, 7, 1],
  ])
})

test('a table of points is said in words, in the terms of the sport', () => {
  expect(pointsWords(presetOf('two_for_a_win'), 'tennis')).toBe(
    'Points: 1 for a win, 1 for a match played, 2 for a match that the other side did not come to.',
  )
  expect(pointsWords(presetOf('sets'), 'squash')).toBe(
    'Points: 1 for each game won, 2 for a match that the other side did not come to.',
  )
  expect(tieBreakText('sets_difference', 'tennis').sentence).toBe('Sets won minus sets lost in the season.')
})
