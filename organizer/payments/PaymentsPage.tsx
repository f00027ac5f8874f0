import { useNavigate } from '#/web/router.tsx'
import type { CallInput } from '#/contract/endpoint.ts'
import { formatTotal } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { AreaFilter } from '#/organizer/desk/AreaFilter.tsx'
import { startExport, getOrganizer, listPayments } from '#/organizer/calls.gen.ts'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { DeskList } from '#/organizer/desk/DeskList.tsx'
import { useList } from '#/web/list.ts'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { AreaSums } from './AreaSums.tsx'
import { paymentColumns } from './PaymentColumns.tsx'
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
          <ButtonLink variant="secondary" to={deskPaths.cashUp()}>
            Cash-up
          </ButtonLink>
          {desk.data?.role === 'owner' && (
            <ButtonLink variant="secondary" to={deskPaths.reconciliation()}>
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
      {page && page.total > 0 && filter.area === undefined && <AreaSums filter={filter} />}
      <DeskList
        name="payments"
        list={list}
        loading="Loading the payments"
        count={({ total }) => formatTotal(total, 'line', 'lines')}
        rows={({ lines }) => lines}
        rowKey={({ id }) => id}
        columns={paymentColumns}
        openPath={({ order_id }) => deskPaths.payment(order_id)}
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
          <ButtonLink variant="secondary" to={deskPaths.paymentsOf({ area, refund: 'failed' })}>
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
    onDone: ({ task_id }) => navigate(deskPaths.exchangeTask(task_id)),
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
