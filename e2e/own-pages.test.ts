import { expect, test as plain, type APIRequestContext, type Page } from '@playwright/test'
import { holdScripts, openOwn, seenTexts, watchForText } from './documents.ts'
import { test, untilHydrated } from './journey.ts'
import {
  bringCookies,
  documentCookies,
  emailOf,
  enter,
  leaveToken,
  password,
  signInDemo,
  signUpAndIn,
  signUpUnproved,
} from './people.ts'

/** The addresses of all of a player's screens, including some that refer to things that do not exist. */
const playersScreens = [
  '',
  '/join-league',
  '/join-league/fall',
  '/partners',
  '/myleague',
  '/myleague/1/open',
  '/myleague/1/ladder',
  '/myleague/seasons/7',
  '/score-submission',
  '/1/score-submission',
  '/results',
  '/results/r?area=south-bend',
  '/results/1',
  '/results/1/correct',
  '/matches/1',
  '/matches/1/live',
  '/add-match',
  '/standings',
  '/standings?area=dc&page=2',
  '/standings/s',
  '/standings/c/1',
  '/standings/1',
  '/play-offs',
  '/play-offs/d?city=south-bend',
  '/play-offs/index?city=south-bend&division=womens-singles-3-5',
  '/refer',
  '/players',
  '/players/p?league=fall&yr=2026&level=womens-singles-3-5',
  '/players/1',
  '/players/6/rating',
  '/comparison',
  '/payment-history',
  '/payment-history/1',
  '/notifications',
  '/rules',
  '/contact-us',
  '/settings',
  '/settings/availability',
  '/settings/payment-method',
  '/settings/password',
  '/settings/passkeys',
  '/settings/notifications',
  '/settings/privacy',
  '/settings/devices',
  '/settings/account',
].map((path) => `/dashboard${path}`)

for (const path of playersScreens)
  test(`${path} comes with its data, and is hydrated without a warning and without reading again`, async ({
    page,
    request,
  }) => {
    await enter(page, await signInDemo(request))
    // Changes by other journeys are not announced here.
    await page.route('**/dashboard/live?*', () => {})
    const asked: string[] = []
    page.on('request', (made) => {
      const { pathname } = new URL(made.url())
      if (made.method() === 'GET' && pathname.startsWith('/api/users')) asked.push(pathname)
    })
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () =>
        Object.assign(globalThis, { first: document.querySelector('main h1') }),
      )
    })
    const html = await openOwn(page, path)
    // The content security policy would block inline styles.
    expect(html).not.toMatch(/ style=/)
    expect(html.match(/<h1\b/g)).toHaveLength(1)
    expect(html).toMatch(/<nav aria-label="Main"/)
    const isHydrated = await page.evaluate(() => {
      const { first } = globalThis as { first?: HTMLElement }
      return first?.isConnected === true && Object.keys(first).some((name) => name.startsWith('__react'))
    })
    expect(isHydrated).toBe(true)
    // The score form requests its courts when its details are loaded.
    expect(asked.filter((address) => address !== '/api/users/courts')).toEqual([])
  })

test('a player’s screen can be read before its program has loaded, and then does not move', async ({
  page,
  request,
}) => {
  await enter(page, await signInDemo(request))
  const release = await holdScripts(page)
  await openOwn(page, '/dashboard/standings', { waitUntil: 'commit' })
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const top = () => page.locator('table').evaluate((table) => table.getBoundingClientRect().top)
  const before = await top()
  await release()
  await untilHydrated(page)
  expect(await top()).toBe(before)
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.getByRole('banner')).toHaveCount(1)
})

test('text typed and buttons pressed on a player’s screen before its program has loaded take effect', async ({
  page,
  request,
}) => {
  await enter(page, await signUpAndIn(request, 'Penny', 'Early'))
  const release = await holdScripts(page)
  await openOwn(page, '/dashboard/settings/password', { waitUntil: 'commit' })
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page
    .getByRole('main')
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await release()
  await expect(page.getByRole('region', { name: 'Please check the form' })).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveValue('not this one')
})

