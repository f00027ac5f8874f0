import { noteAsOf } from './as-of.ts'
import { onDevice } from './device-store.ts'
import { impersonation, token } from './session.ts'

/** Answers that are kept: the pages that somebody looks at in a week. */
const MOST_ANSWERS = 80

/** Days after which an answer is of no use. */
const KEPT_DAYS = 14

/** Keeps the last answer of a read for when there is no network, for this session alone. */
export async function keepAnswer(address: string, reply: unknown, bearer: string): Promise<void> {
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
    // Storage can be full or forbidden: then there is nothing to show without a network.
  })
}

/** The last answer of a read, and when it came; null: there is none for this session. */
export async function findKeptAnswer(address: string, bearer: string): Promise<{ reply: unknown; at: number } | null> {
  const owner = await ownerOf(bearer)
  if (owner === null || token.get() !== bearer || impersonation.get() !== null) return null
  const kept = await onDevice((device) => device.get('answers', address)).catch(() => undefined)
  if (kept?.owner !== owner) return null
  noteAsOf(address, kept.at)
  return kept
}

/** A hash of the session's token; null on a page that is not secure. */
async function ownerOf(bearer: string): Promise<string | null> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (!subtle) return null
  const hash = await subtle.digest('SHA-256', new TextEncoder().encode(bearer))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
