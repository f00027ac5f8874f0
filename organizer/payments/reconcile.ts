import type { Movement } from '#/server/outside/payments.ts'
import type { DifferenceKind } from './contract.ts'

/** An order with a payment at the provider. Cents; days are yyyy-mm-dd. */
export type BookedOrder = {
  order_id: string
  payment: string | null
  /** The amount charged according to our books. 0 for an order that failed or is still open. */
  taken_cents: number
  settled_day: string
}

/** A refund in our books, made or still `requested`. */
export type BookedRefund = {
  order_id: string
  payment: string | null
  /** Refunds the charge of a failed order: the order itself took nothing. */
  of_failed_order: boolean
  /** Its idempotency key at the provider. */
  key: string
  /** The provider's id of it, if known. */
  provider_refund: string | null
  amount_cents: number
  day: string
  state: 'requested' | 'done'
}

export type Books = { orders: readonly BookedOrder[]; refunds: readonly BookedRefund[] }
export type DatedMovement = Movement & { day: string }

/** The totals of one day, in cents. */
export type DayOfBooks = {
  day: string
  ours: { taken: number; refunded: number }
  theirs: { taken: number; refunded: number; fees: number | null }
}

/** Cents, negative for money paid to the buyer. Null if that side does not have it. */
export type FoundDifference = {
  kind: DifferenceKind
  day: string
  ours: number | null
  theirs: number | null
  movement: string | null
  payment: string | null
  order_id: string | null
}

/**
 * Compares our books with the provider's for one month ('yyyy-mm'). A movement that both have is listed on the
 * provider's day, so that a payment around midnight is not a difference; for the same reason, the movements extend some
 * days past either end of the month. A movement that only one side has is a difference.
 */
