import { useSyncExternalStore } from 'react'
import { currentAnnouncement, subscribeAnnouncements } from './announce.ts'

/** What screen readers hear of changes that the reader did not make. Rendered once, at the root of the app. */
export function Announcer() {
  const text = useSyncExternalStore(subscribeAnnouncements, currentAnnouncement, currentAnnouncement)
  return (
    <p aria-live="polite" className="sr-only" data-announcer>
      {text}
    </p>
  )
}
