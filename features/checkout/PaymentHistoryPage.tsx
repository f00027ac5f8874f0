import { useSearchParams } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { formatDollars, formatInstant, formatOrderNumber } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { PaymentBadge } from '#/web/ui/Badge.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listPurchases, type PurchaseRow } from './contract.ts'

/** With more payments than this the list has a pager (docs/product.md, "Constants"); a page holds 60. */
const pagerAbove = 10
const perPage = perPageOf(listPurchases)

/** What the player bought, newest first. */
export default function PaymentHistoryPage() {
  const [search] = useSearchParams()
  const page = Math.max(1, Math.floor(Number(search.get('page'))) || 1)
  const payments = useRead(listPurchases, { query: { page } }, { keepPrevious: true })
  const { data, error } = payments
  return (
    <>
      <title>Payment history · Deuce</title>
      <PageHeader title="Payment history" />
      {data?.total === 0 ? (
        <EmptyState
          picture="empty-cart"
          title="No result found"
          action={<ButtonLink to={paths.joinLeague}>Join a league</ButtonLink>}
        >
          You have not paid for anything yet. Your purchases appear here with their receipts.
        </EmptyState>
      ) : data ? (
        <>
          <Table
            caption={`${data.total} ${data.total === 1 ? 'payment' : 'payments'}`}
            columns={columns}
            rows={data.purchases}
            rowKey={({ id }) => id}
          />
          {data.total > pagerAbove && (
            <Pager
              page={page}
              perPage={perPage}
              total={data.total}
              hrefOf={(other) => `${paths.paymentHistory}?page=${other}`}
            />
          )}
        </>
      ) : error ? (
        <ReadError of={payments} />
      ) : (
        <Skeleton kind="rows" label="Loading your payments" />
      )}
    </>
  )
}

const columns = [
  { key: 'description', header: 'Description', rowHeader: true, cell: (row: PurchaseRow) => <Description row={row} /> },
  { key: 'amount', header: 'Amount', align: 'right' as const, cell: ({ price }: PurchaseRow) => formatDollars(price) },
  { key: 'status', header: 'Status', cell: (row: PurchaseRow) => <Status row={row} /> },
  { key: 'year', header: 'Year', align: 'right' as const, cell: ({ year }: PurchaseRow) => year },
  {
    key: 'date',
    header: 'Date',
    cell: ({ created_at }: PurchaseRow) => <time dateTime={created_at}>{formatInstant(created_at)}</time>,
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
        Continue<span className="sr-only"> paying for {row.level_name}</span>
      </TextLink>
    </span>
  )
}
