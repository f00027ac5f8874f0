import type { PushPayload } from '#/contract/push.ts'
import { findPushOwner, keepPushOwner, keyBytes, PUSH_CACHE, type PushOwner } from '#/web/push-owner.ts'

declare const self: ServiceWorkerGlobalScope

/** Milliseconds in which an open page must say that it opens a notification. */
const ANSWER_MS = 1_000

/** What a notification keeps for its press. */
type Kept = Pick<PushPayload, 'id' | 'path'>

/** Screens of the signed-in area, which take a message to open another one. */
const openable = /^\/dashboard(\/|$)/

/**
 * Shows what was pushed. The same notification again is shown once and silently; a newer one of the same subject replaces
 * the older. While somebody looks at the app it says so itself.
 */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const { id, tag, title, text, path, unread, at } = readPayload(data)
  await self.navigator.setAppBadge?.(unread).catch(() => {})
  const windows = await self.clients.matchAll({ type: 'window' })
  if (windows.some(({ focused, visibilityState }) => focused && visibilityState === 'visible') && !mustShow()) return
  const shown = await self.registration.getNotifications({ tag })
  const isAgain = shown.some((each) => (each.data as Kept | null)?.id === id)
  const kept: Kept = { id, path }
  const options: NotificationOptions & { renotify: boolean; timestamp: number } = {
    body: text,
    tag,
    // Without it, what replaces a notification comes without a sound.
    renotify: !isAgain,
    silent: isAgain,
    timestamp: at,
    icon: '/icon-192.png',
    data: kept,
  }
  await self.registration.showNotification(title, options)
}

/** Apple's browsers end a subscription whose messages are not shown (webkit.org/blog/12945). */
function mustShow(): boolean {
  const { userAgent } = self.navigator
  return userAgent.includes('AppleWebKit') && !/Chrom(e|ium)\//.test(userAgent)
}

function readPayload(data: PushMessageData | null): PushPayload {
  // A browser wants to see a notification for each message, also for one of another release.
  const unknown = { id: 0, tag: 'unknown', title: 'Something is new', text: '', path: '/dashboard', unread: 1 }
  try {
    return { ...unknown, at: Date.now(), ...(data?.json() as Partial<PushPayload>) }
  } catch {
    return { ...unknown, at: Date.now() }
  }
}

/** Opens what a notification is about, in an open tab or a new one, and marks it as read. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const { id, path } = notification.data as Kept
  await Promise.all([openScreen(path), markRead(id)])
}

async function openScreen(path: string): Promise<void> {
  const { origin } = self.location
  const { href } = new URL(path, origin)
  // Never another site, whatever a message says.
  const address = href.startsWith(`${origin}/`) ? href : `${origin}/dashboard`
  const windows = await self.clients.matchAll({ type: 'window' })
  const tabs = windows.filter(({ url }) => openable.test(new URL(url).pathname))
  const tab = tabs.find(({ focused }) => focused) ?? tabs.find(isVisible) ?? tabs[0]
  if (tab) {
    await tab.focus().catch(() => {})
    // The page goes there itself, so that what is typed in it is kept.
    if (await isTaken(tab, address.slice(origin.length))) return
  }
  await self.clients.openWindow(address)
}

function isVisible({ visibilityState }: WindowClient): boolean {
  return visibilityState === 'visible'
}

/** Asks a page to open a screen; whether it does. */
function isTaken(tab: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(true), { once: true })
    port1.start()
    tab.postMessage({ type: 'open', path }, [port2])
    setTimeout(() => resolve(false), ANSWER_MS)
  })
}

async function markRead(id: number): Promise<void> {
  const owner = await findPushOwner().catch(() => null)
  // Without an answer it stays unread in the inbox.
  if (owner) await post(owner, '/api/users/notifications/read', { ids: [id] }).catch(() => {})
}

/**
 * The browser has replaced its subscription, or ended it: the server learns the new one. Without a network the next page
 * does it.
 */
export async function renewSubscription(given: PushSubscription | null | undefined): Promise<void> {
  const owner = await findPushOwner()
  if (!owner) return
  const applicationServerKey = keyBytes(owner.public_key)
  const subscription =
    given ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  const body = { ...subscription.toJSON(), shows_text: owner.shows_text }
  const { status } = await post(owner, '/api/users/push-devices', body)
  if (status === 401) {
    // The session has ended, so nothing may come here.
    await caches.delete(PUSH_CACHE)
    await subscription.unsubscribe()
  } else if (status === 200) await keepPushOwner({ ...owner, endpoint: subscription.endpoint })
}

function post({ token }: PushOwner, address: string, body: unknown): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  }
  return fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
}
