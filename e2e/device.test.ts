import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { chromium, expect, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test'
import { setClock } from './clock.ts'
import { expectGoodScreen, test } from './journey.ts'
import { addMatch, emailOf, enter, makePerson, password, reportScore, uniqueName, type Person } from './people.ts'

test.use({ viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' })

/** How many results of a player the server has. */
async function countResults(request: APIRequestContext, { token }: Person): Promise<number> {
  const answer = await request.get('/api/users/league-history?page=1', {
    headers: { authorization: `Bearer ${token}` },
  })
  const { matchups } = (await answer.json()) as { matchups: { played: boolean }[] }
  return matchups.filter(({ played }) => played).length
}

/** Opens the profile and waits until everything needed at the courts is cached on the device. */
async function settle(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('deuce.matches-kept-at'))).not.toBeNull()
  await expect.poll(() => page.evaluate(() => caches.match('/dashboard').then(Boolean))).toBe(true)
}

/** Types 6-4 6-3 for the player into the open form of a match, and sends it. */
async function typeScore(page: Page, winner: Person, opponent: Person): Promise<void> {
  await page.getByRole('radio', { name: winner.name }).check()
  for (const [set, side, games] of [
    [1, winner, 6],
    [1, opponent, 4],
    [2, winner, 6],
    [2, opponent, 3],
  ] as const)
    await page
      .getByRole('group', { name: `Set ${set}` })
      .getByRole('group', { name: side.name })
      .getByRole('radio', { name: String(games), exact: true })
      .check()
  await page.getByRole('button', { name: 'Submit Score' }).click()
}

/** Two players, the first of whom has typed a score that waits for a signal. The session is stored once: it may end. */
async function queueScore(page: Page, request: APIRequestContext, last: string) {
  const [ann, bea] = [await makePerson(request, 'Ann', last), await makePerson(request, 'Bea', last)]
  const match_id = await addMatch(request, ann, bea)
  await page.goto('/')
  await page.evaluate((value) => localStorage.setItem('deuce.token', JSON.stringify(value)), ann.token)
  await settle(page)
  await page.context().setOffline(true)
  await page.goto(`/dashboard/${match_id}/score-submission`)
  await typeScore(page, ann, bea)
  await expect(page.getByText('1 score is waiting to be sent')).toBeVisible()
  return { ann, bea, match_id }
}

test('visited pages open without a network, marked with their time, and others do not', async ({
  page,
  context,
  request,
}) => {
  const last = uniqueName('Seen')
  const [ann, bea] = [await makePerson(request, 'Ann', last), await makePerson(request, 'Bea', last)]
  await addMatch(request, ann, bea)
  await enter(page, ann.token)
  await settle(page)
  await page.goto('/dashboard/standings')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'As of' })).toHaveCount(0)

  await context.setOffline(true)
  await page.goto('/dashboard')
  await expect(page.getByText(/You are offline\. As of \d\d:\d\d\./)).toBeVisible()
  await expect(page.getByText(`Bea ${last}`).first()).toBeVisible()
  await expectGoodScreen(page)
  // Payment pages are never cached.
  await page.goto('/dashboard/payment-history')
  await expect(page.getByText('You are offline').first()).toBeVisible()
  await expect(page.getByText('$39.00')).toHaveCount(0)

  await page.goto('/dashboard')
  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toHaveCount(0)
  await expect(page.getByText(/As of/)).toHaveCount(0)
})

/** Another tab of the same browser, with the journeys' clock. */
async function openTab(context: BrowserContext, { token }: Person): Promise<Page> {
  const tab = await context.newPage()
  await setClock(tab)
  await enter(tab, token)
  return tab
}

/** A browser whose only tab was closed while a score of this match was queued. */
async function leaveScoreWaiting(context: BrowserContext, request: APIRequestContext, stem: string) {
  const last = uniqueName(stem)
  const [ann, bea] = [await makePerson(request, 'Ann', last), await makePerson(request, 'Bea', last)]
  const match_id = await addMatch(request, ann, bea)
  const tab = await openTab(context, ann)
  await settle(tab)
  await context.setOffline(true)
  await tab.goto(`/dashboard/${match_id}/score-submission`)
  await typeScore(tab, ann, bea)
  await expect(tab).toHaveURL(/\/dashboard$/)
  await expect(tab.getByText('1 score is waiting to be sent')).toBeVisible()
  await expect(tab.getByText('Waiting to be sent', { exact: true })).toBeVisible()
  await expect(tab.getByText('Your score 6-4 6-3 is saved on this device.')).toBeVisible()
  await expectGoodScreen(tab)
  await tab.goto(`/dashboard/${match_id}/score-submission`)
  await expect(tab.getByText('Your score is waiting to be sent')).toBeVisible()
  await expectGoodScreen(tab)
  await tab.close()
  expect(await countResults(request, ann)).toBe(0)
  await context.setOffline(false)
  return { ann, bea }
}

