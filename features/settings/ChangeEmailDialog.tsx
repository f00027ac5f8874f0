import { useId } from 'react'
import { useChange, useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { ErrorSummary } from '#/web/ui/ErrorSummary.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { changeEmail, getSettings } from './contract.ts'

type ChangeEmailDialogProps = { present: string; onClose: () => void; onAsked: (message: string) => void }

/** Asks for the new e-mail and, to be sure who asks, the password. */
export function ChangeEmailDialog({ present, onClose, onAsked }: ChangeEmailDialogProps) {
  const id = useId()
  const settings = useRead(getSettings, {})
  const ask = useChange(changeEmail)
  const form = useForm({
    schema: changeEmail.body,
    initial: { email: '', password: '' },
    toBody: ({ email, password }) => ({ email, ...(password === '' ? {} : { password }) }),
    onSubmit: async (body) => onAsked((await ask.mutateAsync({ body })).message),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change e-mail"
      description={`Now it is ${present}. We mail a link to the new one; nothing changes until you open it.`}
      actions={
        <>
          <Button type="submit" form={id} busy={form.busy}>
            Mail me the link
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
        <TextField {...form.field('email')} label="New e-mail" type="email" inputMode="email" autoComplete="email" />
        {settings.data?.has_password !== false && (
          <PasswordField {...form.field('password')} label="Your password" autoComplete="current-password" />
        )}
      </form>
    </Dialog>
  )
}
