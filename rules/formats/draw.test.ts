import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#/rules/day.ts'
import { drawCards, keyOf, type DrawnCard } from '#/rules/schedule.ts'
import { drawLeague } from './draw.ts'
import type { LeagueFormat } from './formats.ts'
import type { DrawnPairing, LeagueToDraw } from './league.ts'

const season = { starting_date: '2026-05-15', ending_date: '2026-08-02' }
const idsOf = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index + 1)
const leagueOf = (entries: number, given: Partial<LeagueToDraw> = {}): LeagueToDraw => ({
  entry_ids: idsOf(entries),
  new_entries: new Set(idsOf(entries)),
  drawn_before: 0,
  by_strength: idsOf(entries),
  by_table: idsOf(entries),
  matches: [],
  flights: new Map(),
  rungs: new Map(),
  lost: new Map(),
  rounds_drawn: 0,
  rules: { meetings: null },
  early: false,
  ...season,
  today: '2026-05-10',
  ...given,
})
const keep = (cards: readonly DrawnCard[], done = false): DrawnPairing[] => cards.map((card) => ({ ...card, done }))
/** Each round as '1-2 3-4'. */
const roundsOf = (cards: readonly DrawnCard[]) =>
  Object.values(Object.groupBy(cards, ({ round }) => round)).map((round) =>
    (round ?? [])
      .map(({ pair }) => keyOf(pair))
      .toSorted()
      .join(' '),
  )
const countsOf = (cards: readonly { pair: readonly [number, number] }[], ids: readonly number[]) =>
  ids.map((id) => cards.filter(({ pair }) => pair.includes(id)).length)
const spread = (counts: readonly number[]) => Math.max(...counts) - Math.min(...counts)
const isOnceEach = (cards: readonly { pair: readonly [number, number] }[]) =>
  new Set(cards.map(({ pair }) => keyOf(pair))).size === cards.length
const isBalanced = (cards: readonly DrawnCard[], ids: readonly number[]) =>
  ids.every((id) => {
    const home = cards.filter(({ pair }) => pair[0] === id).length
    return Math.abs(2 * home - cards.filter(({ pair }) => pair.includes(id)).length) <= 1
  })
const isInSeason = (cards: readonly DrawnCard[]) =>
  cards.every(({ from, to }) => season.starting_date <= from && from <= to && to <= season.ending_date)

const formats: LeagueFormat[] = [
  { kind: 'round_robin' },
  { kind: 'double_round_robin' },
  { kind: 'fixed_matches', matches: 4 },
  { kind: 'flights', size: 4 },
  { kind: 'swiss', rounds: 5 },
  { kind: 'boxes', size: 4, rounds: 3, moves: 1 },
  { kind: 'ladder', reach: 3, days: 10 },
]

test.each(formats)(
  '$kind: without entries, or with one, there are no matches; the same league gives the same draw',
  (format) => {
    expect(drawLeague(leagueOf(0), format).cards).toEqual([])
    expect(drawLeague(leagueOf(1), format).cards).toEqual([])
    expect(drawLeague(leagueOf(13), format)).toEqual(drawLeague(leagueOf(13), format))
  },
)

test('a single round robin does not depend on strength', { tags: 'slow' }, () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 16 }), fc.constantFrom(null, 1, 2), (entries, meetings) => {
      const league = leagueOf(entries, { rules: { meetings }, by_strength: idsOf(entries).toReversed() })
      const drawn = drawLeague(league, { kind: 'round_robin' })
      expect(drawn.cards).toEqual(drawCards(league))
    }),
  )
})

