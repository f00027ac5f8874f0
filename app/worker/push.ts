import type { PushPayload } from '#/contract/push.ts'
import { findPushOwner, keepPushOwner, keyBytes, PUSH_CACHE, type PushOwner } from '#/web/push-owner.ts'

declare const self: ServiceWorkerGlobalScope

/** Milliseconds within which an open page must confirm that it opens a notification. */
const ANSWER_MS = 1_000

/** The data that a shown notification keeps until it is pressed. */
type NotificationData = Pick<PushPayload, 'id' | 'path'>

/** Signed-in screens, which accept a message to open another screen. */
const openable = /^\/dashboard(\/|$)/

/**
 * Shows a push message. A repeated one is shown once and silently; a newer one about the same subject replaces the
 * older. While the player looks at the app, the app shows it instead.
 */
export async function showPush(data: PushMessageData | null): Promise<void> {
  const { id, tag, title, text, path, unread, at } = readPayload(data)
  await self.navigator.setAppBadge?.(unread).catch(() => {})
  const windows = await self.clients.matchAll({ type: 'window' })
  if (windows.some(({ focused, visibilityState }) => focused && visibilityState === 'visible') && !mustShow()) return
  const shown = await self.registration.getNotifications({ tag })
  const isAgain = shown.some((each) => (each.data as NotificationData | null)?.id === id)
  const notificationData: NotificationData = { id, path }
  const options: NotificationOptions & { renotify: boolean; timestamp: number } = {
    body: text,
    tag,
    // Without this option, a notification that replaces another is silent.
    renotify: !isAgain,
    silent: isAgain,
    timestamp: at,
    icon: '/icon-192.png',
    data: notificationData,
  }
  await self.registration.showNotification(title, options)
}

/** Apple's browsers end a subscription whose messages are not shown (webkit.org/blog/12945). */
function mustShow(): boolean {
  const { userAgent } = self.navigator
  return userAgent.includes('AppleWebKit') && !/Chrom(e|ium)\//.test(userAgent)
}

function readPayload(data: PushMessageData | null): PushPayload {
  // Browsers require a notification for each message, even for one from another release.
  const unknown = { id: 0, tag: 'unknown', title: 'Something is new', text: '', path: '/dashboard', unread: 1 }
  try {
    return { ...unknown, at: Date.now(), ...(data?.json() as Partial<PushPayload>) }
  } catch {
    return { ...unknown, at: Date.now() }
  }
}

/** Opens a notification's screen in an open tab or a new one, and marks it as read. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const { id, path } = notification.data as NotificationData
  await Promise.all([openScreen(path), markRead(id)])
}

async function openScreen(path: string): Promise<void> {
  const { origin } = self.location
  const { href } = new URL(path, origin)
  // Opens no other site, whatever address the message contains.
  const address = href.startsWith(`${origin}/`) ? href : `${origin}/dashboard`
  const windows = await self.clients.matchAll({ type: 'window' })
  const tabs = windows.filter(({ url }) => openable.test(new URL(url).pathname))
  const tab = tabs.find(({ focused }) => focused) ?? tabs.find(isVisible) ?? tabs[0]
  if (tab) {
    await tab.focus().catch(() => {})
    // The page itself navigates, so that its input is kept.
    if (await isTaken(tab, address.slice(origin.length))) return
  }
  await self.clients.openWindow(address)
}

function isVisible({ visibilityState }: WindowClient): boolean {
  return visibilityState === 'visible'
}

/** Asks a page to open a screen. Resolves to whether it does. */
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
  // If the call fails, the notification stays unread in the inbox.
  if (owner) await post(owner, '/api/users/notifications/read', { ids: [id] }).catch(() => {})
}

/**
 * Reports the new subscription to the server after the browser has replaced or ended the old one. Without a network,
 * the next page does that.
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
    // The session has ended, so no notifications may be shown here.
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
