/** The database of this site on the device: what was read last, and what waits to be sent. */
export const DEVICE_DATABASE = 'deuce'

/** Deletes what is kept on the device, also what waits to be sent: the next person here must not find it. */
export function emptyDevice(): void {
  try {
    indexedDB.deleteDatabase(DEVICE_DATABASE)
  } catch {
    // A browser without storage has kept nothing.
  }
}
