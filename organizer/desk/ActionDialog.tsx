import type { ReactNode } from 'react'
import type { FieldProps, FormState } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'

type ActDialogProps = {
  title: ReactNode
  description: ReactNode
  /** Says what happens: 'Suspend', never 'OK'. */
  confirm: string
  danger?: boolean
  /** A form with a field for the reason, which every act has. */
  form: FormState & { field: (path: 'reason') => FieldProps }
  /** Who else reads the reason; the record alone when left out. */
  reasonHint?: string
  onClose: () => void
  children?: ReactNode
}

/** Asks once before an act of the desk, and why. */
export function ActDialog(props: ActDialogProps) {
  const { title, description, confirm, danger = false, form, reasonHint, onClose, children } = props
  return (
    <FormDialog title={title} description={description} danger={danger} confirm={confirm} form={form} onClose={onClose}>
      {children}
      <TextArea {...form.field('reason')} label="Reason" hint={reasonHint ?? 'For the audit log.'} rows={2} />
    </FormDialog>
  )
}
