import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { DEVICE_DATABASE } from './device-data.ts'

/** A cached response. `address` and `owner`, the session that read it, are hashes. */
type StoredReply = { address: string; owner: string; sealed: ArrayBuffer; at: number }

/** A change that waits for the network, or was refused in the meantime. */
export type WaitingChange = {
  /** The Idempotency-Key of the change. */
  key: string
  player_id: number
  /** Empty once the session has ended. */
  token: string
  method: string
  address: string
  body: string
  /** A description for the player. `by`: who reported it, unless an older release kept it. */
  about: { match_id: number | null; title: string; line: string; by?: string }
  at: number
  /** Why it was refused. Null while it waits. */
  refused: { code: string; message: string } | null
  /** The session has ended, so the player has to sign in first. */
  needs_sign_in: boolean
}

interface Device extends DBSchema {
  answers: { key: string; value: StoredReply }
  waiting: { key: string; value: WaitingChange }
}

/**
 * Runs work on the device's database. Throws if the browser denies storage. Closes the connection afterwards, so that
 * signing out in another tab can delete everything.
 */
export async function onDevice<T>(work: (device: IDBPDatabase<Device>) => Promise<T>): Promise<T> {
  const device = await openDB<Device>(DEVICE_DATABASE, 1, {
    upgrade(made) {
      made.createObjectStore('answers', { keyPath: 'address' })
      made.createObjectStore('waiting', { keyPath: 'key' })
    },
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  })
  try {
    return await work(device)
  } finally {
    device.close()
  }
}
