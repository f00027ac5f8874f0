import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterMatch,
  placesByWins,
  playoffNeedsOf,
  playoffStatusOf,
  remainingMatches,
  type NeedsRow,
  type Pairing,
} from './needs.ts'
import { playoffField, rankStandings, type StandingMatch } from './standings.ts'

const names = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const idOf = (name: string) => names.indexOf(name) + 1

/** 'A5 B3/2': A has 5 wins, B 3 and has played 2 matches; 4 when nothing is said. Best first. */
function table(line: string): NeedsRow[] {
  return line.split(' ').map((word, index) => {
    const [wins = '', played = '4'] = word.slice(1).split('/')
    return { entry_id: idOf(word[0]!), rank: index + 1, wins: Number(wins), played: Number(played) }
  })
}

/** 'AB AC': A has yet to play B, and C. */
function pairs(line: string): Pairing[] {
  return line === '' ? [] : line.split(' ').map((pair) => [idOf(pair[0]!), idOf(pair[1]!)] as const)
}

// Each case: the table, what remains, who asks, the answer.
describe('what an entry needs', () => {
  test.each<[string, string, string, string, Partial<ReturnType<typeof playoffNeedsOf>>]>([
    ['nothing remains: the top half is in', 'A5 B4 C3 D2', '', 'B', { status: 'in', wins_for_sure: 0 }],
    ['nothing remains: the bottom half is out', 'A5 B4 C3 D2', '', 'C', { status: 'out', wins_for_sure: null }],
    ['five: the top half is rounded up', 'A5 B4 C3 D2 E1', '', 'C', { status: 'in' }],
    ['nothing remains: level on wins, the rank decides', 'A3 B3 C3 D3', '', 'B', { status: 'in' }],
    ['nothing remains, 3 played of the 4', 'A5/3 B4 C3 D2', '', 'A', { status: 'out', matches_to_play: 1 }],
    ['nobody can catch up', 'A9 B4 C3 D2', 'AB CD', 'A', { status: 'in', wins_for_sure: 0 }],
    [
      'who could draw level is not passed for sure',
      'A5 B4 C4 D0',
      'AB CD',
      'B',
      { status: 'open', wins_for_sure: null },
    ],
    ['one win over the rival', 'A5 B4 C4 D0', 'BC AD', 'B', { status: 'open', wins_for_sure: 1 }],
    ['out of reach', 'A9 B8 C3 D2', 'CD CA', 'C', { status: 'out' }],
    ['level is still possible', 'A5 B4 C3 D2', 'CD', 'C', { status: 'open', wins_for_sure: null }],
    ['two rivals play each other: only one of them can win', 'A5 B4 C4 D0', 'BC AD', 'A', { status: 'in' }],
    [
      'two rivals who each have somebody else to beat',
      'A5 B4 C4 D0',
      'BD CD',
      'A',
      { status: 'open', wins_for_sure: null },
    ],
    ['my own win takes the rival’s away', 'A3 B3 C0 D0', 'BC', 'B', { status: 'in' }],
    ['one win, no matter which', 'A6 B6 C5 D5 E0 F0', 'AB CD', 'A', { status: 'in' }],
    ['any two wins', 'A4 B4 C4 D4', 'AB AC BC CD', 'C', { status: 'open', wins_for_sure: 2 }],
    [
      'places are safe, matches are missing',
      'A9/3 B4 C3 D2',
      'AB CD',
      'A',
      { status: 'open', wins_for_sure: 0, matches_to_play: 1 },
    ],
    [
      'too few matches left for the 4',
      'A9/2 B4 C3 D2',
      'AB CD',
      'A',
      { status: 'out', matches_to_play: 2, matches_left: 1 },
    ],
    ['alone', 'A0/4', '', 'A', { status: 'in' }],
  ])('%s', (_, rows, remaining, name, answer) => {
    expect(playoffNeedsOf(table(rows), pairs(remaining), idOf(name))).toMatchObject(answer)
  })

  const twenty = names.slice(0, 20).split('')

  test('more work than it may do is said to be so', () => {
    const rows = table(twenty.map((name, index) => `${name}${index % 3}`).join(' '))
    const remaining = remainingMatches(
      rows.map(({ entry_id }) => entry_id),
      [],
    )
    expect(playoffNeedsOf(rows, remaining, idOf('C'), { steps: 1 })).toMatchObject({
      status: 'not_worked_out',
      exact: false,
      wins_for_sure: null,
      matches_left: 19,
    })
  })

  test('that it is open can be known without the number of wins', () => {
    const rows = table(twenty.map((name, index) => `${name}${index % 3}/1`).join(' '))
    const remaining = remainingMatches(
      rows.map(({ entry_id }) => entry_id),
      [],
    )
    expect(playoffNeedsOf(rows, remaining, 1, { steps: 10 })).toMatchObject({
      status: 'open',
      exact: false,
      wins_for_sure: null,
    })
  })

  test('who is not in the table can not ask', () => {
    expect(() => playoffNeedsOf(table('A1 B0'), [], 3)).toThrow(RangeError)
  })

  test('eight places at most: the ninth of eighteen is out, unless somebody above has not played enough', () => {
    const line = names
      .slice(0, 18)
      .split('')
      .map((name, index) => `${name}${40 - index}`)
    expect(playoffNeedsOf(table(line.join(' ')), pairs('QR'), idOf('I'))).toMatchObject({ status: 'out' })
    expect(playoffNeedsOf(table(line.join(' ')), pairs('QR'), idOf('H'))).toMatchObject({ status: 'in' })
    line[2] = 'C38/3'
    expect(playoffNeedsOf(table(line.join(' ')), pairs('QR'), idOf('I'))).toMatchObject({ status: 'in' })
    expect(playoffNeedsOf(table(line.join(' ')), pairs('CR'), idOf('I'))).toMatchObject({
      status: 'open',
      wins_for_sure: null,
    })
  })
})

