import { dayInZone } from '#/rules/day.ts'
import { formatCents } from '#/rules/price.ts'
import type { App } from '#/server/app.ts'
import { inTransaction } from '#/server/db.ts'
import { postLetter, startJob } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import { inTime } from './payment.ts'
import { lockOrder, refundLines } from './queries.ts'
import { askRefund, findLine, type WithdrawalLine } from './withdrawal-queries.ts'

/**
 * Takes a player out of a league before the season's first day in that area (decisions: "Withdrawal"). The money is
 * given back by `giveBack`, now and by a job until it succeeded; without a card the line is Refunded at once.
 * Refuses season_begun, payment_disputed and nothing_to_withdraw. Asked again it changes nothing.
 */
export async function leaveLeague(
  app: App,
  player_id: number,
  purchase_id: number,
  now: Date,
): Promise<WithdrawalLine> {
  const known = (await findLine(app.db, purchase_id, player_id)) ?? refuse('not_found')
  return inTransaction(app.db, async (tx) => {
    const order = await lockOrder(tx, known.order_id)
    const line = await findLine(tx, purchase_id)
    if (!order || !line) refuse('not_found')
    if (line.status === 'Refunded' || line.refund_asked) return line
    if (line.status !== 'Paid' && line.status !== 'Confirmed') refuse('nothing_to_withdraw')
    if (dayInZone(now, line.time_zone) >= line.starting_date) refuse('season_begun')
    if (order.disputed_at !== null) refuse('payment_disputed')
    await askRefund(tx, purchase_id, now)
    if (line.status === 'Confirmed' || order.provider_payment === null) {
      await refundLines(tx, order.id, [line], now)
      await postLetter(tx, app.config, 'withdrawn', { purchase_id })
    } else {
      const run_at = new Date(now.getTime() + retry)
      await startJob(tx, 'refund_line', { purchase_id }, { key: `refund_line ${purchase_id}`, run_at, last: true })
    }
    return line
  })
}

// Milliseconds; longer than the player's own request takes.
const retry = 15_000

/**
 * Gives the money of a line back to the card and takes its entry out of the league. Asked again, at once or late,
 * nothing more is given. Throws when the provider gives no answer: the line then stays as it is.
 */
export async function giveBack(app: App, purchase_id: number, now: Date): Promise<void> {
  const asked = giving.get(purchase_id)
  if (asked) return asked
  const given = give(app, purchase_id, now).finally(() => giving.delete(purchase_id))
  giving.set(purchase_id, given)
  return given
}

// Lines that this process is refunding: the provider refuses two requests with one key at the same time.
const giving = new Map<number, Promise<void>>()

async function give(app: App, purchase_id: number, now: Date): Promise<void> {
  const line = await findLine(app.db, purchase_id)
  if (!line || line.status !== 'Paid' || !line.refund_asked || line.provider_payment === null) return
  const { provider_payment: payment, price_cents: amount_cents } = line
  await inTime(app.payments.refund({ payment, amount_cents, idempotency_key: `line-${purchase_id}` }, now))
  await inTransaction(app.db, async (tx) => {
    const order = await lockOrder(tx, line.order_id)
    const left = order?.lines.filter(({ id, status }) => id === purchase_id && status === 'Paid') ?? []
    if (left.length === 0) return
    await refundLines(tx, line.order_id, left, now)
    await postLetter(tx, app.config, 'withdrawn', { purchase_id })
  })
}

/** What the player reads after withdrawing. */
export function withdrawalSentence({ level_name, price_cents, status, by_card }: WithdrawalLine): string {
  if (!by_card) return `You have left ${level_name}.`
  const amount = formatCents(price_cents)
  return status === 'Refunded'
    ? `You have left ${level_name}. ${amount} goes back to your card; banks take 5 to 10 days.`
    : `Your withdrawal from ${level_name} is noted. ${amount} goes back to your card as soon as the bank takes it; we mail you then.`
}