test('a score typed without a signal waits on the card, and is sent once when two tabs are opened later', async ({
  context,
  request,
}) => {
  const { ann, bea } = await leaveScoreWaiting(context, request, 'Signal')
  const tabs = [await openTab(context, ann), await openTab(context, ann)]
  await Promise.all(tabs.map((tab) => tab.goto('/dashboard')))
  await expect.poll(() => countResults(request, ann)).toBe(1)
  for (const tab of tabs) await expect(tab.getByText('waiting to be sent')).toHaveCount(0)
  expect(await countResults(request, bea)).toBe(1)
})

test('the browser sends a score by itself after the tab was closed', async ({ page, context, request, baseURL }) => {
  const { ann } = await leaveScoreWaiting(context, request, 'Closed')
  const cdp = await context.newCDPSession(page)
  const registered = new Promise<string>((known) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${baseURL}/`)
      if (own) known(own.registrationId)
    }),
  )
  await cdp.send('ServiceWorker.enable')
  // The test machine was never offline, so the browser's own sync event does not come again.
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin: baseURL ?? '',
    registrationId: await registered,
    tag: 'send-waiting',
    lastChance: false,
  })
  await expect.poll(() => countResults(request, ann)).toBe(1)
})

test('Chromium finds the app installable', async ({ baseURL, request }, { project }) => {
  const ann = await makePerson(request, 'Ann', uniqueName('Install'))
  // A test's normal context is a private window, in which nothing can be installed.
  const folder = await mkdtemp(join(tmpdir(), 'deuce-install-'))
  const context = await chromium.launchPersistentContext(folder, { ...project.use.launchOptions })
  const page = await context.newPage()
  await enter(page, ann.token)
  await page.goto(`${baseURL}/dashboard`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const cdp = await context.newCDPSession(page)
  expect((await cdp.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  const { errors, data } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { icons, ...manifest } = JSON.parse(data ?? '') as { icons: { src: string; sizes: string; purpose?: string }[] }
  expect(manifest).toMatchObject({
    name: 'Deuce',
    short_name: 'Deuce',
    id: '/',
    display: 'standalone',
    start_url: '/dashboard',
  })
  expect(icons.filter(({ purpose }) => purpose === 'maskable').map(({ sizes }) => sizes)).toEqual([
    '192x192',
    '512x512',
  ])
  for (const { src } of icons) expect((await request.get(src)).status()).toBe(200)
  await context.close()
  await rm(folder, { recursive: true, force: true })
})

test('after a reported score the app offers its installation, and stops once the player has declined', async ({
  page,
  request,
}) => {
  const last = uniqueName('Offer')
  const [ann, bea, cleo] = [
    await makePerson(request, 'Ann', last),
    await makePerson(request, 'Bea', last),
    await makePerson(request, 'Cleo', last),
  ]
  await enter(page, ann.token)
  // A headless browser never sends the event that offers the installation, so the test does. The player declines.
  await page.addInitScript(() => {
    addEventListener('load', () => {
      const prompt = () => {
        localStorage.setItem('test.prompts', String(Number(localStorage.getItem('test.prompts')) + 1))
        return Promise.resolve({ outcome: 'dismissed' })
      }
      dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
    })
  })
  const offer = page.getByText('Keep Deuce on your home screen')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(offer).toHaveCount(0)
  const report = async (opponent: Person) => {
    const match_id = await addMatch(request, ann, opponent)
    await page.goto(`/dashboard/${match_id}/score-submission`)
    await typeScore(page, ann, opponent)
    await expect(page).toHaveURL(new RegExp(`/dashboard/results/${match_id}$`))
  }
  await report(bea)
  await expect(offer).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(offer).toHaveCount(0)
  await report(cleo)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(offer).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('test.prompts'))).toBe('1')
})

test('after a day offline, one of three scores is refused, and the player sees why', async ({
  page,
  context,
  request,
}) => {
  const last = uniqueName('Day')
  const ann = await makePerson(request, 'Ann', last)
  const others = await Promise.all(['Bea', 'Cleo', 'Dora'].map((name) => makePerson(request, name, last)))
  const matches: number[] = []
  for (const other of others) matches.push(await addMatch(request, ann, other))
  await enter(page, ann.token)
  await settle(page)
  await context.setOffline(true)
  for (const [index, other] of others.entries()) {
    await page.goto(`/dashboard/${matches[index]}/score-submission`)
    await typeScore(page, ann, other)
    await expect(page).toHaveURL(/\/dashboard$/)
  }
  await expect(page.getByText('3 scores are waiting to be sent')).toBeVisible()
  const cleo = others[1]
  if (!cleo) throw new Error('Cleo is missing.')
  await reportScore(request, { winner: cleo.token, opponent: ann.token, season: 'Summer 2', match_date: '2026/07/15' })

  await context.setOffline(false)
  await expect(page.getByText('This score was not sent')).toBeVisible()
  await expect(page.getByText(new RegExp(`Ann ${last} against Cleo ${last}.*already been reported`))).toBeVisible()
  await expect.poll(() => countResults(request, ann)).toBe(3)
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Delete this score' }).click()
  await expect(page.getByText('This score was not sent')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: ann.name })).toBeVisible()
  await expect(page.getByText('This score was not sent')).toHaveCount(0)
})

test('without storage the form keeps its input and says so', async ({ page, context, request }) => {
  const last = uniqueName('Full')
  const [ann, bea] = [await makePerson(request, 'Ann', last), await makePerson(request, 'Bea', last)]
  const match_id = await addMatch(request, ann, bea)
  await enter(page, ann.token)
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Not here.', 'SecurityError')
    }
  })
  // The code that the form needs without a network loads after the form.
  const later = ['unsent-score', 'report-schema'].map((name) =>
    page.waitForResponse((answer) => answer.url().includes(`/assets/${name}.web-`)),
  )
  await page.goto(`/dashboard/${match_id}/score-submission`)
  await expect(page.getByRole('button', { name: 'Submit Score' })).toBeVisible()
  const files = await Promise.all(later.map(async (answer) => new URL((await answer).url()).pathname))
  // Their imports load after them.
  await page.evaluate(`Promise.all(${JSON.stringify(files)}.map((file) => import(file)))`)
  // Waits for the worker too, because its script cannot be loaded without a network.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
  await context.setOffline(true)
  await typeScore(page, ann, bea)
  await expect(page.getByText('this browser stores nothing').first()).toBeVisible()
  const games = page.getByRole('group', { name: 'Set 1' }).getByRole('group', { name: bea.name })
  await expect(games.getByRole('radio', { name: '4', exact: true })).toBeChecked()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Submit Score' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/results/${match_id}$`))
  expect(await countResults(request, bea)).toBe(1)
})

