import { useState, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { useForm } from '#/web/form.ts'
import { useMailedToken } from '#/web/mailed-token.ts'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { EntranceLayout } from './EntranceLayout.tsx'
import { EntranceMessage } from './EntranceMessage.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { FormErrors } from '#/web/FormErrors.tsx'

type Outcome = { heading: string; text: ReactNode; nextStep: ReactNode }

type MailedLinkProps = {
  schema: z.ZodMiniType<{ token: string; password?: string | undefined }>
  /** The heading before the button is pressed. */
  heading: string
  lead: string
  button: string
  /** Shows a password field from the start. Otherwise it appears when the server asks for a password. */
  password?: { label: string; hint: string; autoComplete: 'new-password' | 'current-password' }
  asksPassword?: boolean
  /** Uses the link. Resolves to the message for `success`. Throws ApiError. */
  onPress: (body: { token: string; password?: string }) => Promise<string>
  success: Omit<Outcome, 'text'> & { text: (message: string) => ReactNode }
  /** Shown when the link is used, expired or (`isComplete` false) incomplete. */
  invalid: (isComplete: boolean) => Omit<Outcome, 'heading'>
}

/** The screen behind a mailed link. Opening it has no effect, because mail programs open links automatically. */
export function MailedLink({
  schema,
  heading,
  lead,
  button,
  password,
  asksPassword = false,
  onPress,
  success,
  invalid,
}: MailedLinkProps) {
  const token = useMailedToken()
  const [message, setMessage] = useState<string | null>(null)
  const form = useForm({
    schema,
    initial: { password: '' },
    toBody: (values) => ({ token, ...(values.password === '' ? {} : { password: values.password }) }),
    onSubmit: async (_, values) =>
      setMessage(await onPress({ token, ...(values.password === '' ? {} : { password: values.password }) })),
  })

  if (message !== null)
    return (
      <EntranceMessage court="fall" heading={success.heading} next={success.nextStep}>
        {success.text(message)}
      </EntranceMessage>
    )

  if (token === '' || form.refusal?.code === 'link_dead') {
    const { text, nextStep } = invalid(token !== '')
    return (
      <EntranceMessage court="fall" heading="This link no longer works" error next={nextStep}>
        {token === '' && 'This link is incomplete. Open it from the email again. '}
        {text}
      </EntranceMessage>
    )
  }

  return (
    <EntranceLayout court="fall">
      <PageTitle failed={form.failed}>{heading}</PageTitle>
      <h1 className="lettering text-4xl">{heading}</h1>
      <p className="mt-2 text-ink-soft">{lead}</p>
      <form onSubmit={(event) => void form.submit(event)} noValidate className="mt-6 flex flex-col gap-5">
        <FormErrors form={form} />
        {password && (asksPassword || form.refusal?.fields['password'] !== undefined) && (
          <PasswordField {...form.field('password')} {...password} meter={password.autoComplete === 'new-password'} />
        )}
        <FormActions>
          <Button type="submit" size="lg" wide busy={form.busy}>
            {button}
          </Button>
        </FormActions>
      </form>
    </EntranceLayout>
  )
}
