import * as z from 'zod/mini'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import type { FormDraft } from '#/web/form-draft.ts'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { callOffMatch, declineOffer } from './contract.ts'

const required = callOffMatch.body
const optional = z.object({ reason: declineOffer.body.shape.reason })

type ReasonDialogProps = {
  title: string
  description: string
  confirm: string
  label: string
  /** Whether the reason is optional. */
  isOptional?: boolean
  /** Throws ApiError, which the dialog shows. */
  onSend: (reason: string) => Promise<unknown>
  keep: FormDraft | undefined
  onClose: () => void
}

/** Asks for a reason, which the other side reads. */
export function ReasonDialog({
  title,
  description,
  confirm,
  label,
  isOptional = false,
  onSend,
  keep,
  onClose,
}: ReasonDialogProps) {
  const form = useForm({
    schema: isOptional ? optional : required,
    initial: { reason: '' },
    keep,
    toBody: (values: { reason: string }) => values,
    onSubmit: async (_body, { reason }) => {
      await onSend(reason)
      onClose()
    },
  })
  return (
    <FormDialog title={title} description={description} confirm={confirm} form={form} onClose={onClose}>
      <TextArea {...form.field('reason')} label={label} optional={isOptional} maxLength={300} />
    </FormDialog>
  )
}
