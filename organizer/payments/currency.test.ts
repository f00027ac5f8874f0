import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { getOrder, purchase } from '#/features/checkout/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { listDivisions, listSeasons } from '#/features/seasons/contract.ts'
import { changeDivision, listOrganizerDivisions } from '#/organizer/divisions/contract.ts'
import { changeOrganization } from '#/organizer/organization/contract.ts'
import { getOverview } from '#/organizer/desk/contract.ts'
import { createCoupon } from '#/organizer/coupons/contract.ts'
import { changeSeason } from '#/organizer/seasons/contract.ts'
import { withdraw } from '#/features/refunds/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer } from '#/test/make.ts'
import { startStripe } from '#/test/stripe/stand-in.ts'
import { getPaymentOrder, getReconciliation, listPayments, refundPurchase } from './contract.ts'

const stripe = await startStripe()
afterAll(() => stripe.close())
const t = await startApp('2026-07-15T16:00:00Z', stripe.settings)
stripe.dateBy(t.clock)
const owner = await makeOrganizer(t)
const { token } = owner

test('yen have no decimals, from the price through cart, charge, receipt, refund and email to the reconciliation', async () => {
  const body = { currency: 'JPY', locale: 'ja-JP', time_zone: 'Asia/Tokyo', tax: { name: 'JCT', rate: 10 } }
  expect((await t.call(changeOrganization, { token, body })).status).toBe(200)
  const { divisions } = (await t.call(listOrganizerDivisions, { token })).body
  const division = divisions.find(({ slug }) => slug === 'womens-singles-3-5')
  const price = (value: unknown) =>
    t.send(changeDivision, {
      token,
      path: `/organizer/divisions/${division?.id}`,
      body: { ...division, picture: 'summer-1', price: value },
    }) as Promise<{ status: number; body: { fields?: object } }>
  expect(await price('4500.5')).toMatchObject({ status: 422, body: { fields: { price: 'Invalid decimal length' } } })
  expect((await price(4500)).status).toBe(200)
  const listed = (await t.call(listDivisions, { query: {} })).body.items
  expect(listed.find(({ slug }) => slug === 'womens-singles-3-5')).toMatchObject({ price: 4500 })

  const player = await makePlayer(t)
  const buy = (amount: number | string) =>
    t.call(purchase, {
      token: player.token,
      body: {
        league_slug: 'fall',
        cart: [{ slug: 'womens-singles-3-5' }],
        price: amount,
        confirmationToken: stripe.newToken('pm_card_visa'),
      },
    })
  expect((await buy(45)).body).toMatchObject({ code: 'price_changed' })
  const bought = await buy('4500')
  expect(bought.status).toBe(201)
  const { order_id } = bought.body.data
  const [intent] = stripe.intentOf(order_id)
  expect(intent).toMatchObject({ amount: 4500, currency: 'jpy' })
  expect((await t.call(getOrder, { token: player.token, params: { order_id } })).body.order).toMatchObject({
    total: 4500,
    lines: [{ price: 4500 }],
  })
  const leagues = (await t.call(listMyLeagues, { token: player.token })).body
  expect(leagues).toMatchObject([{ withdrawal: { returns: 'card', amount: 4500 } }])

  const order = (await t.call(getPaymentOrder, { token, params: { order_id } })).body.order
  const refund = (amount: number | string) =>
    t.send(refundPurchase, {
      token,
      path: `/organizer/payments/lines/${order.lines[0]?.id}/refund`,
      body: { reason: 'Rain', key: randomUUID(), amount },
    }) as Promise<{ status: number; body: { message: string } }>
  expect((await refund('12.5')).status).toBe(422)
  const refunded = await refund(1200)
  expect(refunded.status).toBe(200)
  expect(refunded.body.message).toContain('￥1,200')
  t.clock.set('2026-07-15T16:05:00Z')
  await runJobs(t)
  expect(stripe.refunds.map(({ amount }) => amount)).toEqual([1200])
  const subjects = t.emails.filter(({ to }) => to.email === player.email).map(({ subject }) => subject)
  expect(subjects).toContain('￥1,200 comes back to you')

  const sums = (await t.send(listPayments, { path: '/organizer/payments', token })).body
  expect(JSON.stringify(sums)).toContain('"net":3300')
  const overview = (await t.call(getOverview, { token, query: { season: 'fall', year: 2026 } })).body
  expect(JSON.stringify(overview)).toContain('"taken":4500')
  const { total, differences, days } = (await t.call(getReconciliation, { token, query: { month: '2026-07' } })).body
  expect(differences).toEqual([])
  expect(total).toMatchObject({ ours: { taken: 4500, refunded: 1200, net: 3300 }, difference: 0 })
  // It was already the 16th of July in Tokyo.
  expect(days.filter(({ ours }) => ours.taken > 0).map(({ day }) => day)).toEqual(['2026/07/16'])
})

