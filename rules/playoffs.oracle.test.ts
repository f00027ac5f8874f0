import { BracketsManager } from 'brackets-manager'
import { InMemoryDatabase } from 'brackets-memory-db'
import { expect, test } from 'vitest'
import { isForThirdPlace, isOfConsolation } from './playoff-stages.ts'
import { bracketState, makeBracket, type BracketLine, type BracketResult } from './playoffs.ts'

const field = (size: number) => Array.from({ length: size }, (_, index) => (index + 1) * 10)

// The oracle numbers rounds from its first one; ours end with stage 3.
async function oracle(size: number, { third_place = false } = {}) {
  const storage = new InMemoryDatabase()
  const manager = new BracketsManager(storage)
  const places = 2 ** Math.ceil(Math.log2(size))
  const names = Array.from({ length: places }, (_, index) => (index < size ? `${(index + 1) * 10}` : null))
  await manager.create.stage({
    tournamentId: 0,
    name: 'Play-offs',
    type: 'single_elimination',
    seeding: names,
    settings: { seedOrdering: ['inner_outer'], consolationFinal: third_place },
  })
  const { participant, round: rounds, match } = await manager.get.stageData(0)
  const round = rounds.filter(({ group_id }) => group_id === rounds[0]?.group_id)
  const entryOf = new Map(participant.map(({ id, name }) => [id, Number(name)]))
  const entry = (side: { id: unknown } | null) => entryOf.get(side?.id as number) ?? null
  const stageOf = (round_id: unknown) =>
    3 - round.length + (round.find(({ id }) => id === round_id)?.number ?? round.length)
  return {
    /** Matches whose two sides are known, as 'stage: lower-higher entry'. */
    async known(): Promise<string[]> {
      const now = await manager.get.stageData(0)
      return now.match
        .flatMap(({ round_id, opponent1, opponent2 }) => {
          const [one, two] = [entry(opponent1), entry(opponent2)]
          return one && two ? [`${stageOf(round_id)}: ${Math.min(one, two)}-${Math.max(one, two)}`] : []
        })
        .toSorted()
    },
    /** Records a result, or replaces it after a correction. `forfeit`: the other side withdrew. */
    async win(winner: number, loser: number, how: 'played' | 'forfeit' = 'played'): Promise<void> {
      const now = await manager.get.stageData(0)
      const played = now.match.find(({ opponent1, opponent2 }) => {
        const sides = [entry(opponent1), entry(opponent2)]
        return sides.includes(winner) && sides.includes(loser)
      })
      const first = entry(played?.opponent1 ?? null) === winner
      const id = played?.id ?? -1
      if (how === 'forfeit') {
        await manager.update.match({ id, [first ? 'opponent2' : 'opponent1']: { forfeit: true } })
        return
      }
      const [one, two] = first ? (['win', 'loss'] as const) : (['loss', 'win'] as const)
      await manager.update.match({ id, opponent1: { result: one }, opponent2: { result: two } })
    },
    async champion(): Promise<number | null> {
      const final = (await manager.get.stageData(0)).match.findLast(({ round_id }) => round_id === round.at(-1)?.id)
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

/** The bracket's matches in the oracle's form. */
function meetings(matches: readonly BracketLine[]): string[] {
  return matches
    .flatMap(({ stage, sides: [one, two] }) =>
      one && two ? [`${stage}: ${Math.min(one, two)}-${Math.max(one, two)}`] : [],
    )
    .toSorted()
}

test.each([2, 3, 4, 5, 6, 7, 8])('%i players meet as in brackets-manager, for every winner', async (size) => {
  const bracket = makeBracket(field(size))
  expect(bracket).toHaveLength(size - 1)
  expect((await oracle(size)).matches).toBe(size - 1)
  for (let outcome = 0; outcome < 2 ** (size - 1); outcome += 1) {
    const other = await oracle(size)
    const results: BracketResult[] = []
    for (const [index, { stage, slot }] of bracket.entries()) {
      const { matches } = bracketState(bracket, results)
      expect(await other.known()).toEqual(meetings(matches))
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

/** Which side wins each match: the upper or the lower one always, and by the bits of two numbers. */
const outcomes = [
  () => true,
  () => false,
  (index: number) => ((index * 7919) >> 2) % 2 === 0,
  (index: number) => ((index * 104_729) >> 3) % 3 > 0,
]

test.each(Array.from({ length: 56 }, (_, index) => index + 9))(
  '%i players meet as in brackets-manager, with a match for third place',
  async (size) => {
    const bracket = makeBracket(field(size), { third_place: true })
    expect(bracket).toHaveLength(size)
    for (const isUpper of outcomes) {
      const other = await oracle(size, { third_place: true })
      const results: BracketResult[] = []
      const [ours, theirs]: [string[][], string[][]] = [[], []]
      for (const [index, { stage, slot }] of bracket.entries()) {
        const { matches } = bracketState(bracket, results)
        // The oracle is asked when a stage begins: it is slow.
        if (stage !== bracket[index - 1]?.stage) {
          ours.push(meetings(matches))
          theirs.push(await other.known())
        }
        const [one, two] = matches[index]?.sides ?? [null, null]
        if (one === null || two === null) throw new Error('both sides are known by then')
        const [winner, loser] = isUpper(index) ? [one, two] : [two, one]
        results.push({ stage, slot, winner })
        await other.win(winner, loser)
      }
      expect(theirs).toEqual(ours)
      const { champion } = bracketState(bracket, results)
      expect(champion).not.toBeNull()
      expect(await other.champion()).toBe(champion)
    }
  },
)

test.each([4, 5, 6, 7, 8])('%i players: the losers of the semi-finals meet as in brackets-manager', async (size) => {
  const bracket = makeBracket(field(size), { third_place: true })
  expect(bracket).toHaveLength(size)
  for (let outcome = 0; outcome < 2 ** size; outcome += 1) {
    const other = await oracle(size, { third_place: true })
    const results: BracketResult[] = []
    for (const [index, { stage, slot }] of bracket.entries()) {
      const { matches } = bracketState(bracket, results)
      expect(await other.known()).toEqual(meetings(matches))
      const [one, two] = matches[index]?.sides ?? [null, null]
      if (one === null || two === null) throw new Error('both sides are known by then')
      const [winner, loser] = (outcome & (1 << index)) === 0 ? [one, two] : [two, one]
      results.push({ stage, slot, winner })
      await other.win(winner, loser)
    }
    expect(await other.champion()).toBe(bracketState(bracket, results).champion)
  }
})

test.each([5, 6, 7, 8])(
  '%i players: a corrected quarter-final advances the other player, as in brackets-manager',
  async (size) => {
    const bracket = makeBracket(field(size))
    const quarters = bracketState(bracket, []).matches.filter(({ stage }) => stage === 1)
    for (const [index, { stage, slot, sides }] of quarters.entries()) {
      const other = await oracle(size)
      const [one, two] = sides as [number, number]
      for (const [winner, loser] of [
        [one, two],
        [two, one],
      ] as const) {
        await other.win(winner, loser)
        const { matches } = bracketState(bracket, [{ stage, slot, winner }])
        expect(await other.known(), `quarter-final ${index + 1}`).toEqual(meetings(matches))
      }
    }
  },
)

test.each([2, 3, 4, 5, 6, 7, 8])(
  '%i players: if any of them withdraw at any time, opponents advance by walkover as in brackets-manager',
  async (size) => {
    const bracket = makeBracket(field(size))
    for (const gone of [field(size)[0] ?? 0, field(size)[size - 2] ?? 0, field(size)[size - 1] ?? 0])
      for (let before = 0; before < size - 1; before += 1) {
        const other = await oracle(size)
        const results: BracketResult[] = []
        const given = new Set<string>()
        for (let step = 0; step < size - 1; step += 1) {
          const left = step < before ? [] : [gone]
          const { matches } = bracketState(bracket, results, { withdrawn: left })
          for (const { stage, slot, sides, winner, walkover } of matches)
            if (walkover && winner !== null && !given.has(`${stage} ${slot}`)) {
              given.add(`${stage} ${slot}`)
              await other.win(winner, sides[0] === winner ? (sides[1] ?? 0) : (sides[0] ?? 0), 'forfeit')
            }
          expect(await other.known()).toEqual(meetings(matches))
          const next = matches.find(({ sides: [one, two], winner }) => one !== null && two !== null && winner === null)
          if (!next) continue
          const [one, two] = next.sides as [number, number]
          results.push({ stage: next.stage, slot: next.slot, winner: two })
          await other.win(two, one)
        }
        const { matches, champion } = bracketState(bracket, results, { withdrawn: [gone] })
        const final = matches.at(-1)
        if (final?.walkover && champion !== null && !given.has('3 1')) await other.win(champion, gone, 'forfeit')
        expect(champion).not.toBeNull()
        expect(await other.champion()).toBe(champion)
      }
  },
)

/** Who has won and lost, in the order of play: what an onlooker with a list of results knows. */
type Played = { stage: number; slot: number; winner: number; loser: number }

test.each(Array.from({ length: 61 }, (_, index) => index + 4))(
  '%i players: everybody who loses the first match plays the consolation until the next loss, and one never loses it',
  (size) => {
    for (const third_place of [false, true])
      for (const isUpper of outcomes) {
        const bracket = makeBracket(field(size), { third_place, consolation: true })
        const played: Played[] = []
        for (let open = true; open;) {
          const { matches } = bracketState(bracket, played)
          const next = matches.find(({ sides: [one, two], winner }) => one !== null && two !== null && winner === null)
          open = next !== undefined
          if (!next) continue
          const [one, two] = next.sides as [number, number]
          const [winner, loser] = isUpper(played.length) ? [one, two] : [two, one]
          played.push({ stage: next.stage, slot: next.slot, winner, loser })
        }
        const { consolation_winner, champion } = bracketState(bracket, played)
        const main = played.filter((match) => !isOfConsolation(match))
        const consolation = played.filter(isOfConsolation)
        const forThird = main.filter(isForThirdPlace).flatMap(({ winner, loser }) => [winner, loser])
        const firstLosers = field(size).filter((entry_id) => {
          const first = main.find(({ winner, loser }) => [winner, loser].includes(entry_id))
          // The final is nobody's way into a consolation.
          return first?.loser === entry_id && first.stage < 3 && !forThird.includes(entry_id)
        })
        const losses = consolation.map(({ loser }) => loser)
        expect(champion).not.toBeNull()
        expect(new Set(losses).size).toBe(losses.length)
        expect(losses.length).toBe(Math.max(0, firstLosers.length - 1))
        const all = firstLosers.length > 1 ? [...losses, consolation_winner] : firstLosers
        expect(all.toSorted()).toEqual(firstLosers.toSorted())
      }
  },
)
