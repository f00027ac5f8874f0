import { ActDialog } from '#/organizer/desk/ActionDialog.tsx'
import { formatDollars } from '#/contract/format.ts'
import { useChange } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { assignRefund, getPaymentOrder, getReconciliation, listPayments, type Difference } from './contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'

/** Says which line a refund belongs to that was made by hand at the card service. */
export function AssignDialog({ difference, onClose }: { difference: Difference; onClose: () => void }) {
  const assign = useChange(assignRefund, [getReconciliation, getPaymentOrder, listPayments, listAuditLog])
  const [only] = difference.lines.length === 1 ? difference.lines : []
  const form = useForm({
    schema: assignRefund.body,
    initial: { purchase_id: only ? String(only.id) : '', reason: '' },
    toBody: ({ purchase_id, reason }) => ({
      refund: difference.movement,
      purchase_id: purchase_id === '' ? undefined : Number(purchase_id),
      reason,
    }),
    onSubmit: async (body) => {
      const done = await assign.mutateAsync({ body })
      showToast({ tone: 'good', text: done.message })
      onClose()
    },
  })
  return (
    <ActDialog
      title="Assign the refund"
      description={`${formatDollars(-(difference.theirs ?? 0) + (difference.ours ?? 0))} went back to ${difference.player ?? 'the player'} by hand. The entry stays, and no money moves. What is more than a line has left can be assigned to another one.`}
      confirm="Assign"
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
          note: `${formatDollars(left)} of it are left.`,
        }))}
      />
    </ActDialog>
  )
}
