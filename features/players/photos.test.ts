import { expect, test } from 'vitest'
import { getPublicResult, getResult, reportScore } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { photoUrl } from '#/server/outside/photos.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makePlayer, type TestPlayer } from '#/test/make.ts'
import { listPhotos } from './contract.ts'

const t = await startApp('2026-05-20T16:00:00Z')
const summer = { season: 'summer-1', area: 'south-bend' } as const

async function withPhoto(hash: string): Promise<TestPlayer> {
  const player = await makePlayer(t)
  await t.db
    .updateTable('players')
    .set({ photo: hash.repeat(32) })
    .where('id', '=', player.id)
    .execute()
  return player
}

async function photosFor(player: TestPlayer) {
  const { status, body } = await t.call(listPhotos, { token: player.token })
  expect(status).toBe(200)
  return body.photos
}

test('players see the photos of their leagues and no others', async () => {
  const [ann, bea, stranger] = [await withPhoto('a'), await withPhoto('b'), await withPhoto('c')]
  const plain = await makePlayer(t)
  expect(await photosFor(ann)).toEqual([])

  const division = 'womens-singles-3-0'
  const mine = await joinLeague(t, ann, { ...summer, division })
  await joinLeague(t, plain, { ...summer, division })
  const theirs = await joinLeague(t, bea, { ...summer, division })
  await joinLeague(t, stranger, { ...summer, division: 'womens-singles-3-5' })

  const seen = [
    { player_id: bea.id, entry_id: theirs.entry_id, position: 1, photo: photoUrl('b'.repeat(32), 96) },
    { player_id: ann.id, entry_id: mine.entry_id, position: 1, photo: photoUrl('a'.repeat(32), 96) },
  ]
  expect(await photosFor(ann)).toEqual(seen)
  expect(await photosFor(plain)).toEqual(seen)
  expect((await photosFor(stranger)).map(({ player_id }) => player_id)).toEqual([stranger.id])
  expect((await t.send(listPhotos, {})).status).toBe(401)
})

test('the photo of an entry that is withdrawn is not shown', async () => {
  const [ann, bea] = [await withPhoto('d'), await withPhoto('e')]
  const division = 'womens-singles-4-0'
  await joinLeague(t, ann, { ...summer, division })
  const left = await joinLeague(t, bea, { ...summer, division })
  expect(await photosFor(ann)).toHaveLength(2)
  await t.db
    .updateTable('purchases')
    .set({ status: 'Refunded' })
    .where('id', '=', (eb) => eb.selectFrom('entries').select('purchase_id').where('id', '=', left.entry_id))
    .execute()
  expect((await photosFor(ann)).map(({ player_id }) => player_id)).toEqual([ann.id])
  expect(await photosFor(bea)).toEqual([])
})

test('a result names its players by id to players, and to nobody on its public page', async () => {
  const [ann, bea] = [await withPhoto('0'), await withPhoto('1')]
  const division = 'womens-singles-4-5'
  for (const player of [ann, bea]) await joinLeague(t, player, { ...summer, division })
  const { body } = await t.call(reportScore, { token: ann.token, body: scoreBody(ann, bea, '6-1 6-1') })
  const shown = await t.call(getResult, { token: bea.token, params: { id: body.id } })
  expect(shown.body.winner.players).toEqual([{ id: ann.id, name: `${ann.first_name} ${ann.last_name}` }])
  expect(shown.body.opponent.players.map(({ id }) => id)).toEqual([bea.id])
  const open = await t.call(getPublicResult, { params: { id: body.id } })
  expect(JSON.stringify(open.body)).not.toContain('players')
})