describe('a double round robin', () => {
  const double: LeagueFormat = { kind: 'double_round_robin' }

  test.each([
    [2, ['1-2', '1-2']],
    [6, ['1-6 2-5 3-4', '1-3 2-6 4-5', '2-4 3-6 1-5', '3-5 4-6 1-2', '1-4 5-6 2-3']],
  ])('of %i', (entries, rounds) => {
    const sorted = rounds.map((round) => round.split(' ').toSorted().join(' '))
    expect(roundsOf(drawLeague(leagueOf(entries), double).cards).slice(0, rounds.length)).toEqual(sorted)
  })

  test('everybody meets everybody twice, home and away, and no second meeting comes before all first ones', () => {
    for (const entries of [2, 3, 6, 9, 12]) {
      const { cards } = drawLeague(leagueOf(entries), double)
      const half = cards.length / 2
      expect(half).toBe((entries * (entries - 1)) / 2)
      expect(isOnceEach(cards.slice(0, half))).toBe(true)
      expect(cards.slice(half).map(({ pair }) => pair)).toEqual(cards.slice(0, half).map(({ pair: [a, b] }) => [b, a]))
    }
  })

  test('a late entry meets everybody twice, or once in a season that counts one meeting', () => {
    const before = drawLeague(leagueOf(6), double).cards
    const late = { new_entries: new Set([7]), drawn_before: 6, matches: keep(before), today: '2026-06-01' }
    const added = drawLeague(leagueOf(7, late), double).cards
    expect(countsOf(added, idsOf(7))).toEqual([2, 2, 2, 2, 2, 2, 12])
    expect(drawLeague(leagueOf(6, { rules: { meetings: 1 } }), double).cards).toHaveLength(15)
  })
})

describe('a fixed number of matches', () => {
  const fixed = (matches: number): LeagueFormat => ({ kind: 'fixed_matches', matches })

  test.each([
    [6, 1, ['1-2 3-4 5-6']],
    [6, 2, ['1-2 3-4 5-6', '1-3 2-5 4-6']],
    [8, 3, ['1-2 3-4 5-6 7-8', '1-3 2-4 5-7 6-8', '1-4 2-3 5-8 6-7']],
    [5, 2, ['1-2 3-4', '1-3 2-5', '4-5']],
    [4, 9, ['1-4 2-3', '1-3 2-4', '1-2 3-4']],
  ])('%i entries, %i matches each', (entries, matches, rounds) => {
    expect(roundsOf(drawLeague(leagueOf(entries), fixed(matches)).cards)).toEqual(rounds)
  })

  test('strength decides, not the lot', () => {
    const { cards } = drawLeague(leagueOf(6, { by_strength: [4, 1, 6, 2, 5, 3] }), fixed(1))
    expect(roundsOf(cards)).toEqual(['1-4 2-6 3-5'])
  })

  test(
    'for any size, everybody gets the same number of matches, one entry one less if the sum is odd, and nobody meets twice',
    { tags: 'slow' },
    () => {
      fc.assert(
        fc.property(fc.integer({ min: 2, max: 24 }), fc.integer({ min: 1, max: 12 }), (entries, matches) => {
          const { cards } = drawLeague(leagueOf(entries), fixed(matches))
          const counts = countsOf(cards, idsOf(entries))
          const each = Math.min(matches, entries - 1)
          expect({
            most: Math.max(...counts),
            spread: spread(counts) <= 1,
            all: entries % 2 === 1 || Math.min(...counts) === each,
            once: isOnceEach(cards),
            balanced: isBalanced(cards, idsOf(entries)),
            inside: isInSeason(cards),
          }).toEqual({ most: each, spread: true, all: true, once: true, balanced: true, inside: true })
        }),
        { numRuns: 200 },
      )
    },
  )

  test(
    'opponents are close in strength: with at most half of the others, no mean distance exceeds the number of matches',
    { tags: 'slow' },
    () => {
      fc.assert(
        fc.property(fc.integer({ min: 4, max: 15 }), fc.integer({ min: 1, max: 6 }), (half, matches) => {
          const entries = 2 * half
          if (matches > half) return
          const { cards } = drawLeague(leagueOf(entries), fixed(matches))
          const distance = cards.reduce((sum, { pair: [one, two] }) => sum + Math.abs(one - two), 0) / cards.length
          expect(distance).toBeLessThanOrEqual(matches + 1)
        }),
      )
    },
  )

  test(
    'with late entries, match counts differ by at most two, and nobody is more than one match short',
    { tags: 'slow' },
    () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 4, max: 14 }),
          fc.integer({ min: 1, max: 4 }),
          fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 3 }),
          (entries, matches, joins) => {
            let here = entries
            let cards = drawLeague(leagueOf(entries), fixed(matches)).cards
            for (const count of joins) {
              const new_entries = new Set(idsOf(count, here))
              const drawn_before = here
              here += count
              const added = drawLeague(
                leagueOf(here, { new_entries, drawn_before, matches: keep(cards), today: '2026-06-01' }),
                fixed(matches),
              ).cards
              expect(added.filter(({ to }) => to < '2026-06-01')).toEqual([])
              cards = [...cards, ...added]
            }
            const counts = countsOf(cards, idsOf(here))
            expect({ counts: spread(counts) <= 2, fewest: Math.min(...counts) >= matches - 1 }).toEqual({
              counts: true,
              fewest: true,
            })
            expect(isOnceEach(cards)).toBe(true)
          },
        ),
      )
    },
  )

  test('two entries that lose an open match to a withdrawal get one against each other; a deleted match does not come back', () => {
    const before = drawLeague(leagueOf(8), fixed(3)).cards
    const gone = before.filter(({ pair }) => pair.includes(8))
    const left = before.filter(({ pair }) => !pair.includes(8))
    const lost = new Map(gone.flatMap(({ pair }) => pair.filter((id) => id !== 8).map((id) => [id, 1])))
    const league = leagueOf(7, { new_entries: new Set(), drawn_before: 8, matches: keep(left), lost })
    const { cards } = drawLeague(league, fixed(3))
    expect([...lost.keys()].toSorted()).toEqual([5, 6, 7])
    expect(cards).toHaveLength(0)
    // All three had met each other, so a match is added only once one of them is new to the others.
    const open = left.filter(({ pair }) => keyOf(pair) !== '5-6')
    expect(drawLeague({ ...league, matches: keep(open) }, fixed(3)).cards.map(({ pair }) => keyOf(pair))).toEqual([
      '5-6',
    ])
    expect(drawLeague({ ...league, matches: keep(open), lost: new Map() }, fixed(3)).cards).toEqual([])
  })
})

