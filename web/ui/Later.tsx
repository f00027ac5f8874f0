import { useDeferredValue, type ReactNode } from 'react'

/**
 * Content below the first screenful of a long form: rendered right after the rest, so that the first paint does not
 * wait for it. Everything below it must be in a `Later` too, or it would move.
 */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}
