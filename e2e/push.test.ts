import type { BrowserContext, Page, Worker } from '@playwright/test'
import { expect } from '@playwright/test'
import { startPushService } from '#/test/push-service.ts'
import { expectGoodScreen, test } from './journey.ts'
import { emailOf, enter, enterOpponent, leaveToken, password, reportScore, uniqueName } from './people.ts'

// Everything is real except the two ends that a headless browser lacks (crbug.com/41124656): its push service, so the
// page subscribes to a local one, and desktop notifications, so the worker's calls for them are recorded.
test.use({ viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' })

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Gives the page a browser's notification API. `permission`: the player's answer. */
async function givePush(page: Page, subscription: Subscription, permission: NotificationPermission = 'granted') {
  await page.addInitScript(
    ({ given, answer }) => {
      const kept = (name: string) => sessionStorage.getItem(`test.${name}`)
      Object.defineProperty(Notification, 'permission', { get: () => kept('permission') ?? 'default' })
      Notification.requestPermission = () => {
        sessionStorage.setItem('test.asked', String(Number(kept('asked')) + 1))
        sessionStorage.setItem('test.permission', answer)
        return Promise.resolve(answer)
      }
      const made = () => ({
        ...given,
        options: { userVisibleOnly: true, applicationServerKey: null },
        toJSON: () => ({ ...given, expirationTime: null }),
        unsubscribe: () => Promise.resolve(sessionStorage.setItem('test.subscribed', '0') === undefined),
      })
      PushManager.prototype.subscribe = () => {
        sessionStorage.setItem('test.subscribed', '1')
        return Promise.resolve(made() as unknown as PushSubscription)
      }
      PushManager.prototype.getSubscription = () =>
        Promise.resolve(kept('subscribed') === '1' ? (made() as unknown as PushSubscription) : null)
    },
    { given: subscription, answer: permission },
  )
}

type Shown = { title: string; options: NotificationOptions & { renotify: boolean; data: { id: number; path: string } } }
/** The desktop in the worker's global scope, which records the shown notifications. */
type Desktop = { shown: Shown[]; opened: string[]; badge: number | null; isElsewhere: boolean }

/** The part of a service worker's global scope that shows and opens notifications. */
type Scope = {
  desktop: Desktop
  registration: {
    showNotification: (title: string, options: Shown['options']) => Promise<void>
    getNotifications: (filter?: { tag?: string }) => Promise<unknown[]>
  }
  clients: {
    openWindow: (address: string) => Promise<null>
    matchAll: (options: object) => Promise<Record<string | symbol, unknown>[]>
  }
  navigator: { setAppBadge: (count: number) => Promise<void> }
}

/** Gives the service worker a desktop. */
async function giveDesktop(context: BrowserContext): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.desktop = { shown: [], opened: [], badge: null, isElsewhere: false }
    const { desktop } = scope
    scope.registration.showNotification = (title, options) => {
      desktop.shown = [...desktop.shown.filter((each) => each.options.tag !== options.tag), { title, options }]
      return Promise.resolve()
    }
    scope.registration.getNotifications = ({ tag } = {}) =>
      Promise.resolve(
        desktop.shown
          .filter(({ options }) => tag === undefined || options.tag === tag)
          .map(({ title, options }) => ({ title, ...options })),
      )
    scope.clients.openWindow = (address) => {
      desktop.opened.push(address)
      return Promise.resolve(null)
    }
    // Playwright treats every page as the one in front, so the test says otherwise.
    const matchAll = scope.clients.matchAll.bind(scope.clients)
    const away: Record<string | symbol, unknown> = { focused: false, visibilityState: 'hidden' }
    scope.clients.matchAll = async (options) =>
      (await matchAll(options)).map((client) =>
        desktop.isElsewhere
          ? new Proxy(client, {
              get: (of, name) => {
                const value = away[name] ?? Reflect.get(of, name)
                return typeof value === 'function' ? (value.bind(of) as unknown) : value
              },
            })
          : client,
      )
    scope.navigator.setAppBadge = (count) => Promise.resolve(void (desktop.badge = count))
  })
  return worker
}

