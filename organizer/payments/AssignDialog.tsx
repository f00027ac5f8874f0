import { formatAmount } from '#/contract/money.ts'
import { useFormDraft } from '#/organizer/desk/form-draft.web.ts'
import { ReasonDialog } from '#/organizer/desk/ReasonDialog.tsx'
import { useForm } from '#/web/form.ts'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { getPaymentOrder, getReconciliation, listPayments, listAuditLog } from '#/organizer/calls.gen.ts'
import { assignRefund, type Difference } from './contract.ts'
import { useAction } from '#/web/action.ts'

/** Assigns a refund made by hand at the payment provider to a line. */
export function AssignDialog({ difference, onClose }: { difference: Difference; onClose: () => void }) {
  const assign = useAction(assignRefund, {
    stale: [getReconciliation, getPaymentOrder, listPayments, listAuditLog],
    onDone: onClose,
  })
  const [only] = difference.lines.length === 1 ? difference.lines : []
  const form = useForm({
    schema: assignRefund.body,
    keep: useFormDraft(`refund-${difference.movement}`),
    initial: { purchase_id: only ? String(only.id) : '', reason: '' },
    toBody: ({ purchase_id, reason }) => ({
      refund: difference.movement,
      purchase_id: purchase_id === '' ? undefined : Number(purchase_id),
      reason,
    }),
    onSubmit: (body) => assign.submit({ body }),
  })
  return (
    <ReasonDialog
      title="Assign the refund"
      description={`${formatAmount(-(difference.theirs ?? 0) + (difference.ours ?? 0))} was refunded to ${difference.player ?? 'the player'} by hand. The entry stays, and no money moves. If it is more than one line has left, assign the rest to another line.`}
      confirm="Assign"
      final
      form={form}
      onClose={onClose}
    >
      <RadioGroup
        {...form.radio('purchase_id')}
        label="Line"
        layout="list"
        options={difference.lines.map(({ id, level_name, left }) => ({
          value: String(id),
          label: level_name,
          note: `${formatAmount(left)} is left to assign.`,
        }))}
      />
    </ReasonDialog>
  )
}
