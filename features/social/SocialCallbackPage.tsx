import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from '#/web/router.tsx'
import { EntranceLayout } from '#/features/accounts/EntranceLayout.tsx'
import { takeFocus } from '#/features/accounts/focus.ts'
import { ApiError, call } from '#/web/call.ts'
import { takeHandshake, type Handshake } from '#/features/accounts/handshake.web.ts'
import { paths } from '#/contract/paths.ts'
import { token } from '#/web/session.ts'
import { ButtonLink } from '#/web/ui/Button.tsx'
import { Spinner } from '#/web/ui/Spinner.tsx'
import { signInSocially } from '#/features/calls.gen.ts'
import { PageTitle } from '#/web/PageTitle.tsx'

type Problem = { title: string; text: string; request_id?: string | null; failed?: false }

const denied: Problem = {
  title: 'You stopped the sign-in',
  text: 'We did not receive anything about you. Start again, or sign in with your password.',
}
const stale: Problem = {
  title: 'This sign-in has ended',
  text: 'It was started in another tab, or has already been used. Please start again.',
}
const broken: Problem = {
  title: 'The sign-in did not work',
  text: 'The sign-in service sent no answer. Start again, or sign in with your password.',
}

/** The return from a social sign-in: continues to the dashboard, or shows the problem and a way back. */
export default function SocialCallbackPage() {
  const problem = useReturn()
  if (problem === null)
    return (
      <EntranceLayout court="summer-1">
        <PageTitle>Signing you in</PageTitle>
        <h1 className="lettering text-4xl">Signing you in</h1>
        <p className="mt-4">
          <Spinner label="Please wait a moment" size={28} />
        </p>
      </EntranceLayout>
    )
  return (
    <EntranceLayout court="summer-1">
      <PageTitle failed={problem.failed ?? true}>{problem.title}</PageTitle>
      <h1 ref={takeFocus} tabIndex={-1} className="lettering text-4xl">
        {problem.title}
      </h1>
      <p className="mt-4">{problem.text}</p>
      {problem.request_id && <p className="mt-2 text-sm text-ink-soft">Request {problem.request_id}</p>}
      <div className="mt-6">
        <ButtonLink to={paths.signIn} size="lg">
          Back to sign in
        </ButtonLink>
      </div>
    </EntranceLayout>
  )
}

/** Completes the sign-in with the provider's response, once. Null while in progress or after success. */
function useReturn(): Problem | null {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<Problem | null>(null)
  const begun = useRef(false)
  useEffect(() => {
    // A code can be redeemed only once, but React may run an effect twice.
    if (begun.current) return
    begun.current = true
    const handshake = takeHandshake()
    void enter(handshake, search).then(async (found) =>
      found ? setProblem(found) : navigate(handshake?.back ?? paths.profile, { replace: true }),
    )
  }, [search, navigate])
  return problem
}

async function enter(handshake: Handshake | null, search: URLSearchParams): Promise<Problem | null> {
  // The page was reloaded after a successful sign-in.
  if (!handshake && token.get() !== null) return null
  if (!handshake || handshake.state !== search.get('state')) return stale
  if (search.get('error') === 'access_denied') return denied
  const code = search.get('code')
  if (code === null) return broken
  const { code_verifier, nonce, redirect_uri } = handshake
  try {
    const answer = await call(signInSocially, { body: { code, code_verifier, nonce, redirect_uri } })
    token.set(answer.token)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'link_needed') return { title: 'Check your email', text: error.message, failed: false }
    return { title: broken.title, text: error.message, request_id: error.request_id }
  }
}
