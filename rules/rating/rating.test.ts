import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { addDays } from '#/rules/day.ts'
import type { MatchStatus } from '#/rules/outcome.ts'
import { ratingLevels } from '#/rules/level-list.ts'
import { chanceAt, normalAt } from '#/rules/simulation/chance.ts'
import { levelSteps } from './levels.ts'
import { countGames, isRated, type RatedMatch } from './match.ts'
import { ratingParameters } from './parameters.ts'
import { emptyPool, packPool, unpackPool, type RatingPool } from './pool.ts'
import { estimateOf, forecast, listPlayers, rateDay, rateDays, type PlayerChange } from './rating.ts'
import { expectedSets } from './words.ts'
import { workedExample } from './worked-example.ts'

const day = '2027-05-01'
const noLevel = () => null

function match(id: number, one: number[], two: number[], sets: string, status: MatchStatus = null): RatedMatch {
  const read = sets.split(' ').filter((set) => set !== '')
  return {
    id,
    sides: [one, two],
    sets: read.map((set) => {
      const [score_1, score_2] = set.split('-').map(Number)
      return { score_1: score_1!, score_2: score_2! }
    }),
    status,
  }
}

const won = (id: number, winner: number, loser: number, sets: string) => match(id, [winner], [loser], sets)

const scores = ['6-0 6-0', '6-1 6-2', '6-3 6-4', '7-6 6-4', '7-6 6-7 10-8', '7-6 6-7 7-6', '8-6', '6-4 4-6 1-0']

/** Days of results of players whose strengths differ by chance. The same for the same seed. */
function makeDays(seed: number, { players = 9, days = 12, aDay = 3, pairs = false } = {}) {
  return Array.from({ length: days }, (_, at) => ({
    day: addDays(day, 5 * at),
    matches: Array.from({ length: aDay }, (__, number) => {
      const key = 100 * at + number
      const drawn = Array.from({ length: players }, (___, player) => player).toSorted(
        (one, other) => chanceAt(seed, key, one) - chanceAt(seed, key, other),
      )
      const sides = pairs ? [drawn.slice(0, 2), drawn.slice(2, 4)] : [drawn.slice(0, 1), drawn.slice(1, 2)]
      const strength = (side: number[]) => side.reduce((sum, player) => sum + player / 4, 0) / side.length
      const isFirst = strength(sides[0]!) + normalAt(seed, key, 77) > strength(sides[1]!)
      const score = scores[Math.floor(chanceAt(seed, key, 88) * scores.length)]!
      return match(key, sides[isFirst ? 0 : 1]!, sides[isFirst ? 1 : 0]!, score)
    }),
  }))
}

const levelOf = (player: number) => (player % 3) - 1

/** Exact values, because shown ones are rounded. */
function meansOf(pool: RatingPool): Map<number, number> {
  return new Map(
    listPlayers(pool)
      .toSorted((one, other) => one - other)
      .map((player) => {
        const block = pool.blocks.get(player)!
        return [player, block.mean[block.players.indexOf(player)]!]
      }),
  )
}

/** Means without what the order of additions leaves. */
function roundedOf(pool: RatingPool) {
  return [...meansOf(pool)].map(([player, mean]) => [player, Math.round(mean * 1e9) / 1e9 + 0])
}

const changeOf = (changes: PlayerChange[], player: number) => changes.find((each) => each.player === player)!

test('a win raises the winner and lowers the loser by the same number of points if they began equal', () => {
  const { pool, changes } = rateDay(emptyPool('tennis'), day, [won(1, 7, 8, '6-3 6-4')], noLevel)
  const [winner, loser] = changes
  expect(winner!.own[0]!.expected).toEqual({ win: 0.5, sets_text: '7-6 6-7' })
  expect(winner!.after.value - 1500).toBe(1500 - loser!.after.value)
  expect(winner!.after.value).toBeGreaterThan(1500)
  expect(winner!.own[0]!.points).toBe(winner!.after.value - 1500)
  expect(winner!.after.deviation).toBeLessThan(winner!.before.deviation)
  expect(estimateOf(pool, 7, day)).toEqual(winner!.after)
})

