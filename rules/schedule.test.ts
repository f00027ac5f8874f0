import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from './day.ts'
import { drawCards, legsOf, roundRobin, spreadRounds, type KnownMatch } from './schedule.ts'

test('four entries play three rounds', () => {
  expect(roundRobin([1, 2, 3, 4])).toEqual([
    {
      round: 1,
      pairs: [
        [1, 4],
        [2, 3],
      ],
    },
    {
      round: 2,
      pairs: [
        [4, 2],
        [3, 1],
      ],
    },
    {
      round: 3,
      pairs: [
        [3, 4],
        [1, 2],
      ],
    },
  ])
})

test('without entries there are no rounds', () => {
  expect(roundRobin([])).toEqual([])
  expect(roundRobin([7])).toEqual([])
})

describe.each([2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 29, 30])('a league of %i', (size) => {
  const ids = Array.from({ length: size }, (_, index) => 100 + index)
  const rounds = roundRobin(ids)

  test('everybody plays everybody once', () => {
    const met = rounds.flatMap(({ pairs }) => pairs.map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`))
    expect(met).toHaveLength((size * (size - 1)) / 2)
    expect(new Set(met).size).toBe(met.length)
  })

  test('nobody plays twice in a round; with an odd number each has one bye', () => {
    expect(rounds.map(({ round }) => round)).toEqual(
      Array.from({ length: size % 2 === 0 ? size - 1 : size }, (_, index) => index + 1),
    )
    for (const { pairs } of rounds) {
      expect(new Set(pairs.flat()).size).toBe(2 * Math.floor(size / 2))
    }
    const matches = ids.map((id) => rounds.filter(({ pairs }) => pairs.flat().includes(id)).length)
    expect(new Set(matches)).toEqual(new Set([size - 1]))
  })

  test('nobody is at home, or away, three times in a row', () => {
    for (const id of ids) {
      const places = rounds.flatMap(({ pairs }) => pairs).filter((pair) => pair.includes(id))
      expect(places.map(([first]) => (first === id ? 'H' : 'A')).join('')).not.toMatch(/HHH|AAA/)
    }
  })

  test('an entry’s home and away matches differ by one at most', () => {
    for (const id of ids) {
      const home = rounds.flatMap(({ pairs }) => pairs).filter(([first]) => first === id).length
      expect(Math.abs(home - (size - 1 - home))).toBeLessThanOrEqual(1)
    }
  })
})

describe.each([
  [7, '2026-05-15', '2026-08-02'],
  [29, '2026-09-22', '2026-11-29'],
  [1, '2026-11-22', '2027-02-28'],
  [80, '2026-05-15', '2026-08-02'],
])('%i rounds from %s to %s', (rounds, starting_date, ending_date) => {
  const weeks = spreadRounds(rounds, starting_date, ending_date)

  test('rounds fill the season without a gap, in parts that differ by at most a day', () => {
    expect(weeks.map(({ round }) => round)).toEqual(Array.from({ length: rounds }, (_, index) => index + 1))
    expect(weeks[0]!.from).toBe(starting_date)
    expect(weeks.at(-1)!.to).toBe(ending_date)
    weeks.slice(1).forEach(({ from }, index) => expect(from).toBe(addDays(weeks[index]!.to, 1)))
    const lengths = weeks.map(({ from, to }) => daysBetween(from, to))
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1)
  })
})

test('with more rounds than days, rounds share days and stay inside the season', () => {
  const weeks = spreadRounds(5, '2026-05-15', '2026-05-17')
  expect(weeks.map(({ from }) => from.slice(-2))).toEqual(['15', '15', '16', '16', '17'])
  for (const { from, to } of weeks) expect(from).toBe(to)
})

test('without rounds there are no days', () => {
  expect(spreadRounds(0, '2026-05-15', '2026-05-17')).toEqual([])
})

const rules = { meetings: null }
const once = { meetings: 1 }

function isWithin(
  { from, to }: { from: string; to: string },
  { starting_date, ending_date }: { starting_date: string; ending_date: string },
): boolean {
  return starting_date <= from && from <= to && to <= ending_date
}

describe('the draw', () => {
  const season = { starting_date: '2026-05-15', ending_date: '2026-08-02' }
  const everybody = (entry_ids: readonly number[]) =>
    entry_ids.flatMap((one) => entry_ids.filter((two) => two > one).map((two) => `${one}-${two}`)).toSorted()
  const pairsOf = (cards: readonly { pair: readonly [number, number] }[]) =>
    cards.map(({ pair: [one, two] }) => (one < two ? `${one}-${two}` : `${two}-${one}`)).toSorted()
  const first = (entry_ids: readonly number[]) =>
    drawCards({
      entry_ids,
      new_entries: new Set(entry_ids),
      drawn_before: 0,
      matches: [],
      rules: once,
      ...season,
      today: '2026-05-15',
    })

  test('a league that is drawn all at once is a round robin spread over the season', () => {
    const cards = first([4, 9, 2, 7, 5])
    expect(pairsOf(cards)).toEqual(everybody([2, 4, 5, 7, 9]))
    expect(cards.map(({ pair, round }) => ({ pair, round }))).toEqual(
      roundRobin([4, 9, 2, 7, 5]).flatMap(({ round, pairs }) => pairs.map((pair) => ({ pair, round }))),
    )
    expect([cards[0]?.from, cards.at(-1)?.to]).toEqual(['2026-05-15', '2026-08-02'])
  })

  test('in whatever order players join, everybody plays everybody once, and no card moves', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 2, maxLength: 16 }),
        fc.array(fc.tuple(fc.nat(4), fc.nat(70)), { minLength: 1, maxLength: 6 }),
        (everyone, joins) => {
          let here: number[] = []
          let cards: ReturnType<typeof drawCards> = []
          for (const [count, day] of [...joins, [everyone.length, 79] as const]) {
            const new_entries = everyone.slice(here.length, here.length + count)
            here = [...here, ...new_entries]
            const today = addDays(season.starting_date, day)
            const added = drawCards({
              entry_ids: here,
              new_entries: new Set(new_entries),
              drawn_before: here.length - new_entries.length,
              matches: cards,
              rules: once,
              ...season,
              today,
            })
            expect(added.filter((card) => !isWithin(card, season))).toEqual([])
            cards = [...cards, ...added]
          }
          expect(pairsOf(cards)).toEqual(everybody(everyone.toSorted((a, b) => a - b)))
        },
      ),
    )
  })

  test('a late entry plays in the remaining weeks, spread over them', () => {
    const before = first([1, 2, 3, 4])
    const late = drawCards({
      entry_ids: [1, 2, 3, 4, 5],
      new_entries: new Set([5]),
      drawn_before: 4,
      matches: before,
      rules: once,
      ...season,
      today: '2026-05-29',
    })
    expect(pairsOf(late)).toEqual(['1-5', '2-5', '3-5', '4-5'])
    expect(late.every(({ to }) => to >= '2026-05-29')).toBe(true)
    expect(new Set(late.map(({ round }) => round)).size).toBeGreaterThanOrEqual(3)
  })

  test('two entries that already have a match get no other, and a single entry gets none', () => {
    const known = { pair: [3, 1] as const, from: null, to: null }
    const cards = drawCards({
      entry_ids: [1, 2, 3],
      new_entries: new Set([1, 2, 3]),
      drawn_before: 0,
      matches: [known],
      rules: once,
      ...season,
      today: '2026-05-15',
    })
    expect(pairsOf(cards)).toEqual(['1-2', '2-3'])
    expect(first([1])).toEqual([])
    expect(first([])).toEqual([])
  })
})

test(
  'everybody’s home and away matches differ by at most one, however many join late and however often',
  { tags: 'slow' },
  () => {
    const draws = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(draws, (counts) => {
        const matches: KnownMatch[] = []
        let entry_ids: number[] = []
        for (const count of counts) {
          const new_entries = Array.from({ length: count }, (_, index) => entry_ids.length + index + 1)
          entry_ids = [...entry_ids, ...new_entries]
          const cards = drawCards({
            entry_ids,
            new_entries: new Set(new_entries),
            drawn_before: entry_ids.length - new_entries.length,
            matches,
            rules: once,
            starting_date: '2026-05-15',
            ending_date: '2026-08-02',
            today: '2026-05-10',
          })
          matches.push(...cards)
          const sides = entry_ids.map((id) => ({
            id,
            home: matches.filter(({ pair }) => pair[0] === id).length,
            away: matches.filter(({ pair }) => pair[1] === id).length,
          }))
          // A single assertion, because each assertion takes longer than the draw.
          expect(
            sides.filter(({ home, away }) => home + away !== entry_ids.length - 1 || Math.abs(home - away) > 1),
          ).toEqual([])
        }
      }),
    )
  },
)

describe('a small league', () => {
  const days = { starting_date: '2026-05-15', ending_date: '2026-08-02' }
  const idsOf = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index + 1)
  const keyOf = ([one, two]: readonly [number, number]) => (one < two ? `${one}-${two}` : `${two}-${one}`)
  /** Draws each group of entries when it joins, on its day. */
  function drawGroups(groups: readonly (readonly [number, string])[], meetings: number | null = null) {
    let entry_ids: number[] = []
    let cards: ReturnType<typeof drawCards> = []
    for (const [count, today] of groups) {
      const new_entries = new Set(idsOf(count, entry_ids.length))
      const drawn_before = entry_ids.length
      entry_ids = [...entry_ids, ...new_entries]
      const added = drawCards({
        entry_ids,
        new_entries,
        drawn_before,
        matches: cards,
        rules: { meetings },
        ...days,
        today,
      })
      cards = [...cards, ...added]
    }
    return { entry_ids, cards }
  }
  const countOf = (cards: ReturnType<typeof drawCards>, id: number) =>
    cards.filter(({ pair }) => pair.includes(id)).length

  test.each([
    [2, null, 1, 1],
    [3, null, 2, 4],
    [4, null, 2, 6],
    [5, null, 2, 8],
    [6, null, 1, 5],
    [9, null, 1, 8],
    [3, 1, 1, 2],
    [4, 2, 2, 6],
    [5, 7, 2, 8],
  ])('%i entries of whom %s meetings count play %i legs, %i matches each', (size, meetings, legs, matches) => {
    expect(legsOf(size, { meetings })).toBe(legs)
    const { entry_ids, cards } = drawGroups([[size, '2026-05-10']], meetings)
    expect(entry_ids.map((id) => countOf(cards, id))).toEqual(entry_ids.map(() => matches))
  })

  test('return matches are in the second half, with home and away swapped, never two for an entry in a round', () => {
    for (const size of [3, 4, 5]) {
      const { entry_ids, cards } = drawGroups([[size, '2026-05-10']])
      const half = cards.length / 2
      expect(cards.slice(half).map(({ pair }) => pair)).toEqual(cards.slice(0, half).map(({ pair: [a, b] }) => [b, a]))
      expect(cards[half]?.from ?? '').toBe(addDays(cards[half - 1]?.to ?? '', 1))
      for (const round of new Set(cards.map((card) => card.round)))
        for (const id of entry_ids)
          expect(
            countOf(
              cards.filter((card) => card.round === round),
              id,
            ),
          ).toBeLessThanOrEqual(1)
      expect([cards[0]?.from, cards.at(-1)?.to]).toEqual([days.starting_date, days.ending_date])
    }
  })

  test.each([
    [
      'two, then one more: the first two play again too',
      [
        [2, '2026-05-10'],
        [1, '2026-05-20'],
      ],
      '1-2 1-2 1-3 1-3 2-3 2-3',
    ],
    [
      'three, then one more',
      [
        [3, '2026-05-10'],
        [1, '2026-05-20'],
      ],
      '1-2 1-2 1-3 1-3 1-4 1-4 2-3 2-3 2-4 2-4 3-4 3-4',
    ],
    [
      'five, then one more: a league of six plays once',
      [
        [5, '2026-05-10'],
        [1, '2026-05-20'],
      ],
      null,
    ],
  ] as const)('%s', (_, groups, pairs) => {
    const { cards } = drawGroups(groups)
    const drawn = cards.map(({ pair }) => keyOf(pair)).toSorted()
    expect(drawn.join(' ')).toBe(
      pairs ??
        [
          ...idsOf(5).flatMap((a) => idsOf(5).flatMap((b) => (a < b ? [`${a}-${b}`, `${a}-${b}`] : []))),
          ...idsOf(5).map((a) => `${a}-6`),
        ]
          .toSorted()
          .join(' '),
    )
  })

  test('an existing match counts toward the draw, and a smaller league does not play a third', () => {
    const draw = (matches: KnownMatch[], drawn_before: number, new_entries: number[]) =>
      drawCards({
        entry_ids: [1, 2, 3],
        new_entries: new Set(new_entries),
        drawn_before,
        matches,
        rules,
        ...days,
        today: '2026-05-10',
      }).map(({ pair }) => keyOf(pair))
    const known = { pair: [1, 2] as const, from: null, to: null }
    expect(draw([known], 0, [1, 2, 3]).toSorted()).toEqual(['1-2', '1-3', '1-3', '2-3', '2-3'])
    expect(draw([known, known, known], 0, [1, 2, 3]).toSorted()).toEqual(['1-3', '1-3', '2-3', '2-3'])
    expect(draw([known, known], 2, [3]).toSorted()).toEqual(['1-3', '1-3', '2-3', '2-3'])
    expect(draw([known], 3, [])).toEqual([])
  })

  test(
    'whatever the sizes, days and limits, nobody plays more often than once or twice, and home and away differ by one at most',
    { tags: 'slow' },
    () => {
      const joins = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(60)), { minLength: 1, maxLength: 4 })
      fc.assert(
        fc.property(joins, fc.constantFrom(null, 1, 2, 3), (groups, meetings) => {
          const dated = groups
            .toSorted((a, b) => a[1] - b[1])
            .map(([count, day]) => [count, addDays(days.starting_date, day - 5)] as const)
          const { entry_ids, cards } = drawGroups(dated, meetings)
          const times = Map.groupBy(cards, ({ pair }) => keyOf(pair))
          const [fewest, most] = [legsOf(entry_ids.length, { meetings }), Math.min(2, meetings ?? 2)]
          const unbalanced = entry_ids.filter((one) => {
            const home = cards.filter(({ pair }) => pair[0] === one).length
            return Math.abs(2 * home - countOf(cards, one)) > 1
          })
          const pairs = entry_ids.flatMap((one) => entry_ids.filter((id) => id > one).map((two) => keyOf([one, two])))
          const wrongPairs = pairs.filter((key) => {
            const count = times.get(key)?.length ?? 0
            return count < fewest || count > most
          })
          expect({ unbalanced, wrongPairs, outside: cards.filter((card) => !isWithin(card, days)) }).toEqual({
            unbalanced: [],
            wrongPairs: [],
            outside: [],
          })
        }),
        { numRuns: 300 },
      )
    },
  )

  test('the return match of late entries is not right after the first if the season is long enough', () => {
    fc.assert(
      fc.property(fc.constantFrom([3, 1], [3, 2], [4, 1]), fc.nat(30), ([before = 3, more = 1], day) => {
        const today = addDays(days.starting_date, day)
        const { cards } = drawGroups([
          [before, '2026-05-10'],
          [more, today],
        ])
        for (const card of cards.filter(({ pair }) => Math.max(...pair) > before))
          for (const other of cards.filter((each) => each !== card && keyOf(each.pair) === keyOf(card.pair)))
            expect(other.from > addDays(card.to, 1) || other.to < addDays(card.from, -1)).toBe(true)
      }),
    )
  })
})
