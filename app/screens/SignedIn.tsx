import { useState, type ReactNode } from 'react'
import { Navigate, useLocation } from '#/web/router.tsx'
import { paths } from '#/contract/paths.ts'
import { useHydrated } from '#/web/served-page.ts'
import { sessionEnded, token } from '#/web/session.ts'
import { useStored } from '#/web/store.ts'

/**
 * Wraps screens that need a session. Without one it redirects to the sign-in page, which returns to this screen unless
 * the player has just signed out here.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  // A page from the server always belongs to this browser's session (app/screens/page-start.js).
  const wasServed = !useHydrated()
  const signedIn = useStored(token) !== null || wasServed
  const [wasSignedIn] = useState(signedIn)
  const { pathname, search, hash } = useLocation()
  if (signedIn) return children
  const signedOut = wasSignedIn && !sessionEnded.get()
  return <Navigate to={paths.signIn} replace state={signedOut ? null : { back: pathname + search + hash }} />
}