test('the result of a former opponent is a cause', () => {
  const morning = rateDay(emptyPool('tennis'), day, [won(1, 7, 8, '6-3 6-4')], noLevel).pool
  const { changes } = rateDay(morning, '2027-05-20', [won(2, 8, 9, '6-0 6-1')], noLevel)
  const moved = changeOf(changes, 7)
  expect(moved.own).toEqual([])
  expect(moved.causes).toEqual([{ match: 2, points: moved.after.value - moved.before.value }])
  expect(moved.causes[0]!.points).toBeGreaterThan(0)
})

test('adding a win to a day never lowers the winner, however close and whatever else happened', () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const days = makeDays(seed, { days: 6 })
    const morning = rateDays(emptyPool('tennis'), days.slice(0, -1), levelOf)
    const rest = days.at(-1)!.matches
    for (const score of scores)
      for (const [winner, loser] of [
        [8, 0],
        [0, 8],
        [4, 5],
      ] as const) {
        const without = rateDay(morning, addDays(day, 25), rest, levelOf)
        const added = rateDay(morning, addDays(day, 25), [...rest, won(999, winner, loser, score)], levelOf)
        const before = meansOf(without.pool).get(winner) ?? levelOf(winner) * ratingParameters.level_step
        expect(meansOf(added.pool).get(winner)!).toBeGreaterThanOrEqual(before - 1e-9)
      }
  }
})

test('a win in doubles never lowers a winner and never raises a loser above a win', () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const morning = rateDays(emptyPool('tennis'), makeDays(seed, { pairs: true }), levelOf)
    for (const score of scores) {
      const after = rateDay(morning, '2027-08-01', [match(999, [1, 5], [2, 7], score)], levelOf).pool
      for (const winner of [1, 5])
        expect(meansOf(after).get(winner)!).toBeGreaterThanOrEqual(meansOf(morning).get(winner)! - 1e-9)
    }
  }
})

test('a close win over a much weaker player leaves the winner and raises the loser', () => {
  const levels = (player: number) => (player === 1 ? 4 : -1)
  const { changes } = rateDay(emptyPool('tennis'), day, [won(1, 1, 2, '7-6 6-7 10-8')], levels)
  const [winner, loser] = changes
  expect(winner!.after.value).toBe(winner!.before.value)
  expect(loser!.after.value).toBeGreaterThan(loser!.before.value)
})

test('the order of entering does not matter: results of a day, ids, partners, sides of a tie', () => {
  const days = makeDays(5, { pairs: true, aDay: 6 })
  const entered = days.map(({ day: on, matches }) => ({
    day: on,
    matches: matches.toReversed().map((each) => ({
      ...each,
      id: 5000 - each.id,
      sides: [each.sides[0].toReversed(), each.sides[1].toReversed()] as const,
    })),
  }))
  const [one, other] = [days, entered].map((each) => roundedOf(rateDays(emptyPool('tennis'), each, levelOf)))
  expect(one).toEqual(other)
  const tie = 'Match ended in a tie'
  const [first, second] = [match(1, [1], [2], '6-4 3-6', tie), match(1, [2], [1], '4-6 6-3', tie)].map((each) =>
    roundedOf(rateDay(emptyPool('tennis'), day, [each], levelOf).pool),
  )
  expect(first).toEqual(second)
})

test('the order of playing matters', () => {
  const [one, two] = [won(1, 1, 2, '6-0 6-0'), won(2, 2, 1, '6-0 6-0')]
  const rate = (first: RatedMatch, second: RatedMatch) =>
    rateDays(
      emptyPool('tennis'),
      [
        { day, matches: [first] },
        { day: addDays(day, 300), matches: [second] },
      ],
      noLevel,
    )
  expect(meansOf(rate(one, two)).get(1)).toBeLessThan(meansOf(rate(two, one)).get(1)!)
})

