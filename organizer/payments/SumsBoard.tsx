import { formatAmount } from '#/contract/money.ts'
import { formatTax } from '#/features/checkout/format.ts'
import { Table } from '#/web/ui/Table.tsx'
import type { Sums } from './contract.ts'

/** The sums of all lines that match the filters, by card, in cash and together, with the tax included. */
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
      {sums.taxes.length > 0 && (
        <div className="mt-6">
          <Table
            caption="Tax in these sums"
            rows={sums.taxes}
            rowKey={formatTax}
            columns={[
              { key: 'tax', header: 'Tax', rowHeader: true, cell: formatTax },
              { key: 'net', header: 'Net with this tax', align: 'right', cell: ({ net }) => formatAmount(net) },
              { key: 'amount', header: 'Tax included', align: 'right', cell: ({ tax }) => formatAmount(tax) },
            ]}
          />
          <p className="mt-2 text-sm text-ink-soft">
            Calculated from the sum. Each receipt is rounded, so they can add up to a few cents more or less.
          </p>
        </div>
      )}
    </div>
  )
}