test('logging out asks about a queued score, and leaves nothing on the device', async ({ page, context, request }) => {
  const last = uniqueName('Leave')
  const { bea } = await queueScore(page, request, last)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Log out and delete' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  const countKept = () =>
    page.evaluate(async () => {
      if (!(await indexedDB.databases()).some(({ name }) => name === 'deuce')) return 0
      const opening = indexedDB.open('deuce')
      const device = await new Promise<IDBDatabase>((opened) => (opening.onsuccess = () => opened(opening.result)))
      const stores = [...device.objectStoreNames]
      const counts = stores.map((name) => device.transaction(name).objectStore(name).count())
      const all = await Promise.all(
        counts.map(
          (counting) => new Promise<number>((counted) => (counting.onsuccess = () => counted(counting.result))),
        ),
      )
      device.close()
      return all.reduce((sum, count) => sum + count, 0)
    })
  await expect.poll(countKept).toBe(0)
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  // The pictures of empty states are cached with the worker.
  const empty = /^\/courts\/(error|no-[a-z]+)\.svg$/
  expect(kept.filter((path) => !path.startsWith('/assets/') && !empty.test(path))).toEqual(['/dashboard'])
  await page.goto('/dashboard')
  await expect(page.getByText(`Bea ${last}`)).toHaveCount(0)
  await context.setOffline(false)
  expect(await countResults(request, bea)).toBe(0)
})

