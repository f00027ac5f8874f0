import { useState } from 'react'
import { ApiError, call } from '#/web/call.ts'
import { paths } from '#/contract/paths.ts'
import { token as session } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { Button, ButtonLink } from '#/web/ui/Button.tsx'
import { showToast } from '#/web/ui/toasts.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { MailedLink } from './MailedLink.tsx'
import { resendVerifyEmail } from '#/features/calls.gen.ts'
import { verifyEmail } from './contract.ts'

/** Where the link of a sign-up's mail leads. */
export default function VerifyEmailPage() {
  const signedIn = useStored(session) !== null
  const signIn = (
    <ButtonLink to={paths.signIn} size="lg">
      Go to sign in
    </ButtonLink>
  )
  return (
    <MailedLink
      schema={verifyEmail.body}
      heading="Confirm your email"
      lead="Press the button so that we can send you scores and schedules."
      button="Confirm my email"
      asksPassword={!signedIn}
      password={{
        label: 'Password',
        hint: 'The one that you chose when you signed up. If somebody else signed up with your email, choose your own: the account is then yours alone.',
        autoComplete: 'new-password',
      }}
      onPress={async (body) => (await call(verifyEmail, { body })).message}
      success={{
        heading: 'Email confirmed',
        text: (message) => message,
        nextStep: signedIn ? (
          <ButtonLink to={paths.profile} size="lg">
            Go to my profile
          </ButtonLink>
        ) : (
          signIn
        ),
      }}
      invalid={(isComplete) => ({
        text: (
          <>
            {isComplete && 'It has been used, or it is more than seven days old.'}
            {!signedIn && ' Sign in, and open this link again to get a new one.'}
          </>
        ),
        nextStep: signedIn ? <Resend /> : signIn,
      })}
    />
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
      showToast({ tone: 'bad', text: error.message })
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
      {answer && (
        <Notice tone="error" announce={false}>
          {answer.message}
        </Notice>
      )}
      <Button size="lg" busy={busy} onClick={() => void resend()}>
        Send me a new link
      </Button>
    </div>
  )
}