export function reconcile(
  { orders, refunds }: Books,
  movements: readonly DatedMovement[],
  month: string,
): { days: DayOfBooks[]; differences: FoundDifference[] } {
  const days = new Map<string, DayOfBooks>()
  const differences: FoundDifference[] = []
  const hasFees = movements.some(({ fee_cents }) => fee_cents !== null)

  function dayOf(day: string): DayOfBooks {
    const known = days.get(day)
    if (known) return known
    const blank = { day, ours: { taken: 0, refunded: 0 }, theirs: { taken: 0, refunded: 0, fees: hasFees ? 0 : null } }
    days.set(day, blank)
    return blank
  }
  function differ(kind: DifferenceKind, day: string, about: Partial<FoundDifference>): void {
    differences.push({ kind, day, ours: null, theirs: null, movement: null, payment: null, order_id: null, ...about })
  }

  const byPayment = new Map(orders.flatMap((order) => (order.payment === null ? [] : [[order.payment, order]])))
  const byId = new Map(orders.map((order) => [order.order_id, order]))
  const seen = new Set<string>()
  const rest = new Map<string, { theirs: DatedMovement[]; ours: BookedRefund[] }>()
  const restOf = (payment: string) => {
    const known = rest.get(payment) ?? { theirs: [], ours: [] }
    rest.set(payment, known)
    return known
  }

  for (const movement of movements) {
    const { day, amount_cents, fee_cents, kind } = movement
    const { theirs } = dayOf(day)
    if (kind === 'charge') theirs.taken += amount_cents
    else theirs.refunded -= amount_cents
    if (theirs.fees !== null) theirs.fees += fee_cents ?? 0
  }

  for (const movement of movements.filter(({ kind }) => kind === 'charge')) {
    const { id, payment, idempotency_key, amount_cents, day } = movement
    const order = byPayment.get(payment ?? '') ?? byId.get(idempotency_key ?? '')
    const about = { theirs: amount_cents, movement: id, payment, order_id: order?.order_id ?? null }
    if (!order) {
      differ('charge_unknown', day, about)
      continue
    }
    seen.add(order.order_id)
    if (order.taken_cents === 0) {
      // Charged for an order that had failed: the ledger has it because of the refund that followed.
      if (refunds.some((refund) => refund.of_failed_order && refund.order_id === order.order_id))
        dayOf(day).ours.taken += amount_cents
      else differ('charge_not_noted', day, about)
      continue
    }
    dayOf(day).ours.taken += order.taken_cents
    if (order.taken_cents !== amount_cents) differ('charge_differs', day, { ...about, ours: order.taken_cents })
  }
  for (const { order_id, payment, taken_cents, settled_day } of orders) {
    if (taken_cents === 0 || seen.has(order_id) || !settled_day.startsWith(month)) continue
    dayOf(settled_day).ours.taken += taken_cents
    differ('charge_missing', settled_day, { ours: taken_cents, payment, order_id })
  }

  const matched = new Set<BookedRefund>()
  for (const movement of movements.filter(({ kind }) => kind !== 'charge')) {
    const { id, kind, payment, idempotency_key, amount_cents, day } = movement
    const order = byPayment.get(payment ?? '')
    const about = { theirs: amount_cents, movement: id, payment, order_id: order?.order_id ?? null }
    if (kind === 'refund' && amount_cents > 0) {
      differ('refund_failed', day, about)
      continue
    }
    const known = refunds.filter(
      ({ key, provider_refund }) => key === idempotency_key || (provider_refund !== null && provider_refund === id),
    )
    if (kind === 'dispute' || known.length === 0) {
      if (payment !== null && order) restOf(payment).theirs.push(movement)
      else differ(kind === 'dispute' ? 'dispute' : 'refund_by_hand', day, about)
      continue
    }
    for (const each of known) matched.add(each)
    const done = sum(known.filter(({ state }) => state === 'done').map((each) => each.amount_cents))
    dayOf(day).ours.refunded += done
    if (done === -amount_cents) continue
    const requested = known.some(({ state }) => state === 'requested')
    const byHand = idempotency_key === null && done < -amount_cents
    differ(requested ? 'refund_under_way' : byHand ? 'refund_by_hand' : 'refund_differs', day, {
      ...about,
      ours: -done,
    })
  }
  for (const refund of refunds) {
    if (matched.has(refund)) continue
    const about = { ours: -refund.amount_cents, payment: refund.payment, order_id: refund.order_id }
    if (refund.state === 'requested') {
      if (refund.day.startsWith(month)) differ('refund_under_way', refund.day, { ...about, ours: null })
    } else if (refund.payment === null) differ('refund_missing', refund.day, about)
    else restOf(refund.payment).ours.push(refund)
  }

  // Full refunds by hand and lost disputes are recorded here line by line, so the two are compared payment by payment.
  for (const [payment, left] of rest) {
    const order_id = byPayment.get(payment)?.order_id ?? left.ours[0]?.order_id ?? null
    const back = sum(left.theirs.map(({ amount_cents }) => -amount_cents))
    if (left.theirs[0] && back === sum(left.ours.map(({ amount_cents }) => amount_cents))) {
      for (const { day, amount_cents } of left.theirs) dayOf(day).ours.refunded -= amount_cents
      continue
    }
    for (const { kind, day, amount_cents, id } of left.theirs)
      differ(kind === 'dispute' ? 'dispute' : 'refund_by_hand', day, {
        theirs: amount_cents,
        movement: id,
        payment,
        order_id,
      })
    for (const { day, amount_cents } of left.ours) {
      if (!day.startsWith(month)) continue
      dayOf(day).ours.refunded += amount_cents
      differ('refund_missing', day, { ours: -amount_cents, payment, order_id })
    }
  }

  const inMonth = ({ day }: { day: string }) => day.startsWith(month)
  const byDay = (a: { day: string }, b: { day: string }) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)
  return {
    days: [...days.values()].filter(inMonth).toSorted(byDay),
    differences: differences.filter(inMonth).toSorted(byDay),
  }
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, each) => total + each, 0)
}
