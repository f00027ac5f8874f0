import { formatAmount } from '#/contract/money.ts'
import { Table } from '#/web/ui/Table.tsx'
import type { Sums } from './contract.ts'

/** The sums of all lines that match the filters: by card, in cash, and together. */
export function SumsBoard({ sums }: { sums: Sums }) {
  const rows = [
    { term: 'Taken by card', of: sums },
    { term: 'Received in cash', of: sums.cash },
    { term: 'Together', of: sums.together },
  ]
  return (
    <div className="mb-8 max-w-2xl">
      <Table
        caption="Sums of these lines"
        rows={rows}
        rowKey={({ term }) => term}
        columns={[
          { key: 'money', header: 'Money', rowHeader: true, cell: ({ term }) => term },
          { key: 'taken', header: 'In', align: 'right', cell: ({ of }) => formatAmount(of.taken) },
          { key: 'refunded', header: 'Refunded', align: 'right', cell: ({ of }) => formatAmount(of.refunded) },
          { key: 'net', header: 'Net', align: 'right', cell: ({ of }) => formatAmount(of.net) },
        ]}
      />
    </div>
  )
}
