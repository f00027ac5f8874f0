import type { QueryClient } from '@tanstack/react-query'
import type { PostedForm } from '#/contract/posted-form.ts'
import { createContext, useContext, useState, useSyncExternalStore } from 'react'

/** Whether this is the server, which makes pages too. */
export const isServer = globalThis.document === undefined

/** The page that the server is making: what its screens read is kept for it alone. Null in a browser. */
export const ServedPage = createContext<{ queries: QueryClient; site: string; posted: PostedForm | null } | null>(null)

/** The origin of this site. */
export function useSite(): string {
  return useContext(ServedPage)?.site ?? location.origin
}

/**
 * Whether the browser has taken over. A page from the server shows what every visitor sees; what this device knows besides
 * (kept forms, its share menu, its address) comes one render later.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

function never(): () => void {
  return () => {}
}

/** Whether the component has taken over what the server made. */
export function useWasServed(): boolean {
  const hydrated = useHydrated()
  const [wasServed] = useState(!hydrated)
  return wasServed
}
