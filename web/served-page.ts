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
 * Whether the component has been hydrated, or was made in the browser. The first rendering of a page from the server is the same as
 * there; what only this device knows (kept forms, its share menu) comes one render later.
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

/** Whether the component was hydrated from a page of the server. */
export function useWasServed(): boolean {
  const hydrated = useHydrated()
  const [wasServed] = useState(!hydrated)
  return wasServed
}