describe('flights', () => {
  const flights = (size: number): LeagueFormat => ({ kind: 'flights', size })
  /** The entries of each flight: '1 2 3'. */
  const groupsOf = (drawn: ReadonlyMap<number, number>) =>
    Object.values(Object.groupBy([...drawn.keys()], (id) => drawn.get(id)!)).map((ids) => (ids ?? []).join(' '))

  test.each([
    [3, 6, ['1 2 3']],
    [7, 6, ['1 2 3 4', '5 6 7']],
    [12, 6, ['1 2 3 4 5 6', '7 8 9 10 11 12']],
    [13, 6, ['1 2 3 4 5', '6 7 8 9', '10 11 12 13']],
    [4, 3, ['1 2', '3 4']],
  ])('%i entries in flights of %i at most', (entries, size, groups) => {
    expect(groupsOf(drawLeague(leagueOf(entries), flights(size)).flights)).toEqual(groups)
  })

  test('strength decides who is in the first flight', () => {
    const league = leagueOf(6, { by_strength: [4, 1, 6, 2, 5, 3] })
    expect(groupsOf(drawLeague(league, flights(3)).flights)).toEqual(['4 1 6', '2 5 3'])
  })

  test(
    'whatever the size, each flight is a separate round robin, and sizes differ by at most one',
    { tags: 'slow' },
    () => {
      fc.assert(
        fc.property(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 3, max: 10 }), (entries, size) => {
          const drawn = drawLeague(leagueOf(entries), flights(size))
          const groups = groupsOf(drawn.flights).map((group) => group.split(' ').map(Number))
          const sizes = groups.map((group) => group.length)
          const own = groups.flatMap((entry_ids) =>
            drawCards(leagueOf(0, { entry_ids, new_entries: new Set(entry_ids) })).map(({ pair }) => keyOf(pair)),
          )
          expect({
            most: Math.max(...sizes) <= size,
            spread: spread(sizes) <= 1,
            all: sizes.reduce((a, b) => a + b),
          }).toEqual({
            most: true,
            spread: true,
            all: entries,
          })
          expect(drawn.cards.map(({ pair }) => keyOf(pair)).toSorted()).toEqual(own.toSorted())
          expect(isBalanced(drawn.cards, idsOf(entries))).toBe(true)
        }),
      )
    },
  )

  test('a late entry joins the smallest flight, or the lower of two; nobody else moves', () => {
    const first = drawLeague(leagueOf(13), flights(6))
    const league = leagueOf(15, {
      new_entries: new Set([14, 15]),
      drawn_before: 13,
      by_strength: [14, 15, ...idsOf(13)],
      matches: keep(first.cards),
      flights: first.flights,
      today: '2026-06-01',
    })
    const late = drawLeague(league, flights(6))
    expect([...late.flights]).toEqual([
      [14, 3],
      [15, 2],
    ])
    const pairs = ['10-14', '11-14', '12-14', '13-14', '6-15', '7-15', '8-15', '9-15']
    // Each flight of five plays a double round robin.
    expect(late.cards.map(({ pair }) => keyOf(pair)).toSorted()).toEqual(pairs.flatMap((pair) => [pair, pair]))
    expect(late.cards.every(({ to }) => to >= '2026-06-01')).toBe(true)
  })

  test.each([
    [2, 4, ['1 2 3 4 5 6']],
    [2, 3, ['1 2 3 4 5']],
    [6, 3, ['1 2 3 4 5 6', '7 8 9']],
    [6, 2, ['1 2 3 4 5 6 7 8']],
    [2, 9, ['1 2', '3 4 5 6 7', '8 9 10 11']],
  ])('%i in flights of six, then %i more at once', (entries, more, groups) => {
    const { flights: known, cards } = drawLeague(leagueOf(entries), flights(6))
    const new_entries = new Set(idsOf(more, entries))
    const late = drawLeague(
      leagueOf(entries + more, { new_entries, drawn_before: entries, matches: keep(cards), flights: known }),
      flights(6),
    )
    expect(groupsOf(new Map([...known, ...late.flights]))).toEqual(groups)
  })

  test('a single entry gets no flight, so the league is still divided when others join', () => {
    expect(drawLeague(leagueOf(1), flights(6)).flights.size).toBe(0)
  })
})

