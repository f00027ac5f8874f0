import { useId, type ReactNode } from 'react'
import type { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { TextArea } from '#/web/ui/TextArea.tsx'

type AnyForm = ReturnType<typeof useForm>

type ActDialogProps = {
  title: string
  description: ReactNode
  /** Says what happens: 'Suspend', never 'OK'. */
  confirm: string
  danger?: boolean
  /** A form with a field for the reason, which every act has. */
  form: Pick<AnyForm, 'submit' | 'busy' | 'errors' | 'attempt' | 'refusal'> & {
    field: (name: 'reason') => ReturnType<AnyForm['field']>
  }
  /** Who else reads the reason; the record alone when left out. */
  reasonHint?: string
  onClose: () => void
  children?: ReactNode
}

/** Asks once before an act of the desk, and why. */
export function ActDialog(props: ActDialogProps) {
  const { title, description, confirm, danger = false, form, reasonHint, onClose, children } = props
  const id = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      {...(danger ? { role: 'alertdialog' as const } : {})}
      actions={
        <>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={form.busy}>
            {confirm}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        {form.refusal && form.errors.length === 0 && <Notice tone="error">{form.refusal.message}</Notice>}
        {children}
        <TextArea {...form.field('reason')} label="Reason" hint={reasonHint ?? 'For the record.'} rows={2} />
      </form>
    </Dialog>
  )
}
