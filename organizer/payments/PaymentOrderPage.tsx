import { formatAmount } from '#/contract/money.ts'
import { useState } from 'react'
import { useParams } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import { formatMoment, formatOrderNumber } from '#/contract/format.ts'
import { emailOf } from '#/contract/no-email.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { PaymentBadge } from '#/web/ui/Badge.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { getPaymentOrder } from '#/organizer/calls.gen.ts'
import type { OrderLine, PaymentOrder } from './contract.ts'
import { OrderAudit } from './OrderAudit.tsx'
import { OrderBookings } from './OrderBookings.tsx'
import { OrderEvents } from './OrderEvents.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderRefunds } from './OrderRefunds.tsx'
import { RefundDialog } from './RefundDialog.tsx'

/** One order: its lines and refunds, its payment, the payment provider's events, and organizers' actions. */
export default function PaymentOrderPage() {
  const { order_id = '' } = useParams()
  const read = useRead(getPaymentOrder, { params: { order_id } })
  return (
    <Screen
      title={`Order ${formatOrderNumber(order_id)}`}
      kicker={<TextLink to={deskPaths.payments}>Payments</TextLink>}
    >
      <Loaded of={read} loading="Loading the order" missing="There is no such order in your areas.">
        {({ order }) => <Order order={order} />}
      </Loaded>
    </Screen>
  )
}

function Order({ order }: { order: PaymentOrder }) {
  const [refunding, setRefunding] = useState<OrderLine | null>(null)
  return (
    <div className="flex flex-col gap-10">
      {order.disputed_at !== null && (
        <Notice tone="warn" title="The player's bank has disputed this payment">
          Since {formatMoment(order.disputed_at)}. Nothing can be refunded until the bank decides.
        </Notice>
      )}
      <div className="max-w-2xl">
        <DataList items={factsOf(order)} />
      </div>
      <OrderLines order={order} onRefund={setRefunding} />
      <OrderBookings order={order} />
      <OrderRefunds refunds={order.refunds} />
      <OrderEvents order={order} />
      <OrderAudit order_id={order.order_id} />
      {refunding && <RefundDialog order={order} line={refunding} onClose={() => setRefunding(null)} />}
    </div>
  )
}

function factsOf(order: PaymentOrder) {
  const paid = order.by_card
    ? 'Card'
    : order.entered_by !== null
      ? `${order.total > 0 ? 'Cash' : 'Nothing to pay'}, entered by ${order.entered_by}`
      : order.lines.some(({ is_free, payment_status }) => !is_free && payment_status !== 'Closed')
        ? 'Free season'
        : 'Nothing to pay'
  return [
    { term: 'Status', value: <PaymentBadge status={order.payment_status} /> },
    { term: 'Player', value: <TextLink to={deskPaths.player(order.player_id)}>{order.player}</TextLink> },
    { term: 'Email', value: emailOf(order.email) ?? 'None' },
    { term: 'Season', value: `${order.league_name} ${order.year}, ${areaName(order.area)}` },
    ...(order.second_division === 0
      ? []
      : [{ term: 'Second division', value: `-${formatAmount(order.second_division)}` }]),
    ...(order.coupon === null
      ? []
      : [{ term: `Coupon ${order.coupon.code}`, value: `-${formatAmount(order.coupon.discount)}` }]),
    { term: 'Total', value: formatAmount(order.total) },
    { term: 'Ordered', value: formatMoment(order.created_at) },
    ...(order.held_until === null
      ? []
      : [{ term: 'Held until', value: `${formatMoment(order.held_until)}, for an unconfirmed email` }]),
    ...(order.settled_at === null ? [] : [{ term: 'Settled', value: formatMoment(order.settled_at) }]),
    { term: 'Paid with', value: paid },
    ...(order.provider_payment === null
      ? []
      : [{ term: 'Payment', value: <span className="break-all">{order.provider_payment}</span> }]),
    ...(order.decline_reason === null ? [] : [{ term: 'Declined', value: order.decline_reason }]),
  ]
}
