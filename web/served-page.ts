import type { QueryClient } from '@tanstack/react-query'
import type { PostedForm } from '#/contract/posted-form.ts'
import { createContext, useContext, useState, useSyncExternalStore } from 'react'

/** Whether this code runs on the server, which renders pages too. */
export const isServer = globalThis.document === undefined

/** The page that the server is rendering, with its own cache of reads. Null in a browser. */
export const ServedPage = createContext<{ queries: QueryClient; site: string; posted: PostedForm | null } | null>(null)

/** The origin of this site. */
export function useSite(): string {
  return useContext(ServedPage)?.site ?? location.origin
}

/**
 * Whether the component has been hydrated, or was first rendered in the browser. The first render of a page from the
 * server must match the server's. Anything that depends on the device (saved forms, its share menu) comes one render later.
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

/** Whether the component was hydrated from a page that the server rendered. */
export function useWasServed(): boolean {
  const hydrated = useHydrated()
  const [wasServed] = useState(!hydrated)
  return wasServed
}
