import { useId, type ReactNode } from 'react'
import type { FormState } from './form.ts'
import { Button } from './ui/Button.tsx'
import { Dialog } from './ui/Dialog.tsx'
import { FormErrors } from './FormErrors.tsx'

type FormDialogProps = {
  title: ReactNode
  description: ReactNode
  /** The button's label, a verb: 'Save the days', never 'OK'. */
  confirm: string
  danger?: boolean
  /** Why it cannot be confirmed. */
  reason?: string | undefined
  /** Whether it is an alert dialog, which a press outside does not close. Defaults to `danger`. */
  alert?: boolean
  size?: 'md' | 'lg'
  form: FormState
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: its errors, fields and submit button. Mount it only while it is open. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    description,
    confirm,
    danger = false,
    alert = danger,
    size = 'md',
    reason,
    form,
    onClose,
    children,
  } = props
  const id = useId()
  const giveUp = () => {
    form.forget()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={giveUp}
      title={title}
      description={description}
      role={alert ? 'alertdialog' : 'dialog'}
      size={size}
      actions={
        <>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={form.busy} reason={reason}>
            {confirm}
          </Button>
          <Button variant="secondary" onClick={giveUp}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-5">
        <FormErrors form={form} />
        {children}
      </form>
    </Dialog>
  )
}