test('a coupon takes off whole yen: a percentage is rounded once, and an amount too small for a card is waived', async () => {
  const player = await makePlayer(t, { location: 'dc' })
  const code = async (given: object) => {
    const body = { code: `YEN-${JSON.stringify(given).length}`, ...given }
    expect((await t.call(createCoupon, { token, body })).status).toBe(201)
    return body.code
  }
  const buy = (coupon: string, price: number | string) =>
    t.call(purchase, {
      token: player.token,
      body: {
        league_slug: 'fall',
        cart: [{ slug: 'womens-singles-3-5' }],
        price,
        coupon,
        confirmationToken: stripe.newToken('pm_card_visa'),
      },
    })
  expect((await t.call(createCoupon, { token, body: { code: 'SEN', amount: '0.5' } })).status).toBe(422)
  const third = await code({ percent: 33 })
  const { order_id } = (await buy(third, '3015')).body.data
  expect(stripe.intentOf(order_id)).toMatchObject([{ amount: 3015, currency: 'jpy' }])
  const { order } = (await t.call(getOrder, { token: player.token, params: { order_id } })).body
  expect(order).toMatchObject({ total: 3015, coupon: { discount: 1485 } })
  await t.call(withdraw, { token: player.token, params: { id: order.lines[0]!.id } })
  expect(stripe.refunds.at(-1)).toMatchObject({ amount: 3015 })
  expect((await buy(await code({ amount: 4451 }), 0)).body.data.status).toBe('Confirmed')
})

test('a second-division discount takes off whole yen, and an amount too small for a card is waived', async () => {
  const player = await makePlayer(t, { location: 'dc' })
  const { items } = (await t.call(listSeasons, {})).body
  const { id, slug } = items.find((season) => season.slug === 'winter')!
  const setOff = (second_division: object) => t.call(changeSeason, { token, params: { id }, body: { second_division } })
  expect((await setOff({ amount: '0.5' })).status).toBe(422)
  expect((await setOff({ percent: 33 })).status).toBe(200)
  const buy = (divisions: string[], price: number | string) =>
    t.call(purchase, {
      token: player.token,
      body: {
        league_slug: slug,
        cart: divisions.map((division) => ({ slug: division })),
        price,
        confirmationToken: stripe.newToken('pm_card_visa'),
      },
    })
  const prices = (await t.call(listDivisions, {})).body.items
  const [one, two, three] = prices.filter(({ kind }) => kind === 'singles')
  await t.db.updateTable('leagues').set({ price_cents: 4550 }).where('season_id', '=', id).execute()
  const bought = await buy([one!.slug, two!.slug], 4550 + 3048)
  expect(stripe.intentOf(bought.body.data.order_id)).toMatchObject([{ amount: 7598, currency: 'jpy' }])
  const params = { order_id: bought.body.data.order_id }
  const { order } = (await t.call(getOrder, { token: player.token, params })).body
  expect(order).toMatchObject({ total: 7598, second_division: 1502 })
  const second = order.lines.find(({ price }) => price === 3048)!
  await t.call(withdraw, { token: player.token, params: { id: second.id } })
  expect(stripe.refunds.at(-1)).toMatchObject({ amount: 3048 })
  expect((await setOff({ amount: 4501 })).status).toBe(200)
  expect((await buy([three!.slug], 0)).body.data.status).toBe('Confirmed')
})
