import { useNavigate } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import { wireDay } from '#/contract/fields.ts'
import { AreaFilter, useOrganizerArea } from '#/organizer/desk/AreaFilter.tsx'
import { useFilters } from '#/organizer/desk/filters.web.ts'
import { NothingFound } from '#/organizer/desk/NothingFound.tsx'
import { formatDollars, formatInstant, formatOrderNumber } from '#/contract/format.ts'
import { useChange, useRead } from '#/web/api.ts'
import { perPageOf } from '#/contract/page.ts'
import { paths } from '#/contract/paths.ts'
import { ReadError } from '#/web/ReadError.tsx'
import { PaymentBadge } from '#/web/ui/Badge.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Pager } from '#/web/ui/Pager.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { listPayments, type PaymentLine, type Sums } from './contract.ts'
import { PaymentFilters } from './PaymentFilters.tsx'
import { getOrganizer } from '#/organizer/security/contract.ts'
import { startExport } from '#/organizer/desk/contract.ts'
import { PageTitle } from '#/web/PageTitle.tsx'

const perPage = perPageOf(listPayments)

/** Every line of every order: ?area=&search=&season=&year=&division=&status=&from=&to=&page=. */
export default function PaymentsPage() {
  const filters = useFilters()
  const area = useOrganizerArea()
  const desk = useRead(getOrganizer, {})
  const day = (name: string) => {
    const value = filters.of(name)
    return value === undefined ? undefined : wireDay(value)
  }
  const asked = {
    area,
    search: filters.of('search'),
    season: filters.of('season'),
    year: filters.of('year'),
    division: filters.of('division'),
    status: filters.of('status') as PaymentLine['payment_status'] | undefined,
    from: day('from'),
    to: day('to'),
  }
  const read = useRead(listPayments, { query: { page: filters.page, ...asked } }, { keepPrevious: true })
  const { data, error } = read
  return (
    <>
      <PageTitle>Payments</PageTitle>
      <PageHeader
        title="Payments"
        lead="Every line of every order. Open an order to give money back."
        actions={
          <>
            {desk.data?.role === 'owner' && (
              <ButtonLink variant="secondary" to={paths.organizer.reconciliation()}>
                Reconcile
              </ButtonLink>
            )}
            <ExportButton filter={asked} empty={data?.total === 0} />
          </>
        }
      />
      <AreaFilter />
      <PaymentFilters />
      {data?.total === 0 ? (
        <NothingFound
          filtered="No payment fits. Ask for less."
          none="Nothing has been bought yet."
          all={{ to: paths.organizer.payments, label: 'Show all payments' }}
        />
      ) : data ? (
        <>
          <SumsBoard sums={data.sums} />
          <Table
            caption={`${data.total.toLocaleString('en-US')} ${data.total === 1 ? 'line' : 'lines'}`}
            columns={columns}
            rows={data.lines}
            rowKey={({ id }) => id}
          />
          {data.total > perPage && (
            <Pager page={filters.page} perPage={perPage} total={data.total} hrefOf={filters.hrefOf} />
          )}
        </>
      ) : error ? (
        <ReadError of={read} />
      ) : (
        <Skeleton kind="rows" label="Loading the payments" />
      )}
    </>
  )
}

/** What the whole filtered set comes to. */
function SumsBoard({ sums }: { sums: Sums }) {
  const figures = [
    ['Taken by card', sums.taken],
    ['Refunded', sums.refunded],
    ['Net', sums.net],
  ] as const
  return (
    <dl className="mb-8 grid grid-cols-1 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-3">
      {figures.map(([term, dollars]) => (
        <div
          key={term}
          className="flex flex-wrap items-baseline justify-between gap-x-3 bg-surface p-4 sm:flex-col sm:justify-start"
        >
          <dt className="text-ink-soft">{term}</dt>
          <dd className="tabular text-2xl font-[680]">{formatDollars(dollars)}</dd>
        </div>
      ))}
    </dl>
  )
}

type ExportFilter = Omit<Parameters<ReturnType<typeof useChange<typeof startExport>>['mutate']>[0]['body'], 'kind'>

function ExportButton({ filter, empty }: { filter: ExportFilter; empty: boolean }) {
  const start = useChange(startExport)
  const navigate = useNavigate()
  return (
    <Button
      variant="secondary"
      busy={start.isPending}
      reason={empty ? 'There is nothing to export.' : undefined}
      onClick={() =>
        start.mutate(
          { body: { kind: 'payments', ...filter } },
          {
            onSuccess: ({ task_id }) => void navigate(paths.organizer.exchangeTask(task_id)),
            onError: ({ message }) => showToast({ tone: 'bad', text: message }),
          },
        )
      }
    >
      Export as CSV
    </Button>
  )
}

const columns = [
  {
    key: 'order',
    header: 'Order',
    rowHeader: true,
    cell: (row: PaymentLine) => (
      <TextLink to={paths.organizer.payment(row.order_id)} className="tabular whitespace-nowrap">
        {formatOrderNumber(row.order_id)}
      </TextLink>
    ),
  },
  {
    key: 'player',
    header: 'Player',
    cell: (row: PaymentLine) => <TextLink to={paths.organizer.player(row.player_id)}>{row.player}</TextLink>,
  },
  {
    key: 'league',
    header: 'League',
    cell: (row: PaymentLine) => (
      <span className="block">
        {row.level_name}
        <span className="block text-sm text-ink-soft">
          {row.league_name} {row.year}, {areaName(row.area)}
        </span>
      </span>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    cell: (row: PaymentLine) => <time dateTime={row.created_at}>{formatInstant(row.created_at)}</time>,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right' as const,
    cell: (row: PaymentLine) => (
      <span className="block whitespace-nowrap">
        {formatDollars(row.price)}
        {row.refunded > 0 && <span className="block text-sm text-ink-soft">{formatDollars(row.refunded)} back</span>}
      </span>
    ),
  },
  { key: 'status', header: 'Status', cell: (row: PaymentLine) => <LineBadge line={row} /> },
]

/** How a line stands, and what is under way. */
export function LineBadge({ line }: { line: Pick<PaymentLine, 'payment_status' | 'refund_requested' | 'withdrawn'> }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <PaymentBadge status={line.payment_status} />
      {line.refund_requested && <span className="text-sm text-ink-soft">refund under way</span>}
      {line.withdrawn && line.payment_status === 'Closed' && (
        <span className="text-sm text-ink-soft">money stayed</span>
      )}
    </span>
  )
}