test('what remains: arranged matches, and one for each two that have none', () => {
  const matches = [
    { entry_one_id: 1, entry_two_id: 2, played: true },
    { entry_one_id: 3, entry_two_id: 1, played: false },
    { entry_one_id: 1, entry_two_id: 3, played: false },
    { entry_one_id: 9, entry_two_id: 1, played: false },
  ]
  expect(remainingMatches([1, 2, 3], matches)).toEqual([
    [3, 1],
    [1, 3],
    [2, 3],
  ])
  expect(remainingMatches([1], [])).toEqual([])
})

test('a match played: one win, one match more for both, one match less to play', () => {
  const after = afterMatch(table('A1 B0'), pairs('AB BA'), [idOf('B'), idOf('A')], idOf('B'))
  expect(after.rows).toMatchObject([
    { wins: 1, played: 5, rank: null },
    { wins: 1, played: 5, rank: null },
  ])
  expect(after.remaining).toHaveLength(1)
})

/** Every way the remaining matches can end, as wins by entry id: either side wins, or nobody. */
function* endings(rows: readonly NeedsRow[], remaining: readonly Pairing[]): Generator<Map<number, number>> {
  const wins = new Map(rows.map((row) => [row.entry_id, row.wins]))
  for (let code = 0; code < 3 ** remaining.length; code += 1) {
    const after = new Map(wins)
    let rest = code
    for (const pair of remaining) {
      const winner = pair[rest % 3]
      if (winner !== undefined) after.set(winner, after.get(winner)! + 1)
      rest = Math.floor(rest / 3)
    }
    yield after
  }
}

function bruteForce(rows: readonly NeedsRow[], remaining: readonly Pairing[], entry_id: number) {
  const me = rows.find((row) => row.entry_id === entry_id)!
  const places = Math.ceil(rows.length / 2)
  const matches = remaining.filter((pair) => pair.includes(entry_id)).length
  let reachable = false
  // With so many more wins of mine there was an ending that could have passed me.
  const passedWith = new Set<number>()
  for (const after of endings(rows, remaining)) {
    const mine = after.get(entry_id)!
    const others = rows.filter((row) => row.entry_id !== entry_id).map((row) => after.get(row.entry_id)!)
    if (others.filter((wins) => wins > mine).length < places) reachable = true
    if (others.filter((wins) => wins >= mine).length >= places) passedWith.add(mine - me.wins)
  }
  const sure = Array.from({ length: matches + 1 }, (_, more) => more).find((more) =>
    [...passedWith].every((passed) => passed < more),
  )
  const out = !reachable || me.played + matches < 4
  if (out) return { status: 'out', wins_for_sure: null }
  return { status: sure === 0 && me.played >= 4 ? 'in' : 'open', wins_for_sure: sure ?? null }
}

