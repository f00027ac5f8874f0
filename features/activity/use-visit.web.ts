import { useEffect, useEffectEvent } from 'react'
import { useChange } from '#/web/api.ts'
import { isOnline } from '#/web/connection.ts'
import { impersonation } from '#/web/session.ts'
import { noteVisit } from '#/features/calls.gen.ts'

/** Milliseconds between two notes of one tab: reloads and other tabs are told apart by the server. */
const APART_MS = 5 * 60_000

let notedAt = -Infinity

/** Notes that the player looks at what is new, once it is shown on a tab that they see. */
export function useVisit(isShown: boolean): void {
  const { mutate } = useChange(noteVisit, [], { quiet: true })
  const note = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || !isOnline() || impersonation.get() !== null) return
    if (performance.now() - notedAt < APART_MS) return
    notedAt = performance.now()
    // It may fail: then what is new is new once more.
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
