// Also part of the service worker, so it may use nothing of the page.

/** The player whom this browser shows notifications, with the session and the subscription that the server knows. */
export type PushOwner = {
  player_id: number
  token: string
  public_key: string
  endpoint: string
  /** What the player has chosen: the server forgets it with the session. */
  shows_text: boolean
  checked_at: number
}

/** Where it is kept. Signing out deletes it. */
export const PUSH_CACHE = 'push'
const OWNER = '/push-owner'

export async function keepPushOwner(owner: PushOwner): Promise<void> {
  await (await caches.open(PUSH_CACHE)).put(OWNER, Response.json(owner))
}

/** Null: nobody is shown any here. Throws when the browser gives no storage. */
export async function findPushOwner(): Promise<PushOwner | null> {
  const kept = await caches.match(OWNER, { cacheName: PUSH_CACHE })
  return kept ? ((await kept.json()) as PushOwner) : null
}

/** A key of base64url as browsers want it. */
export function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0)
}
