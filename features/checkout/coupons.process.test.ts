import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fetchPatiently, kill, makeCaller, processesWithStripe } from '#/test/process.ts'
import { roundsOf } from '#/test/rounds.ts'

const begin = Date.parse('2026-07-15T16:00:00Z')
// More uses than the rounds can sell, because one player's card is declined in each round.
const limit = 14
const rounds = roundsOf(2, 4)

const { app, db, stripe } = await processesWithStripe()

const singles = ['womens-singles-3-0', 'womens-singles-3-5', 'womens-singles-4-0', 'mens-singles-3-5']
let presses = 0

type Order = { id: string; status: string; price_cents: number; discount_cents: number; entry: number | null }

async function listOrders(): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .innerJoin('purchases', 'purchases.order_id', 'orders.id')
    .leftJoin('entries', 'entries.purchase_id', 'purchases.id')
    .select([
      'orders.id',
      'purchases.status',
      'purchases.price_cents',
      'purchases.discount_cents',
      'entries.id as entry',
    ])
    .where('orders.coupon_id', 'is not', null)
    .execute()
}

/** A player presses the button with the coupon. Returns the status, 0 without a response. */
async function press(origin: string, seat: string, declined: boolean): Promise<number> {
  // A lock makes orders for one league sequential, so these are for several leagues.
  const division = singles[++presses % singles.length]
  const { headers } = await makeCaller(db, `coupon-${seat}@example.com`, new Date(begin))
  const body = {
    league_slug: 'fall',
    cart: [{ slug: division }],
    price: '29.25',
    coupon: 'race-14',
    confirmationToken: stripe.newToken(declined ? 'pm_card_chargeDeclined' : 'pm_card_visa'),
  }
  const call = { method: 'POST', headers, body: JSON.stringify(body) }
  try {
    // A repeated request with the same token is the same order.
    return (await fetchPatiently(`${origin}/api/users/purchases`, call)).status
  } catch {
    return 0
  }
}

test(
  'two processes sell the last uses of a coupon and one is killed between its order and the charge: no use is oversold or lost',
  { timeout: 300_000 },
  async () => {
    await db
      .insertInto('coupons')
      .values({ code: 'RACE-14', percent: 25, use_limit: limit, for_all_seasons: true, created_at: new Date(begin) })
      .execute()
    const charged = () => stripe.calls.filter((call) => call === 'POST /v1/payment_intents').length
    let cut = 0
    for (let round = 0; round < rounds; round++) {
      const now = begin + round * 10_000
      stripe.slow(60)
      const [one, two] = await Promise.all([app.start(now), app.start(now)])
      const before = charged()
      const pressed = Array.from({ length: 4 }, (_, seat) =>
        press((seat % 2 === 0 ? one : two).origin, `${round}-${seat}`, seat === 3),
      )
      // The kill comes once an order is stored, when Stripe may or may not have been asked.
      while (charged() === before && (await listOrders()).every(({ status }) => status !== 'Pending')) await wait(2)
      await wait(Math.random() * 60)
      await kill(one.child)
      cut += (await Promise.all(pressed)).filter((status) => status === 0).length
      await kill(two.child)
    }
    expect(cut).toBeGreaterThan(0)

    stripe.heal()
    const last = await Promise.all([1, 2].map(() => app.start(begin + rounds * 10_000 + 60_000)))
    await expect
      .poll(async () => (await listOrders()).filter(({ status }) => status === 'Pending').length, {
        timeout: 60_000,
        interval: 200,
      })
      .toBe(0)
    // Declined orders have freed their uses, so exactly the remaining uses are sold.
    const answers = await Promise.all(
      last.flatMap(({ origin }, process) =>
        Array.from({ length: limit }, (_, seat) => press(origin, `last-${process}-${seat}`, false)),
      ),
    )
    for (const { child } of last) await kill(child)
    expect(new Set(answers)).toEqual(new Set([201, 409]))

    const orders = await listOrders()
    const paid = orders.filter(({ status }) => status === 'Paid')
    expect(paid.length).toBe(limit)
    expect(
      paid.every(({ entry, price_cents, discount_cents }) => entry && price_cents === 2925 && discount_cents === 975),
    ).toBe(true)
    expect(orders.every(({ status }) => status === 'Paid' || status === 'Failed')).toBe(true)
    const payments = stripe.succeeded()
    expect(payments.map(({ amount }) => amount)).toEqual(Array.from({ length: limit }, () => 2925))
    expect(new Set(payments.map(({ metadata }) => metadata['order_id']))).toEqual(new Set(paid.map(({ id }) => id)))
  },
)
