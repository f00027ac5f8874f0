import { BracketsManager } from 'brackets-manager'
import { InMemoryDatabase } from 'brackets-memory-db'
import { describe, expect, test } from 'vitest'
import { bracketState, makeBracket, stageDates, type Bracket, type BracketResult } from './playoffs.ts'

/** '1-8' for two seeds, 'W1-8' for a winner of slot 1 against seed 8; entry ids are 10 times the seed. */
function told(bracket: Bracket, stage: number): string {
  const side = (one: Bracket[number]['sides'][number]) =>
    'entry_id' in one ? String(one.entry_id / 10) : `W${one.winner_of}`
  return bracket
    .filter((match) => match.stage === stage)
    .map(({ slot, sides: [one, two] }) => `${slot}: ${side(one)}-${side(two)}`)
    .join(', ')
}

const field = (size: number) => Array.from({ length: size }, (_, index) => (index + 1) * 10)

test.each([
  [2, '', '', '1: 1-2'],
  [3, '', '2: 2-3', '1: 1-W2'],
  [4, '', '1: 1-4, 2: 2-3', '1: W1-W2'],
  [5, '2: 4-5', '1: 1-W2, 2: 2-3', '1: W1-W2'],
  [6, '2: 4-5, 4: 3-6', '1: 1-W2, 2: 2-W4', '1: W1-W2'],
  [7, '2: 4-5, 3: 2-7, 4: 3-6', '1: 1-W2, 2: W3-W4', '1: W1-W2'],
  [8, '1: 1-8, 2: 4-5, 3: 2-7, 4: 3-6', '1: W1-W2, 2: W3-W4', '1: W1-W2'],
])('%i players: quarter-finals "%s", semi-finals "%s", final "%s"', (size, quarters, semis, final) => {
  const bracket = makeBracket(field(size))
  expect([1, 2, 3].map((stage) => told(bracket, stage))).toEqual([quarters, semis, final])
})

test.each([[[]], [[7]], [field(9)], [[1, 2, 1]]])('%j is no field', (seeds) => {
  expect(() => makeBracket(seeds)).toThrow(RangeError)
})

describe('of five players', () => {
  const bracket = makeBracket(field(5))
  const at = (results: BracketResult[]) => {
    const { matches, champion } = bracketState(bracket, results)
    return [...matches.map(({ sides: [one, two] }) => `${one ?? '?'}-${two ?? '?'}`), String(champion ?? '?')].join(' ')
  }
  const quarter = { stage: 1, slot: 2, winner: 50 }
  const upper = { stage: 2, slot: 1, winner: 50 }
  const lower = { stage: 2, slot: 2, winner: 20 }

  test.each([
    ['before any match', [], '40-50 10-? 20-30 ?-? ?'],
    ['a winner moves on', [quarter], '40-50 10-50 20-30 ?-? ?'],
    ['a finalist waits for the other', [lower], '40-50 10-? 20-30 ?-20 ?'],
    ['the final is known', [quarter, upper, lower], '40-50 10-50 20-30 50-20 ?'],
    ['the champion', [quarter, upper, lower, { stage: 3, slot: 1, winner: 20 }], '40-50 10-50 20-30 50-20 20'],
    ['a tie moves nobody', [{ ...quarter, winner: null }], '40-50 10-? 20-30 ?-? ?'],
    ['a result of somebody who has not come that far', [upper], '40-50 10-? 20-30 ?-? ?'],
    ['a result that a correction has overtaken', [{ ...quarter, winner: 40 }, upper], '40-50 10-40 20-30 ?-? ?'],
  ])('%s', (_, results, expected) => {
    expect(at(results)).toBe(expected)
  })
})

