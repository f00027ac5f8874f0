/** A browser's subscription (Push API): the address of its push service, and the keys for encryption. */
export type PushSubscriptionKeys = { endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  /** The content for the service worker. The push service sees only its length. */
  payload: string
  /** How many seconds the push service keeps the message for a device that is off. */
  ttl_s: number
  urgency: 'normal' | 'high'
  /** Replaces an undelivered message of the same topic. Up to 32 characters of base64url. */
  topic: string
}

/**
 * The result of a message. `gone`: the subscription has ended. `refused`: a retry is useless. `later`: no response, or a busy push
 * service, which may give the seconds to wait.
 */
export type PushOutcome =
  | { kind: 'sent' | 'gone' | 'too_large' }
  | { kind: 'refused'; why: string }
  | { kind: 'later'; why: string; retry_after_s: number | null }

/** Sends messages to the push services of browsers. */
export type Push = {
  /** The public key that identifies this installation to browsers and push services (RFC 8292), in base64url. */
  public_key: string
  /** Whether messages can go to this address: https at an address of the public internet. */
  mayReach(endpoint: string): Promise<boolean>
  send(to: PushSubscriptionKeys, message: PushMessage): Promise<PushOutcome>
}

/** The keys of an installation: the point and the number, both in base64url with all their bytes. */
export type PushKeys = { public_key: string; private_key: string }

/**
 * A private key in the format of push services: 32 bytes in base64url. OpenSSL, and tools that use it, leave out leading zeros,
 * which one key in 256 has.
 */
export function formatPrivateKey(number: Buffer): string {
  return Buffer.concat([Buffer.alloc(32), number])
    .subarray(-32)
    .toString('base64url')
}
