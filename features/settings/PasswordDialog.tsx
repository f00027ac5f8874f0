import type { ReactNode } from 'react'
import { useForm } from '#/web/form.ts'
import { FormDialog } from '#/web/FormDialog.tsx'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { ownersPassword } from './contract.ts'

type PasswordDialogProps = {
  title: string
  description: ReactNode
  confirm: string
  danger?: boolean
  /** Without a password nothing is asked: the server requires a recent sign-in. */
  has_password: boolean
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
  onClose,
  onConfirm,
}: PasswordDialogProps) {
  const form = useForm({
    schema: ownersPassword,
    initial: { password: '' },
    toBody: ({ password }) => (has_password ? { password } : {}),
    onSubmit: onConfirm,
  })
  return (
    <FormDialog title={title} description={description} danger={danger} confirm={confirm} form={form} onClose={onClose}>
      {has_password && (
        <PasswordField {...form.field('password')} label="Your password" autoComplete="current-password" />
      )}
    </FormDialog>
  )
}
