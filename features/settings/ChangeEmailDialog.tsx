import { useFormDraft } from '#/features/accounts/use-form-draft.web.ts'
import { useChange, useRead } from '#/web/api.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { getSettings } from '#/features/calls.gen.ts'
import { changeEmail } from './contract.ts'

type ChangeEmailDialogProps = { present: string; onClose: () => void; onSent: (message: string) => void }

/** Asks for the new email, and for the password if there is one. */
export function ChangeEmailDialog({ present, onClose, onSent }: ChangeEmailDialogProps) {
  const settings = useRead(getSettings, {})
  const request = useChange(changeEmail)
  const form = useForm({
    schema: changeEmail.body,
    initial: { email: '', password: '' },
    keep: useFormDraft('new-email', ['password']),
    toBody: ({ email, password }) => ({ email, ...(password === '' ? {} : { password }) }),
    onSubmit: async (body) => onSent((await request.mutateAsync({ body })).message),
  })
  return (
    <FormDialog
      title="Change email"
      description={`Your email is ${present}. A link is sent to the new one. Nothing changes until you open it.`}
      confirm="Send me the link"
      form={form}
      onClose={onClose}
    >
      <TextField {...form.field('email')} label="New email" type="email" inputMode="email" autoComplete="email" />
      {settings.data?.has_password !== false && (
        <PasswordField {...form.field('password')} label="Your password" autoComplete="current-password" />
      )}
    </FormDialog>
  )
}
