import { PUSH_CACHE } from './push-owner.ts'

/** The site's IndexedDB database: cached reads, and unsent changes. */
export const DEVICE_DATABASE = 'deuce'

/** The key in the local storage of the items that an organizer last opened by the search of the desk. */
export const RECENT_KEY = 'deuce.recent'

/** The cache in which the service worker keeps court pictures that were shown. */
export const COURT_CACHE = 'courts'

/** Deletes everything stored on the device, including unsent changes: the next person must not find it. */
export function emptyDevice(): void {
  try {
    indexedDB.deleteDatabase(DEVICE_DATABASE)
  } catch {
    // A browser without storage has stored nothing.
  }
  // The stored pictures would reveal in which leagues somebody plays.
  if ('caches' in globalThis) caches.delete(COURT_CACHE).catch(() => undefined)
  void endPush()
}

/** Ends the browser's push subscription, and removes shown notifications. The server deletes it with the session. */
export async function endPush(): Promise<void> {
  // An insecure page has neither caches nor service workers.
  if (!('caches' in globalThis) || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  // A browser may lack one of them, or refuse it in a private window.
  await Promise.allSettled([
    registration?.pushManager?.getSubscription().then((subscription) => subscription?.unsubscribe()),
    registration?.getNotifications?.().then((all) => all.forEach((shown) => shown.close())),
    caches.delete(PUSH_CACHE),
    navigator.clearAppBadge?.(),
  ])
}
