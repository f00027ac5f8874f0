import { expect, test } from 'vitest'
import { makeLeague } from '#/features/matches/score-fixture.ts'
import { inSnapshot, openDatabase } from '#/server/db.ts'
import { REQUEST_LIMITS } from '#/server/pool-limits.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { readStoredAt, readStoredIn } from './stored-league.ts'

test('a snapshot does not wait for a read that is waiting for a connection, because the snapshot may hold the last one', async () => {
  const url = await freshDatabase()
  const t = await startApp('2026-05-20T16:00:00Z', {}, url)
  const league = { season: 'summer-1', division: 'womens-singles-3-0', area: 'south-bend' } as const
  const { league_id } = await makeLeague(t, 2, league)
  const { version } = await t.db
    .selectFrom('leagues')
    .select('version')
    .where('id', '=', league_id)
    .executeTakeFirstOrThrow()
  const narrow = openDatabase(url, { ...REQUEST_LIMITS, connections: 1, acquire: 3_000 })
  let outside: ReturnType<typeof readStoredAt> | undefined
  const inside = await inSnapshot(narrow, async (tx) => {
    outside = readStoredAt(narrow, league_id, version)
    outside.catch(() => {})
    return readStoredIn(tx, narrow, league_id, version)
  })
  expect(inside.entries).toHaveLength(2)
  expect(await outside).toEqual(inside)
  await narrow.destroy()
})
