import { formatAmount } from '#/contract/money.ts'
import { formatInstant, formatTotal } from '#/contract/format.ts'
import { PaymentBadge } from '#/web/ui/Badge.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Table, type Column } from '#/web/ui/Table.tsx'
import type { ReceiptLine } from './contract.ts'

type ReceiptLinesProps = { lines: readonly ReceiptLine[]; onWithdraw: (line: ReceiptLine) => void }

/** The leagues of an order, each with a button to withdraw while that is possible. */
export function ReceiptLines({ lines, onWithdraw }: ReceiptLinesProps) {
  const withdraw: Column<ReceiptLine> = {
    key: 'withdraw',
    header: 'Withdraw',
    className: 'print:hidden',
    cell: (line) =>
      line.can_withdraw && (
        <Button variant="secondary" size="sm" className="print:hidden" onClick={() => onWithdraw(line)}>
          Withdraw<span className="sr-only"> from {line.level_name}</span>
        </Button>
      ),
  }
  return (
    <Table
      caption={formatTotal(lines.length, 'league', 'leagues')}
      columns={lines.some(({ can_withdraw }) => can_withdraw) ? [...columns, withdraw] : columns}
      rows={lines}
      rowKey={({ id }) => id}
    />
  )
}

const columns: Column<ReceiptLine>[] = [
  { key: 'league', header: 'League', rowHeader: true, cell: (line) => line.level_name },
  { key: 'amount', header: 'Amount', align: 'right', cell: (line) => <Amount line={line} /> },
  { key: 'status', header: 'Status', cell: (line) => <LineStatus line={line} /> },
]

function Amount({ line: { price, second_division, discount } }: { line: ReceiptLine }) {
  if (second_division === 0 && discount === 0) return formatAmount(price)
  return (
    <span className="block whitespace-nowrap">
      {formatAmount(price)}
      {second_division > 0 && (
        <span className="block text-sm text-ink-soft">{formatAmount(second_division)} off as second division</span>
      )}
      {discount > 0 && <span className="block text-sm text-ink-soft">{formatAmount(discount)} off by coupon</span>}
    </span>
  )
}

function LineStatus({ line }: { line: ReceiptLine }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <PaymentBadge status={line.payment_status} />
      {line.refunded_at !== null && <span className="text-sm text-ink-soft">{formatInstant(line.refunded_at)}</span>}
      {line.refunded > 0 && line.refunded_at === null && (
        <span className="text-sm text-ink-soft">{formatAmount(line.refunded)} back</span>
      )}
      {line.refund_requested && line.refunded_at === null && (
        <span className="text-sm text-ink-soft">refund in progress</span>
      )}
    </span>
  )
}
