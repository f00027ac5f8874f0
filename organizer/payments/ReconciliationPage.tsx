import { formatTimeZone } from '#/contract/locale.ts'
import { organization } from '#/contract/organization.ts'
import { formatAmount } from '#/contract/money.ts'
import { useState } from 'react'
import { useSearchParams } from '#/web/router.tsx'
import { formatDay } from '#/contract/format.ts'
import { useRead } from '#/web/api.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { Screen } from '#/web/Screen.tsx'
import { DifferenceCard } from './DifferenceCard.tsx'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { getReconciliation } from '#/organizer/calls.gen.ts'
import type { Difference, ReconciledDay, Reconciliation } from './contract.ts'
import { addMonths, formatMonth } from './format.ts'

/** Our books compared with the payment provider's: ?month=. */
export default function ReconciliationPage() {
  const [params] = useSearchParams()
  const read = useRead(getReconciliation, { query: { month: params.get('month') ?? undefined } })
  return (
    <Screen
      title="Reconciliation"
      kicker={<TextLink to={deskPaths.payments}>Payments</TextLink>}
      lead={`Compares our records with the card service, to the cent. Days are ${formatTimeZone(organization().time_zone)}; a movement that both sides have is shown on the card service's day.`}
    >
      <Loaded of={read} loading="Loading the month from the card service" missing="There is no such month.">
        {(data) => <Month data={data} />}
      </Loaded>
    </Screen>
  )
}

function Month({ data }: { data: Reconciliation }) {
  const [assigning, setAssigning] = useState<Difference | null>(null)
  const { month, days, total, differences, mode } = data
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="lettering text-2xl">{formatMonth(month)}</h2>
        <div className="flex flex-wrap gap-3">
          <ButtonLink variant="secondary" size="sm" to={deskPaths.reconciliation(addMonths(month, -1))}>
            {formatMonth(addMonths(month, -1))}
          </ButtonLink>
          <ButtonLink variant="secondary" size="sm" to={deskPaths.reconciliation(addMonths(month, 1))}>
            {formatMonth(addMonths(month, 1))}
          </ButtonLink>
        </div>
      </div>
      <Verdict data={data} />
      {differences.length > 0 && (
        <section>
          <h3 className="lettering pb-3 text-lg">Differences</h3>
          <ol className="flex flex-col gap-3">
            {differences.map((difference, index) => (
              <DifferenceCard
                key={`${difference.kind} ${difference.movement ?? difference.order_id} ${index}`}
                difference={difference}
                onAssign={() => setAssigning(difference)}
              />
            ))}
          </ol>
        </section>
      )}
      {days.length === 0 ? (
        <EmptyState picture="no-results" title="No result found" level={3}>
          No money moved in {formatMonth(month)}.
        </EmptyState>
      ) : (
        <Table
          caption={mode === 'test' ? 'Day by day (test mode: no money moves)' : 'Day by day'}
          columns={columnsOf(total.theirs.fees !== null)}
          rows={[
            ...days.map((day) => ({ ...day, name: formatDay(day.day) })),
            { ...total, day: '', name: 'Whole month' },
          ]}
          rowKey={({ name }) => name}
          marked={({ difference }) => difference !== 0}
        />
      )}
      {assigning && <AssignDialog difference={assigning} onClose={() => setAssigning(null)} />}
    </div>
  )
}

function Verdict({ data: { total, differences, month } }: { data: Reconciliation }) {
  if (differences.length === 0 && total.difference === 0)
    return (
      <Notice tone="success" title="The books agree to the cent">
        Net in {formatMonth(month)}: {formatAmount(total.ours.net)}
        {total.theirs.fees !== null && `, and ${formatAmount(total.theirs.fees)} of fees to the card service`}.
      </Notice>
    )
  const count = differences.length
  return (
    <Notice
      tone="warn"
      title={`The card service has ${formatAmount(Math.abs(total.difference))} ${total.difference < 0 ? 'less' : 'more'}`}
    >
      {count === 1 ? 'One movement is' : `${count} movements are`} on one side only. Each is listed with what to do.
    </Notice>
  )
}

type Row = Omit<ReconciledDay, 'day'> & { name: string }

function columnsOf(fees: boolean) {
  const money = (key: string, header: string, of: (row: Row) => number) => ({
    key,
    header,
    align: 'right' as const,
    cell: (row: Row) => <span className="whitespace-nowrap">{formatAmount(of(row))}</span>,
  })
  return [
    { key: 'day', header: 'Day', rowHeader: true, cell: ({ name }: Row) => name },
    money('our_taken', 'Taken here', ({ ours }) => ours.taken),
    money('their_taken', 'Taken there', ({ theirs }) => theirs.taken),
    money('our_refunded', 'Refunded here', ({ ours }) => ours.refunded),
    money('their_refunded', 'Refunded there', ({ theirs }) => theirs.refunded),
    money('net', 'Net there', ({ theirs }) => theirs.net),
    ...(fees ? [money('fees', 'Fees', ({ theirs }) => theirs.fees ?? 0)] : []),
    money('difference', 'Difference', ({ difference }) => difference),
    money('cash', 'By hand', ({ cash }) => cash),
  ]
}
