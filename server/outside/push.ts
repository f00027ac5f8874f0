/** A browser's subscription (Push API): where its push service takes messages, and the keys to encrypt them for it. */
export type PushSubscriptionKeys = { endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  /** What the service worker gets. The push service sees only its length. */
  payload: string
  /** Seconds that the push service keeps it for a device that is off. */
  ttl_s: number
  urgency: 'normal' | 'high'
  /** Replaces an older message of the same topic that has not arrived: up to 32 characters of base64url. */
  topic: string
}

/**
 * What became of a message: `sent`; `gone`: the subscription has ended; `too_large`; `refused`: asking again is of no use;
 * `later`: no answer, or a busy push service, which may say in how many seconds.
 */
export type PushOutcome =
  | { kind: 'sent' | 'gone' | 'too_large' }
  | { kind: 'refused'; why: string }
  | { kind: 'later'; why: string; retry_after_s: number | null }

/** Sends messages to the push services of browsers. */
export type Push = {
  /** By which browsers and push services know this installation (RFC 8292); base64url. */
  public_key: string
  /** Whether messages can go to this address: https at an address of the public internet. */
  mayReach(endpoint: string): Promise<boolean>
  send(to: PushSubscriptionKeys, message: PushMessage): Promise<PushOutcome>
}

/** Of an installation: the point and the number, both in base64url and with all their bytes. */
export type PushKeys = { public_key: string; private_key: string }

/**
 * A private key as push services want it: 32 bytes in base64url. OpenSSL, and tools that use it, leave out the zeros that one
 * number in 256 begins with.
 */
export function formatPrivateKey(number: Buffer): string {
  return Buffer.concat([Buffer.alloc(32), number])
    .subarray(-32)
    .toString('base64url')
}
