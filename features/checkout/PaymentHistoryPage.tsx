import { formatAmount } from '#/contract/money.ts'
import { areaName } from '#/contract/areas.ts'
import { formatInstant, formatOrderNumber, formatTotal } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { PagedTable } from '#/web/PagedTable.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { PaymentBadge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import type { Column } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listPurchases } from '#/features/calls.gen.ts'
import type { PurchaseRow } from './contract.ts'

/** The list gets a pager above this many payments (docs/product.md, "Constants"); a page holds 60. */
const PAGER_ABOVE = 10

/** The player's purchases, newest first. */
export default function PaymentHistoryPage() {
  return (
    <Screen title="Payment history">
      <PagedTable
        list={useList(listPurchases)}
        loading="Loading your payments"
        count={({ total }) => formatTotal(total, 'payment', 'payments')}
        rows={({ purchases }) => purchases}
        rowKey={({ id }) => id}
        columns={columns}
        pagerAbove={PAGER_ABOVE}
        empty={{
          picture: 'empty-cart',
          text: 'You have not paid for anything yet. Your purchases appear here with their receipts.',
          action: <ButtonLink to={paths.joinLeague}>Join a league</ButtonLink>,
        }}
      />
    </Screen>
  )
}

const columns: Column<PurchaseRow>[] = [
  { key: 'description', header: 'Description', rowHeader: true, cell: (row) => <Description row={row} /> },
  { key: 'amount', header: 'Amount', align: 'right', cell: ({ price }) => formatAmount(price) },
  { key: 'status', header: 'Status', cell: (row) => <Status row={row} /> },
  { key: 'year', header: 'Year', align: 'right', cell: ({ year }) => year },
  {
    key: 'date',
    header: 'Date',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatInstant(created_at)}</time>,
  },
]

function Description({ row }: { row: PurchaseRow }) {
  return (
    <span className="block">
      {row.league_name}, {row.level_name}
      <span className="block text-sm font-normal text-ink-soft">
        {areaName(row.area)} · order{' '}
        <TextLink to={paths.receipt(row.order_id)}>
          <span className="tabular">{formatOrderNumber(row.order_id)}</span>
        </TextLink>
      </span>
    </span>
  )
}

function Status({ row }: { row: PurchaseRow }) {
  if (row.payment_status !== 'Pending') return <PaymentBadge status={row.payment_status} />
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
      <PaymentBadge status="Pending" />
      <TextLink to={paths.order(row.order_id)}>
        {row.held_until ? 'Held' : 'Continue'}
        <span className="sr-only">
          {row.held_until ? ` place in ${row.level_name}` : ` paying for ${row.level_name}`}
        </span>
      </TextLink>
    </span>
  )
}
