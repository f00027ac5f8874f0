import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buyTwo, kill, makeCaller, processesWithStripe } from '#/test/process.ts'
import { printFigure } from '#/test/figures.ts'
import { roundsOf } from '#/test/rounds.ts'

// In each round three processes share a database, and each is killed at a different moment.
const rounds = roundsOf(3, 10)
const processes = 3
const begin = Date.parse('2026-07-15T16:00:00Z')

const { app, db, stripe } = await processesWithStripe()

async function saveCard(player_id: number): Promise<string> {
  const { customer, card } = stripe.newCustomer('4242')
  await db.updateTable('players').set({ provider_customer: customer }).where('id', '=', player_id).execute()
  return card
}

/** Four players press the button in one process, which is killed while they do. Returns how many got no response. */
async function payAndDie(round: number, process: number): Promise<number> {
  const now = begin + round * 10_000
  const { origin, child } = await app.start(now)
  const orders: RequestInit[] = []
  for (const seat of [0, 1, 2, 3]) {
    const { id, headers } = await makeCaller(db, `buyer-${round}-${process}-${seat}@example.com`, new Date(now))
    orders.push(
      seat === 2
        ? buyTwo(headers, `saved_${round}_${process}`, await saveCard(id))
        : buyTwo(headers, stripe.newToken(seat === 3 ? 'pm_card_chargeDeclined' : 'pm_card_visa')),
    )
  }
  // Stripe stores some of these errors, with or without a payment. Their orders get a new key, or the stored payment.
  stripe.order('POST /v1/payment_intents', 'slow', 'error_500 instead', 'slow', 'error_500 after')
  let ended = 0
  const presses = orders.map((order) =>
    fetch(`${origin}/api/users/purchases`, order)
      .then(
        () => false,
        () => true,
      )
      .finally(() => (ended += 1)),
  )
  // The kill comes anywhere between the first row and the last response, however fast the machine is: after up to four
  // charges at Stripe.
  const charged = () => stripe.calls.filter((call) => call === 'POST /v1/payment_intents').length
  const enough = charged() + Math.floor(Math.random() * 5)
  while (charged() < enough && ended < orders.length) await wait(2)
  await wait(Math.random() * 100)
  await kill(child)
  return (await Promise.all(presses)).filter((cut) => cut).length
}

test(
  `after ${rounds * processes} kills while players pay, each payment has one Paid order with its entries, and each Paid order has one payment`,
  { timeout: 300_000 },
  async () => {
    stripe.slow(60)
    let cut = 0
    for (let round = 0; round < rounds; round++) {
      const cuts = await Promise.all(Array.from({ length: processes }, (_, process) => payAndDie(round, process)))
      cut += cuts.reduce((sum, one) => sum + one, 0)
    }
    expect(cut).toBeGreaterThan(0)

    stripe.heal()
    const { child } = await app.start(begin + rounds * 10_000 + 60_000)
    await expect
      .poll(
        async () => (await db.selectFrom('purchases').select('id').where('status', '=', 'Pending').execute()).length,
        { timeout: 60_000, interval: 200 },
      )
      .toBe(0)
    await kill(child)

    const orders = await db
      .selectFrom('orders')
      .innerJoin('purchases', 'purchases.order_id', 'orders.id')
      .leftJoin('entries', 'entries.purchase_id', 'purchases.id')
      .select(['orders.id', 'orders.provider_payment', 'purchases.status', 'entries.id as entry'])
      .execute()
    const paid = orders.filter(({ status }) => status === 'Paid')
    const payments = stripe.succeeded()
    expect(payments.length).toBeGreaterThan(0)
    expect(new Set(payments.map(({ metadata }) => metadata['order_id'])).size).toBe(payments.length)
    expect(new Set(paid.map(({ id }) => id))).toEqual(new Set(payments.map(({ metadata }) => metadata['order_id'])))
    expect(new Set(paid.map(({ provider_payment }) => provider_payment))).toEqual(new Set(payments.map(({ id }) => id)))
    expect(paid.length).toBe(payments.length * 2)
    expect(paid.filter(({ entry }) => entry === null)).toEqual([])
    expect(orders.filter(({ status, entry }) => status !== 'Paid' && entry !== null)).toEqual([])
    expect(stripe.refunds).toEqual([])
    printFigure(
      'payments',
      `killed ${rounds * processes} times while players pay (${cut} requests cut off): ${payments.length} payments, ${payments.length} paid orders, 0 doubled, 0 lost`,
    )
    expect(app.log()).not.toMatch(/_secret_|sk_test|whsec_|ctoken_/)
  },
)
