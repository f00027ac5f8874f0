import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { paths } from '#/web/paths.ts'
import { token as session } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { Notice } from '#/web/ui/Notice.tsx'
import { EntranceLayout } from './EntranceLayout.tsx'
import { EntranceNews } from './EntranceNews.tsx'
import { resendVerifyEmail, verifyEmail } from './contract.ts'

/** Where the link of a sign-up's mail leads. Opening it does nothing yet: mail programs open links by themselves. */
export default function VerifyEmailPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const signedIn = useStored(session) !== null
  const [done, setDone] = useState<string | null>(null)
  const form = useForm({
    schema: verifyEmail.body,
    initial: {},
    toBody: () => ({ token }),
    onSubmit: async (body) => setDone((await call(verifyEmail, { body })).message),
  })

  if (done !== null)
    return (
      <EntranceNews
        court="fall"
        heading="E-mail confirmed"
        next={
          <ButtonLink to={signedIn ? paths.profile : paths.signIn} size="lg">
            {signedIn ? 'Go to my profile' : 'Go to sign in'}
          </ButtonLink>
        }
      >
        {done}
      </EntranceNews>
    )

  if (token === '' || form.refusal?.code === 'link_dead')
    return (
      <EntranceNews
        court="fall"
        heading="This link no longer works"
        error
        next={
          signedIn ? (
            <Resend />
          ) : (
            <ButtonLink to={paths.signIn} size="lg">
              Go to sign in
            </ButtonLink>
          )
        }
      >
        {token === ''
          ? 'The address is not whole. Open the link from the mail again.'
          : 'It has been used, or it is more than seven days old.'}
        {!signedIn && ' Sign in first, then open it once more to have a new one sent.'}
      </EntranceNews>
    )

  return (
    <EntranceLayout court="fall">
      <title>Confirm your e-mail · Deuce</title>
      <h1 className="lettering text-4xl">Confirm your e-mail</h1>
      <p className="mt-2 text-ink-soft">One press, and scores and schedules reach you.</p>
      <form onSubmit={(event) => void form.submit(event)} noValidate className="mt-6 flex flex-col gap-5">
        {form.refusal && <Notice tone="error">{form.refusal.message}</Notice>}
        <FormActions>
          <Button type="submit" size="lg" wide busy={form.busy}>
            Confirm my e-mail
          </Button>
        </FormActions>
      </form>
    </EntranceLayout>
  )
}

/** Has the link mailed again. */
function Resend() {
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<{ tone: 'success' | 'error'; message: string } | null>(null)

  async function resend(): Promise<void> {
    setBusy(true)
    try {
      setAnswer({ tone: 'success', message: (await call(resendVerifyEmail, {})).message })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setAnswer({ tone: 'error', message: error.message })
    } finally {
      setBusy(false)
    }
  }

  if (answer?.tone === 'success')
    return (
      <Notice tone="success" announce>
        {answer.message}
      </Notice>
    )
  return (
    <div className="flex flex-col items-start gap-4">
      {answer && <Notice tone="error">{answer.message}</Notice>}
      <Button size="lg" busy={busy} onClick={() => void resend()}>
        Mail me a new link
      </Button>
    </div>
  )
}
