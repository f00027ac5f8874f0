import { beforeEach, expect, test } from 'vitest'
import { joinLeague } from '#/test/make.ts'
import { startApp } from '#/test/app.ts'
import { getDivision, listDivisions } from '#/features/seasons/contract.ts'
import { listLeaguesOf2026 } from '#/organizer/seasons/season-fixture.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import {
  changeDivision,
  createDivision,
  listOrganizerDivisions,
  orderDivisions,
  restoreDivision,
  retireDivision,
} from './contract.ts'
import { makeOrganizer, makePlayer, makeToken } from '#/test/make.ts'
import { purchase } from '#/features/checkout/contract.ts'

const noon = '2026-07-15T16:00:00Z'
const t = await startApp(noon)
let token = ''

beforeEach(async () => {
  t.clock.set(noon)
  token = (await makeOrganizer(t)).token
})

const juniors = {
  name: 'Juniors’ Singles',
  kind: 'singles',
  level: '',
  gender: '',
  price: '25.50',
  picture: 'summer-2',
} as const

test('a new division is on sale immediately in every season and area, and a price change does not affect placed orders', async () => {
  const made = await t.call(createDivision, { token, body: juniors })
  expect(made.status).toBe(201)
  const { id } = made.body
  const shown = (await t.call(getDivision, { params: { id } })).body
  expect(shown).toMatchObject({ slug: 'juniors-singles', price: 25.5, level: null, image: '/courts/summer-2.svg' })
  expect(shown.seasons).toHaveLength(4)
  const player = await makePlayer(t)
  const buy = async (price: number, who = player) =>
    t.call(purchase, {
      token: who.token,
      body: { league_slug: 'fall', cart: [{ id }], price, confirmationToken: await makeToken(t) },
    })
  expect((await buy(25.5)).status).toBe(201)

  const { kind: _, ...form } = juniors
  const change = (given: object) =>
    t.send(changeDivision, { path: `/organizer/divisions/${id}`, token, body: { ...form, ...given } })
  expect((await change({ name: 'Under 18', price: 30 })).status).toBe(200)
  expect((await t.call(listAuditLog, { token, query: { per_page: 1 } })).body.audit_entries[0]).toMatchObject({
    before: { name: 'Juniors’ Singles', price_cents: 2550 },
    after: { price_cents: 3000 },
  })
  expect((await t.call(getDivision, { params: { id } })).body).toMatchObject({
    name: 'Under 18',
    slug: 'juniors-singles',
  })
  expect((await buy(25.5, await makePlayer(t))).body.code).toBe('price_changed')
  for (const [given, field] of [
    [{ name: '' }, 'name'],
    [{ name: 'mixed doubles' }, 'name'],
    [{ price: '25.555' }, 'price'],
    [{ price: 0.3 }, 'price'],
    [{ price: 'free' }, 'price'],
    [{ level: '6.0' }, 'level'],
    [{ picture: '../secret' }, 'picture'],
  ] as const)
    expect(await change(given)).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })

  // The old name can be used again, but the old address cannot.
  const again = await t.call(createDivision, { token, body: juniors })
  expect((await t.call(getDivision, { params: { id: again.body.id } })).body.slug).toBe('juniors-singles-2')
  expect((await t.call(createDivision, { token, body: juniors })).body.fields).toEqual({
    name: 'This name is already taken.',
  })
})

test('a free division can be joined without a card', async () => {
  const made = await t.call(createDivision, { token, body: { ...juniors, name: 'Come and try', price: '0' } })
  expect(made.status).toBe(201)
  const { id } = made.body
  expect((await t.call(getDivision, { params: { id } })).body.price).toBe(0)
  const { token: buyer } = await makePlayer(t)
  const order = { league_slug: 'fall', cart: [{ id }], price: 0 }
  expect(await t.call(purchase, { token: buyer, body: order })).toMatchObject({
    status: 201,
    body: { data: { status: 'Confirmed' } },
  })
})

test('a retired division cannot be bought, keeps its history, and can be put back on sale', async () => {
  const { id } = (await t.call(createDivision, { token, body: { ...juniors, name: 'Seniors' } })).body
  const player = await makePlayer(t)
  const { league_id } = await joinLeague(t, player, { season: 'fall', division: 'seniors' })
  await Promise.all([1, 2].map(() => t.call(retireDivision, { token, params: { id } })))
  expect(
    (await t.call(listAuditLog, { token, query: { subject: `division ${id}`, kind: 'retire_division' } })).body.total,
  ).toBe(1)
  const sold = async () => (await t.call(listDivisions, {})).body.items.some((division) => division.id === id)
  expect(await sold()).toBe(false)
  expect((await t.call(getDivision, { params: { id } })).body.seasons).toEqual([])
  const other = await makePlayer(t)
  const buy = { league_slug: 'fall', cart: [{ id }], price: 25.5, confirmationToken: await makeToken(t) }
  expect((await t.call(purchase, { token: other.token, body: buy })).body.fields).toEqual({
    'cart.0': 'This division is no longer on sale.',
  })
  expect((await t.call(listMyLeagues, { token: player.token })).body[0]).toMatchObject({
    league_id,
    level_name: 'Seniors',
  })
  expect((await listLeaguesOf2026(t, token, 'fall')).find((league) => league.id === league_id)).toMatchObject({
    retired: true,
    taken: 1,
  })
  expect((await t.call(restoreDivision, { token, params: { id } })).status).toBe(200)
  expect(await sold()).toBe(true)
  expect((await t.call(retireDivision, { token, params: { id: 9999 } })).status).toBe(404)
})

test('owners can put divisions in order, all of them or none', async () => {
  const { divisions } = (await t.call(listOrganizerDivisions, { token })).body
  const ids = divisions.map(({ id }) => id).toReversed()
  expect((await t.call(orderDivisions, { token, body: { ids } })).status).toBe(200)
  expect((await t.call(listDivisions, { query: { per_page: 100 } })).body.items.map(({ id }) => id)).toEqual(ids)
  expect((await t.call(orderDivisions, { token, body: { ids: ids.slice(1) } })).body.code).toBe('conflict')
  expect((await t.call(orderDivisions, { token, body: { ids: [...ids.slice(1), ids[1]!] } })).body.code).toBe(
    'conflict',
  )
})
