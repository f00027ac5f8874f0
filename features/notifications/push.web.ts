import { ApiError, call } from '#/web/call.ts'
import { endPush } from '#/web/device-data.ts'
import { findPushOwner, keepPushOwner, keyBytes, PUSH_CACHE } from '#/web/push-owner.ts'
import { token } from '#/web/session.ts'
import { addPushDevice, deletePushDevice, listPushDevices } from '#/features/calls.gen.ts'

/** Milliseconds between checks that the server still knows this device. */
const LOOK_MS = 86_400_000

/**
 * The browser's support for notifications. `install_first`: iPhones and iPads show them only for apps on the home
 * screen.
 */
export type PushSupport = 'supported' | 'install_first' | 'unsupported'

export function findSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis) return 'supported'
  return (navigator as { standalone?: boolean }).standalone === false ? 'install_first' : 'unsupported'
}

/** Whether the browser has a subscription, without asking the server. */
export async function isSubscribed(): Promise<boolean> {
  if (Notification.permission !== 'granted') return false
  return (await findSubscription()) !== null
}

/**
 * The outcome of a press. `blocked`, `dismissed`: how the player answered the browser's question. `unavailable`: the
 * browser has no push service, or could not reach it.
 */
export type TurnedOn = 'on' | 'blocked' | 'dismissed' | 'unavailable'

type Terms = { player_id: number; public_key: string; shows_text: boolean }

/** Turns notifications on in this browser, which asks for permission, so only after a press. Throws ApiError. */
export async function turnOn(terms: Terms): Promise<TurnedOn> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed'
  const subscription = await subscribe(terms.public_key).catch(() => null)
  if (!subscription) return 'unavailable'
  await register(subscription, terms)
  return 'on'
}

/** Turns notifications off in this browser. Throws ApiError. */
export async function turnOff(): Promise<void> {
  const subscription = await findSubscription()
  const endpoint = subscription?.endpoint ?? (await findPushOwner())?.endpoint
  if (endpoint !== undefined)
    await call(deletePushDevice, { body: { endpoint } }).catch((error: unknown) => {
      // The subscription has already ended.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    })
  await endPush()
}

/**
 * Keeps the server's subscription of this browser up to date: after a new sign-in, for a new subscription, or for new
 * keys of the server. Ends another player's notifications here.
 */
export async function keepSubscribed(player_id: number): Promise<void> {
  if (findSupport() !== 'supported' || !(await caches.has(PUSH_CACHE))) return
  const owner = await findPushOwner()
  if (!owner) return
  if (owner.player_id !== player_id) return endPush()
  const subscription = await findSubscription()
  // The player has blocked notifications in the browser.
  if (!subscription || Notification.permission !== 'granted') return turnOff()
  const isSame = owner.token === token.get() && owner.endpoint === subscription.endpoint
  if (isSame && Date.now() - owner.checked_at < LOOK_MS) return
  const { public_key, devices } = await call(listPushDevices, {})
  // The device was removed in the settings of another device.
  if (isSame && !devices.some(({ current }) => current)) return endPush()
  const kept = owner.public_key === public_key ? subscription : await subscribe(public_key)
  await register(kept, { player_id, public_key, shows_text: owner.shows_text })
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * The browser's subscription with this key; unsubscribes from one with another key. Throws without a service worker or
 * a push service.
 */
async function subscribe(public_key: string): Promise<PushSubscription> {
  if (!(await navigator.serviceWorker.getRegistration())) throw new Error('There is no service worker.')
  const { pushManager } = await navigator.serviceWorker.ready
  const applicationServerKey = keyBytes(public_key)
  const present = await pushManager.getSubscription()
  if (present && isSameKey(present.options.applicationServerKey, applicationServerKey)) return present
  await present?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

function isSameKey(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = one && new Uint8Array(one)
  return bytes !== null && bytes.length === other.length && bytes.every((byte, index) => byte === other[index])
}

async function register(subscription: PushSubscription, { player_id, public_key, shows_text }: Terms): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
  await call(addPushDevice, { body: { ...body, shows_text } })
  // Stored for the service worker, in case the browser replaces the subscription while no page is open.
  await keepPushOwner({
    player_id,
    token: token.get() ?? '',
    public_key,
    endpoint: subscription.endpoint,
    shows_text,
    checked_at: Date.now(),
    // Without storage, notifications still arrive.
  }).catch(() => {})
}