test('the cart, which only this device knows, and its checkout appear after the page from the server', async ({
  page,
  request,
}) => {
  await enter(page, await signUpAndIn(request, 'Carla', 'Cart'))
  await page.goto('/dashboard/join-league/fall')
  await page
    .getByRole('button', { name: /Add to Cart/ })
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await page.goto('/dashboard/order-summary')
  await expect(page).toHaveURL('/dashboard/order-summary')
  await expect(page.getByRole('heading', { level: 1, name: 'Order summary' })).toBeVisible()
})

test('times are in the reader’s time zone, both before and after the program has loaded', async ({
  browser,
  request,
  baseURL,
}) => {
  const token = await signInDemo(request)
  const times: string[] = []
  for (const timezoneId of ['America/New_York', 'Asia/Tokyo']) {
    const context = await browser.newContext({ timezoneId, ...(baseURL !== undefined && { baseURL }) })
    const page = await context.newPage()
    await enter(page, token)
    // The first page has told the server the time zone.
    await page.goto('/dashboard/rules')
    await untilHydrated(page)
    const release = await holdScripts(page)
    await openOwn(page, '/dashboard/settings/devices', { waitUntil: 'commit' })
    const first = page.getByRole('main').locator('time').first()
    await expect(first).toBeVisible()
    const before = (await first.textContent()) ?? ''
    await release()
    await untilHydrated(page)
    expect(await first.textContent()).toBe(before)
    times.push(before)
    await context.close()
  }
  expect(times[0]).not.toBe(times[1])
})

/** Makes two players with accounts in this browser, and watches for the other's name on the page of the first. */
async function makeTwo(page: Page, request: APIRequestContext) {
  const [mine, other] = [await signUpAndIn(request, 'Mina', 'Own'), await signUpAndIn(request, 'Oskar', 'Other')]
  await watchForText(page, 'Oskar')
  return { mine, other }
}

test('a document of another account is never seen, and the page is rendered for the signed-in player', async ({
  page,
  request,
}) => {
  const { mine, other } = await makeTwo(page, request)
  await enter(page, mine)
  await bringCookies(page.context(), other)
  const release = await holdScripts(page)
  expect(await openOwn(page, '/dashboard', { waitUntil: 'commit' })).toContain('Oskar')
  await page.waitForLoadState('domcontentloaded')
  expect(await page.locator('#root').innerHTML()).toBe('')
  await release()
  await expect(page.getByRole('heading', { level: 1, name: 'Mina Own' })).toBeVisible()
  expect(await seenTexts(page)).toEqual([])
  // The next documents belong to this account.
  await expect(async () => {
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-reader', mine.slice(0, 8))
  }).toPass()
  expect(await seenTexts(page)).toEqual([])
})

test('a visitor never sees a document of a session that ended in this browser', async ({ page, request }) => {
  const { other } = await makeTwo(page, request)
  await bringCookies(page.context(), other)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
  expect(await seenTexts(page)).toEqual([])
  // The page has removed the cookie that names the session, so the server sends no more documents, even without a script.
  const cookies = await page.context().cookies('http://localhost/dashboard')
  expect(cookies.map(({ name }) => name)).toEqual(['deuce.document'])
})

test('after signing out without a network there is no document, despite the cookie', async ({
  page,
  request,
  context,
}) => {
  const token = await signUpAndIn(request, 'Olga', 'Gone')
  await bringCookies(context, token)
  await leaveToken(page, token)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Olga Gone' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  // The code of the next screen is not stored on this device.
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  expect((await context.cookies('http://localhost/dashboard')).map(({ name }) => name)).toContain('deuce.document')
  const answer = await page.goto('/dashboard')
  expect(await answer?.text()).not.toContain('Olga')
})