describe('Swiss rounds', () => {
  const swiss = (rounds: number): LeagueFormat => ({ kind: 'swiss', rounds })

  test('the first round pairs the upper half with the lower half, and no other is drawn until it is over', () => {
    const first = drawLeague(leagueOf(6), swiss(4))
    expect(roundsOf(first.cards)).toEqual(['1-4 2-5 3-6'])
    expect(first).toMatchObject({ rounds_drawn: 1, waits_until: null })
    expect(first.cards[0]).toMatchObject({ from: '2026-05-15', to: '2026-06-03' })
    const league = leagueOf(6, { new_entries: new Set(), drawn_before: 6, matches: keep(first.cards), rounds_drawn: 1 })
    expect(drawLeague({ ...league, today: '2026-06-03' }, swiss(4))).toMatchObject({
      cards: [],
      rounds_drawn: 1,
      waits_until: '2026-06-03',
    })
    expect(drawLeague({ ...league, early: true, today: '2026-06-03' }, swiss(4)).cards).toEqual([])
  })

  test('the next round pairs neighbors in the table when it is due, or earlier if an organizer draws it', () => {
    const { cards } = drawLeague(leagueOf(6), swiss(4))
    const by_table = [1, 2, 3, 4, 5, 6]
    const league = leagueOf(6, {
      new_entries: new Set(),
      by_table,
      matches: keep(cards, true),
      rounds_drawn: 1,
      today: '2026-05-30',
    })
    expect(drawLeague(league, swiss(4)).cards).toEqual([])
    const early = drawLeague({ ...league, early: true }, swiss(4))
    expect(roundsOf(early.cards)).toEqual(['1-2 3-4 5-6'])
    expect(early).toMatchObject({ rounds_drawn: 2, waits_until: null })
    expect(early.cards[0]).toMatchObject({ round: 2, from: '2026-06-04', to: '2026-06-23' })
    const due = { ...league, matches: keep(cards), today: '2026-06-04' }
    expect(roundsOf(drawLeague(due, swiss(4)).cards)).toEqual(['1-2 3-4 5-6'])
  })

  test('after the last round nothing is drawn', () => {
    const { cards } = drawLeague(leagueOf(4), swiss(2))
    const last = leagueOf(4, {
      matches: keep(cards, true),
      new_entries: new Set(),
      rounds_drawn: 2,
      today: '2026-08-01',
    })
    expect(drawLeague(last, swiss(2))).toMatchObject({ cards: [], rounds_drawn: 2, waits_until: null })
  })

  test('a late entry plays the entry with the bye at once, otherwise it waits for the next round', () => {
    const { cards } = drawLeague(leagueOf(5), swiss(4))
    const one = leagueOf(6, {
      new_entries: new Set([6]),
      drawn_before: 5,
      matches: keep(cards),
      rounds_drawn: 1,
      today: '2026-05-20',
    })
    expect(drawLeague(one, swiss(4)).cards).toMatchObject([{ round: 1, from: '2026-05-20', to: '2026-06-03' }])
    expect(drawLeague(one, swiss(4)).cards.map(({ pair }) => keyOf(pair))).toEqual(['5-6'])
    const even = { ...one, matches: keep(drawLeague(leagueOf(4), swiss(4)).cards), entry_ids: [1, 2, 3, 4, 6] }
    expect(drawLeague({ ...even, by_table: [1, 2, 3, 4, 6] }, swiss(4)).cards).toEqual([])
  })

  test('two entries that have lost their opponents are paired; two with byes and no loss are not', () => {
    const { cards } = drawLeague(leagueOf(6), swiss(4))
    const left = keep(cards.filter(({ pair }) => keyOf(pair) !== '3-6'))
    const league = leagueOf(6, {
      new_entries: new Set(),
      matches: left,
      rounds_drawn: 1,
      today: '2026-05-20',
    })
    expect(drawLeague(league, swiss(4)).cards).toEqual([])
    expect(roundsOf(drawLeague({ ...league, lost: new Map([[6, 1]]) }, swiss(4)).cards)).toEqual(['3-6'])
  })

  test('a league that begins late fits its rounds into the days left', () => {
    const first = drawLeague(leagueOf(4, { today: '2026-07-20' }), swiss(4))
    expect(first.cards[0]).toMatchObject({ round: 1, from: '2026-07-20', to: '2026-07-22' })
    const league = leagueOf(4, { matches: keep(first.cards), new_entries: new Set(), rounds_drawn: 1 })
    const next = drawLeague({ ...league, today: '2026-07-23' }, swiss(4))
    expect(next.cards[0]).toMatchObject({ round: 2, from: '2026-07-23' })
  })

  test(
    'whatever the results, nobody meets twice if there are at most half as many rounds as entries, and byes rotate',
    { tags: 'slow' },
    () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 2, max: 15 }),
          fc.integer({ min: 2, max: 9 }),
          fc.infiniteStream(fc.integer({ min: 0, max: 1000 })),
          (entries, rounds, chance) => {
            const ids = idsOf(entries)
            const wins = new Map(ids.map((id) => [id, 0]))
            let cards: DrawnCard[] = []
            let rounds_drawn = 0
            for (let round = 1; round <= rounds; round += 1) {
              const by_table = ids.toSorted((a, b) => wins.get(b)! - wins.get(a)! || a - b)
              const drawn = drawLeague(
                leagueOf(entries, {
                  new_entries: new Set(round === 1 ? ids : []),
                  by_table,
                  matches: keep(cards, true),
                  rounds_drawn,
                  early: true,
                  today: season.starting_date,
                }),
                swiss(rounds),
              )
              rounds_drawn = drawn.rounds_drawn
              expect([rounds_drawn, drawn.cards.length]).toEqual([round, Math.floor(entries / 2)])
              cards = [...cards, ...drawn.cards]
              for (const { pair } of drawn.cards) {
                const winner = pair[chance.next().value! % 2]!
                wins.set(winner, wins.get(winner)! + 1)
              }
            }
            expect({
              once: isOnceEach(cards) || rounds > entries / 2,
              spread: spread(countsOf(cards, ids)) <= 1,
              inside: isInSeason(cards),
            }).toEqual({ once: true, spread: true, inside: true })
          },
        ),
        { numRuns: 150 },
      )
    },
  )

  test('everybody is at home about as often as away', () => {
    let cards: DrawnCard[] = []
    for (let round = 1; round <= 6; round += 1)
      cards = [
        ...cards,
        ...drawLeague(
          leagueOf(14, {
            matches: keep(cards, true),
            rounds_drawn: round - 1,
            early: true,
            today: addDays('2026-05-15', round),
          }),
          swiss(6),
        ).cards,
      ]
    for (const id of idsOf(14)) {
      const home = cards.filter(({ pair }) => pair[0] === id).length
      expect(Math.abs(2 * home - 6)).toBeLessThanOrEqual(2)
    }
  })
})