test('a session that ended elsewhere leaves only the unsent score, which says whose it is and waits for its player', async ({
  page,
  context,
  request,
}) => {
  const last = uniqueName('Ended')
  const { ann, bea } = await queueScore(page, request, last)
  const email = await emailOf(request, ann.token)
  await request.post('/api/users/logout', { headers: { authorization: `Bearer ${ann.token}` } })
  await context.setOffline(false)
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await expect(page.getByText('The score 6-4 6-3 by Ann is saved on this device.')).toBeVisible()
  const readDevice = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open('deuce')
      const device = await new Promise<IDBDatabase>((opened) => (opening.onsuccess = () => opened(opening.result)))
      const read = (name: string) => {
        const reading = device.transaction(name).objectStore(name).getAll()
        return new Promise<unknown[]>((done) => (reading.onsuccess = () => done(reading.result)))
      }
      const kept = { answers: await read('answers'), waiting: await read('waiting') }
      device.close()
      return kept
    })
  const whatStays = { answers: [], waiting: [{ token: '', needs_sign_in: true }] }
  await expect.poll(readDevice).toMatchObject(whatStays)

  // A page that was closed too early has left something: the next visit deletes it, on a public page too.
  await page.evaluate(async () => {
    const opening = indexedDB.open('deuce')
    const device = await new Promise<IDBDatabase>((opened) => (opening.onsuccess = () => opened(opening.result)))
    const store = device.transaction('answers', 'readwrite').objectStore('answers')
    await new Promise((done) => (store.put({ address: '/api/users', at: 1 }).onsuccess = done))
    device.close()
  })
  await page.goto('/leagues')
  await expect.poll(readDevice).toMatchObject(whatStays)

  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(async () => (await readDevice()).waiting).toEqual([])
  expect(await countResults(request, bea)).toBe(1)
})

/** The proxies, which are stopped when no page uses them any longer. */
const proxies: Server[] = []
test.afterAll(() => proxies.forEach((proxy) => proxy.close()))

/** The app behind a proxy that can serve another release's worker. */
async function startReleases(origin: string) {
  let release = 'old'
  const server = createServer((request, response) => void answer(request, response)).listen(0)
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks = await request.toArray()
    const fetched = await fetch(origin + request.url, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).flatMap(([name, value]) =>
        value === undefined ||
        ['host', 'connection', 'accept-encoding', 'if-none-match', 'if-modified-since'].includes(name)
          ? []
          : [[name, String(value)] as [string, string]],
      ),
      redirect: 'manual',
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const headers = Object.fromEntries(
      [...fetched.headers].filter(([name]) => !/encoding|length|connection/.test(name)),
    )
    response.writeHead(fetched.status, headers)
    if (request.url === '/service-worker.js') response.end(`${await fetched.text()}\n// ${release}`)
    else if (fetched.body) Readable.fromWeb(fetched.body as never).pipe(response)
    else response.end()
  }
  proxies.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    site: `http://localhost:${port}`,
    publish: (name: string) => (release = name),
  }
}

test('a new release is offered while an older worker runs, and loaded only on request', async ({
  page,
  request,
  baseURL,
}) => {
  const releases = await startReleases(baseURL ?? '')
  const ann = await makePerson(request, 'Ann', uniqueName('Release'))
  await enter(page, ann.token)
  await page.goto(`${releases.site}/dashboard`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect(page.getByText(/new version/)).toHaveCount(0)
  await page.goto(`${releases.site}/dashboard/rules`)
  await page.evaluate(() => ((globalThis as { stays?: boolean }).stays = true))
  releases.publish('new')
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect(page.getByText('A new version of Deuce is ready')).toBeVisible()
  // The older worker still works with the newer server.
  await page.goto(`${releases.site}/dashboard`)
  await expect(page.getByRole('heading', { level: 1, name: ann.name })).toBeVisible()
  await page.evaluate(() => ((globalThis as { stays?: boolean }).stays = true))
  await expect(page.getByText('A new version of Deuce is ready')).toBeVisible()
  expect(await page.evaluate(() => (globalThis as { stays?: boolean }).stays)).toBe(true)
  await page.getByRole('button', { name: 'Load it now' }).click()
  await expect
    .poll(() => page.evaluate(() => (globalThis as { stays?: boolean }).stays).catch(() => true))
    .toBeUndefined()
  await expect(page.getByRole('heading', { level: 1, name: ann.name })).toBeVisible()
  await expect(page.getByText('A new version of Deuce is ready')).toHaveCount(0)
})
