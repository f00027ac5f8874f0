import { useSyncExternalStore } from 'react'
import { currentAnnouncement, subscribeAnnouncements } from './announce.ts'

/** Announces changes that the reader did not make to screen readers. Rendered once, at the root of the app. */
export function Announcer() {
  const text = useSyncExternalStore(subscribeAnnouncements, currentAnnouncement, currentAnnouncement)
  return (
    <p aria-live="polite" className="sr-only" data-announcer>
      {text}
    </p>
  )
}
