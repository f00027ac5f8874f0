import { formatAmount } from '#/contract/money.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { useState } from 'react'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useForm } from '#/web/form.ts'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { getPaymentOrder, listPayments, listAuditLog } from '#/organizer/calls.gen.ts'
import { LeavingNote } from '#/organizer/entries/LeavingNote.tsx'
import { refundPurchase, type OrderLine, type PaymentOrder } from './contract.ts'
import { AmountField } from './AmountField.tsx'
import { ApiError } from '#/web/call.ts'
import { useAction } from '#/web/action.ts'

type RefundDialogProps = { order: PaymentOrder; line: OrderLine; onClose: () => void }

/** Refunds the whole line, and the entry leaves, or a part of it, and the entry stays. */
export function RefundDialog({ order, line, onClose }: RefundDialogProps) {
  // Requests with the same key make one refund. After a permanent refusal, the next press makes a new refund.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const refund = useAction(refundPurchase, { stale: [getPaymentOrder, listPayments, listAuditLog], onDone: onClose })
  const money = line.left > 0
  const form = useForm({
    schema: refundPurchase.body,
    keep: useFormDraft(`refund-of-${line.id}`),
    initial: { how: 'whole', amount: '', reason: '' },
    toBody: ({ how, amount, reason }) => ({ ...(how === 'part' && { amount }), reason, key }),
    onSubmit: (body) =>
      refund.submit({ params: { id: line.id }, body }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'refund_refused') setKey(crypto.randomUUID())
        throw error
      }),
  })
  const part = form.values.how === 'part'
  return (
    <ReasonDialog
      title={money ? `Refund ${line.level_name}` : `Take ${order.player} out`}
      description={
        money
          ? `${order.player} paid ${formatAmount(line.taken)}; ${formatAmount(line.left)} of it can still be refunded.`
          : line.is_free
            ? `${order.player} leaves ${line.level_name}. It cost nothing, so there is nothing to refund.`
            : `${order.player} leaves ${line.level_name}. No card was charged. A free season is returned to the player.`
      }
      confirm={!money ? 'Take out' : part ? 'Refund this amount' : `Refund ${formatAmount(line.left)}`}
      danger
      final={money ? { word: 'refund' } : true}
      form={form}
      {...(part && { reasonHint: 'For the audit log and the email to the player.' })}
      onClose={onClose}
    >
      {money && (
        <RadioGroup
          {...form.radio('how')}
          label="How much"
          layout="list"
          options={[
            {
              value: 'whole',
              label: `All of it: ${formatAmount(line.left)}`,
              note: line.withdrawn
                ? 'The entry has already left.'
                : 'The entry leaves the league, as after a withdrawal.',
            },
            { value: 'part', label: 'A part', note: 'The entry stays where it is.' },
          ]}
        />
      )}
      {!part && !line.withdrawn && <LeavingNote purchase_id={line.id} />}
      {part && <AmountField {...form.field('amount')} />}
    </ReasonDialog>
  )
}