describe('a box league', () => {
  const boxes = (size: number, rounds = 3, moves = 1): LeagueFormat => ({ kind: 'boxes', size, rounds, moves })
  const groupsOf = (of: ReadonlyMap<number, number>) =>
    [...Map.groupBy([...of.keys()], (id) => of.get(id)!)]
      .toSorted(([a], [b]) => a - b)
      .map(([, ids]) => ids.toSorted((a, b) => a - b).join(' '))
  /** The league after its first period, with this table. */
  const afterFirst = (entries: number, size: number, given: Partial<LeagueToDraw> = {}) => {
    const first = drawLeague(leagueOf(entries), boxes(size))
    return leagueOf(entries, {
      new_entries: new Set(),
      drawn_before: entries,
      matches: keep(first.cards, true),
      flights: first.flights,
      rounds_drawn: 1,
      early: true,
      today: '2026-05-30',
      ...given,
    })
  }
  const rollOver = (league: LeagueToDraw, format: LeagueFormat) => {
    const drawn = drawLeague(league, format)
    return { ...drawn, boxes: groupsOf(new Map([...league.flights, ...drawn.flights])) }
  }

  test('in the first period everybody meets everybody in their box once, on the days of the period', () => {
    const first = drawLeague(leagueOf(8), boxes(4))
    expect(groupsOf(first.flights)).toEqual(['1 2 3 4', '5 6 7 8'])
    expect(first.cards.map(({ pair }) => keyOf(pair)).toSorted()).toEqual(
      ['1-2', '1-3', '1-4', '2-3', '2-4', '3-4', '5-6', '5-7', '5-8', '6-7', '6-8', '7-8'].toSorted(),
    )
    expect(new Set(first.cards.map(({ round, from, to }) => `${round} ${from} ${to}`))).toEqual(
      new Set(['1 2026-05-15 2026-06-09']),
    )
    expect(first.rounds_drawn).toBe(1)
  })

  test.each([
    [8, 4, 1, [4, 3, 2, 1, 8, 7, 6, 5], ['2 3 4 8', '1 5 6 7']],
    [8, 4, 2, [4, 3, 2, 1, 8, 7, 6, 5], ['3 4 7 8', '1 2 5 6']],
    [8, 4, 3, [4, 3, 2, 1, 8, 7, 6, 5], ['3 4 7 8', '1 2 5 6']],
    [12, 4, 1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], ['1 2 3 5', '4 6 7 9', '8 10 11 12']],
    [7, 4, 1, [1, 2, 3, 4, 5, 6, 7], ['1 2 3 5', '4 6 7']],
    [4, 4, 1, [4, 3, 2, 1], ['1 2 3 4']],
  ])('%i entries in boxes of %i, %i up and down', (entries, size, moves, by_table, groups) => {
    const next = rollOver(afterFirst(entries, size, { by_table }), boxes(size, 3, moves))
    expect(next.boxes).toEqual(groups)
    expect(next).toMatchObject({ rounds_drawn: 2 })
    expect(next.cards[0]).toMatchObject({ round: 2, from: '2026-06-10' })
  })

  test('boxes do not change while matches are open, before the last day, or after the last period', () => {
    const league = afterFirst(8, 4)
    const open = { ...league, matches: league.matches.map((match, index) => ({ ...match, done: index > 0 })) }
    expect(drawLeague(open, boxes(4))).toMatchObject({ cards: [], rounds_drawn: 1, waits_until: '2026-06-09' })
    expect(drawLeague({ ...league, early: false }, boxes(4))).toMatchObject({ cards: [], rounds_drawn: 1 })
    expect(drawLeague({ ...open, today: '2026-06-10' }, boxes(4))).toMatchObject({ rounds_drawn: 2 })
    expect(drawLeague({ ...league, rounds_drawn: 3 }, boxes(4))).toMatchObject({ cards: [], rounds_drawn: 3 })
  })

  test('a late entry plays in the smallest box at once, a leaving entry makes room, and sizes stay even', () => {
    const league = afterFirst(7, 4, { early: false, today: '2026-05-20' })
    const late = drawLeague(
      { ...league, entry_ids: idsOf(8), by_strength: idsOf(8), by_table: idsOf(8), new_entries: new Set([8]) },
      boxes(4),
    )
    expect([...late.flights]).toEqual([[8, 2]])
    expect(late.cards.map(({ pair }) => keyOf(pair)).toSorted()).toEqual(['5-8', '6-8', '7-8'])
    expect(late.cards[0]).toMatchObject({ round: 1, from: '2026-05-20', to: '2026-06-09' })
    const left = [1, 2, 5, 6, 7, 8]
    const smaller = afterFirst(8, 4, { entry_ids: left, by_strength: left, by_table: left })
    const drawn = drawLeague(smaller, boxes(4))
    const next = new Map(left.map((id) => [id, drawn.flights.get(id) ?? smaller.flights.get(id)!]))
    expect(groupsOf(next)).toEqual(['1 2 5', '6 7 8'])
  })

  test(
    'whatever the table, everybody is in one box, sizes differ by at most one, and nobody moves past the next box',
    { tags: 'slow' },
    () => {
      fc.assert(
        fc.property(
          fc
            .integer({ min: 2, max: 30 })
            .chain((entries) => fc.shuffledSubarray(idsOf(entries), { minLength: entries })),
          fc.integer({ min: 3, max: 8 }),
          fc.integer({ min: 1, max: 3 }),
          (by_table, size, moves) => {
            const league = afterFirst(by_table.length, size, { by_table })
            const next = rollOver(league, boxes(size, 3, moves))
            const sizes = next.boxes.map((box) => box.split(' ').length)
            const steps = [...next.flights].map(([id, box]) => Math.abs(box - league.flights.get(id)!))
            expect({
              all: next.boxes.flatMap((box) => box.split(' ').map(Number)).toSorted((a, b) => a - b),
              level: spread(sizes) <= 1 && Math.max(...sizes) <= size,
              steps: Math.max(0, ...steps) <= 1,
              once: isOnceEach(next.cards),
            }).toEqual({ all: idsOf(by_table.length), level: true, steps: true, once: true })
          },
        ),
      )
    },
  )
})

