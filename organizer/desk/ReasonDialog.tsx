import type { ComponentProps } from 'react'
import type { FieldProps, FormState } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'

type ReasonDialogProps = Omit<ComponentProps<typeof FormDialog>, 'form' | 'children'> & {
  form: FormState & { field: (path: 'reason') => FieldProps }
  reasonHint?: string
  children?: ComponentProps<typeof FormDialog>['children']
}

/** The hint for changes whose reason is emailed to the players. */
export const playersReadReason = 'The players see it, and the audit log keeps it.'

/** Asks for the reason of a change, with additional fields if needed. Mounted while it is open. */
export function ReasonDialog({ form, reasonHint = 'For the audit log.', children, ...dialog }: ReasonDialogProps) {
  return (
    <FormDialog {...dialog} form={form}>
      {children}
      <TextArea {...form.field('reason')} label="Reason" hint={reasonHint} rows={2} />
    </FormDialog>
  )
}
