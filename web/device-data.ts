import { PUSH_CACHE } from './push-owner.ts'

/** The database of this site on the device: what was read last, and what waits to be sent. */
export const DEVICE_DATABASE = 'deuce'

/** Where the service worker keeps the pictures that were shown. */
export const COURT_CACHE = 'courts'

/** Deletes what is kept on the device, also what waits to be sent: the next person here must not find it. */
export function emptyDevice(): void {
  try {
    indexedDB.deleteDatabase(DEVICE_DATABASE)
  } catch {
    // A browser without storage has kept nothing.
  }
  // The pictures that were shown tell in which leagues somebody plays.
  if ('caches' in globalThis) caches.delete(COURT_CACHE).catch(() => undefined)
  void endPush()
}

/** Ends what the browser's push service sends here, and takes away what is shown. The server forgets it with the session. */
export async function endPush(): Promise<void> {
  // A page that is not secure has neither.
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
