import { expect, test } from 'vitest'
import type { MatchStatus } from './outcome.ts'
import { recapOf, type RecapMatch } from './recap.ts'

/** 'W Bea 2 6-4 3-6 10-7': won against Bea, who is second in the table. '–' for a place: in no table; '2/1': first of flight 2. */
function match(line: string, status: MatchStatus = null): RecapMatch & { line: string } {
  const [letter = '', name = '', place = '', ...sets] = line.split(' ')
  const outcome = letter === 'W' ? 'won' : letter === 'L' ? 'lost' : 'tied'
  const [flight, rank] = place.includes('/') ? place.split('/').map(Number) : [null, Number(place)]
  return {
    line,
    outcome,
    status,
    opponents: name.split('&').map((each) => ({ id: each.charCodeAt(0), name: each })),
    standing: place === '–' ? null : { flight: flight ?? null, place: rank ?? 0 },
    sets: sets.map((set) => {
      const [score_1 = 0, score_2 = 0] = set.split('-').map(Number)
      return { score_1, score_2 }
    }),
  }
}
const matches = (...lines: string[]) => lines.map((line) => match(line))

test.each([
  [[], null],
  [['L Bea 1 4-6 4-6'], null],
  [['W Cho 3 6-0 6-0', 'W Bea 1 6-4 7-5', 'W Dee 2 6-0 6-0'], 'W Bea 1 6-4 7-5'],
  [['W Bea 1 6-4 6-4', 'W Bea 1 7-6 7-6'], 'W Bea 1 7-6 7-6'],
  [['W Bea – 6-4 6-4', 'W Cho 8 6-0 6-0'], 'W Cho 8 6-0 6-0'],
  [['W Bea – 6-4 6-4', 'W Cho – 6-0 6-0'], 'W Cho – 6-0 6-0'],
  [['W Bea 2/1 6-4 6-4', 'W Cho 1/5 6-0 6-0'], 'W Cho 1/5 6-0 6-0'],
])('the best win of %j is %s', (lines, best) => {
  expect(recapOf(matches(...lines)).best_win?.line ?? null).toBe(best)
})

test('a walkover is not the best win, a retirement can be', () => {
  const walkover = match('W Bea 1', 'Opponent did not show')
  const retired = match('W Cho 2 6-4 2-0', 'Retired')
  expect(recapOf([walkover, retired]).best_win).toBe(retired)
  expect(recapOf([walkover]).best_win).toBeNull()
})

test.each([
  [[], null],
  [['W Bea 1 6-4 6-4', 'L Cho 2 0-6 7-5 5-7'], 'L Cho 2 0-6 7-5 5-7'],
  [['W Bea 1 6-4 3-6 6-4', 'W Cho 2 7-6 6-7 7-6'], 'W Cho 2 7-6 6-7 7-6'],
  [['W Bea 1 7-6 7-6', 'W Cho 2 6-4 6-4'], 'W Bea 1 7-6 7-6'],
  [['W Bea 1 7-6 7-6', 'W Bea 1 7-6 7-6 '.trim()], 'W Bea 1 7-6 7-6'],
  [['T Bea 1 6-4 4-6', 'W Cho 2 7-6 6-7 7-6'], 'T Bea 1 6-4 4-6'],
])('the closest match of %j is %s', (lines, closest) => {
  expect(recapOf(matches(...lines).map(withTie)).closest_match?.line ?? null).toBe(closest)
})

function withTie(played: ReturnType<typeof match>) {
  return played.outcome === 'tied' ? { ...played, status: 'Match ended in a tie' as const } : played
}

test('a match that ended early is not the closest', () => {
  const early = (['Retired', 'Stopped by time or weather'] as const).map((status) => match('W Bea 1 6-6', status))
  expect(recapOf(early).closest_match).toBeNull()
})

test.each([
  ['', 0],
  ['L', 0],
  ['WWLWWWTW', 3],
  ['WWWW', 4],
])('the longest streak of %s is %i', (letters, longest) => {
  expect(recapOf([...letters].map((letter) => match(`${letter} Bea 1 6-4`))).longest_streak).toBe(longest)
})

test.each([
  [['W Bea 1 6-4', 'L Cho 2 4-6'], null],
  [
    ['W Bea 1 6-4', 'L Cho 2 4-6', 'L Bea 1 4-6'],
    ['Bea', 1, 1, 0],
  ],
  [
    ['W Bea 1 6-4', 'W Bea 1 6-4', 'L Cho 2 4-6', 'T Cho 2 4-6'],
    ['Cho', 0, 1, 1],
  ],
  [
    ['W Bea&Cho 1 6-4', 'L Bea&Dee 1 4-6'],
    ['Bea', 1, 1, 0],
  ],
] as const)('the favorite opponent of %j is %j', (lines, favorite) => {
  const { favorite_opponent: found } = recapOf(matches(...lines))
  expect(found && [found.name, found.wins, found.losses, found.ties]).toEqual(favorite)
})
