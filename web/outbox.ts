import { onDevice, type WaitingChange } from './device-store.ts'

// Shared with the service worker, so it must not use the page.

/** The tag with which the browser wakes the service worker once there is a network. */
export const SYNC_TAG = 'send-waiting'

/** Notifies all tabs that a change was queued, sent or refused. */
const CHANNEL = 'deuce-waiting'

/** The outcome for a queued change. */
export type OutboxNews = { sent?: WaitingChange; refused?: WaitingChange }

export function listWaiting(): Promise<WaitingChange[]> {
  return onDevice(async (device) => (await device.getAll('waiting')).toSorted((one, other) => one.at - other.at))
}

/** Stores a change until it can be sent. Throws if the browser denies storage. */
export async function addWaiting(change: WaitingChange): Promise<void> {
  await onDevice((device) => device.put('waiting', change))
  tell({})
}

export async function removeWaiting(key: string): Promise<void> {
  await onDevice((device) => device.delete('waiting', key))
  tell({})
}

/** Assigns a player's queued changes to the session in which they have signed in again. */
export async function adoptWaiting(player_id: number, token: string): Promise<void> {
  await onDevice(async (device) => {
    const store = device.transaction('waiting', 'readwrite').store
    for (const change of await store.getAll())
      if (change.player_id === player_id && change.token !== token)
        await store.put({ ...change, token, needs_sign_in: false })
  })
}

/** The network or the server did not respond: to be retried. */
export class NotYet extends Error {}

/**
 * Sends queued changes, oldest first, from one tab or worker at a time; each one's key prevents a second effect. Throws
 * NotYet if one still waits for the network.
 */
export async function sendWaiting(): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return sendAll()
  await locks.request('deuce-waiting', sendAll)
}

async function sendAll(): Promise<void> {
  const all = await listWaiting()
  for (const change of all.filter(({ refused, needs_sign_in }) => !refused && !needs_sign_in)) await send(change)
}

async function send(change: WaitingChange): Promise<void> {
  const { key, token, method, address, body } = change
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key }
  const response = await fetch(address, { method, headers, body }).catch(() => {
    throw new NotYet('There is no network.')
  })
  const { status } = response
  const answer = (await response.json().catch(() => null)) as { code?: string; message?: string } | null
  const code = answer?.code ?? 'internal'
  if (status >= 500 || status === 408 || status === 429 || code === 'key_in_use')
    throw new NotYet(`Answered ${status}.`)
  // The player has signed out while the change was being sent.
  if (!(await onDevice((device) => device.get('waiting', key)))) return
  if (status === 401) {
    await onDevice((device) => device.put('waiting', { ...change, token: '', needs_sign_in: true }))
    return tell({})
  }
  // `done_already` means that the change was sent before, and only the response was lost.
  if (response.ok || code === 'done_already') {
    await onDevice((device) => device.delete('waiting', key))
    return tell({ sent: change })
  }
  const refused = { code, message: answer?.message ?? 'Something went wrong. Please try again.' }
  await onDevice((device) => device.put('waiting', { ...change, refused }))
  tell({ refused: { ...change, refused } })
}

function tell(news: OutboxNews): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(news)
  channel.close()
}

/** Calls `listener` for each outcome, including those of this tab. Returns the unsubscribe function. */
export function subscribeOutbox(listener: (news: OutboxNews) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }) => listener(data as OutboxNews))
  return () => channel.close()
}
