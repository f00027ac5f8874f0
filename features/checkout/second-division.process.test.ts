import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { printFigure } from '#/test/figures.ts'
import { fetchPatiently, kill, makeCaller, processesWithStripe } from '#/test/process.ts'
import { roundsOf } from '#/test/rounds.ts'
import type { TestCard } from '#/test/stripe/stand-in.ts'

const begin = Date.parse('2026-07-15T16:00:00Z')
const rounds = roundsOf(3, 5)
/** Cents: a division, and each additional one of the same player at 10 % less. */
const [full, further] = [3900, 3510]

const { app, db, stripe } = await processesWithStripe()

const singles = ['womens-singles-3-0', 'womens-singles-3-5', 'womens-singles-4-0', 'mens-singles-3-5'] as const

type Buyer = { id: number; headers: Record<string, string>; divisions: string[] }
type Answer = { status: number; code?: string }

/** Two divisions for each buyer, in several leagues: a lock makes orders for one league sequential. */
async function makeBuyer(round: number, seat: number): Promise<Buyer> {
  const caller = await makeCaller(db, `second-${round}-${seat}@example.com`, new Date(begin))
  return { ...caller, divisions: [0, 1].map((place) => singles[(seat + place) % singles.length] ?? singles[0]) }
}

/** The buyer presses the button for one division. Returns the status, 0 without a response. */
async function press(
  origin: string,
  { headers }: Buyer,
  division: string | undefined,
  cents: number,
  card: TestCard = 'pm_card_visa',
): Promise<Answer> {
  const body = JSON.stringify({
    league_slug: 'fall',
    cart: [{ slug: division }],
    price: (cents / 100).toFixed(2),
    confirmationToken: stripe.newToken(card),
  })
  try {
    // A repeated request with the same token is the same order.
    const answer = await fetchPatiently(`${origin}/api/users/purchases`, { method: 'POST', headers, body })
    return { status: answer.status, ...((await answer.json()) as { code?: string }) }
  } catch {
    return { status: 0 }
  }
}

async function listLines() {
  return db
    .selectFrom('purchases as p')
    .innerJoin('leagues', 'leagues.id', 'p.league_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .leftJoin('entries', 'entries.purchase_id', 'p.id')
    .select([
      'p.order_id',
      'p.player_id',
      'p.status',
      'p.price_cents',
      'p.taken_cents',
      'p.second_division_cents',
      'divisions.slug as division',
      'entries.id as entry',
    ])
    .execute()
}

const paidBy = async ({ id }: Buyer) =>
  (await listLines()).filter(({ player_id, status }) => player_id === id && status === 'Paid')

const sorted = (cents: readonly number[]) => cents.toSorted((a, b) => a - b)

test(
  'if a process is killed between the two orders of a second-division discount, nothing is sold twice, and the discount is given once',
  { timeout: 300_000 },
  async () => {
    // The first start creates the seasons.
    await kill((await app.start(begin)).child)
    const { numUpdatedRows } = await db
      .updateTable('seasons')
      .set({ second_division_percent: 10 })
      .where('slug', '=', 'fall')
      .executeTakeFirstOrThrow()
    expect(Number(numUpdatedRows)).toBe(1)
    const buyers: Buyer[] = []
    const answers: Answer[] = []
    stripe.slow(300)
    for (let round = 0; round < rounds; round++) {
      const now = begin + round * 10_000
      const [dying, living] = await Promise.all([app.start(now), app.start(now)])
      const four = await Promise.all([0, 1, 2, 3].map((seat) => makeBuyer(round, seat)))
      buyers.push(...four)
      const firsts = four.map((buyer, seat) =>
        press(dying.origin, buyer, buyer.divisions[0], full, seat === 3 ? 'pm_card_chargeDeclined' : undefined),
      )
      // Two buyers order the other division simultaneously, at either price; two order it after the first order's
      // process has died.
      const price = (seat: number) => ((round + seat) % 2 === 0 ? further : full)
      const second = (buyer: Buyer, seat: number) => press(living.origin, buyer, buyer.divisions[1], price(seat))
      const atOnce = four.slice(0, 2).map(second)
      // The process is killed once the first orders of the other two are stored, when Stripe may or may not have been
      // asked.
      const waiting = new Set(four.slice(2).map(({ id }) => id))
      while ((await listLines()).filter(({ player_id }) => waiting.has(player_id)).length < waiting.size) await wait(2)
      await wait(Math.random() * 100)
      await kill(dying.child)
      const afterwards = four.slice(2).map(second)
      answers.push(...(await Promise.all([...firsts, ...atOnce, ...afterwards])))
      await kill(living.child)
    }
    const cut = answers.filter(({ status }) => status === 0).length
    const undecided = answers.filter(({ code }) => code === 'order_open').length
    expect(cut).toBeGreaterThan(0)
    expect(undecided).toBeGreaterThan(0)
    const refusals = answers.filter(({ status }) => status !== 0 && status !== 201).map(({ code }) => code ?? '')
    expect(refusals.filter((code) => !['order_open', 'price_changed', 'payment_declined'].includes(code))).toEqual([])

    stripe.slow(0)
    const { origin, child } = await app.start(begin + rounds * 10_000 + 60_000)
    await expect
      .poll(async () => (await listLines()).filter(({ status }) => status === 'Pending').length, {
        timeout: 60_000,
        interval: 200,
      })
      .toBe(0)
    for (const buyer of buyers) {
      const paid = await paidBy(buyer)
      expect([[], [full], [further, full]]).toContainEqual(sorted(paid.map(({ price_cents }) => price_cents)))
    }
    // The missing division is sold at the price that follows from the paid orders, even if the process of an order
    // died.
    await Promise.all(
      buyers.map(async (buyer) => {
        for (const division of buyer.divisions) {
          const paid = await paidBy(buyer)
          if (paid.some((line) => line.division === division)) continue
          expect(await press(origin, buyer, division, paid.length > 0 ? further : full)).toMatchObject({ status: 201 })
        }
      }),
    )
    await kill(child)

    const lines = await listLines()
    for (const { id, divisions } of buyers) {
      const paid = lines.filter(({ player_id, status }) => player_id === id && status === 'Paid')
      expect(paid.map(({ division }) => division).toSorted()).toEqual(divisions.toSorted())
      expect(sorted(paid.map(({ price_cents }) => price_cents))).toEqual([further, full])
      for (const { price_cents, taken_cents, second_division_cents } of paid)
        expect([taken_cents, price_cents + second_division_cents]).toEqual([price_cents, full])
    }
    expect(lines.filter(({ status }) => status !== 'Paid' && status !== 'Failed')).toEqual([])
    expect(lines.filter(({ status, entry }) => (status === 'Paid') !== (entry !== null))).toEqual([])
    const payments = stripe.succeeded()
    expect(payments.map(({ metadata, amount }) => `${metadata['order_id']} ${amount}`).toSorted()).toEqual(
      lines
        .filter(({ status }) => status === 'Paid')
        .map(({ order_id, price_cents }) => `${order_id} ${price_cents}`)
        .toSorted(),
    )
    expect(stripe.refunds).toEqual([])
    printFigure(
      'payments',
      `killed ${rounds} times between two orders of a second-division discount (${cut} requests cut off, ${undecided} refused while the first was open): each of ${buyers.length} players paid $39.00 and $35.10 once`,
    )
  },
)
