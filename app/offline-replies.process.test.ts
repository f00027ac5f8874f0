import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { getFrontDoor } from '#/features/front-door/contract.ts'
import { getBracket, getPublicBracket } from '#/features/playoffs/contract.ts'
import { updatePrivacy } from '#/features/settings/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { roundsOf } from '#/test/rounds.ts'

const now = '2026-05-20T16:00:00Z'
const url = await freshDatabase()
const one = await startApp(now, {}, url)
const two = await startApp(now, {}, url)
const league = { season: 'summer-1', division: 'womens-singles-3-5', area: 'south-bend' } as const
const {
  people: [ann],
  league_id,
  entry_ids,
} = await makeLeague(one, 2, league)
const [entry_id] = entry_ids
const query = { area: league.area, season: 'summer-1', division: league.division }

type Race = {
  /** Resolves once the write is acknowledged. */
  write: (number: number) => Promise<unknown>
  /** Reads from a process: the last number written. */
  read: (t: typeof one) => Promise<number>
  /** Readers per process. */
  readers: number
  rounds: number
}

/** Milliseconds after which a race ends on a busy machine, even with few reads. */
const LONGEST_MS = 50_000

/** Writes 1, 2, 3, … while both processes are read. */
async function race({ write, read, readers, rounds }: Race): Promise<{ written: number; reads: number }> {
  let [acknowledged, reads, writing] = [0, 0, true]
  const until = performance.now() + LONGEST_MS
  const reader = async (t: typeof one) => {
    let last = 0
    while (reads < rounds && performance.now() < until) {
      reads += 1
      const before = acknowledged
      const number = await read(t)
      expect(number).toBeGreaterThanOrEqual(Math.max(before, last))
      last = number
    }
  }
  const writer = async () => {
    for (let number = 1; writing; number += 1) {
      await write(number)
      acknowledged = number
      // The pause lets most reads find an unchanged response.
      await wait(5)
    }
  }
  const reading = [one, two].flatMap((t) => Array.from({ length: readers }, () => reader(t)))
  await Promise.all([writer(), Promise.all(reading).finally(() => (writing = false))])
  return { written: acknowledged, reads }
}

test('a player sees every acknowledged change, whichever process responds', async () => {
  const { written, reads } = await race({
    write: (wins) =>
      one.db
        .updateTable('standings')
        .set({ wins })
        .where('league_id', '=', league_id)
        .where('entry_id', '=', entry_id)
        .execute(),
    read: async (t) => {
      const { body } = await t.call(listStandings, { token: ann.token, query })
      return body.players.find((line) => line.entry_id === entry_id)?.wins ?? -1
    },
    readers: 2,
    rounds: roundsOf(3_000, 10_000),
  })
  expect(written).toBeGreaterThan(100)
  expect(reads).toBeGreaterThan(1_000)
})

test('a bracket shows every acknowledged result, although many pages share one response', async () => {
  await one.db.insertInto('playoffs').values({ league_id, made_at: one.clock.now() }).execute()
  await one.db
    .insertInto('playoff_seeds')
    .values(entry_ids.map((id, index) => ({ league_id, seed: index + 1, entry_id: id })))
    .execute()
  const asked = { token: ann.token, query: { city: league.area, division: league.division } }
  const write = (number: number) =>
    one.db
      .updateTable('players')
      .set({ last_name: `No${number}` })
      .where('id', '=', ann.id)
      .execute()
  await write(0)
  const { written, reads } = await race({
    write,
    read: async (t) => {
      const { body } = await t.call(getBracket, asked)
      const { player_one } = body.stages.find(({ stage }) => stage === 3)?.rows[0] ?? {}
      return Number(/ No(\d+)$/.exec(player_one ?? '')?.[1] ?? -1)
    },
    readers: 8,
    rounds: roundsOf(2_500, 6_000),
  })
  expect(written).toBeGreaterThan(50)
  expect(reads).toBeGreaterThan(1_000)
})

test('a changed public name is shown at once, whichever process responds', async () => {
  const shared = { ...league, division: 'womens-singles-4-0' } as const
  const {
    people: [eve, fay],
    league_id: shared_league,
    entry_ids: shared_entries,
  } = await makeLeague(one, 2, shared)
  const named = { first_name: 'Eve', last_name: 'Lindqvist' }
  await one.db.updateTable('players').set(named).where('id', '=', eve.id).execute()
  const report = { token: eve.token, body: scoreBody(eve, fay, '6-4 6-4', { division: shared.division }) }
  expect((await one.call(reportScore, report)).status).toBe(201)
  await one.db.insertInto('playoffs').values({ league_id: shared_league, made_at: one.clock.now() }).execute()
  await one.db
    .insertInto('playoff_seeds')
    .values(shared_entries.map((id, index) => ({ league_id: shared_league, seed: index + 1, entry_id: id })))
    .execute()
  const names = async (t: typeof one) => {
    const { body: bracket } = await t.call(getPublicBracket, {
      query: { city: shared.area, division: shared.division },
    })
    const { body: door } = await t.call(getFrontDoor, {})
    return [
      bracket.stages.find(({ stage }) => stage === 3)?.rows[0]?.player_one,
      door.tables[0]?.players.find(({ name }) => name.startsWith('Eve '))?.name,
    ]
  }
  const privacy = { shows_email: true, shows_phone: true }
  for (let round = 0; round < 20; round += 1)
    for (const shows_name of [true, false]) {
      // Each process still has its old responses in memory.
      await Promise.all([names(one), names(two)])
      const [changed, other] = round % 2 === 0 ? [one, two] : [two, one]
      await changed.call(updatePrivacy, { token: eve.token, body: { ...privacy, shows_name } })
      const shown = shows_name ? 'Eve Lindqvist' : 'Eve L.'
      expect([await names(other), await names(changed)]).toEqual([
        [shown, shown],
        [shown, shown],
      ])
    }
})
