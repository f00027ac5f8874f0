import { expect, test } from 'vitest'
import { deleteAccount, exportData } from '#/features/settings/contract.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, password } from '#/test/make.ts'
import { deleteView, listViews, MOST_VIEWS, saveView } from './contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')

const viewsOf = async (token: string) =>
  (await t.call(listViews, { token })).body.views.map(({ list, name, query }) => [list, name, query])
const save = (token: string, body: object) =>
  t.send(saveView, { token, body: { list: 'entries', name: 'Alone', query: 'state=without_partner', ...body } })

test('a view is saved, listed for its organizer alone, replaced under its name, and deleted', async () => {
  const [one, other] = [await makeOrganizer(t, ['dc']), await makeOrganizer(t, ['dc'])]
  expect(await save(one.token, {})).toMatchObject({ status: 201, body: { message: 'Saved as “Alone”.' } })
  await save(one.token, { query: 'state=without_partner&sort=created' })
  await save(one.token, { list: 'players' })
  expect(await viewsOf(one.token)).toEqual([
    ['entries', 'Alone', 'state=without_partner&sort=created'],
    ['players', 'Alone', 'state=without_partner'],
  ])
  expect(await viewsOf(other.token)).toEqual([])
  const [{ id } = { id: 0 }] = (await t.call(listViews, { token: one.token })).body.views
  expect((await t.call(deleteView, { token: other.token, params: { id } })).status).toBe(404)
  expect((await t.call(deleteView, { token: one.token, params: { id } })).status).toBe(200)
  expect((await t.call(deleteView, { token: one.token, params: { id } })).status).toBe(404)
  expect(await viewsOf(one.token)).toHaveLength(1)
})

test('a list has a limited number of views, even if two are saved at once', async () => {
  const { token } = await makeOrganizer(t, ['dc'])
  for (let n = 1; n < MOST_VIEWS; n += 1) await save(token, { name: `View ${n}` })
  const two = await Promise.all([save(token, { name: 'Left' }), save(token, { name: 'Right' })])
  expect(two.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
  // A name that the list has is still replaced, and another list has room.
  expect((await save(token, { name: 'View 1', query: 'state=left' })).status).toBe(201)
  expect((await save(token, { list: 'matches' })).status).toBe(201)
})

test.each([
  ['no name', { name: ' ' }],
  ['a name that is too long', { name: 'x'.repeat(41) }],
  ['a list that does not exist', { list: 'secrets' }],
  ['a query that is too long', { query: 'a'.repeat(1001) }],
  ['a query with a line break', { query: 'a=1\nb=2' }],
])('%s is refused', async (_, body) => {
  const { token } = await makeOrganizer(t, ['dc'])
  expect((await save(token, body)).status).toBe(422)
  expect(await viewsOf(token)).toEqual([])
})

test('players have no views', async () => {
  const { token } = await makePlayer(t)
  expect((await save(token, {})).status).toBe(403)
  expect((await t.call(listViews, { token })).status).toBe(403)
})

test('views are in the data export, and are deleted with the account', async () => {
  const { id, token } = await makeOrganizer(t, ['dc'])
  await save(token, {})
  const { body } = await t.call(exportData, { token, body: { password } })
  expect(body.desk_views).toMatchObject([{ list: 'entries', name: 'Alone', query: 'state=without_partner' }])
  const left = await t.send(deleteAccount, { token, body: { password } })
  expect(left).toMatchObject({ status: 200 })
  expect(await t.db.selectFrom('organizer_views').select('id').where('player_id', '=', id).execute()).toEqual([])
})
