import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { standardRules, tableRulesOf, type LeagueRules } from './season-rules.ts'
import { unevenTieBreaks } from './table-defaults.ts'
import { placesNow, playoffNeedsOf, playoffStatusOf, seedsInTheEnd, type NeedsRow, type Pairing } from './needs.ts'
import { playoffField, rankStandings, type StandingEntry, type StandingMatch } from './standings.ts'

const rules = tableRulesOf(standardRules, { meetings: 1, everybody: true })

const standard = { rules: rules }

/** Every way that the remaining matches can end, as wins by entry id: either side wins, or nobody does. */
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
  // The numbers of additional wins with which other entries could still catch up.
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
  { status: 'Stopped by time or weather', sets: [{ score_1: 5, score_2: 3 }] },
  { status: 'Double default', sets: [], tied: true },
)

test('the final place is one of those predicted, whatever the sets', () => {
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
      const matches = list.map(([one, two, { tied, ...kind }]): StandingMatch => {
        return { entry_1: one, entry_2: two, winner: tied ? null : one, ...kind, final: true }
      })
      const rows = rankStandings(entries, matches, rules)
      const isKnown = ({ winner }: StandingMatch, index: number) => winner === null || index % 3 > 0
      const more = matches.filter((match, index) => !isKnown(match, index))
      const all = placesNow(
        {
          entries,
          matches: matches.filter(isKnown),
          remaining: [],
          more: more.map(({ entry_1, entry_2 }) => [entry_1, entry_2] as const),
        },
        rules,
      )
      for (const { entry_id, rank, wins } of rows) {
        const places = all.get(entry_id)!
        expect(rank).toBeGreaterThanOrEqual(places.first)
        expect(rank).toBeLessThanOrEqual(places.last)
        if (places.first === places.last && rows.filter((row) => row.wins === wins).length > 1) narrowed += 1
      }
    }),
    { numRuns: 400 },
  )
  expect(narrowed, 'head-to-head decided something').toBeGreaterThan(50)
})

test('in small leagues, the result matches trying every ending', () => {
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
      const { status, wins_for_sure, exact } = playoffNeedsOf(rows, remaining, me, standard)
      seen.add(status)
      expect(exact).toBe(true)
      expect(playoffStatusOf(rows, remaining, me, standard)).toBe(status)
      expect({ status, wins_for_sure }).toEqual(bruteForce(rows, remaining, me))
    }),
    { numRuns: 600 },
  )
  expect(seen, 'the leagues were of every kind').toEqual(new Set(['in', 'out', 'open']))
})

test('matches among entries that end level on wins decide their places, and no ending contradicts a statement', () => {
  const league = fc.integer({ min: 3, max: 8 }).chain((size) => {
    const every = Array.from({ length: size }, (_, one) =>
      Array.from({ length: size - one - 1 }, (__, more) => [one + 1, one + more + 2] as const),
    ).flat()
    const one = fc.record({ kind: outcome, first: fc.boolean() })
    return fc.record({
      size: fc.constant(size),
      pairs: fc.shuffledSubarray(every, { minLength: every.length, maxLength: every.length }),
      results: fc.array(one, { minLength: every.length, maxLength: every.length }),
      left: fc.integer({ min: 1, max: 5 }),
    })
  })
  let byTieBreak = 0
  fc.assert(
    fc.property(league, ({ size, pairs, results, left }) => {
      const entries = Array.from({ length: size }, (_, index) => ({ entry_id: index + 1, lot: (index * 5) % 11 }))
      const matches = pairs.map(([one, two], index): StandingMatch => {
        const { kind, first } = results[index]!
        const winner = kind.tied ? null : first ? one : two
        return { entry_1: one, entry_2: two, winner, status: kind.status, sets: kind.sets, final: true }
      })
      const known = matches.slice(left)
      const rows = rankStandings(entries, known, rules)
      const remaining = pairs.slice(0, left)
      const seeds = seedsInTheEnd({ entries, matches: known, remaining }, rules)
      const field = playoffField(rankStandings(entries, matches, rules), rules)
      for (const { entry_id } of entries) {
        const status = playoffStatusOf(rows, remaining, entry_id, { ...standard, seeds })
        const byWins = playoffStatusOf(rows, remaining, entry_id, standard)
        if (status !== byWins) byTieBreak += 1
        const playsOn = field.includes(entry_id) ? 'in' : 'out'
        const claims = [byWins, status].filter((claim) => claim === 'in' || claim === 'out')
        expect(claims).toEqual(claims.map(() => playsOn))
      }
    }),
    { numRuns: 700 },
  )
  expect(byTieBreak, 'wins alone left something open').toBeGreaterThan(100)
}, 60_000)

