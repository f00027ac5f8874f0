import { useId, type ReactNode } from 'react'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { ownersPassword } from './contract.ts'

type PasswordDialogProps = {
  title: string
  description: ReactNode
  confirm: string
  danger?: boolean
  /** Without one there is nothing to type: the server wants a fresh sign-in instead. */
  has_password: boolean
  onClose: () => void
  onConfirm: (body: { password?: string | undefined }) => Promise<void>
}

/** Asks for the password before something that only the owner may do. */
export function PasswordDialog({
  title,
  description,
  confirm,
  danger = false,
  has_password,
  onClose,
  onConfirm,
}: PasswordDialogProps) {
  const id = useId()
  const form = useForm({
    schema: ownersPassword,
    initial: { password: '' },
    toBody: ({ password }) => (has_password ? { password } : {}),
    onSubmit: onConfirm,
  })
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
        {has_password && (
          <PasswordField {...form.field('password')} label="Your password" autoComplete="current-password" />
        )}
      </form>
    </Dialog>
  )
}
