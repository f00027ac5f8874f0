import type { FastifyBaseLogger } from 'fastify'
import type { AreaSlug } from '#/contract/areas.ts'
import { dayInZone } from '#/rules/day.ts'
import { formatCents } from '#/rules/price.ts'
import { audit, type AuditEntry } from '#/server/audit.ts'
import { tellPartnersLeft } from '#/features/pairs/pairing.ts'
import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import { queueEmail, startJob } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import { withTimeout } from './payment.ts'
import { lockOrder, refundLines } from './settle-queries.ts'
import { askRefund, findLine, type WithdrawalLine } from './withdrawal-queries.ts'
import { lockLeague } from '#/features/leagues/queries.ts'

/** Who takes a player out of a league: the player, or an organizer of the area, who says why. */
export type Leaver =
  | { player_id: number }
  | { organizer: { id: number; organizer_areas: readonly AreaSlug[] }; reason: string }

/**
 * Takes a player out of a league with all the money back: the player before the season's first day in that area, an
 * organizer at any time, who goes on record (docs/product.md, "Withdrawal"). The money is given back by `giveBack`, now and by
 * a job until it succeeded; without a card the line is Refunded at once.
 * Refuses season_begun, payment_disputed, nothing_to_withdraw and, of a line whose entry is out, nothing_to_refund. Asked again it changes nothing.
 */
export async function leaveLeague(app: App, leaver: Leaver, purchase_id: number, now: Date): Promise<WithdrawalLine> {
  const seen = 'organizer' in leaver ? { areas: leaver.organizer.organizer_areas } : leaver
  const known = (await findLine(app.db, purchase_id, seen)) ?? refuse('not_found')
  return inTransaction(app.db, async (tx) => {
    const order = await lockOrder(tx, known.order_id)
    const line = await findLine(tx, purchase_id)
    if (!order || !line) refuse('not_found')
    if (line.status === 'Refunded' || line.refund_asked) return line
    // Money that an organizer has kept is the organizer's to give back.
    // What a move to another league leaves behind has cost nothing, and its player has not left.
    if (line.status === 'Closed' && line.withdrawn && line.left_cents <= 0 && 'organizer' in leaver)
      refuse('nothing_to_refund', { message: 'Nothing of that line is left to give back.' })
    if (line.status !== 'Confirmed' && !(isRefundable(line) && ('organizer' in leaver || !line.withdrawn)))
      refuse('nothing_to_withdraw')
    if (!('organizer' in leaver) && dayInZone(now, line.time_zone) >= line.starting_date) refuse('season_begun')
    if (order.disputed_at !== null) refuse('payment_disputed')
    await lockLeague(tx, line.league_id)
    if ('organizer' in leaver) await audit(tx, refundAct(line, leaver), now)
    await askRefund(tx, purchase_id, now)
    if (line.status === 'Confirmed' || order.provider_payment === null) {
      await refundLines(tx, order.id, [line], now)
      await queueEmail(tx, app.config, 'withdrawn', { purchase_id })
      await tellPartnersLeft(tx, app.config, { purchase_id })
    } else {
      const run_at = new Date(now.getTime() + retry)
      await startJob(tx, 'refund_line', { purchase_id }, { key: `refund_line ${purchase_id}`, run_at, last: true })
    }
    return line
  })
}

function refundAct(line: WithdrawalLine, { organizer, reason }: Extract<Leaver, { organizer: unknown }>): AuditEntry {
  const league = `${line.level_name}, ${line.league_name} ${line.year}`
  return {
    organizer,
    area: line.area,
    kind: 'refund',
    subject: `order ${line.order_id}`,
    summary:
      line.left_cents > 0
        ? `Refunded ${formatCents(line.left_cents)} to ${line.player}: all of ${league}`
        : `Took ${line.player} out of ${league}`,
    reason,
    before: { status: line.status },
    after: { status: 'Refunded' },
  }
}

/** Whether the provider has money of the line that can go back whole: of an entry that stands, or that was taken out without a refund. */
function isRefundable({ status, withdrawn }: WithdrawalLine): boolean {
  return status === 'Paid' || (status === 'Closed' && withdrawn)
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

/** Gives the money back while the caller waits; a job goes on when the provider gives no answer. Answers whether it did. */
export async function giveBackNow(app: App, purchase_id: number, now: Date, log: FastifyBaseLogger): Promise<boolean> {
  try {
    await giveBack(app, purchase_id, now)
    return true
  } catch (error) {
    log.warn({ err: error, purchase_id }, 'the payment provider did not take a refund; it is tried again')
    return false
  }
}

// Lines that this process is refunding: the provider refuses two requests with one key at the same time.
const giving = new Map<number, Promise<void>>()

async function give(app: App, purchase_id: number, now: Date): Promise<void> {
  const line = await findLine(app.db, purchase_id)
  if (!line || !isRefundable(line) || !line.refund_asked || line.provider_payment === null) return
  // What has gone back in part goes back no second time; from now on there are no more parts.
  const { provider_payment: payment, left_cents: amount_cents } = line
  if (amount_cents > 0)
    await withTimeout(app.payments.refund({ payment, amount_cents, idempotency_key: lineKey(purchase_id) }, now))
  await inTransaction(app.db, async (tx) => {
    const order = await lockOrder(tx, line.order_id)
    const left = order?.lines.filter(({ id, status }) => id === purchase_id && status !== 'Refunded') ?? []
    if (left.length === 0) return
    await refundLines(tx, line.order_id, left, now)
    await queueEmail(tx, app.config, 'withdrawn', { purchase_id })
    await tellPartnersLeft(tx, app.config, { purchase_id })
  })
}

/** The idempotency key by which a line's money goes back whole, or what is left of it. */
export function lineKey(purchase_id: number): string {
  return `line-${purchase_id}`
}

/** What the player reads after withdrawing. */
export function withdrawalSentence({ level_name, left_cents, status, by_card }: WithdrawalLine): string {
  if (!by_card) return `You have left ${level_name}.`
  const amount = formatCents(left_cents)
  return status === 'Refunded'
    ? `You have left ${level_name}. ${amount} goes back to your card; banks take 5 to 10 days.`
    : `Your withdrawal from ${level_name} is noted. ${amount} goes back to your card as soon as the bank takes it; we mail you then.`
}