test('other names for the players change nothing', () => {
  const days = makeDays(6)
  const renamed = days.map(({ day: on, matches }) => ({
    day: on,
    matches: matches.map((each) => ({
      ...each,
      sides: each.sides.map((side) => side.map((player) => 100 - player)) as [number[], number[]],
    })),
  }))
  const means = meansOf(rateDays(emptyPool('tennis'), days, levelOf))
  const others = meansOf(rateDays(emptyPool('tennis'), renamed, (player) => levelOf(100 - player)))
  for (const [player, mean] of means) expect(others.get(100 - player)).toBeCloseTo(mean, 9)
})

test('rated day by day, stored in between, is exactly what a rebuild gives, and leaves earlier pools as they were', () => {
  const days = makeDays(7, { days: 20 })
  let pool = emptyPool('tennis')
  for (const { day: on, matches } of days) {
    const packed = packPool(pool)
    const next = rateDay(unpackPool(packed, 'tennis'), on, matches, levelOf).pool
    rateDay(pool, on, matches, levelOf)
    expect(packPool(pool)).toEqual(packed)
    pool = next
  }
  expect(packPool(pool)).toEqual(packPool(rateDays(emptyPool('tennis'), days, levelOf)))
})

test('a stored pool is not larger than it says', () => {
  const pool = rateDays(emptyPool('tennis'), makeDays(8, { players: 300, days: 60, aDay: 20 }), levelOf)
  const players = listPlayers(pool).length
  const blocks = new Set(pool.blocks.values()).size
  expect(packPool(pool).length).toBeLessThanOrEqual(
    players * (32 + 4 * (ratingParameters.most_connected + 1)) + 16 * (blocks + 1),
  )
})

test('players who are not connected are apart, and one who plays in both groups connects them', () => {
  const groups = [won(1, 1, 2, '6-3 6-4'), won(2, 11, 12, '6-3 6-4')]
  const apart = rateDay(emptyPool('tennis'), day, groups, noLevel).pool
  expect(apart.blocks.get(1)).not.toBe(apart.blocks.get(11))
  const moved = rateDay(apart, '2027-05-09', [won(3, 1, 11, '6-1 6-1')], noLevel)
  expect(moved.pool.blocks.get(2)).toBe(moved.pool.blocks.get(12))
  expect(changeOf(moved.changes, 2).causes[0]!.points).toBeGreaterThan(0)
  expect(changeOf(moved.changes, 12).causes[0]!.points).toBeLessThan(0)
})

test('beyond the limit, results between blocks still count for both', () => {
  const few = { ...ratingParameters, most_connected: 2 }
  const apart = rateDay(emptyPool('tennis', few), day, [won(1, 1, 2, '6-3 6-4'), won(2, 3, 4, '6-3 6-4')], noLevel).pool
  const { changes } = rateDay(apart, addDays(day, 1), [won(3, 2, 3, '6-2 6-2')], noLevel)
  expect(changeOf(changes, 2).own[0]!.points).toBeGreaterThan(20)
  expect(changeOf(changes, 3).own[0]!.points).toBeLessThan(-20)
})

test('300 days without a match widen the uncertainty, at most to that of a new player, and keep the value', () => {
  const pool = rateDays(emptyPool('tennis'), makeDays(9, { days: 40 }), levelOf)
  const soon = estimateOf(pool, 3, addDays(day, 200))!
  const late = estimateOf(pool, 3, addDays(day, 500))!
  const never = estimateOf(pool, 3, addDays(day, 50_000))!
  expect(late.value).toBe(soon.value)
  expect(late.deviation).toBeGreaterThan(soon.deviation)
  expect(never.deviation).toBe(
    Math.round(ratingParameters.shown_scale * ratingParameters.start_deviation_without_level),
  )
})

