import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOf } from '#/rules/schedule.ts'
import { matchMost, pairRound } from './pairing.ts'

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const none = () => 0
/** Pairs as text: '1-2 3-4'. */
const metIn = (text: string) => {
  const pairs = text.split(' ')
  return (one: number, two: number) => pairs.filter((pair) => pair === keyOf([one, two])).length
}
const textOf = (pairs: readonly (readonly [number, number])[]) => pairs.map(keyOf).join(' ')

test.each([
  ['nobody has met: neighbors', 6, '', '1-2 3-4 5-6'],
  ['the first two have met: each the nearest left', 6, '1-2', '1-3 2-4 5-6'],
  ['two rounds later', 6, '1-2 3-4 5-6 1-3 2-5 4-6', '1-4 2-6 3-5'],
  ['the nearest would leave two that have met: the next', 4, '1-2 3-4', '1-3 2-4'],
  ['only one way is left', 4, '1-2 3-4 1-3 2-4', '1-4 2-3'],
  ['all have met: starts again from the nearest', 4, '1-2 3-4 1-3 2-4 1-4 2-3', '1-2 3-4'],
  ['two triangles: as few repeats as possible', 6, '1-4 1-5 1-6 2-4 2-5 2-6 3-4 3-5 3-6', '1-2 3-4 5-6'],
])('%s', (_, entries, met, pairs) => {
  expect(textOf(pairRound(idsOf(entries), metIn(met), none).pairs)).toBe(pairs)
})

test.each([
  ['the last entry has the bye', '', [0, 0, 0, 0, 0], 5],
  ['then the last of those without a bye', '1-2 3-4', [1, 1, 1, 1, 0], 4],
  ['not an entry whose bye would make two meet again', '1-2 1-3 2-3', [2, 2, 2, 2, 2], 3],
])('an odd number: %s', (_, met, matches, bye) => {
  expect(pairRound(idsOf(5), metIn(met), (entry_id) => matches[entry_id - 1] ?? 0).bye).toBe(bye)
})

test.each([
  ['nobody has met', 8, '', '1-5 2-6 3-7 4-8', null],
  ['an odd number: the last one has the bye, and the others are halved', 7, '', '1-4 2-5 3-6', 7],
  ['two', 2, '', '1-2', null],
  ['three', 3, '', '1-2', 3],
  ['two who have met already: the nearest to the wished opponent', 6, '1-4', '1-3 2-5 4-6', null],
  ['nobody may meet twice: 2 gives way to 3', 4, '1-3 1-2', '1-4 2-3', null],
  ['all have met: starts again with the halves', 4, '1-2 3-4 1-3 2-4 1-4 2-3', '1-3 2-4', null],
])('upper half against lower half: %s', (_, entries, met, pairs, bye) => {
  const round = pairRound(idsOf(entries), metIn(met), none, { halves: true })
  expect([textOf(round.pairs), round.bye]).toEqual([pairs, bye])
})

test('no entries, or only one, make no pairs', () => {
  expect(pairRound([], none, none)).toEqual({ pairs: [], bye: null })
  expect(pairRound([7], none, none)).toEqual({ pairs: [], bye: 7 })
})

/** The largest number of pairs, found by brute force. */
function countMost(ids: readonly number[], edges: ReadonlySet<string>): number {
  const [first, ...others] = ids
  if (first === undefined) return 0
  return others.reduce(
    (most, second) =>
      edges.has(keyOf([first, second]))
        ? Math.max(
            most,
            1 +
              countMost(
                others.filter((id) => id !== second),
                edges,
              ),
          )
        : most,
    countMost(others, edges),
  )
}

const graphs = fc.integer({ min: 0, max: 9 }).chain((size) => {
  const pairs = idsOf(size).flatMap((one) => idsOf(size).flatMap((two) => (one < two ? [keyOf([one, two])] : [])))
  return fc.record({ size: fc.constant(size), edges: fc.subarray(pairs) })
})

test('pairing finds as many pairs as brute force does, and pairs only entries that may meet', { tags: 'slow' }, () => {
  fc.assert(
    fc.property(graphs, ({ size, edges }) => {
      const may = new Set(edges)
      const partners = matchMost(idsOf(size), (one, two) => may.has(keyOf([one, two])))
      const wrong = [...partners].filter(([one, two]) => partners.get(two) !== one || !may.has(keyOf([one, two])))
      expect({ pairs: partners.size / 2, wrong }).toEqual({ pairs: countMost(idsOf(size), may), wrong: [] })
    }),
    { numRuns: 400 },
  )
})

test('a round pairs everybody but the bye once, with as few repeat meetings as possible', { tags: 'slow' }, () => {
  fc.assert(
    fc.property(graphs, fc.boolean(), ({ size, edges }, halves) => {
      const fresh = new Set(edges)
      const met = (one: number, two: number) => (fresh.has(keyOf([one, two])) ? 0 : 1)
      const { pairs, bye } = pairRound(idsOf(size), met, none, { halves })
      const paired = [...pairs.flat(), ...(bye === null ? [] : [bye])].toSorted((a, b) => a - b)
      expect(paired).toEqual(idsOf(size))
      const others = idsOf(size).filter((id) => id !== bye)
      expect(pairs.filter((pair) => fresh.has(keyOf(pair)))).toHaveLength(countMost(others, fresh))
    }),
    { numRuns: 300 },
  )
})

test('a hundred entries can be paired, even after twenty rounds', { tags: 'slow' }, () => {
  const met = new Map<string, number>()
  const times = (one: number, two: number) => met.get(keyOf([one, two])) ?? 0
  for (let round = 0; round < 20; round += 1) {
    const { pairs } = pairRound(idsOf(100), times, none)
    expect(pairs.filter(([one, two]) => times(one, two) > 0)).toEqual([])
    for (const pair of pairs) met.set(keyOf(pair), 1)
  }
})
