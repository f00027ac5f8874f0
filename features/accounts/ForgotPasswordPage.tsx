import { useState } from 'react'
import { call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { usePostedForm } from '#/web/posted-form.ts'
import { paths } from '#/contract/paths.ts'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { EntranceLayout } from './EntranceLayout.tsx'
import { takeFocus } from './focus.ts'
import { forgotPassword } from './contract.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { FormErrors } from '#/web/FormErrors.tsx'

/** Asks for the email address that should receive a link to choose a new password. */
export default function ForgotPasswordPage() {
  const posted = usePostedForm()
  const [sent, setSent] = useState(() =>
    posted && 'reply' in posted ? { message: posted.reply.message ?? '', email: posted.values['email'] ?? '' } : null,
  )
  const form = useForm({
    posted,
    schema: forgotPassword.body,
    initial: { email: '' },
    toBody: (values) => values,
    onSubmit: async (body) => {
      try {
        setSent({ ...(await call(forgotPassword, { body })), email: body.email })
      } catch (error) {
        // The errors of this screen appear in a toast (docs/decisions/020).
        if (error instanceof Error) showToast({ tone: 'bad', text: error.message })
        throw error
      }
    },
  })

  if (sent)
    return (
      <EntranceLayout court="winter">
        <PageTitle>Check your email</PageTitle>
        <h1 ref={takeFocus} tabIndex={-1} className="lettering text-4xl">
          Check your email
        </h1>
        <p className="mt-4">{sent.message}</p>
        <p className="mt-4 text-ink-soft">
          You entered <strong className="font-[650] text-ink">{sent.email}</strong>. Nothing there after a few minutes?
          Check your spam folder, or try another email.
        </p>
        <div className="mt-6 flex flex-col items-start gap-4">
          <Button variant="secondary" onClick={() => setSent(null)}>
            Try another email
          </Button>
          <TextLink to={paths.signIn}>Back to Login</TextLink>
        </div>
      </EntranceLayout>
    )

  return (
    <EntranceLayout court="winter">
      <PageTitle failed={form.failed}>Forgot password</PageTitle>
      <h1 className="lettering text-4xl">Forgot password</h1>
      <p className="mt-2 text-ink-soft">
        Enter the email of your account, and we will send you a link to choose a new password.
      </p>
      <form
        method="post"
        action={paths.forgotPassword}
        onSubmit={(event) => void form.submit(event)}
        noValidate
        className="mt-6 flex flex-col gap-5"
      >
        <FormErrors form={form} />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" inputMode="email" />
        <FormActions>
          <Button type="submit" size="lg" wide busy={form.busy}>
            Send Reset Link
          </Button>
        </FormActions>
      </form>
      <p className="mt-6">
        <TextLink to={paths.signIn}>Back to Login</TextLink>
      </p>
    </EntranceLayout>
  )
}