test('during an impersonation the organizer’s own document is never seen, nor the player’s afterwards', async ({
  page,
  request,
}) => {
  const organizer = await signInDemo(request, 'organizer')
  const { id } = await (async () => {
    const player = await signUpAndIn(request, 'Pia', 'Seen')
    const answer = await request.get('/api/users', { headers: { authorization: `Bearer ${player}` } })
    return ((await answer.json()) as { user: { id: number } }).user
  })()
  const started = await request.post(`/api/organizer/players/${id}/see`, {
    headers: { authorization: `Bearer ${organizer}` },
  })
  expect(started.status(), await started.text()).toBe(201)
  const { token } = (await started.json()) as { token: string }
  await enter(page, organizer)
  await page.goto('/dashboard')
  const own = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.evaluate((seen) => sessionStorage.setItem('deuce.seen-as', JSON.stringify(seen)), {
    token,
    name: 'Pia Seen',
    back: '/organizer',
  })
  await watchForText(page, own)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Pia Seen' })).toBeVisible()
  await expect(page.getByText(/You are viewing Deuce as Pia Seen/)).toBeVisible()
  expect(await seenTexts(page)).toEqual([])
  await page.evaluate(() => sessionStorage.removeItem('deuce.seen-as'))
  await watchForText(page, 'Pia Seen')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: own })).toBeVisible()
  expect((await seenTexts(page)).filter((seen) => seen.startsWith('Pia'))).toEqual([])
})

test('a page in the back/forward cache is hidden, and shown again only to the same reader', async ({
  page,
  request,
}) => {
  const { mine } = await makeTwo(page, request)
  await enter(page, mine)
  await page.goto('/dashboard')
  const main = page.getByRole('heading', { level: 1, name: 'Mina Own' })
  const turn = (name: string) =>
    page.evaluate((type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })), name)
  await turn('pagehide')
  await expect(main).toBeHidden()
  await turn('pageshow')
  await expect(main).toBeVisible()

  await turn('pagehide')
  // She has signed out in another tab. A page in the back/forward cache gets no event about that.
  const keep = await page.context().newPage()
  await keep.goto('/signup')
  await page.addInitScript(() => localStorage.removeItem('deuce.token'))
  await page.evaluate(() => {
    Storage.prototype.getItem = () => null
  })
  await turn('pageshow')
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
})

test('signing out in another tab also signs out this one', async ({ page, request, context }) => {
  const token = await signUpAndIn(request, 'Tove', 'Tabs')
  await leaveToken(page, token)
  await bringCookies(context, token)
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-reader')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Tove')).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
})

test('a sign-in sets the cookies, and the next page comes with its data', async ({ page, request }) => {
  const email = await emailOf(request, await signUpAndIn(request, 'Sina', 'Cookie'))
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sina Cookie' })).toBeVisible()
  expect(await openOwn(page, '/dashboard')).toContain('Sina')
})

test('a session from the previous release begins without data, and has its cookie for the next page', async ({
  page,
  request,
}) => {
  const token = await signUpAndIn(request, 'Elda', 'Earlier')
  await page.addInitScript((value) => localStorage.setItem('deuce.token', JSON.stringify(value)), token)
  const asked = page.waitForResponse('**/api/users/document-cookie')
  const first = await page.goto('/dashboard')
  expect(await first?.text()).not.toContain('Elda')
  await expect(page.getByRole('heading', { level: 1, name: 'Elda Earlier' })).toBeVisible()
  await asked
  expect(await openOwn(page, '/dashboard')).toContain('Elda')
})

test('a name is escaped in a document', async ({ page, request }) => {
  const token = await signUpUnproved(request, "O'Neil", '</script><b>')
  const answer = await request.get('/dashboard', { headers: { cookie: documentCookies(token) } })
  const html = await answer.text()
  expect(html).toContain('O&#x27;Neil')
  expect(html).not.toContain('</script><b>')
  await enter(page, token)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("O'Neil </script><b>")
})

plain.describe('with a service worker', () => {
  plain.use({ serviceWorkers: 'allow' })

  plain('no cache of the browser contains a document of a session', async ({ page, request }) => {
    const token = await signUpAndIn(request, 'Wanda', 'Worker')
    await enter(page, token)
    await page.goto('/dashboard')
    await page.evaluate(() => navigator.serviceWorker.ready)
    for (const path of ['/dashboard', '/dashboard/settings']) expect(await openOwn(page, path)).toContain('Wanda')
    await expect.poll(() => page.evaluate(() => caches.match('/dashboard').then(Boolean))).toBe(true)
    const kept = await page.evaluate(async () => {
      const texts: string[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const asked of await cache.keys()) texts.push((await (await cache.match(asked))?.text()) ?? '')
      }
      return texts
    })
    expect(kept.length).toBeGreaterThan(3)
    expect(kept.filter((text) => /Wanda|data-reader|id="reads"/.test(text))).toEqual([])
  })
})
