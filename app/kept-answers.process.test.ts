import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeLeague } from '#/features/matches/score-fixture.ts'
import { getBracket } from '#/features/playoffs/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { freshDatabase, startApp } from '#/test/app.ts'

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

test(
  'a player never sees less than what was acknowledged, whichever process answers',
  { timeout: 120_000 },
  async () => {
    const rounds = 10_000
    let acknowledged = 0
    const write = (wins: number) =>
      one.db
        .updateTable('standings')
        .set({ wins })
        .where('league_id', '=', league_id)
        .where('entry_id', '=', entry_id)
        .execute()
    const winsIn = async (t: typeof one) => {
      const { body } = await t.call(listStandings, { token: ann.token, query })
      return body.players.find((line) => line.entry_id === entry_id)?.wins ?? -1
    }
    let reads = 0
    const reader = async (t: typeof one) => {
      let last = 0
      while (reads < rounds) {
        reads += 1
        const before = acknowledged
        const wins = await winsIn(t)
        expect(wins).toBeGreaterThanOrEqual(Math.max(before, last))
        last = wins
      }
    }
    let writing = true
    const writer = async () => {
      for (let wins = 1; writing; wins += 1) {
        await write(wins)
        acknowledged = wins
        // Most reads find nothing new.
        await wait(5)
      }
    }
    const written = writer()
    await Promise.all([reader(one), reader(two), reader(one), reader(two)]).finally(() => (writing = false))
    await written
    expect(acknowledged).toBeGreaterThan(100)
  },
)

test(
  'a bracket never shows less than what was acknowledged, although many pages share one answer',
  { timeout: 120_000 },
  async () => {
    await one.db.insertInto('playoffs').values({ league_id, made_at: one.clock.now() }).execute()
    await one.db
      .insertInto('playoff_seeds')
      .values(entry_ids.map((id, index) => ({ league_id, seed: index + 1, entry_id: id })))
      .execute()
    const asked = { query: { city: league.area, division: league.division } }
    const rounds = 6_000
    let acknowledged = 0
    const write = (number: number) =>
      one.db
        .updateTable('players')
        .set({ last_name: `No${number}` })
        .where('id', '=', ann.id)
        .execute()
    const numberIn = async (t: typeof one) => {
      const { body } = await t.call(getBracket, asked)
      const { player_one } = body.stages.find(({ stage }) => stage === 3)?.rows[0] ?? {}
      return Number(/ No(\d+)$/.exec(player_one ?? '')?.[1] ?? -1)
    }
    await write(0)
    let reads = 0
    const reader = async (t: typeof one) => {
      let last = 0
      while (reads < rounds) {
        reads += 1
        const before = acknowledged
        const number = await numberIn(t)
        expect(number).toBeGreaterThanOrEqual(Math.max(before, last))
        last = number
      }
    }
    let writing = true
    const writer = async () => {
      for (let number = 1; writing; number += 1) {
        await write(number)
        acknowledged = number
        // Most reads find nothing new.
        await wait(5)
      }
    }
    const written = writer()
    const readers = [one, two].flatMap((t) => Array.from({ length: 8 }, () => reader(t)))
    await Promise.all(readers).finally(() => (writing = false))
    await written
    expect(acknowledged).toBeGreaterThan(50)
  },
)
