import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buyTwo, fetchPatiently, kill, makeCaller, processesWithStripe } from '#/test/process.ts'
import { printFigure } from '#/test/figures.ts'
import { roundsOf } from '#/test/rounds.ts'

const rounds = roundsOf(2, 4)
const playersPerRound = 4
const begin = Date.parse('2026-07-15T16:00:00Z')

const { app, db, stripe } = await processesWithStripe()

/** A player with two paid lines. Returns the session and the lines. */
async function makeBuyer(origin: string, number: number, now: number) {
  const { id, headers } = await makeCaller(db, `buyer-${number}@example.com`, new Date(now))
  const answer = await fetchPatiently(`${origin}/api/users/purchases`, buyTwo(headers, stripe.newToken('pm_card_visa')))
  expect(answer.status).toBe(201)
  const lines = await db.selectFrom('purchases').select('id').where('player_id', '=', id).execute()
  return { authorization: headers.authorization, lines: lines.map((line) => line.id) }
}

/**
 * Withdraws from each line in two processes at once, which are killed while they work. Returns how many requests were
 * cut off.
 */
async function withdrawAndDie(round: number): Promise<number> {
  const now = begin + round * 20_000
  const two = await Promise.all([app.start(now), app.start(now)])
  const buyers = await Promise.all(
    Array.from({ length: playersPerRound }, (_, seat) =>
      makeBuyer(two[seat % 2 === 0 ? 0 : 1].origin, round * playersPerRound + seat, now),
    ),
  )
  stripe.slow(60)
  const requests = buyers.flatMap(({ authorization, lines }) =>
    lines.flatMap((line) =>
      two.map(async ({ origin }) => {
        const request = { method: 'DELETE', headers: { authorization } }
        const answer = await fetch(`${origin}/api/users/purchases/${line}`, request).catch(() => null)
        return answer === null
      }),
    ),
  )
  // The kill comes anywhere between the first refund at Stripe and the last response.
  const refundRequests = () => stripe.calls.filter((call) => call === 'POST /v1/refunds').length
  const enough = refundRequests() + 1 + Math.floor(Math.random() * 6)
  while (refundRequests() < enough) await wait(2)
  await wait(Math.random() * 60)
  await Promise.all(two.map(({ child }) => kill(child)))
  stripe.heal()
  return (await Promise.all(requests)).filter((cut) => cut).length
}

test(
  `after ${rounds * 2} kills while players withdraw in two processes at once, each withdrawn line has one refund, and no other line has any`,
  { timeout: 300_000 },
  async () => {
    let cut = 0
    for (let round = 0; round < rounds; round++) cut += await withdrawAndDie(round)
    expect(cut).toBeGreaterThan(0)

    const { child } = await app.start(begin + rounds * 20_000 + 60_000)
    await expect
      .poll(
        async () => (await db.selectFrom('refunds').select('id').where('state', '=', 'requested').execute()).length,
        { timeout: 60_000, interval: 200 },
      )
      .toBe(0)
    await kill(child)

    const lines = await db
      .selectFrom('purchases')
      .leftJoin('refunds', 'refunds.purchase_id', 'purchases.id')
      .select(['purchases.id', 'purchases.status', 'purchases.refunded_cents', 'purchases.refund_requested_at'])
      .select(['refunds.idempotency_key', 'refunds.state', 'refunds.provider_refund'])
      .orderBy('purchases.id')
      .execute()
    expect(lines).toHaveLength(rounds * playersPerRound * 2)
    const left = lines.filter(({ status }) => status === 'Refunded')
    expect(left.length).toBeGreaterThan(0)
    for (const line of left)
      expect(line).toMatchObject({ state: 'done', refunded_cents: 3900, refund_requested_at: null })
    for (const line of lines.filter(({ status }) => status !== 'Refunded'))
      expect(line).toMatchObject({ status: 'Paid', state: null, refunded_cents: 0, refund_requested_at: null })
    expect(stripe.refunds.map(({ id }) => id).toSorted()).toEqual(
      left.map(({ provider_refund }) => provider_refund).toSorted(),
    )
    expect(new Set(stripe.refunds.map(({ metadata }) => metadata?.['line']))).toEqual(
      new Set(left.map(({ idempotency_key }) => idempotency_key)),
    )
    expect(stripe.refunds.every(({ amount }) => amount === 3900)).toBe(true)
    printFigure(
      'payments',
      `killed ${rounds * 2} times while players withdraw (${cut} requests cut off): ${left.length} withdrawals, ${stripe.refunds.length} refunds, 0 doubled, 0 lost`,
    )
    expect(app.log()).not.toMatch(/_secret_|sk_test|whsec_|ctoken_/)
  },
)
