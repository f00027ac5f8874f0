import { useEffect, useState, type ReactNode } from 'react'
import { Link, Navigate, useNavigationType, useSearchParams } from '#/web/router.tsx'
import { Queries } from '#/web/Queries.tsx'
import { paths } from '#/contract/paths.ts'
import { token } from '#/web/session.ts'
import { AppShell } from '#/web/ui/AppShell.tsx'
import { TopBar } from '#/web/TopBar.tsx'
import { keepGuestDetails } from './guest-details.web.ts'

type GuestLayoutProps = {
  /** Names the screen: when it changes, the focus goes to the new heading. */
  screen: string
  /** Where a player who is signed in buys instead; null: a guest's own order, which has signed them in. */
  signedIn: string | null
  children: ReactNode
}

/** The frame of buying without an account. */
export function GuestLayout({ screen, signedIn, children }: GuestLayoutProps) {
  // Looked at once: paying signs the buyer in, and the receipt is shown here.
  const [inside] = useState(() => token.get() !== null)
  const how = useNavigationType()
  useReferral()
  useEffect(() => {
    if (how !== 'POP') document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [screen, how])

  if (inside && signedIn !== null) return <Navigate to={signedIn} replace />
  return (
    <Queries>
      <AppShell
        topBar={
          <TopBar home={paths.signIn}>
            {signedIn !== null && (
              <Link
                to={paths.signIn}
                className="inline-flex min-h-11 items-center rounded-sm px-3 font-[620] underline decoration-2 underline-offset-4 hover:no-underline"
              >
                Sign in
              </Link>
            )}
          </TopBar>
        }
      >
        {children}
      </AppShell>
    </Queries>
  )
}

/** A friend's link may lead here: its code is kept for the form. */
function useReferral(): void {
  const [search] = useSearchParams()
  const code = search.get('referral')
  useEffect(() => {
    if (code) keepGuestDetails({ referral_code: code })
  }, [code])
}
