import { expect, test } from 'vitest'
import { storeRatings } from '#/features/ratings/rating-fixture.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { reviewLevels } from './contract.ts'

const t = await startApp('2026-05-16T16:00:00Z')

test('organizers see whose rating says another level, in their areas only, and nothing changes', async () => {
  const own = await Promise.all(Array.from({ length: 8 }, () => makePlayer(t)))
  const [strong, weak] = own as [TestPlayer, TestPlayer]
  const elsewhere = await makePlayer(t)
  const ids = own.map(({ id }) => id)
  await t.db.updateTable('players').set({ singles_level: '3.5', area: 'south-bend' }).where('id', 'in', ids).execute()
  await t.db.updateTable('players').set({ singles_level: '3.5', area: 'dc' }).where('id', '=', elsewhere.id).execute()
  await storeRatings(t, [
    [strong.id, 1850],
    [weak.id, 1250],
    ...own.slice(2).map((player, index) => [player.id, 1480 + 5 * index] as const),
    [elsewhere.id, 1900],
  ])
  const owner = await makeOrganizer(t)
  const review = async ({ token }: { token: string }, query: { area?: string; page?: number } = {}) =>
    t.call(reviewLevels, { token, query: query as never })
  const { body } = await review(owner, { area: 'south-bend' })
  const range = { level: '3.5', sport: 'tennis', area: 'south-bend', from: 1480 }
  expect(body).toMatchObject({
    total: 2,
    skip: 0,
    players: [
      { id: strong.id, to_level: '4.0', rating: { value: 1850, deviation: 60 } },
      { id: weak.id, to_level: '3.0', rating: { value: 1250 } },
    ],
  })
  expect(body.players[1]).toMatchObject({ ...range, from: 1480 })
  expect((await review(owner)).body.total).toBe(2)
  expect((await review(owner, { area: 'south-bend', page: 2 })).body.players).toEqual([])
  const local = await makeOrganizer(t, ['south-bend'])
  expect((await review(local)).body.players.map(({ id }) => id)).toEqual([strong.id, weak.id])
  const stranger = await makeOrganizer(t, ['dc'])
  expect((await review(stranger)).body).toMatchObject({ players: [], total: 0 })
  expect((await review(stranger, { area: 'south-bend' })).status).toBe(403)
  expect((await review(strong)).status).toBe(403)
  const { singles_level } = await t.db
    .selectFrom('players')
    .select('singles_level')
    .where('id', '=', strong.id)
    .executeTakeFirstOrThrow()
  expect(singles_level).toBe('3.5')
})
