import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getOrder, purchase } from '#/features/checkout/contract.ts'
import { enterPlayer } from '#/organizer/entries/contract.ts'
import { changeOrganization } from '#/organizer/organization/contract.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, makeToken, type TestPlayer } from '#/test/make.ts'
import { listPayments, listPaymentSums, refundPurchase } from './contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const { emailsTo } = mailboxOf(t)
const { token } = await makeOrganizer(t)

const setTax = async (tax: { name: string; rate: number } | null) =>
  expect((await t.call(changeOrganization, { token, body: { tax } })).status).toBe(200)

async function buy(player: TestPlayer) {
  const body = {
    league_slug: 'fall',
    cart: [{ slug: 'womens-singles-3-5' }],
    price: 39,
    confirmationToken: await makeToken(t),
  }
  const { order_id } = (await t.call(purchase, { token: player.token, body })).body.data
  return async () => (await t.call(getOrder, { token: player.token, params: { order_id } })).body.order
}

const sums = async () => (await t.call(listPayments, { token, query: {} })).body.sums

test('an order keeps the tax of its day: receipt, email, sums and areas show the tax included in net revenue', async () => {
  const [plain, ada, bea] = [await makePlayer(t), await makePlayer(t), await makePlayer(t, { location: 'dc' })]
  const untaxed = await buy(plain)
  expect(await sums()).toMatchObject({ net: 39, taxes: [] })
  await setTax({ name: 'GST', rate: 10 })
  const first = await buy(ada)
  expect((await first()).tax).toEqual({ name: 'GST', rate: 10, amount: 3.55 })
  const [email] = (await emailsTo(ada)).filter(({ subject }) => subject.startsWith('You are in'))
  expect(email?.text).toContain('Includes GST, 10 %: $3.55.')
  await setTax({ name: 'VAT', rate: 19 })
  const second = await buy(bea)
  expect((await second()).tax).toEqual({ name: 'VAT', rate: 19, amount: 6.23 })
  expect([(await first()).tax?.rate, (await untaxed()).tax]).toEqual([10, null])

  // Cash payments include the tax too, and refunded amounts do not count.
  const cash = await makePlayer(t)
  const { league_id } = await t.db
    .selectFrom('purchases')
    .select('league_id')
    .where('player_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const entered = { league_id, email: cash.email, amount: 20, reason: 'Paid at the courts' }
  expect((await t.call(enterPlayer, { token, body: entered })).status).toBe(201)
  const refund = { amount: 9, reason: 'Rain', key: randomUUID() }
  const params = { id: (await first()).lines[0]!.id }
  expect((await t.call(refundPurchase, { token, params, body: refund })).status).toBe(200)
  expect((await first()).tax?.amount).toBe(2.73)
  expect((await sums()).taxes).toEqual([
    { name: 'VAT', rate: 19, net: 59, tax: 9.42 },
    { name: 'GST', rate: 10, net: 30, tax: 2.73 },
  ])
  const { areas } = (await t.call(listPaymentSums, { token, query: {} })).body
  expect(areas.map(({ area, taxes }) => [area, taxes.map(({ rate, net }) => [rate, net])])).toEqual([
    [
      'south-bend',
      [
        [19, 20],
        [10, 30],
      ],
    ],
    ['dc', [[19, 39]]],
  ])

  // Removing the tax does not affect earlier orders.
  await setTax(null)
  expect((await sums()).taxes).toHaveLength(2)
  expect((await (await buy(await makePlayer(t)))()).tax).toBeNull()
})

test('an order from an earlier release, which stored no tax, has today’s', async () => {
  const player = await makePlayer(t)
  const receipt = await buy(player)
  await t.db.updateTable('orders').set({ tax_name: null, tax_rate: null }).where('player_id', '=', player.id).execute()
  await setTax({ name: 'GST', rate: 5 })
  expect((await receipt()).tax).toEqual({ name: 'GST', rate: 5, amount: 1.86 })
  expect((await sums()).taxes.at(-1)).toEqual({ name: 'GST', rate: 5, net: 39, tax: 1.86 })
  await setTax(null)
  expect((await receipt()).tax).toBeNull()
})