test('an import without days, a thousand results on one, is rated as well', () => {
  const { matches } = makeDays(13, { days: 1, aDay: 1000 })[0]!
  const [one, other] = [matches, matches.toReversed()].map((each) => rateDay(emptyPool('tennis'), day, each, levelOf))
  expect(roundedOf(one!.pool)).toEqual(roundedOf(other!.pool))
  expect(estimateOf(one!.pool, 8, day)!.value).toBeGreaterThan(estimateOf(one!.pool, 1, day)!.value)
  for (const { before, after, own, causes } of one!.changes)
    expect([...own, ...causes].reduce((sum, { points }) => sum + points, 0)).toBe(after.value - before.value)
})

test('players of the same level begin equal, and results make a rating more certain', () => {
  const steps = (key: string) => levelSteps(ratingLevels, key)
  expect(steps('3.5')).toBe(0)
  expect(steps('4.0')).toBe(1)
  expect(levelSteps([...ratingLevels, { key: '6.0', name: '6.0' }], '4.0')).toBe(1)
  expect(
    levelSteps(
      [
        { key: 'a', name: 'A' },
        { key: 'b', name: 'B' },
      ],
      'b',
    ),
  ).toBe(0.5)
  expect(levelSteps(ratingLevels, 'gone')).toBeNull()
  expect(levelSteps(ratingLevels, null)).toBeNull()
  const { changes } = rateDay(emptyPool('tennis'), day, [won(1, 1, 2, '6-3 6-4'), won(2, 3, 4, '6-0 6-0')], () => 1)
  expect(new Set(changes.map(({ before }) => before.value)).size).toBe(1)
  for (const { before, after } of changes) expect(after.deviation).toBeLessThan(before.deviation)
})

test('walkovers, nothing played and a player on both sides are not rated', () => {
  const before = emptyPool('tennis')
  const odd = [
    match(1, [1], [2], '', 'Opponent did not show'),
    match(2, [1], [2], '', 'Canceled within 4 hours of match'),
    match(3, [1], [2], '', 'Retired'),
    match(4, [1], [2], '0-0', 'Retired'),
    match(5, [1], [1], '6-0 6-0'),
    match(6, [1, 2], [2, 3], '6-0 6-0'),
    match(7, [], [], '6-0 6-0'),
  ]
  expect(odd.filter(isRated)).toEqual([])
  expect(rateDay(before, day, odd, noLevel)).toEqual({ pool: before, changes: [] })
})

test('a retirement counts as far as it was played, and less than a whole match', () => {
  const pointsOf = (sets: string, status: MatchStatus = null) =>
    rateDay(emptyPool('tennis'), day, [match(1, [1], [2], sets, status)], noLevel).changes[0]!.own[0]!.points
  expect(pointsOf('2-1', 'Retired')).toBeLessThan(pointsOf('6-2 2-1', 'Retired'))
  expect(pointsOf('6-2 2-1', 'Retired')).toBeLessThan(pointsOf('6-2 6-2'))
  // Who was behind when the other retired has won, but not shown more.
  expect(pointsOf('2-6 0-3', 'Retired')).toBe(0)
  expect(countGames(match(1, [1], [2], '6-2 2-1').sets, 'Retired', 'tennis')).toEqual({ games: [8, 3], sets: [1, 0] })
})

test('a match tie-break is one game, a pro set and an advantage set are their games', () => {
  const games = (sets: string) => countGames(match(1, [1], [2], sets).sets, null, 'tennis').games
  expect(games('6-4 4-6 10-7')).toEqual([11, 10])
  expect(games('6-4 4-6 1-0')).toEqual([11, 10])
  expect(games('10-8')).toEqual([10, 8])
  expect(games('6-4 4-6 8-6')).toEqual([18, 16])
  expect(countGames(match(1, [1], [2], '11-7 11-9').sets, null, 'squash').games).toEqual([22, 16])
})

test('two accounts that played each other are merged by another rebuild, without their match', () => {
  const days = makeDays(10)
  const merged = days.map(({ day: on, matches }) => ({
    day: on,
    matches: matches.map((each) => ({
      ...each,
      sides: each.sides.map((side) => side.map((player) => (player === 4 ? 3 : player))) as [number[], number[]],
    })),
  }))
  const pool = rateDays(emptyPool('tennis'), merged, levelOf)
  expect(listPlayers(pool)).not.toContain(4)
  const count = merged.flatMap(({ matches }) => matches.filter(isRated)).filter(({ sides }) => sides.flat().includes(3))
  expect(estimateOf(pool, 3, '2027-09-01')!.matches).toBe(count.length)
})

