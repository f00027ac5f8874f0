import { useChange, useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { changeEmail, getSettings } from './contract.ts'

type ChangeEmailDialogProps = { present: string; onClose: () => void; onAsked: (message: string) => void }

/** Asks for the new e-mail and, to be sure who asks, the password. */
export function ChangeEmailDialog({ present, onClose, onAsked }: ChangeEmailDialogProps) {
  const settings = useRead(getSettings, {})
  const ask = useChange(changeEmail)
  const form = useForm({
    schema: changeEmail.body,
    initial: { email: '', password: '' },
    toBody: ({ email, password }) => ({ email, ...(password === '' ? {} : { password }) }),
    onSubmit: async (body) => onAsked((await ask.mutateAsync({ body })).message),
  })
  return (
    <FormDialog
      title="Change e-mail"
      description={`Now it is ${present}. We mail a link to the new one; nothing changes until you open it.`}
      confirm="Mail me the link"
      form={form}
      onClose={onClose}
    >
      <TextField {...form.field('email')} label="New e-mail" type="email" inputMode="email" autoComplete="email" />
      {settings.data?.has_password !== false && (
        <PasswordField {...form.field('password')} label="Your password" autoComplete="current-password" />
      )}
    </FormDialog>
  )
}