const outcome = fc.constantFrom<Pick<StandingMatch, 'status' | 'sets'> & { tied?: true }>(
  {
    status: null,
    sets: [
      { score_1: 6, score_2: 4 },
      { score_1: 6, score_2: 4 },
    ],
  },
  {
    status: null,
    sets: [
      { score_1: 6, score_2: 0 },
      { score_1: 6, score_2: 0 },
    ],
  },
  {
    status: null,
    sets: [
      { score_1: 7, score_2: 6 },
      { score_1: 0, score_2: 6 },
      { score_1: 10, score_2: 8 },
    ],
  },
  { status: 'Retired', sets: [{ score_1: 2, score_2: 1 }] },
  { status: 'Opponent did not show', sets: [] },
  { status: 'Match ended in a tie', sets: [{ score_1: 5, score_2: 5 }], tied: true },
)

// Each case: wins, who beat whom among them, who asks, the first and the last place possible.
test.each<[string, string, string, string, [number, number]]>([
  ['more wins', 'A3 B2 C1', '', 'B', [2, 2]],
  ['two level that have not met', 'A2 B2 C1', '', 'A', [1, 2]],
  ['two level: head-to-head', 'A2 B2 C1', 'BA', 'A', [2, 2]],
  ['two level: one win each', 'A2 B2 C1', 'BA AB', 'A', [1, 2]],
  ['three level in a circle', 'A2 B2 C2', 'AB BC CA', 'A', [1, 3]],
  ['three level, one beat both', 'A2 B2 C2', 'AB AC', 'B', [2, 3]],
  ['three level, one beat both, and the rest met', 'A2 B2 C2', 'AB AC CB', 'B', [3, 3]],
  ['a win over somebody who is not level does not count', 'A2 B2 C0', 'AC', 'A', [1, 2]],
])('%s', (_, rows, won, name, [first, last]) => {
  expect(placesByWins(table(rows), pairs(won), idOf(name))).toEqual({ first, last })
})

test('who is not in the table has no place', () => {
  expect(placesByWins(table('A1'), [], 9)).toBeNull()
})

test('the place is one of those, whatever the sets', () => {
  const results = fc.integer({ min: 2, max: 6 }).chain((size) => {
    const entry = fc.integer({ min: 1, max: size })
    return fc.record({
      size: fc.constant(size),
      list: fc.array(
        fc.tuple(entry, entry, outcome).filter(([a, b]) => a !== b),
        { maxLength: 12 },
      ),
    })
  })
  let narrowed = 0
  fc.assert(
    fc.property(results, ({ size, list }) => {
      const entries = Array.from({ length: size }, (_, index) => ({ entry_id: index + 1, lot: (index * 5) % 7 }))
      const rows = rankStandings(
        entries,
        list.map(([one, two, { tied, ...kind }]) => ({
          entry_1: one,
          entry_2: two,
          winner: tied ? null : one,
          ...kind,
          final: true,
        })),
      )
      const won = list.flatMap(([one, two, { tied }]): Pairing[] => (tied ? [] : [[one, two]]))
      for (const { entry_id, rank, wins } of rows) {
        const places = placesByWins(rows, won, entry_id)!
        expect(rank).toBeGreaterThanOrEqual(places.first)
        expect(rank).toBeLessThanOrEqual(places.last)
        if (places.first === places.last && rows.filter((row) => row.wins === wins).length > 1) narrowed += 1
      }
    }),
    { numRuns: 400 },
  )
  expect(narrowed, 'head-to-head decided something').toBeGreaterThan(50)
})