// The oracle numbers its rounds from its own first one; ours end with stage 3.
async function oracle(size: number) {
  const storage = new InMemoryDatabase()
  const manager = new BracketsManager(storage)
  const places = size > 4 ? 8 : size > 2 ? 4 : 2
  const names = Array.from({ length: places }, (_, index) => (index < size ? `${(index + 1) * 10}` : null))
  await manager.create.stage({
    tournamentId: 0,
    name: 'Play-offs',
    type: 'single_elimination',
    seeding: names,
    settings: { seedOrdering: ['inner_outer'] },
  })
  const { participant, round, match } = await manager.get.stageData(0)
  const entryOf = new Map(participant.map(({ id, name }) => [id, Number(name)]))
  const entry = (side: { id: unknown } | null) => entryOf.get(side?.id as number) ?? null
  const stageOf = (round_id: unknown) =>
    3 - round.length + (round.find(({ id }) => id === round_id)?.number ?? Number.NaN)
  return {
    /** Matches that both sides are known of, as 'stage: lower-higher entry'. */
    async known(): Promise<string[]> {
      const now = await manager.get.stageData(0)
      return now.match
        .flatMap(({ round_id, opponent1, opponent2 }) => {
          const [one, two] = [entry(opponent1), entry(opponent2)]
          return one && two ? [`${stageOf(round_id)}: ${Math.min(one, two)}-${Math.max(one, two)}`] : []
        })
        .toSorted()
    },
    async win(winner: number, loser: number): Promise<void> {
      const now = await manager.get.stageData(0)
      const played = now.match.find(({ opponent1, opponent2 }) => {
        const sides = [entry(opponent1), entry(opponent2)]
        return sides.includes(winner) && sides.includes(loser)
      })
      const first = entry(played?.opponent1 ?? null) === winner
      const [one, two] = first ? (['win', 'loss'] as const) : (['loss', 'win'] as const)
      await manager.update.match({ id: played?.id ?? -1, opponent1: { result: one }, opponent2: { result: two } })
    },
    async champion(): Promise<number | null> {
      const final = (await manager.get.stageData(0)).match.at(-1)
      const won =
        final?.opponent1?.result === 'win'
          ? final.opponent1
          : final?.opponent2?.result === 'win'
            ? final.opponent2
            : null
      return entry(won)
    },
    matches: match.filter(({ opponent1, opponent2 }) => opponent1 !== null && opponent2 !== null).length,
  }
}

test.each([2, 3, 4, 5, 6, 7, 8])('%i players meet as brackets-manager has them meet, whoever wins', async (size) => {
  const bracket = makeBracket(field(size))
  expect(bracket).toHaveLength(size - 1)
  expect((await oracle(size)).matches).toBe(size - 1)
  for (let outcome = 0; outcome < 2 ** (size - 1); outcome += 1) {
    const other = await oracle(size)
    const results: BracketResult[] = []
    for (const [index, { stage, slot }] of bracket.entries()) {
      const { matches } = bracketState(bracket, results)
      const known = matches.flatMap((line) => {
        const [one, two] = line.sides
        return one && two ? [`${line.stage}: ${Math.min(one, two)}-${Math.max(one, two)}`] : []
      })
      expect(await other.known()).toEqual(known.toSorted())
      const [one, two] = matches[index]?.sides ?? [null, null]
      if (one === null || two === null) throw new Error('both sides are known by then')
      const upper = (outcome & (1 << index)) === 0
      results.push({ stage, slot, winner: upper ? one : two })
      await other.win(upper ? one : two, upper ? two : one)
    }
    const { champion } = bracketState(bracket, results)
    expect(champion).not.toBeNull()
    expect(await other.champion()).toBe(champion)
  }
})

test.each([
  ['summer-1', 2026, '2026-08-12 2026-08-22 2026-09-07'],
  ['summer-2', 2026, '2026-10-10 2026-10-20 2026-11-05'],
  ['fall', 2026, '2026-12-09 2026-12-19 2027-01-04'],
  ['winter', 2026, '2027-03-20 2027-03-30 2027-04-15'],
  ['winter', 2027, '2028-03-20 2028-03-30 2028-04-15'],
] as const)('%s %i is played off by %s', (slug, year, days) => {
  expect(Object.values(stageDates(slug, year)).join(' ')).toBe(days)
})
