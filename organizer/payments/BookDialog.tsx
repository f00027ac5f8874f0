import { formatAmount } from '#/contract/money.ts'
import { useState } from 'react'
import { getPaymentOrder, listAuditLog, listPayments } from '#/organizer/calls.gen.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useAction } from '#/web/action.ts'
import { useForm } from '#/web/form.ts'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { bookMoney, type OrderLine } from './contract.ts'
import { AmountField } from './AmountField.tsx'

type BookDialogProps = { order_id: string; line: OrderLine; onClose: () => void }

/** Books money that was received or given back by hand. The entry stays. */
export function BookDialog({ order_id, line, onClose }: BookDialogProps) {
  const [key] = useState(() => crypto.randomUUID())
  const book = useAction(bookMoney, { stale: [getPaymentOrder, listPayments, listAuditLog], onDone: onClose })
  const form = useForm({
    schema: bookMoney.body,
    keep: useFormDraft(`booking-of-${line.id}`),
    initial: { direction: 'received', kind: 'cash', amount: '', reason: '' },
    toBody: (values) => ({ ...values, purchase_id: line.id, key }),
    onSubmit: (body) => book.submit({ params: { order_id }, body }),
  })
  return (
    <ReasonDialog
      title={`Book money for ${line.level_name}`}
      description={`Booked so far: ${formatAmount(line.cash)}; given back: ${formatAmount(line.cash_returned)}. The entry stays where it is.`}
      confirm="Book this amount"
      form={form}
      onClose={onClose}
    >
      <RadioGroup
        {...form.radio('direction')}
        label="Direction"
        options={[
          { value: 'received', label: 'Received' },
          { value: 'returned', label: 'Given back' },
        ]}
      />
      <RadioGroup
        {...form.radio('kind')}
        label="Kind"
        options={[
          { value: 'cash', label: 'Cash' },
          { value: 'transfer', label: 'Transfer' },
        ]}
      />
      <AmountField {...form.field('amount')} />
    </ReasonDialog>
  )
}
