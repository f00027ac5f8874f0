import { formatDay } from '#/contract/format.ts'
import { formatAmount } from '#/contract/money.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { useState } from 'react'
import { getCashUp, listAuditLog } from '#/organizer/calls.gen.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useAction } from '#/web/action.ts'
import { useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { Loaded } from '#/web/Loaded.tsx'
import { useSearchParams } from '#/web/router.tsx'
import { Screen } from '#/web/Screen.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Table } from '#/web/ui/Table.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { handOverCash, type CashUp } from './contract.ts'
import { addMonths, formatMonth } from './format.ts'
import { AmountField } from './AmountField.tsx'

/** Money by hand by organizer and day: ?month=. */
export default function CashUpPage() {
  const [params] = useSearchParams()
  const [handing, setHanding] = useState(false)
  const read = useRead(getCashUp, { query: { month: params.get('month') ?? undefined } })
  return (
    <Screen
      title="Cash-up"
      kicker={<TextLink to={deskPaths.payments}>Payments</TextLink>}
      lead="Money that organizers received, gave back and handed over."
      actions={<Button onClick={() => setHanding(true)}>Hand over cash</Button>}
    >
      <Loaded of={read} loading="Loading the cash-up" missing="There is no such month.">
        {(data) => <Month data={data} />}
      </Loaded>
      {handing && <HandOverDialog onClose={() => setHanding(false)} />}
    </Screen>
  )
}

function Month({ data: { month, organizers, days } }: { data: CashUp }) {
  const nameOf = (id: number | null) => organizers.find((organizer) => organizer.id === id)?.name ?? 'Nobody named'
  const money = (key: 'cash' | 'transfers' | 'returned' | 'handed_over', header: string) => ({
    key,
    header,
    align: 'right' as const,
    cell: (day: CashUp['days'][number]) => formatAmount(day[key]),
  })
  return (
    <div className="flex flex-col gap-8">
      {organizers.length > 0 && (
        <Table
          caption="Cash in hand now"
          columns={[
            { key: 'organizer', header: 'Organizer', rowHeader: true, cell: ({ id }) => nameOf(id) },
            { key: 'balance', header: 'Cash', align: 'right', cell: ({ balance }) => formatAmount(balance) },
          ]}
          rows={organizers}
          rowKey={({ id }) => id ?? 0}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="lettering text-2xl">{formatMonth(month)}</h2>
        <div className="flex flex-wrap gap-3">
          {[-1, 1].map((step) => (
            <ButtonLink key={step} variant="secondary" size="sm" to={deskPaths.cashUp(addMonths(month, step))}>
              {formatMonth(addMonths(month, step))}
            </ButtonLink>
          ))}
        </div>
      </div>
      {days.length === 0 ? (
        <EmptyState picture="no-results" title="No result found" level={3}>
          No money by hand in {formatMonth(month)}.
        </EmptyState>
      ) : (
        <Table
          caption="Day by day"
          columns={[
            { key: 'day', header: 'Day', rowHeader: true, cell: ({ day }) => formatDay(day) },
            { key: 'organizer', header: 'Organizer', cell: ({ organizer_id }) => nameOf(organizer_id) },
            money('cash', 'Cash'),
            money('transfers', 'Transfers'),
            money('returned', 'Given back'),
            money('handed_over', 'Handed over'),
          ]}
          rows={days}
          rowKey={({ organizer_id, day }) => `${day} ${organizer_id}`}
        />
      )}
    </div>
  )
}

function HandOverDialog({ onClose }: { onClose: () => void }) {
  const [key] = useState(() => crypto.randomUUID())
  const handOver = useAction(handOverCash, { stale: [getCashUp, listAuditLog], onDone: onClose })
  const form = useForm({
    schema: handOverCash.body,
    initial: { amount: '', reason: '' },
    toBody: (values) => ({ ...values, key }),
    onSubmit: (body) => handOver.submit({ body }),
  })
  return (
    <ReasonDialog
      title="Hand over cash"
      description="You can hand over the cash that you have in hand."
      confirm="Book this amount"
      reasonHint="Who has it now? For the audit log."
      form={form}
      onClose={onClose}
    >
      <AmountField {...form.field('amount')} />
    </ReasonDialog>
  )
}
