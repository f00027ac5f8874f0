import { useState } from 'react'
import { useParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { getFreeSeasons } from '#/features/referrals/contract.ts'
import { formatDay, formatDays, formatDollars, formatInstant, formatOrderNumber } from '#/contract/format.ts'
import { useChange, useRead } from '#/web/api.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { PaymentBadge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Card } from '#/web/ui/Card.tsx'
import { DataList } from '#/web/ui/DataList.tsx'
import { ConfirmDialog } from '#/web/ui/Dialog.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { getOrder, listPurchases, type Receipt, type ReceiptLine } from './contract.ts'
import './receipt.css'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { withdraw } from '#/features/refunds/contract.ts'

/** The receipt of one order, to read and to print; before the season, the way out of its leagues. */
export default function ReceiptPage() {
  const order_id = useParams()['order_id'] ?? ''
  const reading = useRead(getOrder, { params: { order_id } })
  const { data, error } = reading
  return (
    <>
      <title>Receipt · Deuce</title>
      <PageHeader
        kicker={
          <span className="print:hidden">
            <TextLink to={paths.paymentHistory}>Payment history</TextLink>
          </span>
        }
        title="Receipt"
      />
      {data ? (
        <Paper order={data.order} />
      ) : error ? (
        <ReadError of={reading} missing="We could not find this order in your account." />
      ) : (
        <Skeleton kind="rows" label="Loading the receipt" />
      )}
    </>
  )
}

function Paper({ order }: { order: Receipt }) {
  const [leaving, setLeaving] = useState<ReceiptLine | null>(null)
  const refundRequested = order.lines.some((line) => line.refund_requested && line.payment_status !== 'Refunded')
  return (
    <div className="flex flex-col gap-6">
      {refundRequested && (
        <Notice title="A refund is on its way">
          You have left a league. We will email you as soon as the refund is made.
        </Notice>
      )}
      <Card>
        <DataList
          items={[
            { term: 'Order', value: formatOrderNumber(order.order_id) },
            { term: 'Status', value: <PaymentBadge status={order.payment_status} /> },
            { term: 'Date', value: formatInstant(order.settled_at ?? order.created_at) },
            { term: 'For', value: `${order.buyer.name}, ${order.buyer.email}` },
            { term: 'Season', value: `${order.league_name} ${order.year}, ${areaName(order.area)}` },
            { term: 'Played', value: formatDays(order.starting_date, order.ending_date) },
            { term: 'Paid with', value: paidWith(order) },
          ]}
        />
      </Card>
      <Table
        caption={`${order.lines.length} ${order.lines.length === 1 ? 'league' : 'leagues'}`}
        columns={[
          { key: 'league', header: 'League', rowHeader: true, cell: (line: ReceiptLine) => line.level_name },
          {
            key: 'amount',
            header: 'Amount',
            align: 'right' as const,
            cell: (line: ReceiptLine) => formatDollars(line.price),
          },
          { key: 'status', header: 'Status', cell: (line: ReceiptLine) => <LineStatus line={line} /> },
          ...(order.lines.some(({ can_withdraw }) => can_withdraw)
            ? [
                {
                  key: 'withdraw',
                  header: 'Withdraw',
                  className: 'print:hidden',
                  cell: (line: ReceiptLine) =>
                    line.can_withdraw && (
                      <Button variant="secondary" size="sm" className="print:hidden" onClick={() => setLeaving(line)}>
                        Withdraw<span className="sr-only"> from {line.level_name}</span>
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
        rows={order.lines}
        rowKey={({ id }) => id}
      />
      <Card>
        <DataList
          items={[
            { term: 'Total', value: formatDollars(order.total) },
            ...(order.refunded > 0 ? [{ term: 'Refunded', value: `-${formatDollars(order.refunded)}` }] : []),
          ]}
        />
      </Card>
      <p className="print:hidden">
        <Button variant="secondary" onClick={() => print()}>
          Print
        </Button>
      </p>
      {leaving && <Withdrawal order={order} line={leaving} onClose={() => setLeaving(null)} />}
    </div>
  )
}

function LineStatus({ line }: { line: ReceiptLine }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <PaymentBadge status={line.payment_status} />
      {line.refunded_at !== null && <span className="text-sm text-ink-soft">{formatInstant(line.refunded_at)}</span>}
      {line.refunded > 0 && line.refunded_at === null && (
        <span className="text-sm text-ink-soft">{formatDollars(line.refunded)} back</span>
      )}
      {line.refund_requested && line.refunded_at === null && (
        <span className="text-sm text-ink-soft">refund under way</span>
      )}
    </span>
  )
}

function paidWith({ by_card, by_organizer, total }: Receipt): string {
  if (by_card) return 'Card'
  if (!by_organizer) return 'Free season'
  return total > 0 ? 'Cash' : 'Nothing to pay'
}

/** What becomes of what a line cost, once it is left. */
function formatBack({ by_card, by_organizer }: Receipt, { price, refunded }: ReceiptLine): string {
  if (by_card) return `${formatDollars(price - refunded)} goes back to your card.`
  if (!by_organizer) return 'The free season is yours again.'
  return price > 0 ? 'Ask the organizer for what you paid in cash.' : ''
}

/** Asks once before a league is left. */
function Withdrawal({ order, line, onClose }: { order: Receipt; line: ReceiptLine; onClose: () => void }) {
  const leave = useChange(withdraw, [getOrder, listPurchases, listMyLeagues, getFreeSeasons])
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Leave ${line.level_name}?`}
      description={`${formatBack(order, line)} You can join again until the season is no longer for sale. From ${formatDay(order.starting_date)} on only the organizer can take you out.`}
      confirm="Withdraw"
      cancel="Stay in the league"
      tone="danger"
      busy={leave.isPending}
      onConfirm={() =>
        leave.mutate(
          { params: { id: line.id } },
          {
            onSuccess: ({ message }) => {
              showToast({ tone: 'good', text: message })
              onClose()
            },
            onError: ({ message }) => {
              showToast({ tone: 'bad', text: message })
              onClose()
            },
          },
        )
      }
    />
  )
}
