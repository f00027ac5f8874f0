import { useNavigate } from 'react-router'
import { areaName } from '#/contract/areas.ts'
import type { CallInput } from '#/contract/endpoint.ts'
import { formatDollars, formatInstant, formatOrderNumber, formatTotal } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { startExport } from '#/organizer/desk/contract.ts'
import { getOrganizer } from '#/organizer/security/contract.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { DataTable } from '#/web/DataTable.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import type { Column } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { listPayments, type PaymentLine } from './contract.ts'
import { LineBadge } from './LineBadge.tsx'
import { PaymentFilters } from './PaymentFilters.tsx'
import { SumsBoard } from './SumsBoard.tsx'

/** Every line of every order: ?area=&search=&season=&year=&division=&status=&refund=&from=&to=&page=. */
export default function PaymentsPage() {
  const list = useList(listPayments)
  const desk = useRead(getOrganizer, {})
  const page = list.read.data
  const { page: _, ...filter } = list.query
  return (
    <Screen
      title="Payments"
      lead="Every line of every order. Open an order to refund it."
      actions={
        <>
          {desk.data?.role === 'owner' && (
            <ButtonLink variant="secondary" to={paths.organizer.reconciliation()}>
              Reconcile
            </ButtonLink>
          )}
          <ExportButton filter={filter} empty={page?.total === 0} />
        </>
      }
    >
      <AreaFilter />
      {page && page.failed_refunds > 0 && list.values.refund === undefined && (
        <FailedRefunds count={page.failed_refunds} area={list.values.area} />
      )}
      <PaymentFilters list={list} />
      {page && page.total > 0 && <SumsBoard sums={page.sums} />}
      <DataTable
        list={list}
        loading="Loading the payments"
        count={({ total }) => formatTotal(total, 'line', 'lines')}
        rows={({ lines }) => lines}
        rowKey={({ id }) => id}
        columns={columns}
        empty={{
          text: 'Nothing has been bought yet.',
          filtered: { text: 'No payments match these filters.', clear: 'Show all payments' },
        }}
      />
    </Screen>
  )
}

function FailedRefunds({ count, area }: { count: number; area: string | undefined }) {
  return (
    <div className="mb-6">
      <Notice
        tone="warn"
        title={count === 1 ? 'A refund failed' : `${count} refunds failed`}
        actions={
          <ButtonLink variant="secondary" to={paths.organizer.paymentsOf({ area, refund: 'failed' })}>
            Show failed refunds
          </ButtonLink>
        }
      >
        The card service refused {count === 1 ? 'it' : 'them'}, and the players have not got their money back.
      </Notice>
    </div>
  )
}

type ExportFilter = Omit<CallInput<typeof startExport>['body'], 'kind'>

function ExportButton({ filter, empty }: { filter: ExportFilter; empty: boolean }) {
  const navigate = useNavigate()
  const start = useAction(startExport, {
    onDone: ({ task_id }) => navigate(paths.organizer.exchangeTask(task_id)),
  })
  return (
    <Button
      variant="secondary"
      busy={start.busy}
      reason={empty ? 'There is nothing to export.' : undefined}
      onClick={() => start.run({ body: { kind: 'payments', ...filter } })}
    >
      Export as CSV
    </Button>
  )
}

const columns: Column<PaymentLine>[] = [
  {
    key: 'order',
    header: 'Order',
    rowHeader: true,
    cell: (row) => (
      <TextLink to={paths.organizer.payment(row.order_id)} className="tabular whitespace-nowrap">
        {formatOrderNumber(row.order_id)}
      </TextLink>
    ),
  },
  {
    key: 'player',
    header: 'Player',
    cell: (row) => <TextLink to={paths.organizer.player(row.player_id)}>{row.player}</TextLink>,
  },
  {
    key: 'league',
    header: 'League',
    cell: (row) => (
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
    cell: (row) => <time dateTime={row.created_at}>{formatInstant(row.created_at)}</time>,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: (row) => (
      <span className="block whitespace-nowrap">
        {formatDollars(row.price)}
        {row.cash > 0 && (
          <span className="block text-sm text-ink-soft">{row.cash_returned > 0 ? 'returned in cash' : 'in cash'}</span>
        )}
        {row.refunded > 0 && <span className="block text-sm text-ink-soft">{formatDollars(row.refunded)} back</span>}
      </span>
    ),
  },
  { key: 'status', header: 'Status', cell: (row) => <LineBadge line={row} /> },
]
