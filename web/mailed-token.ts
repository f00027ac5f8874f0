import { useEffect } from 'react'
import { useLocation, useNavigate } from './router.tsx'

/**
 * The token of a mailed link, '' if missing. It is removed from the address bar and the history at once; a reload finds
 * it in the history entry's state. Older links have it in the query.
 */
export function useMailedToken(): string {
  const { pathname, hash, search, state } = useLocation() as ReturnType<typeof useLocation> & { state: unknown }
  const navigate = useNavigate()
  const token = tokenIn(hash) ?? tokenIn(search)
  useEffect(() => {
    if (token !== null) void navigate(pathname, { replace: true, state: { mailed_token: token } })
  }, [token, pathname, navigate])
  return token ?? keptIn(state)
}

function tokenIn(part: string): string | null {
  return new URLSearchParams(part.slice(1)).get('token')
}

function keptIn(state: unknown): string {
  const kept = typeof state === 'object' && state !== null && 'mailed_token' in state ? state.mailed_token : ''
  return typeof kept === 'string' ? kept : ''
}
