import type { ComponentProps } from 'react'
import type { FieldProps, FormState } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'
import { useFinal, type Final } from './final.tsx'

type ReasonDialogProps = Omit<ComponentProps<typeof FormDialog>, 'form' | 'children'> & {
  form: FormState & { field: (path: 'reason') => FieldProps }
  reasonHint?: string
  /** Whether the act cannot be undone, and the word that confirms a grave one. */
  final?: Final
  children?: ComponentProps<typeof FormDialog>['children']
}

/** The hint for changes whose reason is emailed to the players. */
export const playersReadReason = 'Players see it, and it is kept in the audit log.'

/** Asks for the reason of a change, with additional fields if needed. Mounted while it is open. */
export function ReasonDialog({
  form,
  reasonHint = 'For the audit log.',
  final = false,
  children,
  ...dialog
}: ReasonDialogProps) {
  const { part, accepts } = useFinal(final)
  const submit: FormState['submit'] = async (event) => {
    if (accepts(event)) await form.submit(event)
  }
  return (
    <FormDialog {...dialog} form={{ ...form, submit }}>
      {children}
      <TextArea {...form.field('reason')} label="Reason" hint={reasonHint} rows={2} />
      {part}
    </FormDialog>
  )
}
