import { formatAmount } from '#/contract/money.ts'
import { formatTotal } from '#/contract/format.ts'
import { LeagueLink } from '#/organizer/desk/LeagueLink.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Table } from '#/web/ui/Table.tsx'
import type { OrderLine, PaymentOrder } from './contract.ts'
import { LineBadge } from './LineBadge.tsx'

type OrderLinesProps = { order: PaymentOrder; onRefund: (line: OrderLine) => void }

/** The lines of an order, each with its refund button. */
export function OrderLines({ order, onRefund }: OrderLinesProps) {
  return (
    <Table
      caption={formatTotal(order.lines.length, 'line', 'lines')}
      columns={[
        {
          key: 'league',
          header: 'League',
          rowHeader: true,
          cell: (line) => <LeagueLink id={line.league_id}>{line.level_name}</LeagueLink>,
        },
        { key: 'price', header: 'Price', align: 'right', cell: (line) => formatAmount(line.price) },
        ...(order.second_division === 0
          ? []
          : [
              {
                key: 'second-division',
                header: 'Off as second division',
                align: 'right' as const,
                cell: (line: OrderLine) => formatAmount(line.second_division),
              },
            ]),
        ...(order.coupon === null
          ? []
          : [
              {
                key: 'discount',
                header: 'Off by coupon',
                align: 'right' as const,
                cell: (line: OrderLine) => formatAmount(line.discount),
              },
            ]),
        { key: 'refunded', header: 'Refunded', align: 'right', cell: (line) => formatRefunded(line) },
        { key: 'status', header: 'Status', cell: (line) => <LineBadge line={line} /> },
        {
          key: 'refund',
          header: 'Refund',
          cell: (line) => <RefundButton order={order} line={line} onRefund={() => onRefund(line)} />,
        },
      ]}
      rows={order.lines}
      rowKey={({ id }) => id}
    />
  )
}

function formatRefunded({ refunded, cash_returned }: OrderLine): string {
  return cash_returned > 0 ? `${formatAmount(cash_returned)} in cash` : formatAmount(refunded)
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

/** Why a line cannot be refunded. Undefined if it can. */
function reasonNotRefundable(order: PaymentOrder, line: OrderLine): string | undefined {
  if (line.payment_status === 'Refunded') return 'This has been refunded in full.'
  if (order.disputed_at !== null) return 'The bank has to decide the dispute first.'
  if (line.payment_status === 'Confirmed' || line.left > 0) return undefined
  return (line.taken > 0 || line.is_free) && line.payment_status === 'Paid' ? undefined : 'Nothing was paid.'
}
