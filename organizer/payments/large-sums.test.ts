import { expect, test } from 'vitest'
import { createCoupon, listCoupons } from '#/organizer/coupons/contract.ts'
import { getOverview } from '#/organizer/desk/contract.ts'
import { MOST_CENTS } from '#/rules/price.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer } from '#/test/make.ts'
import { listPayments } from './contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')

test('sums larger than a 32-bit integer are right on the overview, for payments and for a coupon', async () => {
  const { token } = await makeOrganizer(t)
  const { id } = (await t.call(createCoupon, { token, body: { code: 'HALF', percent: 50 } })).body
  const orders = Math.ceil(2 ** 31 / MOST_CENTS)
  for (let made = 0; made < orders; made += 1)
    await joinLeague(t, await makePlayer(t), { season: 'fall', division: 'womens-singles-3-5' })
  // Gives each purchase the largest possible price, and a discount of the same amount.
  const cents = { price_cents: MOST_CENTS, discount_cents: MOST_CENTS, taken_cents: MOST_CENTS }
  await t.db.updateTable('purchases').set(cents).execute()
  await t.db.updateTable('orders').set({ coupon_id: id, total_cents: MOST_CENTS }).execute()
  const sum = (orders * MOST_CENTS) / 100
  const overview = (await t.call(getOverview, { token, query: { season: 'fall', year: 2026 } })).body
  expect(overview.figures).toMatchObject({ taken: sum, refunded: 0 })
  expect((await t.call(listPayments, { token, query: {} })).body.sums).toMatchObject({ taken: sum, net: sum })
  expect((await t.call(listCoupons, { token, query: {} })).body.coupons).toMatchObject([{ uses: orders, given: sum }])
})
