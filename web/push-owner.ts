// Shared with the service worker, so it must not use the page.

/** The player whose notifications this browser shows, with the session and the subscription that the server knows. */
export type PushOwner = {
  player_id: number
  token: string
  public_key: string
  endpoint: string
  /**
   * Whether notifications show their text, which the player chooses. The server deletes the choice with the session.
   */
  shows_text: boolean
  checked_at: number
}

/** The cache that stores it. Signing out deletes it. */
export const PUSH_CACHE = 'push'
const OWNER = '/push-owner'

export async function keepPushOwner(owner: PushOwner): Promise<void> {
  await (await caches.open(PUSH_CACHE)).put(OWNER, Response.json(owner))
}

/** Null if this browser shows nobody's notifications. Throws if the browser denies storage. */
export async function findPushOwner(): Promise<PushOwner | null> {
  const kept = await caches.match(OWNER, { cacheName: PUSH_CACHE })
  return kept ? ((await kept.json()) as PushOwner) : null
}

/** A base64url key in the format of the browser's API. */
export function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0)
}
