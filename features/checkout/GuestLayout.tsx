import { useEffect, useState, type ReactNode } from 'react'
import { Link, Navigate, useNavigationType, useSearchParams } from '#/web/router.tsx'
import { Queries } from '#/web/Queries.tsx'
import { paths } from '#/contract/paths.ts'
import { token } from '#/web/session.ts'
import { AppShell } from '#/web/ui/AppShell.tsx'
import { TopBar } from '#/web/TopBar.tsx'
import { keepGuestDetails } from '#/features/accounts/guest-details.web.ts'

type GuestLayoutProps = {
  /** The current step: when it changes, the focus moves to the new heading. */
  screen: string
  /** Where a signed-in player should buy instead. Null during a guest's own order, which signs them in. */
  signedIn: string | null
  children: ReactNode
}

/** Layout for buying without an account. */
export function GuestLayout({ screen, signedIn, children }: GuestLayoutProps) {
  // Read only once, because paying signs the buyer in.
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

/** Stores the code of a friend's referral link for the form. */
function useReferral(): void {
  const [search] = useSearchParams()
  const code = search.get('referral')
  useEffect(() => {
    if (code) keepGuestDetails({ referral_code: code })
  }, [code])
}