test('entries reported as in qualify and those reported as out do not, however a whole league ends', () => {
  const league = fc.integer({ min: 2, max: 22 }).chain((size) => {
    const every = Array.from({ length: size }, (_, one) =>
      Array.from({ length: size - one - 1 }, (__, more) => [one + 1, one + more + 2] as const),
    ).flat()
    const one = fc.record({ kind: outcome, first: fc.boolean(), when: fc.nat({ max: 9 }) })
    return fc.record({
      size: fc.constant(size),
      every: fc.constant(every),
      results: fc.array(one, { minLength: every.length, maxLength: every.length }),
      /** Matches with a smaller number are played before the question is asked; those with a 9 never are. */
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
      const rows = rankStandings(entries, playedBy(now), rules)
      const remaining = every.filter((_, index) => results[index]!.when >= now)
      const field = playoffField(rankStandings(entries, playedBy(9), rules), rules)
      for (const { entry_id } of entries) {
        const { status } = playoffNeedsOf(rows, remaining, entry_id, standard)
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

/** The endings of one match: wins with few and many sets and games, stopped early by either, not played, tied, or none. */
const allEndings = [
  ...(['6-0 6-0', '6-0 6-0 6-0', '7-6 0-6 7-6', '6-4 6-4', '0-0 ret.', '0-6 0-6 0-5 ret.', ''] as const).flatMap(
    (line) => [
      { line, first: true },
      { line, first: false },
    ],
  ),
  { line: '5-5 tie', first: true },
  { line: 'default', first: true },
  null,
] as const

function ended([one, two]: Pairing, { line, first }: { line: string; first: boolean }): StandingMatch {
  const words = line.split(' ')
  const sets = words.flatMap((word) => {
    const [score_1, score_2] = word.split('-').map(Number)
    return score_1 === undefined || score_2 === undefined ? [] : [{ score_1, score_2 }]
  })
  const tied = words.includes('tie')
  const both = words.includes('default')
  const status = both
    ? 'Double default'
    : tied
      ? 'Match ended in a tie'
      : words.includes('ret.')
        ? 'Retired'
        : line === ''
          ? 'Opponent did not show'
          : null
  return { entry_1: one, entry_2: two, winner: tied || both ? null : first ? one : two, status, sets, final: true }
}

/** Which entries qualify in every ending, and which in none. */
function certain(
  { entries, matches, remaining }: { entries: StandingEntry[]; matches: StandingMatch[]; remaining: Pairing[] },
  own: LeagueRules,
) {
  const [always, ever] = [new Set(entries.map(({ entry_id }) => entry_id)), new Set<number>()]
  for (let code = 0; code < allEndings.length ** remaining.length; code += 1) {
    let rest = code
    const results = remaining.flatMap((pair) => {
      const ending = allEndings[rest % allEndings.length] ?? null
      rest = Math.floor(rest / allEndings.length)
      return ending === null ? [] : [ended(pair, ending)]
    })
    const field = playoffField(rankStandings(entries, [...matches, ...results], own), own)
    for (const entry_id of always) if (!field.includes(entry_id)) always.delete(entry_id)
    for (const entry_id of field) ever.add(entry_id)
  }
  return { always, ever }
}

describe('with few matches left, no ending is against a statement, and few certainties are not said', () => {
  test.each<[string, Partial<LeagueRules>, number]>([
    ['the standard rules', {}, 0.03],
    ['fewer places than the half', { playoff_places: 2, playoff_matches: 0 }, 0.03],
    ['fewer places, and matches that have to be played', { playoff_places: 2, playoff_matches: 3 }, 0.03],
    ['strength of opponents among the steps', { tie_breaks: [...unevenTieBreaks] }, 0.03],
  ])('%s', (_, given, mostSilent) => {
    const own = { ...rules, ...given }
    const league = fc.integer({ min: 4, max: 7 }).chain((size) => {
      const every = Array.from({ length: size }, (_each, one) =>
        Array.from({ length: size - one - 1 }, (__, more) => [one + 1, one + more + 2] as const),
      ).flat()
      return fc.record({
        size: fc.constant(size),
        pairs: fc.shuffledSubarray(every, { minLength: every.length, maxLength: every.length }),
        kinds: fc.array(fc.constantFrom(...allEndings), { minLength: every.length, maxLength: every.length }),
        left: fc.integer({ min: 1, max: 2 }),
      })
    })
    const said = { certain: 0, silent: 0 }
    fc.assert(
      fc.property(league, ({ size, pairs, kinds, left }) => {
        const entries = Array.from({ length: size }, (__, index) => ({ entry_id: index + 1, lot: (index * 5) % 11 }))
        const matches = pairs.slice(left).flatMap((pair, index) => {
          const kind = kinds[index] ?? null
          return kind === null ? [] : [ended(pair, kind)]
        })
        const open = { entries, matches, remaining: pairs.slice(0, left) }
        const rows = rankStandings(entries, matches, own)
        const seeds = seedsInTheEnd(open, own)
        const { always, ever } = certain(open, own)
        for (const { entry_id } of entries) {
          const status = playoffStatusOf(rows, open.remaining, entry_id, { rules: own, seeds })
          const truth = always.has(entry_id) ? 'in' : ever.has(entry_id) ? 'open' : 'out'
          expect(status === 'open' ? truth : status).toBe(truth)
          if (truth !== 'open') said[status === 'open' ? 'silent' : 'certain'] += 1
        }
      }),
      { numRuns: 100 },
    )
    expect(said.certain).toBeGreaterThan(100)
    expect(said.silent / (said.certain + said.silent)).toBeLessThan(mostSilent)
  })
})

test('a place below fewer places than the half, and one that known sets decide, are out', () => {
  const entriesOf = (size: number) => Array.from({ length: size }, (_, lot) => ({ entry_id: lot + 1, lot }))
  const won = (pairs: string, line = '6-4 6-4') =>
    pairs.split(' ').map((pair) => ended([Number(pair[0]), Number(pair[1])], { line, first: true }))
  const statusOf = (open: Parameters<typeof certain>[0], entry_id: number, own: LeagueRules) => {
    expect(certain(open, own).ever.has(entry_id), 'found by trying').toBe(false)
    const seeds = seedsInTheEnd(open, own)
    return playoffStatusOf(rankStandings(open.entries, open.matches, own), open.remaining, entry_id, {
      rules: own,
      seeds,
    })
  }
  // Everybody twice: wins 4, 4, 4, 3 and 1. Entry 3 wins in three sets and loses in two.
  const twice = {
    entries: entriesOf(5),
    matches: [...won('13 13 23 23 41 42 42 12 21 15 51 25'), ...won('34 34 35 35', '7-6 0-6 7-6')],
    remaining: [[1, 4] as const, [4, 5] as const, [4, 5] as const],
  }
  expect(statusOf(twice, 3, { ...rules, meetings: 2, playoff_places: 2, playoff_matches: 0 })).toBe('out')
  // Entry 3 can only come to a tie of three, which the sets known decide against it.
  const circle = {
    entries: entriesOf(4),
    matches: [...won('23 42 41 21'), ...won('34', '3-6 2-1 ret.')],
    remaining: [[1, 3] as const],
  }
  expect(statusOf(circle, 3, { ...rules, playoff_matches: 0 })).toBe('out')
})
