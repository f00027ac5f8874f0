import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { EntranceLayout } from '#/features/accounts/EntranceLayout.tsx'
import { EntranceNews } from '#/features/accounts/EntranceNews.tsx'
import { call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { paths } from '#/web/paths.ts'
import { token as session } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { confirmEmail } from './contract.ts'

/** Where the link to a new e-mail leads. Opening it does nothing yet: mail programs open links by themselves. */
export default function ConfirmEmailPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const signedIn = useStored(session) !== null
  const [done, setDone] = useState<string | null>(null)
  const form = useForm({
    schema: confirmEmail.body,
    initial: {},
    toBody: () => ({ token }),
    onSubmit: async (body) => setDone((await call(confirmEmail, { body })).email),
  })

  if (done !== null)
    return (
      <EntranceNews
        court="fall"
        heading="E-mail changed"
        next={
          <ButtonLink to={signedIn ? paths.settings : paths.signIn} size="lg">
            {signedIn ? 'Go to settings' : 'Go to sign in'}
          </ButtonLink>
        }
      >
        From now on you sign in with {done}.
      </EntranceNews>
    )

  if (token === '' || form.refusal?.code === 'link_dead')
    return (
      <EntranceNews
        court="fall"
        heading="This link no longer works"
        error
        next={
          <ButtonLink to={signedIn ? paths.settings : paths.signIn} size="lg">
            {signedIn ? 'Go to settings' : 'Go to sign in'}
          </ButtonLink>
        }
      >
        {token === ''
          ? 'The address is not whole. Open the link from the mail again.'
          : 'It has been used, it is more than a day old, or you have asked for another one.'}{' '}
        Your e-mail can be changed under Settings.
      </EntranceNews>
    )

  return (
    <EntranceLayout court="fall">
      <title>Confirm your new e-mail · Deuce</title>
      <h1 className="lettering text-4xl">Confirm your new e-mail</h1>
      <p className="mt-2 text-ink-soft">One press, and your account moves to this e-mail.</p>
      <form onSubmit={(event) => void form.submit(event)} noValidate className="mt-6 flex flex-col gap-5">
        {form.refusal && <Notice tone="error">{form.refusal.message}</Notice>}
        <FormActions>
          <Button type="submit" size="lg" wide busy={form.busy}>
            Use this e-mail
          </Button>
        </FormActions>
      </form>
    </EntranceLayout>
  )
}
