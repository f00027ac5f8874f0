import { useState } from 'react'
import { useParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { formatDollars, formatMoment, formatOrderNumber } from '#/contract/format.ts'
import { useChange, useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { PaymentBadge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { getPaymentOrder, retryPaymentRefund, type OrderLine, type PaymentOrder, type Refund } from './contract.ts'
import { LineBadge } from './PaymentsPage.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { PageTitle } from '#/web/PageTitle.tsx'

/** One order: its lines and refunds, its payment, what the provider told, and what organizers did. */
export default function PaymentOrderPage() {
  const { order_id = '' } = useParams()
  const read = useRead(getPaymentOrder, { params: { order_id } })
  const order = read.data?.order
  return (
    <>
      <PageTitle>{`Order ${formatOrderNumber(order_id)}`}</PageTitle>
      <PageHeader
        kicker={<TextLink to={paths.organizer.payments}>Payments</TextLink>}
        title={
          <>
            Order <span className="tabular">{formatOrderNumber(order_id)}</span>
          </>
        }
      />
      {order ? (
        <Order order={order} />
      ) : read.error ? (
        <ReadError of={read} missing="There is no such order in your areas." />
      ) : (
        <Skeleton kind="rows" label="Loading the order" />
      )}
    </>
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
      <Table
        caption={`${order.lines.length} ${order.lines.length === 1 ? 'line' : 'lines'}`}
        columns={[
          { key: 'league', header: 'League', rowHeader: true, cell: (line: OrderLine) => line.level_name },
          { key: 'price', header: 'Price', align: 'right', cell: (line) => formatDollars(line.price) },
          { key: 'refunded', header: 'Refunded', align: 'right', cell: (line) => formatDollars(line.refunded) },
          { key: 'status', header: 'Status', cell: (line) => <LineBadge line={line} /> },
          {
            key: 'refund',
            header: 'Refund',
            cell: (line) => <RefundButton order={order} line={line} onRefund={() => setRefunding(line)} />,
          },
        ]}
        rows={order.lines}
        rowKey={({ id }) => id}
      />
      {order.refunds.length > 0 && (
        <Table
          caption="Refunds"
          columns={[
            { key: 'amount', header: 'Amount', rowHeader: true, cell: (refund) => formatDollars(refund.amount) },
            { key: 'line', header: 'Line', cell: (refund) => refund.level_name ?? 'The whole order' },
            { key: 'reason', header: 'Reason', cell: (refund) => refund.reason ?? kindLabels[refund.kind] },
            {
              key: 'by',
              header: 'By',
              cell: (refund) => [refund.requested_by, formatMoment(refund.requested_at)].filter(Boolean).join(', '),
            },
            { key: 'state', header: 'State', cell: (refund) => <RefundState refund={refund} /> },
          ]}
          rows={order.refunds}
          rowKey={({ id }) => id}
        />
      )}
      <Events order={order} />
      <Record order_id={order.order_id} />
      {refunding && <RefundDialog order={order} line={refunding} onClose={() => setRefunding(null)} />}
    </div>
  )
}

function factsOf(order: PaymentOrder) {
  const paid = order.by_card
    ? 'Card'
    : order.entered_by !== null
      ? `Without a card, entered by ${order.entered_by}`
      : 'Free season'
  return [
    { term: 'Status', value: <PaymentBadge status={order.payment_status} /> },
    { term: 'Player', value: <TextLink to={paths.organizer.player(order.player_id)}>{order.player}</TextLink> },
    { term: 'Email', value: order.email },
    { term: 'Season', value: `${order.league_name} ${order.year}, ${areaName(order.area)}` },
    { term: 'Total', value: formatDollars(order.total) },
    { term: 'Ordered', value: formatMoment(order.created_at) },
    ...(order.settled_at === null ? [] : [{ term: 'Settled', value: formatMoment(order.settled_at) }]),
    { term: 'Paid with', value: paid },
    ...(order.provider_payment === null
      ? []
      : [{ term: 'Payment', value: <span className="break-all">{order.provider_payment}</span> }]),
    ...(order.decline_reason === null ? [] : [{ term: 'Declined', value: order.decline_reason }]),
  ]
}

/** Why a line cannot be refunded; undefined: it can. */
function reasonNotRefundable(order: PaymentOrder, line: OrderLine): string | undefined {
  if (line.payment_status === 'Refunded') return 'Everything has been refunded.'
  if (order.disputed_at !== null) return 'The bank has to decide the dispute first.'
  if (line.payment_status === 'Confirmed' || line.left > 0) return undefined
  return line.taken > 0 && line.payment_status === 'Paid' ? undefined : 'Nothing was paid.'
}

function RefundButton({ order, line, onRefund }: { order: PaymentOrder; line: OrderLine; onRefund: () => void }) {
  if (line.refund_requested) return 'Refund under way'
  return (
    <Button variant="secondary" size="sm" reason={reasonNotRefundable(order, line)} onClick={onRefund}>
      {line.taken > 0 ? 'Refund' : 'Take out'}
      <span className="sr-only"> {line.level_name}</span>
    </Button>
  )
}

/** What a refund is when nobody gave a reason. */
const kindLabels: Record<Refund['kind'], string> = {
  withdrawal: 'The player withdrew',
  part: 'A part of the price',
  failed_order: 'The card was charged for an order that had failed',
  by_hand: 'Refunded by hand at the card service',
  returned: 'The card service returned the whole payment',
}

function RefundState({ refund }: { refund: Refund }) {
  if (refund.state === 'done') return 'Refunded'
  if (refund.state === 'requested')
    return (
      <span className="flex flex-wrap items-center gap-2">
        Under way
        <RetryButton refund={refund} />
      </span>
    )
  return (
    <span className="flex flex-col items-start gap-2">
      Refused by the card service
      <span className="text-sm text-ink-soft">
        {refund.failed_reason} Nothing was refunded. Look the payment up at the card service before you try again.
      </span>
      {refund.retried ? (
        <span className="text-sm text-ink-soft">Tried again below.</span>
      ) : (
        <RetryButton refund={refund} />
      )}
    </span>
  )
}

/** Asks the card service again. Nothing is refunded twice. */
function RetryButton({ refund }: { refund: Refund }) {
  const retry = useChange(retryPaymentRefund, [getPaymentOrder, listAuditLog])
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={retry.isPending}
      onClick={() =>
        retry.mutate(
          { params: { id: refund.id } },
          {
            onSuccess: ({ message }) => showToast({ tone: 'good', text: message }),
            onError: ({ message }) => showToast({ tone: 'bad', text: message }),
          },
        )
      }
    >
      Try again<span className="sr-only"> to refund {formatDollars(refund.amount)}</span>
    </Button>
  )
}

function Events({ order: { events, by_card } }: { order: PaymentOrder }) {
  if (events.length === 0)
    return (
      <section>
        <h2 className="lettering pb-3 text-lg">Events of the card service</h2>
        <p className="text-ink-soft">
          {by_card ? 'The card service has sent no events about this payment.' : 'No card was used.'}
        </p>
      </section>
    )
  return (
    <Table
      caption="Events of the card service"
      columns={[
        { key: 'type', header: 'Event', rowHeader: true, cell: (event) => event.type },
        { key: 'at', header: 'Received', cell: (event) => formatMoment(event.received_at) },
        { key: 'id', header: 'Name', cell: (event) => <span className="break-all">{event.id}</span> },
      ]}
      rows={events}
      rowKey={({ id }) => id}
    />
  )
}

function Record({ order_id }: { order_id: string }) {
  const subject = `order ${order_id}`
  const { data } = useRead(listAuditLog, { query: { subject } })
  return (
    <section>
      <h2 className="lettering pb-3 text-lg">What organizers did</h2>
      {!data || data.total === 0 ? (
        <p className="text-ink-soft">Nothing yet.</p>
      ) : (
        <>
          <ol className="flex flex-col">
            {data.audit_entries.map((act) => (
              <li key={act.id} className="flex flex-col gap-1 border-b border-line bg-surface p-4">
                <p className="font-[650]">{act.summary}.</p>
                <p className="text-sm text-ink-soft">
                  {formatMoment(act.at)}, {act.organizer}
                </p>
                {act.reason && <p>“{act.reason}”</p>}
              </li>
            ))}
          </ol>
          <p className="pt-3">
            <TextLink to={paths.organizer.auditLogOf(subject)}>With before and after</TextLink>
          </p>
        </>
      )}
    </section>
  )
}
