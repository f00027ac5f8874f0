import { expect, test } from 'vitest'
import { reconcile, type BookedOrder, type BookedRefund, type DatedMovement } from './reconcile.ts'

const order: BookedOrder = { order_id: 'A', payment: 'pi', taken_cents: 3900, settled_day: '2026-07-15' }
const failed: BookedOrder = { ...order, taken_cents: 0 }
const charge: DatedMovement = {
  id: 'ch',
  kind: 'charge',
  at: new Date(0),
  day: '2026-07-15',
  payment: 'pi',
  idempotency_key: 'A',
  amount_cents: 3900,
  fee_cents: 143,
}
const back: DatedMovement = {
  ...charge,
  id: 're',
  kind: 'refund',
  idempotency_key: 'line-1',
  amount_cents: -3900,
  fee_cents: 0,
}
const refund: BookedRefund = {
  order_id: 'A',
  payment: 'pi',
  of_failed_order: false,
  key: 'line-1',
  provider_refund: null,
  amount_cents: 3900,
  day: '2026-07-15',
  state: 'done',
}

const failedOrder: BookedRefund = { ...refund, of_failed_order: true, key: 'order-A' }

type Case = [
  name: string,
  orders: BookedOrder[],
  refunds: BookedRefund[],
  movements: DatedMovement[],
  kinds: string[],
  net: number,
]

test.each<Case>([
  ['both have the charge', [order], [], [charge], [], 0],
  ['around midnight', [{ ...order, settled_day: '2026-07-16' }], [], [charge], [], 0],
  [
    'settled on the first day of the month, taken on the last day before',
    [{ ...order, settled_day: '2026-07-01' }],
    [],
    [{ ...charge, day: '2026-06-30' }],
    [],
    0,
  ],
  ['a charge without an order', [], [], [charge], ['charge_unknown'], 3900],
  ['a charge that was never recorded', [failed], [], [charge], ['charge_not_noted'], 3900],
  [
    'charged for a failed order and refunded',
    [failed],
    [failedOrder],
    [charge, { ...back, idempotency_key: 'order-A' }],
    [],
    0,
  ],
  [
    'charged for a failed order, the refund under way',
    [failed],
    [{ ...failedOrder, state: 'requested' }],
    [charge],
    ['refund_under_way'],
    0,
  ],
  ['a refund of a failed order that only we have', [failed], [failedOrder], [charge], ['refund_missing'], 3900],
  ['no such charge at the provider', [order], [], [], ['charge_missing'], -3900],
  ['another amount', [order], [], [{ ...charge, amount_cents: 4000 }], ['charge_differs'], 100],
  ['a refund that both have', [order], [refund], [charge, back], [], 0],
  ['a refund that only we have', [order], [refund], [charge], ['refund_missing'], 3900],
  ['a refund under way', [order], [{ ...refund, state: 'requested' }], [charge], ['refund_under_way'], 0],
  [
    'a refund made but not recorded yet',
    [order],
    [{ ...refund, state: 'requested' }],
    [charge, back],
    ['refund_under_way'],
    -3900,
  ],
  [
    'a partial refund by hand',
    [order],
    [],
    [charge, { ...back, idempotency_key: null, amount_cents: -100 }],
    ['refund_by_hand'],
    -100,
  ],
  [
    'a partial refund by hand, assigned',
    [order],
    [{ ...refund, key: 'part-9', provider_refund: 're', amount_cents: 100 }],
    [charge, { ...back, idempotency_key: null, amount_cents: -100 }],
    [],
    0,
  ],
  [
    'a full refund by hand, recorded line by line',
    [order],
    [
      { ...refund, amount_cents: 1900 },
      { ...refund, key: 'line-2', amount_cents: 2000 },
    ],
    [charge, { ...back, idempotency_key: null }],
    [],
    0,
  ],
  ['a lost dispute', [order], [refund], [charge, { ...back, kind: 'dispute', idempotency_key: null }], [], 0],
  ['an open dispute', [order], [], [charge, { ...back, kind: 'dispute', idempotency_key: null }], ['dispute'], -3900],
  [
    'a refund that the bank returned',
    [order],
    [refund],
    [charge, back, { ...back, amount_cents: 3900 }],
    ['refund_failed'],
    3900,
  ],
])('%s', (_, orders, refunds, movements, kinds, net) => {
  const { days, differences } = reconcile({ orders, refunds }, movements, '2026-07')
  expect(differences.map(({ kind }) => kind)).toEqual(kinds)
  const total = days.reduce(
    (sum, { ours, theirs }) => sum + theirs.taken - theirs.refunded - ours.taken + ours.refunded,
    0,
  )
  expect(total).toBe(net)
})
