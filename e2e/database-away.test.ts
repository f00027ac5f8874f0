import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type APIRequestContext } from '@playwright/test'
import postgres from 'postgres'
import { startEmbeddedPostgres } from '#/db/embedded.ts'
import { startProxy, type Fault } from '#/test/tcp-proxy.ts'
import { now } from './clock.ts'
import { makeData } from './data.ts'
import { test as base } from './journey.ts'
import { freeSite, startOwnApp } from './own-app.ts'
import { documentCookies, enter, signInDemo } from './people.ts'

/** An app with a separate demo league, and a proxy before its database. */
async function withProxy(use: (away: Away) => Promise<void>): Promise<void> {
  const dataDir = join(tmpdir(), `deuce-away-${randomUUID()}`)
  await makeData(dataDir, 'demo')
  const database = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), fsync: false, log: () => {} })
  const proxy = await startProxy(database.url)
  const { port, site } = await freeSite()
  const stopApp = await startOwnApp(port, {
    DATA_DIR: dataDir,
    DATABASE_URL: proxy.url,
    DEMO: '1',
    NOW: now.toISOString(),
    LOG_LEVEL: 'fatal',
    RATE_LIMITS: 'off',
  })
  await use({ site, proxy, databaseUrl: database.url })
  await proxy.set('none')
  await stopApp()
  proxy.stop()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}

type Away = { site: string; proxy: Awaited<ReturnType<typeof startProxy>>; databaseUrl: string }

const test = base.extend<object, { away: Away }>({
  away: [async ({ browserName: _browserName }, use) => withProxy(use), { scope: 'worker' }],
  baseURL: ({ away }, use) => use(away.site),
})

// The tests share one database, so they run one after the other.
test.describe.configure({ mode: 'serial' })

test.afterEach(({ away }) => away.proxy.set('none'))

/** Milliseconds within which a document must arrive, if necessary without its data. */
const soon = 10_000

const screens = ['', '/standings', '/results', '/play-offs', '/notifications', '/settings'].map(
  (path) => `/dashboard${path}`,
)

/** Requests a player's screen as a browser does. Fails unless the document is complete: with the screen, or with only the program. */
async function expectWhole(
  { request, token }: { request: APIRequestContext; token: string },
  path: string,
): Promise<void> {
  const headers = { accept: 'text/html', cookie: documentCookies(token) }
  const answer = await request.get(path, { headers, timeout: soon })
  const html = await answer.text()
  const isMade = html.includes('data-reader') ? /<h1\b/.test(html) : html.includes('<div id="root"></div>')
  expect([path, answer.status(), isMade, /<\/html>\s*$/.test(html)]).toEqual([path, 200, true, true])
}

test('documents of signed-in screens arrive complete while the database cuts or refuses connections, is silent, or loses its responses', async ({
  request,
  away: { proxy },
}) => {
  const reader = { request, token: await signInDemo(request) }
  const faults: Fault[] = ['refuse', 'silence', 'lose_answers']
  for (const fault of faults) {
    // Some requests are in progress when the fault begins, the others follow.
    const before = screens.map((path) => expectWhole(reader, path))
    await proxy.set(fault)
    await Promise.all([...before, ...screens.map((path) => expectWhole(reader, path))])
    await proxy.set('none')
  }
  const making = Array.from({ length: 60 }, async (_, number) => {
    if (number % 6 === 0) proxy.cut()
    await expectWhole(reader, screens[number % screens.length] ?? '')
  })
  await Promise.all(making)
})

test('a public page whose reads take too long is left to the browser rather than sent incomplete', async ({
  page,
  away,
}) => {
  const sql = postgres(away.databaseUrl, { max: 1, onnotice: () => {} })
  const reading = await sql.begin(async (tx) => {
    await tx`lock table players, matches in access exclusive mode`
    const answer = await fetch(`${away.site}/results/1`, { headers: { accept: 'text/html' } })
    return answer.text()
  })
  await sql.end()
  expect(reading).toMatch(/<div id="root"><\/div>/)
  // Hydrating an incomplete page would log React's error 419.
  expect(reading).not.toContain('<!--$!-->')
  await page.goto('/results/1')
  await expect(page.getByText('Open it in')).toBeVisible()
})

test('while the database is silent, a signed-in screen shows its heading, then reports the outage, and continues afterwards', async ({
  page,
  request,
  away: { proxy },
}) => {
  await enter(page, await signInDemo(request))
  await proxy.set('silence')
  await page.goto('/dashboard/standings', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Standings' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Deuce is temporarily unavailable.').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  // A session that cannot be read does not sign anyone out.
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toHaveCount(0)

  await proxy.set('none')
  await expect(async () => {
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' }).first()
    if (await again.isVisible()) await again.click()
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('a signed-in screen whose connections are cut shows its content or a message', async ({
  page,
  request,
  away: { proxy },
}) => {
  await enter(page, await signInDemo(request))
  for (let round = 0; round < 4; round += 1) {
    const cutting = setInterval(() => proxy.cut(), 40 + round * 30)
    await page.goto('/dashboard/standings', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    clearInterval(cutting)
    const table = page.getByRole('table').getByRole('row').nth(1)
    const word = page.getByRole('main').getByRole('button', { name: 'Try again' }).first()
    await expect(table.or(word).first()).toBeVisible()
  }
})
