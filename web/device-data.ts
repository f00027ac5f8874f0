import { PUSH_CACHE } from './push-owner.ts'

/** The database of this site on the device: what was read last, and what waits to be sent. */
export const DEVICE_DATABASE = 'deuce'

/** Deletes what is kept on the device, also what waits to be sent: the next person here must not find it. */
export function emptyDevice(): void {
  try {
    indexedDB.deleteDatabase(DEVICE_DATABASE)
  } catch {
    // A browser without storage has kept nothing.
  }
  void endPush().catch(() => {})
}

/** Ends what the browser's push service sends here, and takes away what is shown. The server forgets it with the session. */
export async function endPush(): Promise<void> {
  // A page that is not secure has neither.
  if (!('caches' in globalThis) || !('serviceWorker' in navigator)) return
  await caches.delete(PUSH_CACHE)
  const registration = await navigator.serviceWorker.getRegistration()
  // Not on an iPhone outside the home screen.
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
  await navigator.clearAppBadge?.()
}
