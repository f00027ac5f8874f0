import type { ReactNode } from 'react'
import { usePasskey } from '#/features/passkeys/use-passkey.web.ts'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { ownersPassword } from './contract.ts'

type PasswordDialogProps = {
  title: string
  description: ReactNode
  confirm: string
  danger?: boolean
  /** Without a password nothing is asked: the server requires a recent sign-in. */
  has_password: boolean
  /** Whether one of the account's passkeys can replace the password. */
  has_passkey: boolean
  onClose: () => void
  onConfirm: (body: { password?: string | undefined }) => Promise<void>
}

/** Asks for the password before a sensitive action. */
export function PasswordDialog({
  title,
  description,
  confirm,
  danger = false,
  has_password,
  has_passkey,
  onClose,
  onConfirm,
}: PasswordDialogProps) {
  const form = useForm({
    schema: ownersPassword,
    initial: { password: '' },
    toBody: ({ password }) => (has_password ? { password } : {}),
    onSubmit: onConfirm,
  })
  const [busy, run] = usePasskey(async (passkeys) => {
    await passkeys.checkWithPasskey()
    await onConfirm({})
  })
  return (
    <FormDialog title={title} description={description} danger={danger} confirm={confirm} form={form} onClose={onClose}>
      {has_password && (
        <PasswordField {...form.field('password')} label="Your password" autoComplete="current-password" />
      )}
      {has_passkey && (
        <Button variant="secondary" busy={busy} onClick={run}>
          Use a passkey instead
        </Button>
      )}
    </FormDialog>
  )
}
