import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeLeague } from '#/features/matches/score-fixture.ts'
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
  entry_ids: [entry_id],
} = await makeLeague(one, 2, league)
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
