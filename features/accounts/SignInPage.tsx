import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from '#/web/router.tsx'
import { call } from '#/web/call.ts'
import { useForm } from '#/web/form.ts'
import { organization } from '#/contract/organization.ts'
import { usePostedForm } from '#/web/posted-form.ts'
import { paths } from '#/contract/paths.ts'
import { sessionEnded, token } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'
import { Notice } from '#/web/ui/Notice.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { FormActions } from '#/web/ui/FormActions.tsx'
import { PasswordField } from '#/web/ui/PasswordField.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { TextLink } from '#/web/ui/TextLink.tsx'
import { EntranceLayout } from './EntranceLayout.tsx'
import { EntranceMessage } from './EntranceMessage.tsx'
import { PageTitle } from '#/web/PageTitle.tsx'
import { FormErrors } from '#/web/FormErrors.tsx'

// What the form is checked with comes once it is used: the schemas are a tenth of the page.
const contract = () => import('./contract.ts')

// Where another sign-in is offered: its code comes after the page.
const SocialButton = lazy(() => import('./SocialButton.tsx').then((part) => ({ default: part.SocialButton })))

/** The landing page: what the product is, and the way in. */
export default function SignInPage() {
  const navigate = useNavigate()
  const { back, email } = readState(useLocation().state)
  const ended = useStored(sessionEnded)
  const checking = useLiveSession(() => void navigate(back, { replace: true }))
  const posted = usePostedForm()
  const form = useForm({
    posted,
    schema: () => contract().then(({ signIn }) => signIn.body),
    initial: { email, password: '' },
    toBody: (values) => values,
    onSubmit: async (body) => {
      const answer = await contract().then(({ signIn }) => call(signIn, { body }))
      token.set(answer.token)
      await navigate(back)
    },
  })

  if (checking) return null
  if (posted && 'reply' in posted)
    return (
      <EntranceMessage
        court="summer-1"
        heading="You are signed in"
        next={<TextLink to={paths.leagues}>See the leagues and prices</TextLink>}
      >
        Your matches open in a moment. If they do not, this browser does not run JavaScript, which they need: switch it
        on and sign in again.
      </EntranceMessage>
    )
  return (
    <EntranceLayout court="summer-1">
      <PageTitle failed={form.failed}>Sign in</PageTitle>
      <h1 className="lettering text-4xl">Sign in</h1>
      <p className="mt-2 text-ink-soft">Your leagues, your matches, the table.</p>
      {!organization().is_open && (
        <div className="mt-6">
          <Notice title="This league is being set up">Please come back later: nothing can be joined yet.</Notice>
        </div>
      )}
      {ended && (
        <div className="mt-6">
          <Notice tone="warn" title="You were signed out" announce>
            Your session has ended. Sign in to go on where you were. Your cart is kept.
          </Notice>
        </div>
      )}
      <form
        method="post"
        action={paths.signIn}
        onSubmit={(event) => void form.submit(event)}
        noValidate
        className="mt-6 flex flex-col gap-5"
      >
        <FormErrors form={form} />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" inputMode="email" />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        <FormActions>
          <Button type="submit" size="lg" wide busy={form.busy}>
            Sign in
          </Button>
        </FormActions>
      </form>
      <p className="mt-6">
        <TextLink to={paths.forgotPassword}>Forgot password?</TextLink>
      </p>
      <p className="mt-3">
        New here?{' '}
        <TextLink to={paths.signUp} state={{ back }}>
          Create an account
        </TextLink>
      </p>
      <p className="mt-3">
        Just looking? <TextLink to={paths.leagues}>See the leagues and prices</TextLink>
      </p>
      <Suspense>
        <SocialButton back={back} />
      </Suspense>
    </EntranceLayout>
  )
}

/** Where to go after signing in: the screen that needed a session, else my profile. And the email of a new account. */
function readState(state: unknown): { back: string; email: string } {
  const { back, email } = (state ?? {}) as { back?: unknown; email?: unknown }
  return { back: isInside(back) ? back : paths.profile, email: typeof email === 'string' ? email : '' }
}

/** Whether it is a screen for people who are signed in, and nothing else that a browser would follow. */
function isInside(back: unknown): back is string {
  return typeof back === 'string' && /^\/(dashboard|organizer)(?=[/?#]|$)/.test(back)
}

/** A session that works skips this page; one that has ended is removed. While the server is unavailable the page opens. */
function useLiveSession(enter: () => void): boolean {
  const [checking, setChecking] = useState(() => token.get() !== null)
  const enterNow = useEffectEvent(enter)
  useEffect(() => {
    if (checking)
      contract()
        .then(({ getUser }) => call(getUser, {}))
        .then(
          () => enterNow(),
          () => setChecking(false),
        )
  }, [checking])
  return checking
}
