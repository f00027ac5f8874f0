import { formatAmount } from '#/contract/money.ts'
import { formatMoment } from '#/contract/format.ts'
import { listAuditLog, getPaymentOrder, listPayments, retryPaymentRefund } from '#/organizer/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Table } from '#/web/ui/Table.tsx'
import type { Refund } from './contract.ts'

/** The refunds of an order, oldest first. One that failed or is pending can be retried. */
export function OrderRefunds({ refunds }: { refunds: readonly Refund[] }) {
  if (refunds.length === 0) return null
  return (
    <Table
      caption="Refunds"
      columns={[
        { key: 'amount', header: 'Amount', rowHeader: true, cell: (refund) => formatAmount(refund.amount) },
        { key: 'line', header: 'Line', cell: (refund) => refund.level_name ?? 'The whole order' },
        { key: 'reason', header: 'Reason', cell: (refund) => refund.reason ?? kindLabels[refund.kind] },
        {
          key: 'by',
          header: 'By',
          cell: (refund) => [refund.requested_by, formatMoment(refund.requested_at)].filter(Boolean).join(', '),
        },
        {
          key: 'state',
          header: 'State',
          className: 'sm:min-w-[12ch]',
          cell: (refund) => <RefundState refund={refund} />,
        },
      ]}
      rows={refunds}
      rowKey={({ id }) => id}
    />
  )
}

/** Labels for refunds without a reason. */
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

function RetryButton({ refund }: { refund: Refund }) {
  const retry = useAction(retryPaymentRefund, { stale: [getPaymentOrder, listPayments, listAuditLog] })
  return (
    <Button variant="secondary" size="sm" busy={retry.busy} onClick={() => retry.run({ params: { id: refund.id } })}>
      Try again<span className="sr-only"> to refund {formatAmount(refund.amount)}</span>
    </Button>
  )
}
