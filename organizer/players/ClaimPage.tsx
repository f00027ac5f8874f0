import { useState } from 'react'
import { paths } from '#/contract/paths.ts'
import { EntranceLayout } from '#/features/accounts/EntranceLayout.tsx'
import { EntranceMessage } from '#/features/accounts/EntranceMessage.tsx'
import { readClaim } from '#/organizer/calls.gen.ts'
import { useRead } from '#/web/api.ts'
import { call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { FormErrors } from '#/web/FormErrors.tsx'
import { useMailedToken } from '#/web/mailed-token.ts'
import { PageTitle } from '#/web/PageTitle.tsx'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { claimAccount } from './correction-contract.ts'

/** The screen behind the link with which a player without an email sets email and password. */
export default function ClaimPage() {
  const token = useMailedToken()
  const [done, setDone] = useState<string | null>(null)
  const read = useRead(readClaim, { body: { token } }, { enabled: token !== '' && done === null })
  const form = useForm({
    schema: claimAccount.body,
    initial: { email: '', password: '' },
    toBody: (values) => ({ token, ...values }),
    onSubmit: async (body) => setDone((await call(claimAccount, { body })).message),
  })
  const signIn = (
    <ButtonLink to={paths.signIn} size="lg">
      Go to sign in
    </ButtonLink>
  )
  if (done !== null)
    return (
      <EntranceMessage court="summer-1" heading="Welcome" next={signIn}>
        {done}
      </EntranceMessage>
    )
  const isDead = read.error?.code === 'link_dead' || form.refusal?.code === 'link_dead'
  if (token === '' || isDead || read.error)
    return (
      <EntranceMessage
        court="summer-1"
        heading={token === '' || isDead ? 'This link no longer works' : 'Something went wrong'}
        error
        next={
          token === '' || isDead ? (
            signIn
          ) : (
            <Button size="lg" onClick={() => void read.refetch()}>
              Try again
            </Button>
          )
        }
      >
        {token === '' || isDead
          ? 'It has been used, it is too old, or an organizer has made another one. Ask your organizer for a new link.'
          : read.error?.message}
      </EntranceMessage>
    )
  const heading = read.data ? `Are you ${read.data.name}?` : 'Claim your account'
  return (
    <EntranceLayout court="summer-1">
      <PageTitle failed={form.failed}>{heading}</PageTitle>
      <h1 className="lettering text-4xl wrap-anywhere">{heading}</h1>
      <p className="mt-2 text-ink-soft">
        Your organizer has an account for you. Choose the email and password with which you sign in. Your results and
        entries are there already.
      </p>
      <form onSubmit={(event) => void form.submit(event)} noValidate className="mt-6 flex flex-col gap-5">
        <FormErrors form={form} />
        <TextField {...form.field('email')} label="Email" type="email" inputMode="email" autoComplete="email" />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="new-password"
          hint="8 characters or more, and not a common password."
          meter
        />
        <FormActions note="If you are somebody else, close this page: nothing changes.">
          <Button type="submit" size="lg" wide busy={form.busy}>
            Claim my account
          </Button>
        </FormActions>
      </form>
    </EntranceLayout>
  )
}
