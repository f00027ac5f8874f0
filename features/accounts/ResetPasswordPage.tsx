import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '#/web/call.ts'
import { useMailedToken } from '#/web/mailed-token.ts'
import { useForm } from '#/web/form.ts'
import { paths } from '#/contract/paths.ts'
import { token as session } from '#/web/session.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { EntranceLayout } from './EntranceLayout.tsx'
import { EntranceMessage } from './EntranceMessage.tsx'
import { resetPassword } from './contract.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { FormErrors } from '#/web/FormErrors.tsx'

/** The endpoint's rules, and a second field to confirm the password. */
const twice = z.extend(resetPassword.body, { confirm: z.string() }).check(
  z.refine(({ password, confirm }) => password === confirm, {
    path: ['confirm'],
    message: 'Passwords do not match.',
  }),
)

/** The screen behind the mailed link: choose a new password. */
export default function ResetPasswordPage() {
  const token = useMailedToken()
  const [done, setDone] = useState<string | null>(null)
  const form = useForm({
    schema: twice,
    initial: { password: '', confirm: '' },
    toBody: (values) => ({ token, ...values }),
    onSubmit: async ({ password }) => {
      const answer = await call(resetPassword, { body: { token, password } })
      // The reset ended every session, including this browser's.
      session.set(null)
      setDone(answer.message)
    },
  })

  if (done !== null)
    return (
      <EntranceMessage
        court="winter"
        heading="Password Reset Successful"
        next={
          <ButtonLink to={paths.signIn} size="lg">
            Back to Login
          </ButtonLink>
        }
      >
        {done}
      </EntranceMessage>
    )

  if (token === '' || form.refusal?.code === 'link_dead')
    return (
      <EntranceMessage
        court="winter"
        heading="This link no longer works"
        error
        next={
          <div className="flex flex-col items-start gap-4">
            <ButtonLink to={paths.forgotPassword} size="lg">
              Send a new link
            </ButtonLink>
            <TextLink to={paths.signIn}>Back to Login</TextLink>
          </div>
        }
      >
        {token === ''
          ? 'This link is incomplete. Open it from the email again, or request a new one.'
          : 'It has been used, or it is more than an hour old. Your password has not changed.'}
      </EntranceMessage>
    )

  return (
    <EntranceLayout court="winter">
      <PageTitle failed={form.failed}>Reset password</PageTitle>
      <h1 className="lettering text-4xl">Reset password</h1>
      <p className="mt-2 text-ink-soft">
        Choose a new password. You will be signed out everywhere and can then sign in with it.
      </p>
      <form onSubmit={(event) => void form.submit(event)} noValidate className="mt-6 flex flex-col gap-5">
        <FormErrors form={form} />
        <PasswordField
          {...form.field('password')}
          label="New password"
          autoComplete="new-password"
          hint="8 characters or more, and not a common password."
          meter
        />
        <PasswordField {...form.field('confirm')} label="Confirm password" autoComplete="new-password" />
        <FormActions>
          <Button type="submit" size="lg" wide busy={form.busy}>
            Reset password
          </Button>
        </FormActions>
      </form>
      <p className="mt-6">
        <TextLink to={paths.signIn}>Back to Login</TextLink>
      </p>
    </EntranceLayout>
  )
}