const desktopOf = (worker: Worker) => worker.evaluate(() => (globalThis as unknown as { desktop: Desktop }).desktop)

/** Makes the app look as if the player had switched to another one. */
function lookElsewhere(worker: Worker): Promise<void> {
  return worker.evaluate(() => void ((globalThis as unknown as { desktop: Desktop }).desktop.isElsewhere = true))
}

/** Presses the shown notification. */
function press(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    const { desktop } = globalThis as unknown as { desktop: Desktop }
    const shown = desktop.shown.pop()
    const notification = { ...shown?.options, title: shown?.title, close: () => {} }
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }))
  })
}

/** Delivers a message to the service worker, as the browser's push connection does. */
async function deliver(page: Page, baseURL: string, data: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const registered = new Promise<string>((known) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${baseURL}/`)
      if (own) known(own.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: baseURL, registrationId: await registered, data })
}

async function publicKey(page: Page, token: string): Promise<string> {
  const answer = await page.request.get('/api/users/push-devices', { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { public_key: string }).public_key
}

const path = '/dashboard/settings/notifications'

/** Opens the settings, and turns notifications on for this device. */
async function turnOnHere(page: Page, shows: 'hint' | 'text'): Promise<void> {
  await page.goto(path)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const turnOn = page.getByRole('button', { name: 'Turn on for this device' })
  await expect(turnOn).toBeVisible()
  // Permission is not requested before the press.
  expect(await page.evaluate(() => sessionStorage.getItem('test.asked'))).toBeNull()
  if (shows === 'text') await page.getByRole('radio', { name: 'What it is about' }).check()
  await turnOn.click()
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
}

test('a push is received, opens its subject in the open tab, and is marked as read', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const site = baseURL ?? ''
  const service = await startPushService()
  const last = uniqueName('Push')
  const [winner, opponent] = [await enterOpponent(request, 'Wanda', last), await enterOpponent(request, 'Oona', last)]
  const browser = service.subscribe(await publicKey(page, opponent))
  await givePush(page, browser.subscription)
  await enter(page, opponent)
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Turn on for this device' })).toBeVisible()
  await expectGoodScreen(page)
  await turnOnHere(page, 'text')
  await expect(page.getByText('Notifications are on for this device').first()).toBeVisible()
  await expectGoodScreen(page)

  const worker = await giveDesktop(context)
  await page.goto('/dashboard/rules')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await reportScore(request, { winner, opponent, season: 'summer-2', match_date: '2026/07/15' })
  await expect.poll(() => browser.received.length).toBe(1)
  expect(service.problems).toEqual([])
  const [message] = browser.received
  expect(message).toMatchObject({ title: 'Is this score right? 6-4 6-3', urgency: 'high' })
  // While the player looks at the app, only the bell shows the notification.
  await deliver(page, site, JSON.stringify(message))
  await expect.poll(async () => (await desktopOf(worker)).badge).toBe(message?.unread)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible()
  expect((await desktopOf(worker)).shown).toEqual([])
  await lookElsewhere(worker)
  await deliver(page, site, JSON.stringify(message))
  await expect.poll(async () => (await desktopOf(worker)).shown.length).toBe(1)
  const { shown } = await desktopOf(worker)
  expect(shown[0]).toMatchObject({
    title: 'Is this score right? 6-4 6-3',
    options: { body: message?.text, tag: message?.tag, renotify: true, silent: false },
  })
  // The same message arrives again, as after a crash of the server. It is shown once, and silently.
  await deliver(page, site, JSON.stringify(message))
  await expect.poll(async () => (await desktopOf(worker)).shown[0]?.options.silent).toBe(true)
  expect((await desktopOf(worker)).shown).toHaveLength(1)

  await page.evaluate(() => ((globalThis as { stays?: boolean }).stays = true))
  await press(worker)
  await expect(page).toHaveURL(/\/dashboard\/results\/\d+$/)
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as { stays?: boolean }).stays)).toBe(true)
  expect((await desktopOf(worker)).opened).toEqual([])
  // The notification of the receipt stays unread.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible()
  await service.stop()
})

test('without an open tab a push opens one, on this site only, and another player on this device gets nothing', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const site = baseURL ?? ''
  const service = await startPushService()
  const last = uniqueName('Alone')
  const [ann, bea] = [await enterOpponent(request, 'Ann', last), await enterOpponent(request, 'Bea', last)]
  const browser = service.subscribe(await publicKey(page, ann))
  await givePush(page, browser.subscription)
  await leaveToken(page, ann)
  await turnOnHere(page, 'hint')
  const worker = await giveDesktop(context)
  await page.goto('/texts/rules')
  await lookElsewhere(worker)
  const push = { id: 0, tag: 'a', title: 'Deuce', text: 'Something new in your league', unread: 1, at: 0 }
  for (const [index, target] of ['/dashboard/standings', '/\\evil.example/a', '//evil.example/'].entries()) {
    await deliver(page, site, JSON.stringify({ ...push, id: index, path: target }))
    await expect.poll(async () => (await desktopOf(worker)).shown[0]?.options.data.path).toBe(target)
    await press(worker)
    await expect.poll(async () => (await desktopOf(worker)).opened.length).toBe(index + 1)
  }
  expect((await desktopOf(worker)).opened).toEqual([
    `${site}/dashboard/standings`,
    `${site}/dashboard`,
    `${site}/dashboard`,
  ])
  // An unreadable message is shown as something new: browsers require a notification for each.
  await deliver(page, site, 'nonsense')
  await expect.poll(async () => (await desktopOf(worker)).shown[0]?.title).toBe('Something is new')

  // Another player signs in after the session has expired.
  await leaveToken(page, bea)
  await page.goto('/dashboard')
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('test.subscribed'))).toBe('0')
  await expect.poll(() => page.evaluate(() => caches.has('push'))).toBe(false)
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Turn on for this device' })).toBeVisible()
  await service.stop()
})

test('a browser that replaces its subscription tells the server, and signing out ends it', async ({
  page,
  context,
  request,
}) => {
  const service = await startPushService()
  const token = await enterOpponent(request, 'Rena', uniqueName('Renewed'))
  const key = await publicKey(page, token)
  const [older, newer] = [service.subscribe(key), service.subscribe(key)]
  await givePush(page, older.subscription)
  await leaveToken(page, token)
  await turnOnHere(page, 'text')
  const worker = await giveDesktop(context)
  await worker.evaluate((given) => {
    const newSubscription = { endpoint: given.endpoint, toJSON: () => given }
    dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { newSubscription, waitUntil: () => {} }))
  }, newer.subscription)
  const readDevices = () => request.get('/api/users/push-devices', { headers: { authorization: `Bearer ${token}` } })
  const listShown = async () =>
    ((await (await readDevices()).json()) as { devices: { shows_text: boolean }[] }).devices.map(
      (each) => each.shows_text,
    )
  // Both subscriptions have the player's setting. The older one ends when its push service says so.
  await expect.poll(listShown).toEqual([true, true])
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect((await readDevices()).status()).toBe(401)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('test.subscribed'))).toBe('0')
  await expect.poll(() => page.evaluate(() => caches.has('push'))).toBe(false)
  await service.stop()
})

test('signing in again registers the device again, and a device removed elsewhere stops here', async ({
  page,
  request,
}) => {
  const service = await startPushService()
  const token = await enterOpponent(request, 'Agnes', uniqueName('Again'))
  await givePush(page, service.subscribe(await publicKey(page, token)).subscription)
  await leaveToken(page, token)
  await turnOnHere(page, 'hint')

  // The session expires, and the device on the server ends with it.
  const email = await emailOf(request, token)
  await request.post('/api/users/logout', { headers: { authorization: `Bearer ${token}` } })
  const answer = await request.post('/api/users/signin', { data: { email, password } })
  const next = ((await answer.json()) as { token: string }).token
  const headers = { authorization: `Bearer ${next}` }
  const listDevices = async () =>
    ((await (await request.get('/api/users/push-devices', { headers })).json()) as { devices: { id: number }[] })
      .devices
  expect(await listDevices()).toEqual([])
  // The page notices that the session has ended, and does not confuse it with the next one.
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
  await leaveToken(page, next)
  await page.goto('/dashboard')
  await expect.poll(async () => (await listDevices()).length).toBe(1)
  // The page stores the owner after the response.
  const readOwner = async () =>
    (await (await (await caches.open('push')).match('/push-owner'))?.json()) as { token: string }
  await expect.poll(async () => (await page.evaluate(readOwner)).token).toBe(next)

  // The device is removed in another device's settings; this browser checks a day later.
  const [device] = await listDevices()
  await request.delete(`/api/users/push-devices/${device?.id}`, { headers })
  await page.evaluate(async () => {
    const cache = await caches.open('push')
    const owner = (await (await cache.match('/push-owner'))?.json()) as object
    await cache.put('/push-owner', Response.json({ ...owner, checked_at: 0 }))
  })
  await page.reload()
  await expect.poll(() => page.evaluate(() => caches.has('push'))).toBe(false)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('test.subscribed'))).toBe('0')
  expect(await listDevices()).toEqual([])
  await service.stop()
})

test('a refused, blocked or missing permission is explained, and emails continue', async ({ page, request }) => {
  const token = await enterOpponent(request, 'Nora', uniqueName('Blocked'))
  const { subscription } = (await startPushService()).subscribe('')
  await givePush(page, subscription, 'default')
  await enter(page, token)
  await page.goto(path)
  await page.getByRole('button', { name: 'Turn on for this device' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'did not get your permission' })).toBeVisible()
  await expectGoodScreen(page)
  await page.evaluate(() => sessionStorage.setItem('test.permission', 'denied'))
  await page.reload()
  await expect(page.getByText('This browser blocks notifications from Deuce')).toBeVisible()
  await expectGoodScreen(page)
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PushManager')
    Object.defineProperty(navigator, 'standalone', {
      get: () => (sessionStorage.getItem('test.standalone') === '1' ? false : undefined),
    })
  })
  await page.reload()
  await expect(page.getByText('This browser cannot show notifications')).toBeVisible()
  await page.evaluate(() => sessionStorage.setItem('test.standalone', '1'))
  await page.reload()
  await expect(page.getByText('Put Deuce on your home screen first')).toBeVisible()
  await expectGoodScreen(page)
})

test('quiet hours and the push column are saved independently', async ({ page, request }) => {
  await enter(page, await enterOpponent(request, 'Quinn', uniqueName('Quiet')))
  await page.goto(path)
  const push = page.getByRole('checkbox', { name: 'A score to confirm, on my devices' })
  await expect(push).toBeChecked()
  await push.uncheck()
  await page.getByLabel('From', { exact: true }).fill('11pm')
  await page.getByLabel('To', { exact: true }).fill('late')
  await page.getByRole('button', { name: 'Set quiet hours' }).click()
  await expect(page.getByText('Please enter a time like 10:00 PM.')).toBeVisible()
  await expect(page.getByLabel('To', { exact: true })).toBeFocused()
  await expectGoodScreen(page)
  await page.getByLabel('To', { exact: true }).fill('7:30 am')
  await page.getByRole('button', { name: 'Set quiet hours' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  // Unsaved changes in the table are still there.
  await expect(push).not.toBeChecked()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await page.reload()
  await expect(push).not.toBeChecked()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('11:00 PM')
  await page.getByRole('checkbox', { name: 'Keep my devices quiet at night' }).uncheck()
  await page.getByRole('button', { name: 'Set quiet hours' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Keep my devices quiet at night' })).not.toBeChecked()
})