test('a ladder starts in order of strength; late entries start at the bottom, below those that have left', () => {
  const ladder: LeagueFormat = { kind: 'ladder', reach: 3, days: 10 }
  const first = drawLeague(leagueOf(4, { by_strength: [3, 1, 4, 2] }), ladder)
  expect([...(first.rungs ?? [])]).toEqual([
    [3, 1],
    [1, 2],
    [4, 3],
    [2, 4],
  ])
  expect(first).toMatchObject({ cards: [], rounds_drawn: 1, waits_until: null })
  const late = leagueOf(0, {
    entry_ids: [3, 1, 4, 5],
    by_strength: [5, 3, 1, 4],
    new_entries: new Set([5]),
    rungs: first.rungs ?? new Map(),
    rounds_drawn: 1,
  })
  expect([...(drawLeague(late, ladder).rungs ?? [])]).toEqual([[5, 5]])
  expect(drawLeague(late, ladder).ladder_moves).toEqual([])
  const byStrength = drawLeague({ ...late, by_strength: [3, 5, 1, 4], by_table: [1, 3, 4] }, { ...ladder, enter: 1 })
  expect(byStrength.ladder_moves).toEqual([{ entry_id: 5, above_id: 1 }])
  expect([...(drawLeague({ ...late, rungs: new Map([...late.rungs, [5, 5]]) }, ladder).rungs ?? [])]).toEqual([])
})
