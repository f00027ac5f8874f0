import { formatAmount, formatCents, toAmount, toCents } from '#/contract/money.ts'
import { useState } from 'react'
import { useParams } from '#/web/router.tsx'
import { areaName } from '#/contract/areas.ts'
import { formatDays, formatInstant, formatOrderNumber } from '#/contract/format.ts'
import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { useRead } from '#/web/api.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { OrganizationLogo } from '#/web/OrganizationLogo.tsx'
import { PaymentBadge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { getOrder } from '#/features/calls.gen.ts'
import type { Receipt, ReceiptLine } from './contract.ts'
import { formatTax } from './format.ts'
import { ReceiptLines } from './ReceiptLines.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/** A printable receipt of one order. Before the season, its leagues can be left from here. */
export default function ReceiptPage() {
  const order_id = useParams()['order_id'] ?? ''
  const read = useRead(
    getOrder,
    { params: { order_id } },
    { live: { topics: () => [`order:${order_id}`], says: 'This order has changed.' } },
  )
  return (
    <Screen
      title="Receipt"
      kicker={
        <span className="print:hidden">
          <TextLink to={paths.paymentHistory}>Payment history</TextLink>
        </span>
      }
    >
      <Loaded of={read} loading="Loading the receipt" missing="We could not find this order in your account.">
        {({ order }) => <Paper order={order} />}
      </Loaded>
    </Screen>
  )
}

function Paper({ order }: { order: Receipt }) {
  const [leaving, setLeaving] = useState<ReceiptLine | null>(null)
  const refundRequested = order.lines.some((line) => line.refund_requested && line.payment_status !== 'Refunded')
  return (
    <div className="flex flex-col gap-6">
      <p aria-hidden="true" className="hidden print:block">
        <OrganizationLogo size={34} />
      </p>
      {refundRequested && (
        <Notice title="A refund is on its way">
          You have left a league. We will email you as soon as the refund is made.
        </Notice>
      )}
      {order.held_until !== undefined && (
        <Notice title={`Held until ${formatInstant(order.held_until)}`}>
          Open the link that we emailed to you by then, and you are in.
        </Notice>
      )}
      <Card>
        <DataList
          items={[
            { term: 'Order', value: formatOrderNumber(order.order_id) },
            { term: 'Status', value: <PaymentBadge status={order.payment_status} /> },
            { term: 'Date', value: formatInstant(order.settled_at ?? order.created_at) },
            { term: 'Seller', value: <Seller /> },
            { term: 'For', value: `${order.buyer.name}, ${order.buyer.email}` },
            { term: 'Season', value: `${order.league_name} ${order.year}, ${areaName(order.area)}` },
            { term: 'Played', value: formatDays(order.starting_date, order.ending_date) },
            { term: 'Paid with', value: paidWith(order) },
          ]}
        />
      </Card>
      <ReceiptLines lines={order.lines} onWithdraw={setLeaving} />
      <Card>
        <DataList
          items={[
            ...discountLines(order),
            { term: 'Total', value: formatAmount(order.total) },
            ...taxLine(order),
            ...(order.refunded > 0 ? [{ term: 'Refunded', value: `-${formatAmount(order.refunded)}` }] : []),
          ]}
        />
      </Card>
      <p className="print:hidden">
        <Button variant="secondary" onClick={() => print()}>
          Print
        </Button>
      </p>
      {leaving && <WithdrawDialog place={placeOf(order, leaving)} onClose={() => setLeaving(null)} />}
    </div>
  )
}

/** The discounts in the order in which they were applied. */
function discountLines({ total, second_division, coupon }: Receipt) {
  const beforeCoupon = toCents(total) + toCents(coupon?.discount ?? 0)
  return [
    ...(second_division > 0
      ? [
          { term: 'Price', value: formatCents(beforeCoupon + toCents(second_division)) },
          { term: 'Second division', value: `-${formatAmount(second_division)}` },
        ]
      : []),
    ...(coupon === null
      ? []
      : [
          { term: 'Before the coupon', value: formatCents(beforeCoupon) },
          { term: `Coupon ${coupon.code}`, value: `-${formatAmount(coupon.discount)}` },
        ]),
  ]
}

/** The tax included in the amount paid minus refunds. */
function taxLine({ tax }: Receipt) {
  if (tax === null) return []
  return [{ term: `Includes ${formatTax(tax)}`, value: formatAmount(tax.amount) }]
}

/** The seller and the contact for questions. */
function Seller() {
  const { name, address, support_email, support_phone } = organization()
  const lines = [...address.split('\n'), support_email, support_phone].filter((line) => line.trim() !== '')
  return (
    <>
      <bdi>{name}</bdi>
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </>
  )
}

function placeOf({ by_card, by_organizer, starting_date }: Receipt, line: ReceiptLine) {
  const { id: purchase_id, level_name, price, is_free, refunded } = line
  const paid = by_card ? 'card' : !by_organizer ? 'free_season' : price > 0 ? 'cash' : 'nothing'
  const returns = is_free ? 'nothing' : paid
  return {
    purchase_id,
    level_name,
    starting_date,
    returns,
    amount: toAmount(toCents(price) - toCents(refunded)),
  } as const
}

function paidWith({ by_card, is_free, by_organizer, total }: Receipt): string {
  if (by_card) return 'Card'
  if (is_free) return 'Nothing to pay'
  if (!by_organizer) return 'Free season'
  return total > 0 ? 'Cash' : 'Nothing to pay'
}
