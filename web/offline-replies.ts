import { noteAsOf } from './as-of.ts'
import { onDevice } from './device-store.ts'
import { impersonation, token } from './session.ts'

/** Maximum cached responses: about a week of pages. */
const MOST_ANSWERS = 80

/** Days until a cached response expires. */
const KEPT_DAYS = 14

/** Caches the last response of a read for use without a network, for this session only. */
export async function storeReply(address: string, reply: unknown, bearer: string): Promise<void> {
  noteAsOf(address, null)
  const owner = await ownerOf(bearer)
  if (owner === null || token.get() !== bearer || impersonation.get() !== null) return
  const at = Date.now()
  await onDevice(async (device) => {
    const store = device.transaction('answers', 'readwrite').store
    await store.put({ address, owner, reply, at })
    const all = await store.getAll()
    const dead = all
      .toSorted((one, other) => other.at - one.at)
      .filter((each, index) => each.owner !== owner || index >= MOST_ANSWERS || each.at < at - KEPT_DAYS * 86_400_000)
    for (const each of dead) await store.delete(each.address)
  }).catch(() => {
    // If storage is full or forbidden, nothing is available offline.
  })
}

/** The cached response of a read, and when it was received. Null if this session has none. */
export async function findStoredReply(address: string, bearer: string): Promise<{ reply: unknown; at: number } | null> {
  const owner = await ownerOf(bearer)
  if (owner === null || token.get() !== bearer || impersonation.get() !== null) return null
  const kept = await onDevice((device) => device.get('answers', address)).catch(() => undefined)
  if (kept?.owner !== owner) return null
  noteAsOf(address, kept.at)
  return kept
}

/** Deletes the cached responses of all sessions. */
export async function forgetReplies(): Promise<void> {
  await onDevice((device) => device.clear('answers')).catch(() => {})
}

/** A hash of the session's token. Null on an insecure page. */
async function ownerOf(bearer: string): Promise<string | null> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (!subtle) return null
  const hash = await subtle.digest('SHA-256', new TextEncoder().encode(bearer))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
