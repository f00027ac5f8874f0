import { beforeEach, expect, test } from 'vitest'
import { getOrder, purchase } from '#/features/checkout/contract.ts'
import { withdraw } from '#/features/refunds/contract.ts'
import { listDivisions } from '#/features/seasons/contract.ts'
import { offerOf } from '#/features/seasons/offers.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, makeToken, type TestPlayer } from '#/test/make.ts'
import * as calls from './contract.ts'

const noon = '2026-07-15T16:00:00Z'
const t = await startApp(noon)
let token = ''

beforeEach(async () => {
  t.clock.set(noon)
  token = (await makeOrganizer(t)).token
})

/** Creates a season for one test. Returns it with its league of women's singles 3.5 in South Bend. */
async function makeSeason(name: string) {
  const body = { name, starting_date: '2026/08/01', ending_date: '2026/10/31' }
  const { id } = (await t.call(calls.createSeason, { token, body })).body
  await t.db.updateTable('leagues').set({ price_cents: null }).where('season_id', '=', id).execute()
  const { leagues, slug } = (await t.call(calls.getOrganizerSeason, { token, params: { id } })).body
  const league = leagues.find((each) => each.division_name === "Women's Singles 3.5" && each.area === 'south-bend')!
  return { id, slug, league }
}

type Season = Awaited<ReturnType<typeof makeSeason>>

const setPrice = ({ id, league: { area, division_id } }: Season, prices: object) =>
  t.call(calls.changeLeagues, {
    token,
    params: { id },
    body: { leagues: [{ area, division_id, offered: true, ...prices }] },
  })

async function buy(player: TestPlayer, { slug }: Season, price: number | string, given: object = {}) {
  const cart = [{ slug: 'womens-singles-3-5' }]
  const body = { league_slug: slug, cart, price, confirmationToken: await makeToken(t), ...given }
  return t.call(purchase, { token: player.token, body })
}

async function chargedTo(player: TestPlayer): Promise<number[]> {
  const rows = await t.db
    .selectFrom('test_payments')
    .innerJoin('orders', 'orders.confirmation_token', 'test_payments.confirmation_token')
    .select('test_payments.amount_cents')
    .where('orders.player_id', '=', player.id)
    .execute()
  return rows.map(({ amount_cents }) => amount_cents)
}

test('a price applies only to its season and area, and the next season with the name copies it', async () => {
  const season = await makeSeason('Dear')
  expect((await setPrice(season, { price: '45.50' })).status).toBe(200)
  const player = await makePlayer(t)
  expect((await buy(player, season, 45.5)).status).toBe(201)
  expect(await chargedTo(player)).toEqual([4550])
  const elsewhere = await makePlayer(t, { location: 'dc' })
  expect((await buy(elsewhere, season, 39)).status).toBe(201)
  const division = (await t.call(listDivisions, {})).body.items.find(({ id }) => id === season.league.division_id)!
  expect(division.price).toBe(39)
  const edition = { slug: season.slug, year: 2026 }
  expect(offerOf(division, edition, 'south-bend')).toMatchObject({ price: 45.5, varies: false })
  expect(offerOf(division, edition, 'dc')).toMatchObject({ price: 39, varies: false })
  expect(offerOf(division, edition, undefined)).toMatchObject({ price: 39, varies: true })
  const { id: next } = (await t.call(calls.rollOverSeason, { token, params: { id: season.id }, query: {} })).body
  const { leagues } = (await t.call(calls.getOrganizerSeason, { token, params: { id: next } })).body
  expect(leagues.filter(({ price }) => price !== null)).toMatchObject([{ area: 'south-bend', price: 45.5 }])
  const [entry] = (await t.call(listAuditLog, { token, query: { kind: 'change_leagues' } })).body.audit_entries
  expect(entry).toMatchObject({ after: { "Women's Singles 3.5, South Bend": 'offered, $45.50' } })
})

test('the early price ends with its day, in the organization’s time zone; an open cart is refused with the new total', async () => {
  const season = await makeSeason('Early')
  await setPrice(season, { price: 45, early_price: 35, early_until: '2026/07/16' })
  const [ada, bea] = [await makePlayer(t), await makePlayer(t)]
  t.clock.set('2026-07-17T03:59:59Z')
  expect((await buy(ada, season, 35)).status).toBe(201)
  t.clock.set('2026-07-17T04:00:00Z')
  const late = await buy(bea, season, 35)
  expect([late.status, late.body]).toMatchObject([
    409,
    {
      code: 'price_changed',
      message:
        'The price has changed: your order costs $45.00 now, not $35.00. Please review it again. You have not been charged.',
      state: { total: 45 },
    },
  ])
  expect(await chargedTo(bea)).toEqual([])
  expect((await buy(bea, season, 45)).status).toBe(201)
  expect([await chargedTo(ada), await chargedTo(bea)]).toEqual([[3500], [4500]])
})

test('a refund returns the amount that was paid, whatever the price is by then', async () => {
  const season = await makeSeason('Cheaper later')
  await setPrice(season, { early_price: '33.33', early_until: '2026/07/20' })
  const player = await makePlayer(t)
  const { order_id } = (await buy(player, season, '33.33')).body.data
  await setPrice(season, { price: 50, early_price: null, early_until: null })
  const { order } = (await t.call(getOrder, { token: player.token, params: { order_id } })).body
  expect([order.total, order.lines[0]?.price]).toEqual([33.33, 33.33])
  expect((await t.call(withdraw, { token: player.token, params: { id: order.lines[0]!.id } })).status).toBe(200)
  const returned = (await t.call(getOrder, { token: player.token, params: { order_id } })).body.order
  expect([returned.payment_status, returned.refunded]).toEqual(['Refunded', 33.33])
})

test.each([
  ['an early price that is not below', { price: 40, early_price: 40, early_until: '2026/07/20' }, 'early_price'],
  ['an early price above the division’s', { price: null, early_price: 39.5, early_until: '2026/07/20' }, 'early_price'],
  ['an early price without a day', { early_price: 20 }, 'early_until'],
  ['a day without an early price', { early_until: '2026/07/20' }, 'early_price'],
  ['an early price after the sale', { early_price: 20, early_until: '2026/08/16' }, 'early_until'],
  ['no number', { price: 'much' }, 'price'],
  ['less than nothing', { price: -1 }, 'price'],
])('%s is refused at its field, and nothing is stored', async (name, prices, field) => {
  const season = await makeSeason(`Wrong ${name.replaceAll('’', '')}`.slice(0, 40))
  const refused = await setPrice(season, prices)
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [`leagues.0.${field}`]])
  const { leagues } = (await t.call(calls.getOrganizerSeason, { token, params: { id: season.id } })).body
  expect(leagues.filter(({ price, early_price }) => price !== null || early_price !== null)).toEqual([])
})

test('when buyers order while an owner changes the price, each pays the price they saw or nothing', async () => {
  for (const round of [1, 2, 3, 4]) {
    const season = await makeSeason(`Moving ${round}`)
    const players = await Promise.all(Array.from({ length: 6 }, () => makePlayer(t)))
    const [, ...bought] = await Promise.all([
      setPrice(season, { price: 55 }),
      ...players.map((player, index) => buy(player, season, index % 2 === 0 ? 39 : 55)),
    ])
    const paid = await Promise.all(players.map(chargedTo))
    expect(paid).toEqual(bought.map(({ status }, index) => (status === 201 ? [index % 2 === 0 ? 3900 : 5500] : [])))
    expect(bought.filter(({ status }) => status !== 201).every(({ body }) => body.code === 'price_changed')).toBe(true)
  }
})
