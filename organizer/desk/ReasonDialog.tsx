import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { text } from '#/contract/fields.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'

type ReasonDialogProps = {
  title: ReactNode
  description: ReactNode
  children?: ReactNode
  /** Says what happens: 'Void the result'. */
  confirm: string
  danger?: boolean
  hint?: string
  /** Does it; throws ApiError. */
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

const most = 500
const schema = z.object({
  reason: text(most).check(z.minLength(1, 'Please give a reason for the audit log.')),
})

/** Asks once, with a reason, before something that players are told of. Mounted while it is open. */
export function ReasonDialog({ children, hint, onConfirm, ...dialog }: ReasonDialogProps) {
  const form = useForm({
    schema,
    initial: { reason: '' },
    toBody: (values) => values,
    onSubmit: ({ reason }) => onConfirm(reason.trim()),
  })
  return (
    <FormDialog {...dialog} alert form={form}>
      {children}
      <TextArea
        {...form.field('reason')}
        label="Reason"
        hint={hint ?? 'The players see it, and the audit log keeps it.'}
        maxLength={most}
      />
    </FormDialog>
  )
}