test('after the last match, without its sets, who is level on wins is undecided', () => {
  const after = afterMatch(table('A2 B1 C0'), pairs('BC'), [idOf('B'), idOf('C')], idOf('C'))
  expect(playoffNeedsOf(after.rows, after.remaining, idOf('A'))).toMatchObject({ status: 'in' })
  expect(playoffNeedsOf(after.rows, after.remaining, idOf('B'))).toMatchObject({
    status: 'open',
    matches_left: 0,
    wins_for_sure: null,
  })
})

test('the answer is that of trying every ending, in small leagues', () => {
  const small = fc.integer({ min: 2, max: 7 }).chain((size) => {
    const entry = fc.integer({ min: 1, max: size })
    return fc.record({
      rows: fc
        .array(fc.record({ wins: fc.nat({ max: 3 }), played: fc.integer({ min: 2, max: 5 }) }), {
          minLength: size,
          maxLength: size,
        })
        .map((list) => list.map((row, index) => ({ ...row, entry_id: index + 1, rank: index + 1 }))),
      remaining: fc.array(
        fc.tuple(entry, entry).filter(([a, b]) => a !== b),
        { minLength: 1, maxLength: 6 },
      ),
      me: entry,
    })
  })
  const seen = new Set<string>()
  fc.assert(
    fc.property(small, ({ rows, remaining, me }) => {
      const { status, wins_for_sure, exact } = playoffNeedsOf(rows, remaining, me)
      seen.add(status)
      expect(exact).toBe(true)
      expect(playoffStatusOf(rows, remaining, me)).toBe(status)
      expect({ status, wins_for_sure }).toEqual(bruteForce(rows, remaining, me))
    }),
    { numRuns: 600 },
  )
  expect(seen, 'the leagues were of every kind').toEqual(new Set(['in', 'out', 'open']))
})

test('who is said to be in plays on and who is said to be out does not, however a whole league ends', () => {
  const league = fc.integer({ min: 2, max: 22 }).chain((size) => {
    const every = Array.from({ length: size }, (_, one) =>
      Array.from({ length: size - one - 1 }, (__, more) => [one + 1, one + more + 2] as const),
    ).flat()
    const one = fc.record({ kind: outcome, first: fc.boolean(), when: fc.nat({ max: 9 }) })
    return fc.record({
      size: fc.constant(size),
      every: fc.constant(every),
      results: fc.array(one, { minLength: every.length, maxLength: every.length }),
      /** Matches with a smaller number have been played when the question is asked; those with a 9 never are. */
      now: fc.integer({ min: 5, max: 9 }),
    })
  })
  const claims = { in: 0, out: 0, open: 0, not_worked_out: 0 }
  fc.assert(
    fc.property(league, ({ size, every, results, now }) => {
      const entries = Array.from({ length: size }, (_, index) => ({ entry_id: index + 1, lot: (index * 7) % 23 }))
      const playedBy = (instant: number): StandingMatch[] =>
        every.flatMap(([one, two], index) => {
          const { kind, first, when } = results[index]!
          if (when >= instant) return []
          const winner = kind.tied ? null : first ? one : two
          return [{ entry_1: one, entry_2: two, winner, status: kind.status, sets: kind.sets, final: true }]
        })
      const rows = rankStandings(entries, playedBy(now))
      const remaining = every.filter((_, index) => results[index]!.when >= now)
      const field = playoffField(rankStandings(entries, playedBy(9)))
      for (const { entry_id } of entries) {
        const { status } = playoffNeedsOf(rows, remaining, entry_id)
        claims[status] += 1
        const playsOn = field.includes(entry_id) ? 'in' : 'out'
        expect(status === 'in' || status === 'out' ? status : playsOn).toBe(playsOn)
      }
    }),
    { numRuns: 200 },
  )
  expect(Math.min(claims.in, claims.out, claims.open), 'there was something to claim').toBeGreaterThan(20)
  expect(claims.not_worked_out, 'leagues of this size are worked out').toBeLessThan(claims.open / 20)
}, 60_000)
