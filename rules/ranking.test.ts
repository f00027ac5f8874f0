import { expect, test } from 'vitest'
import { pointsPresets } from './points-presets.ts'
import { pointsOf, pointsWords, tieBreakText } from './ranking.ts'
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
  ['four_three_two_one', [4, 1], [3, 2], [2, 2], [4, 0]],
  ['sets', [2, 0], [2, 1], [1, 1], [2, 0]],
  ['sets_and_straight', [3, 0], [2, 1], [1, 1], [2, -2]],
  ['sets_win_and_playing', [4, 1], [4, 2], [2, 2], [4, 0]],
  ['win_and_sets', [5, 1], [5, 2], [2, 2], [5, 0]],
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

const ofSets = (winner: number, opponent: number, games: [number, number] = [0, 0]) => ({
  decided: winner !== opponent,
  status: winner === opponent ? ('Match ended in a tie' as const) : null,
  sets: { winner, opponent },
  games: { winner: games[0], opponent: games[1] },
})

// The results that the pages in rules/points-presets.ts name, with the points that each page's own rule gives them.
test.each<[PresetKey, string, ReturnType<typeof ofSets> | typeof walkover, [number, number]]>([
  ['three_for_a_win', 'Ramsey: a match of two sets', ofSets(2, 0), [3, 1]],
  ['three_for_a_win', 'Ramsey: a deciding tie-break', ofSets(2, 1), [3, 1]],
  ['two_for_a_win', 'PGSI: best of five, in four games', ofSets(3, 1), [2, 1]],
  ['two_for_a_win', 'SE Tennis: a walkover', walkover, [2, 0]],
  ['win_only', 'Derby: a pro set that was never finished', ofSets(0, 0, [8, 8]), [1, 1]],
  ['win_only', 'Derby: a walkover', walkover, [2, 0]],
  ['box', 'St Ann’s: 6-4 4-6 7-5', ofSets(2, 1, [17, 15]), [4, 2]],
  ['box', 'St Ann’s: straight sets', ofSets(2, 0), [5, 1]],
  ['four_three_two_one', 'Swindon: the most there is', ofSets(2, 0), [4, 1]],
  ['four_three_two_one', 'plumbex.net: one set all and a tie-break', ofSets(2, 1), [3, 2]],
  ['four_three_two_one', 'plumbex.net: stopped at one set all', ofSets(1, 1), [2, 2]],
  ['sets', 'North London: three sets', ofSets(2, 1), [2, 1]],
  ['sets', 'Barntown: best of five, in four games', ofSets(3, 1), [3, 1]],
  ['sets', 'North London: a match canceled too late', walkover, [2, 0]],
  ['sets_and_straight', 'Riga, NCB: 2-0', ofSets(2, 0), [3, 0]],
  ['sets_and_straight', 'Riga, NCB: 2-1', ofSets(2, 1), [2, 1]],
  ['sets_and_straight', 'Riga: stopped at 1-1', ofSets(1, 1), [1, 1]],
  ['sets_and_straight', 'Riga: a no-show', walkover, [2, -2]],
  ['sets_win_and_playing', 'Christchurch: 3-0', ofSets(3, 0), [5, 1]],
  ['sets_win_and_playing', 'Christchurch: 3-1', ofSets(3, 1), [5, 2]],
  ['sets_win_and_playing', 'Christchurch, Henley: 3-2', ofSets(3, 2), [5, 3]],
  ['sets_win_and_playing', 'Blackheath: unfinished at 2-2', ofSets(2, 2), [3, 3]],
  ['sets_win_and_playing', 'Blackheath, Christchurch: a no-show', walkover, [4, 0]],
  ['win_and_sets', 'Framlingham: 2-1', ofSets(2, 1), [5, 2]],
  ['win_and_sets', 'Monmouth: best of five, in four games', ofSets(3, 1), [6, 2]],
  ['win_and_sets', 'Monmouth: a walkover', walkover, [5, 0]],
  ['games', 'Avondale: fifteen games, the last by tie-break', ofSets(1, 0, [8, 7]), [8, 7]],
])('as published: %s, %s', (key, _, result, points) => {
  expect(pointsOf(presetOf(key), result)).toEqual(points)
})

test('at least eight presets cite two published pages, each page once, and every name is its own', () => {
  const cited = pointsPresets.filter(({ pages }) => pages.length >= 2)
  expect(cited.length).toBeGreaterThanOrEqual(8)
  const urls = pointsPresets.flatMap(({ pages }) => pages.map(({ url }): string => url))
  expect(new Set(urls).size).toBe(urls.length)
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