test('the points of a day add up to the change', () => {
  const seen: PlayerChange[] = []
  rateDays(emptyPool('tennis'), makeDays(11, { days: 30, aDay: 5 }), levelOf, (_, changes) => seen.push(...changes))
  const played = seen.filter(({ own }) => own.length > 0)
  for (const { before, after, own, causes } of played)
    expect([...own, ...causes].reduce((sum, { points }) => sum + points, 0)).toBe(after.value - before.value)
  expect(played.length).toBeGreaterThan(150)
})

test('a forecast is the same from both sides, and a win is a gain', () => {
  const pool = rateDays(emptyPool('tennis'), makeDays(12), levelOf)
  const one = forecast(pool, '2027-08-01', [[8], [1]], levelOf)
  const other = forecast(pool, '2027-08-01', [[1], [8]], levelOf)
  expect(one.win + other.win).toBeCloseTo(1, 9)
  expect(one.win).toBeGreaterThan(0.5)
  expect(one.changes[0]!.if_win).toBe(other.changes[1]!.if_loss)
  expect(one.changes[0]!.if_win).toBeGreaterThanOrEqual(0)
  expect(one.changes[0]!.if_loss).toBeLessThan(-one.changes[0]!.if_win)
  const strangers = forecast(emptyPool('tennis'), day, [[1], [2]], noLevel)
  expect(strangers.win).toBe(0.5)
})

test('an expected score is written as the sport writes it', () => {
  const text = (difference: number, sport: 'tennis' | 'squash' | 'badminton', sets = 2) =>
    expectedSets(difference, sport, sets, ratingParameters)
  expect(text(0, 'tennis')).toBe('7-6 6-7')
  expect(text(-0.001, 'tennis')).toBe('6-7 7-6')
  expect(text(0, 'tennis', 1)).toBe('7-6')
  expect(text(0, 'tennis', 3)).toBe('7-6 7-6 6-7')
  expect(text(0, 'squash', 3)).toBe('12-10 12-10 10-12')
  expect(text(0.5, 'tennis')).toBe('6-3 6-4')
  expect(text(-0.5, 'tennis')).toBe('3-6 4-6')
  expect(text(3, 'tennis')).toBe('6-0 6-1')
  expect(text(0.5, 'squash', 3)).toBe('11-9 11-9 11-9')
  expect(text(1, 'badminton')).toBe('21-14 21-14')
})

test('the worked example is what the model says, and each of its sums is right', () => {
  const { players, sets, steps, win } = workedExample()
  const level = (player: number) => players[player]!.level_steps
  const rated = rateDay(emptyPool('tennis'), day, [{ id: 1, sides: [[0], [1]], sets: [...sets], status: null }], level)
  for (const [place, { before, after }] of players.entries()) {
    expect(rated.changes[place]!.before).toEqual({ ...before, matches: 0 })
    expect(rated.changes[place]!.after).toEqual({ ...after, matches: 1 })
  }
  expect(forecast(rated.pool, day, [[0], [1]], level).win).toBeCloseTo(win, 9)
  const wrong: string[] = []
  for (const { sums } of steps)
    for (const sum of sums) {
      const [left, right] = sum.replace(/^.*: /, '').split(' = ') as [string, string]
      const script = left.replaceAll('^2', '**2').replaceAll('e^', 'Math.E**').replaceAll('ln(', 'Math.log(')
      const value: unknown = runInNewContext(script.replaceAll('sqrt(', 'Math.sqrt('))
      const most = /^\d\d+$/.test(right) ? 0.55 : 0.0005
      if (Math.abs(Number(value) - Number(right)) > most) wrong.push(sum)
    }
  expect(wrong).toEqual([])
})
