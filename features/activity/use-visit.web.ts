import { useEffect, useEffectEvent } from 'react'
import { useChange } from '#/web/api.ts'
import { isOnline } from '#/web/connection.ts'
import { impersonation } from '#/web/session.ts'
import { noteVisit } from '#/features/calls.gen.ts'

/** Minimum milliseconds between two calls from one tab. The server recognizes reloads and other tabs. */
const APART_MS = 5 * 60_000

let notedAt = -Infinity

/** Records a visit once the news is on screen in a visible tab. */
export function useVisit(isShown: boolean): void {
  const { mutate } = useChange(noteVisit, [], { quiet: true })
  const note = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || !isOnline() || impersonation.get() !== null) return
    if (performance.now() - notedAt < APART_MS) return
    notedAt = performance.now()
    // A failure is harmless: the same items are marked as new next time.
    mutate({})
  })
  useEffect(() => {
    if (!isShown) return undefined
    note()
    const look = () => note()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isShown])
}
