import { noteAsOf } from './as-of.ts'
import { COURT_CACHE } from './device-data.ts'
import { onDevice } from './device-store.ts'
import { findPushOwner, keepPushOwner } from './push-owner.ts'
import { impersonation, token } from './session.ts'

/** Maximum cached responses: about a week of pages. */
const MOST_ANSWERS = 80

/** Days until a cached response expires. */
const KEPT_DAYS = 14

/** AES-GCM's nonce, which comes before the sealed bytes. */
const NONCE_BYTES = 12

/** Caches the last response of a read for use without a network, sealed with a key that only this session has. */
export async function storeReply(address: string, reply: unknown, bearer: string): Promise<void> {
  noteAsOf(address, null)
  const seal = await openSeal(address, bearer)
  if (!seal) return
  const { owner, name, key } = seal
  const at = Date.now()
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytesOf(JSON.stringify(reply)))
  const sealed = await new Blob([iv, text]).arrayBuffer()
  await onDevice(async (device) => {
    const store = device.transaction('answers', 'readwrite').store
    await store.put({ address: name, owner, sealed, at })
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
  const seal = await openSeal(address, bearer)
  if (!seal) return null
  try {
    const kept = await onDevice((device) => device.get('answers', seal.name))
    if (!kept) return null
    const [iv, text] = [kept.sealed.slice(0, NONCE_BYTES), kept.sealed.slice(NONCE_BYTES)]
    const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, seal.key, text)
    const reply: unknown = JSON.parse(new TextDecoder().decode(opened))
    noteAsOf(address, kept.at)
    return { reply, at: kept.at }
  } catch {
    // The browser denies storage, or the record is damaged.
    return null
  }
}

/**
 * Deletes what an ended session has shown, and its token where the service worker finds it. Unsent scores stay until
 * their player signs in again.
 */
export async function forgetSession(): Promise<void> {
  await Promise.allSettled([
    onDevice((device) => device.clear('answers')),
    onDevice(async (device) => {
      const { store } = device.transaction('waiting', 'readwrite')
      for (const change of await store.getAll())
        if (change.token !== token.get()) await store.put({ ...change, token: '', needs_sign_in: true })
    }),
    forgetCaches(),
  ])
}

async function forgetCaches(): Promise<void> {
  // The pictures of the courts would reveal in which leagues somebody plays.
  await caches.delete(COURT_CACHE)
  const owner = await findPushOwner()
  if (owner && owner.token !== token.get()) await keepPushOwner({ ...owner, token: '' })
}

/** The key and names of a stored reply. Null on an insecure page, for a session that is over, and during an impersonation. */
async function openSeal(address: string, bearer: string) {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (!subtle) return null
  const secret = await subtle.importKey('raw', bytesOf(bearer), 'HKDF', false, ['deriveBits', 'deriveKey'])
  const use = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytesOf(info) })
  const nameOf = async (info: string) =>
    btoa(String.fromCharCode(...new Uint8Array(await subtle.deriveBits(use(info), secret, 256))))
  const aes = { name: 'AES-GCM', length: 256 }
  const seal = {
    owner: await nameOf('owner'),
    name: await nameOf(`address ${address}`),
    key: await subtle.deriveKey(use('key'), secret, aes, false, ['encrypt', 'decrypt']),
  }
  return token.get() === bearer && impersonation.get() === null ? seal : null
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
