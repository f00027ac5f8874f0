import { useState } from 'react'
import { ActDialog } from '#/organizer/desk/ActionDialog.tsx'
import { formatDollars } from '#/contract/format.ts'
import { useChange } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { getPaymentOrder, listPayments, refundPurchase, type OrderLine, type PaymentOrder } from './contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'

type RefundDialogProps = { order: PaymentOrder; line: OrderLine; onClose: () => void }

/** Gives the money of a line back: all of it, and the entry goes; or a part, and the entry stays. */
export function RefundDialog({ order, line, onClose }: RefundDialogProps) {
  // One press of this dialog is one refund, however often it is sent; after one that failed permanently, another.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const refund = useChange(refundPurchase, [getPaymentOrder, listPayments, listAuditLog])
  const money = line.left > 0
  const form = useForm({
    schema: refundPurchase.body,
    initial: { how: 'whole', amount: '', reason: '' },
    toBody: ({ how, amount, reason }) => ({ ...(how === 'part' && { amount }), reason, key }),
    onSubmit: async (body) => {
      const done = await refund.mutateAsync(
        { params: { id: line.id }, body },
        {
          onError: ({ code }) => {
            if (code === 'refund_refused') setKey(crypto.randomUUID())
          },
        },
      )
      showToast({ tone: 'good', text: done.message })
      onClose()
    },
  })
  const part = form.values.how === 'part'
  return (
    <ActDialog
      title={money ? `Refund ${line.level_name}` : `Take ${order.player} out`}
      description={
        money
          ? `${order.player} paid ${formatDollars(line.taken)}; ${formatDollars(line.left)} of it can still be refunded.`
          : `${order.player} leaves ${line.level_name}. No card was charged. A free season is returned to the player.`
      }
      confirm={!money ? 'Take out' : part ? 'Refund this amount' : `Refund ${formatDollars(line.left)}`}
      danger
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
              label: `All of it: ${formatDollars(line.left)}`,
              note: line.withdrawn
                ? 'The entry has already left.'
                : 'The entry leaves the league, as after a withdrawal.',
            },
            { value: 'part', label: 'A part', note: 'The entry stays where it is.' },
          ]}
        />
      )}
      {part && <TextField {...form.field('amount')} label="Amount" prefix="$" inputMode="decimal" autoComplete="off" />}
    </ActDialog>
  )
}
