import { ApiError, call } from '#/web/call.ts'
import { endPush } from '#/web/device-data.ts'
import { findPushOwner, keepPushOwner, keyBytes, PUSH_CACHE } from '#/web/push-owner.ts'
import { token } from '#/web/session.ts'
import { addPushDevice, deletePushDevice, listPushDevices } from '#/features/calls.gen.ts'

/** Milliseconds between two looks whether the server still knows this device. */
const LOOK_MS = 86_400_000

/** What this browser can do. `install_first`: iPhones and iPads show notifications only for apps on the home screen. */
export type PushSupport = 'supported' | 'install_first' | 'unsupported'

export function findSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis) return 'supported'
  return (navigator as { standalone?: boolean }).standalone === false ? 'install_first' : 'unsupported'
}

/** Whether the browser takes messages, as far as it knows itself. */
export async function isSubscribed(): Promise<boolean> {
  if (Notification.permission !== 'granted') return false
  return (await findSubscription()) !== null
}

/**
 * What a press has led to. `blocked`, `dismissed`: the player's answer to the browser. `unavailable`: the browser has no push
 * service, or did not reach it.
 */
export type TurnedOn = 'on' | 'blocked' | 'dismissed' | 'unavailable'

type Terms = { player_id: number; public_key: string; shows_text: boolean }

/** Shows the player's notifications here. The browser asks for permission, so only after a press. Throws ApiError. */
export async function turnOn(terms: Terms): Promise<TurnedOn> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed'
  const subscription = await subscribe(terms.public_key).catch(() => null)
  if (!subscription) return 'unavailable'
  await register(subscription, terms)
  return 'on'
}

/** Shows no more notifications here. Throws ApiError. */
export async function turnOff(): Promise<void> {
  const subscription = await findSubscription()
  const endpoint = subscription?.endpoint ?? (await findPushOwner())?.endpoint
  if (endpoint !== undefined)
    await call(deletePushDevice, { body: { endpoint } }).catch((error: unknown) => {
      // It has ended already.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    })
  await endPush()
}

/**
 * Keeps what the server knows of this browser right: after signing in again, a new subscription, or new keys of the server.
 * Another player's notifications end here.
 */
export async function keepSubscribed(player_id: number): Promise<void> {
  if (findSupport() !== 'supported' || !(await caches.has(PUSH_CACHE))) return
  const owner = await findPushOwner()
  if (!owner) return
  if (owner.player_id !== player_id) return endPush()
  const subscription = await findSubscription()
  // The player has blocked them in the browser.
  if (!subscription || Notification.permission !== 'granted') return turnOff()
  const isSame = owner.token === token.get() && owner.endpoint === subscription.endpoint
  if (isSame && Date.now() - owner.checked_at < LOOK_MS) return
  const { public_key, devices } = await call(listPushDevices, {})
  // Removed in the settings of another device.
  if (isSame && !devices.some(({ current }) => current)) return endPush()
  const kept = owner.public_key === public_key ? subscription : await subscribe(public_key)
  await register(kept, { player_id, public_key, shows_text: owner.shows_text })
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The browser's subscription with this key; one with another key is ended. Throws without a service worker or a push service. */
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
  // For the service worker, should the browser replace the subscription while no page is open.
  await keepPushOwner({
    player_id,
    token: token.get() ?? '',
    public_key,
    endpoint: subscription.endpoint,
    shows_text,
    checked_at: Date.now(),
    // Without storage notifications come all the same.
  }).catch(() => {})
}
