import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { User } from '#/features/accounts/contract.ts'
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
import { PageTitle } from '#/web/PageTitle.tsx'
import { FormErrors } from '#/web/FormErrors.tsx'
import { TopBar } from '#/web/TopBar.tsx'
import { PasskeyButton } from '#/features/passkeys/PasskeyButton.tsx'
import { lazyPart, Nothing } from '#/web/lazy-part.tsx'
import { Story } from './Story.tsx'

// Loads the form's validation on first use: the schemas are a tenth of the page.
const contract = () => import('#/features/accounts/contract.ts')

// Loaded after the page, because only some installations have another way to sign in.
const SocialButton = lazyPart(() => import('#/features/accounts/SocialButton.tsx'), Nothing)

// Loaded only after a session has ended.
const UnsentScores = lazyPart(() => import('./UnsentScores.tsx'), Nothing)

// Loaded only for visitors who are already signed in.
const SignedIn = lazyPart(() => import('./SignedIn.tsx'))

/** The front door: the leagues, what can be joined, and the sign-in beside it. */
export default function FrontDoorPage() {
  const navigate = useNavigate()
  const { back, email, isSent } = readState(useLocation().state)
  const ended = useStored(sessionEnded)
  const [checking, check] = useLiveSession(({ role }) => navigate(back ?? homeOf(role), { replace: true }))
  const posted = usePostedForm()
  const form = useForm({
    posted,
    schema: () => contract().then(({ signIn }) => signIn.body),
    initial: { email, password: '' },
    toBody: (values) => values,
    onSubmit: async (body) => {
      const answer = await contract().then(({ signIn }) => call(signIn, { body }))
      token.set(answer.token)
      await navigate(back ?? homeOf(answer.user.role))
    },
  })
  const fields = useRef<HTMLFormElement>(null)

  if (checking) return null
  if (posted && 'reply' in posted) return <SignedIn />
  // Shows the form first to a visitor who was on the way to another screen.
  const isFirst = ended || isSent
  return (
    <div className="flex min-h-dvh flex-col">
      <PageTitle failed={form.failed}>{form.failed ? 'Sign in' : 'Find your league or sign in'}</PageTitle>
      <TopBar home={paths.signIn}>
        <a
          href="#email"
          className="inline-flex min-h-11 items-center rounded-sm px-3 font-[620] underline decoration-2 underline-offset-4 hover:no-underline lg:hidden"
          onClick={(event) => {
            event.preventDefault()
            fields.current?.querySelector('input')?.focus()
          }}
        >
          Sign in
        </a>
      </TopBar>
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 grid-rows-[auto_1fr] flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_22rem]"
      >
        <Story part="opening" />
        <section
          aria-labelledby="sign-in"
          className={`row-span-2 bg-surface ${isFirst ? 'max-lg:order-first' : 'max-lg:order-last'}`}
        >
          <div className="top-16 mx-auto w-full max-w-md px-4 py-8 sm:px-8 sm:py-10 lg:sticky">
            <h2 id="sign-in" className="lettering text-2xl">
              Sign in
            </h2>
            <p className="mt-2 text-ink-soft">Your leagues, your matches, the table.</p>
            {!organization().is_open && (
              <div className="mt-6">
                <Notice title="This league is being set up">You cannot join yet. Please come back later.</Notice>
              </div>
            )}
            {ended && (
              <div className="mt-6">
                <Notice tone="warn" title="You were signed out" announce>
                  Your session has ended. Sign in to continue where you left off. Your cart is kept.
                </Notice>
                <Suspense>
                  <UnsentScores />
                </Suspense>
              </div>
            )}
            <form
              ref={fields}
              method="post"
              // Without JavaScript the response scrolls to the form.
              action={`${paths.signIn}#sign-in`}
              onSubmit={(event) => void form.submit(event)}
              noValidate
              className="mt-6 flex flex-col gap-5"
            >
              <FormErrors form={form} />
              <TextField
                {...form.field('email')}
                label="Email"
                type="email"
                autoComplete="username"
                inputMode="email"
              />
              <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
              <FormActions>
                <Button type="submit" variant="secondary" size="lg" wide busy={form.busy}>
                  Sign in
                </Button>
              </FormActions>
            </form>
            <p className="mt-6">
              <TextLink to={paths.forgotPassword}>Forgot password?</TextLink>
            </p>
            <p className="mt-3">
              New here?{' '}
              <TextLink to={paths.signUp} state={{ back: back ?? paths.profile }}>
                Create an account
              </TextLink>
            </p>
            <p className="mt-3">
              Just looking? <TextLink to={paths.leagues}>See the leagues and prices</TextLink>
            </p>
            <PasskeyButton onSignedIn={check} />
            <Suspense>
              <SocialButton back={back ?? paths.signIn} />
            </Suspense>
          </div>
        </section>
        <Story part="rest" />
      </main>
    </div>
  )
}

/** The screen to open after signing in, unless another one needed the session: the desk for its organizers. */
function homeOf(role: User['role']): string {
  return role === 'player' ? paths.profile : paths.desk
}

/** The screen that needed a session, null if none did, and the email of a new account. */
function readState(state: unknown): { back: string | null; email: string; isSent: boolean } {
  const { back, email } = (state ?? {}) as { back?: unknown; email?: unknown }
  const isSent = isInside(back) || typeof email === 'string'
  return { back: isInside(back) ? back : null, email: typeof email === 'string' ? email : '', isSent }
}

/** Whether it is a signed-in screen, and not another address that a browser would follow. */
function isInside(back: unknown): back is string {
  return typeof back === 'string' && /^\/(dashboard|organizer)(?=[/?#]|$)/.test(back)
}

/**
 * Skips this page if the session works; removes a session that has ended. While the server is unavailable the page
 * stays. Also returns a function that checks a new session.
 */
function useLiveSession(enter: (user: User) => unknown): [checking: boolean, check: () => void] {
  const [checking, setChecking] = useState(() => token.get() !== null)
  const enterNow = useEffectEvent(enter)
  useEffect(() => {
    if (checking)
      contract()
        .then(({ getUser }) => call(getUser, {}))
        .then(
          ({ user }) => enterNow(user),
          () => setChecking(false),
        )
  }, [checking])
  return [checking, () => setChecking(true)]
}
