import { expect, test as bare, type Locator } from '@playwright/test'
import { openOwn } from './documents.ts'
import { test, untilHydrated } from './journey.ts'
import { enter, enterOpponent, reportScore, signInDemo, signUpAndIn, uniqueName } from './people.ts'

test('a screen’s code and data load when the pointer stays on its link, and not when it passes over the link', async ({
  page,
  request,
}) => {
  await enter(page, await signInDemo(request))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 2, name: 'Upcoming' })).toBeVisible()
  const asked: string[] = []
  page.on('request', (made) => asked.push(new URL(made.url()).pathname))
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Billing', exact: true })

  const data = page.waitForResponse((answer) => answer.url().includes('/api/users/purchases'))
  const code = page.waitForResponse((answer) => answer.url().includes('/assets/PaymentHistoryPage'))
  await link.hover()
  await Promise.all([data, code])
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  expect(asked.filter((path) => /RulesPage|MyLeaguePage/.test(path))).toEqual([])

  asked.length = 0
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment history' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  expect(asked.filter((path) => /purchases|PaymentHistoryPage/.test(path))).toEqual([])
})

test('a screen’s code is requested together with all its imports', async ({ page, request }) => {
  await enter(page, await signInDemo(request))
  type File = [name: string, ...imports: number[]]
  const known = page.waitForResponse((answer) => answer.url().endsWith('/chunk-graph.json'))
  await page.goto('/dashboard')
  const files = (await (await known).json()) as File[]
  const needed = new Set<string>()
  const need = (file: File | undefined) => {
    if (!file || needed.has(`/${file[0]}`)) return
    needed.add(`/${file[0]}`)
    for (const index of file.slice(1) as number[]) need(files[index])
  }
  need(files.find(([name]) => name.includes('/ScoreSubmissionPage')))
  const findMissing = () =>
    page
      .locator('head link[rel=modulepreload]')
      .evaluateAll(
        (links, all) => all.filter((file) => !links.some((link) => link.getAttribute('href') === file)),
        [...needed],
      )
  expect((await findMissing()).length).toBeGreaterThan(5)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Submit Score' }).focus()
  await expect(async () => expect(await findMissing()).toEqual([])).toPass()
})

test('touching or focusing a link also loads its screen', async ({ page, request }) => {
  await enter(page, await signInDemo(request))
  await page.goto('/dashboard')
  const main = page.getByRole('navigation', { name: 'Main' })
  const rules = page.waitForResponse((answer) => answer.url().includes('/assets/RulesPage'))
  await main.getByRole('link', { name: 'Rules' }).focus()
  await rules
  const refer = page.waitForResponse((answer) => answer.url().includes('/assets/ReferPage'))
  await main.getByRole('link', { name: 'Refer a friend' }).dispatchEvent('touchstart')
  await refer
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a link that was focused before the code loaded keeps the focus, and its screen is prefetched', async ({
  page,
  request,
}) => {
  await enter(page, await signInDemo(request))
  let bring = () => {}
  const held = new Promise<void>((go) => (bring = go))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await openOwn(page, '/dashboard', { waitUntil: 'commit' })
  const rules = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Rules' })
  await rules.focus()
  await expect(rules).toBeFocused()
  const code = page.waitForResponse((answer) => answer.url().includes('/assets/RulesPage'))
  await expect(page.getByRole('heading', { level: 2, name: 'Upcoming' })).toBeVisible()
  bring()
  await untilHydrated(page)
  await expect(rules).toBeFocused()
  await code
})

test('the leagues load when a visitor reaches for the link, and open without another request', async ({ page }) => {
  await page.goto('/')
  const code = page.waitForResponse((answer) => answer.url().includes('/assets/GuestLeaguesPage'))
  const data = ['seasons', 'divisions'].map((name) =>
    page.waitForResponse((answer) => answer.url().includes(`/api/public/${name}`)),
  )
  const link = page.getByRole('link', { name: 'See the leagues and prices' })
  await expect(async () => {
    await page.mouse.move(0, 0)
    await link.hover()
    await Promise.race([code, new Promise((_, fail) => setTimeout(fail, 500))])
  }).toPass()
  await Promise.all([code, ...data])
  await expect(page).toHaveURL(/\/$/)
  const asked: string[] = []
  page.on('request', (made) => asked.push(made.url()))
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Find your league' })).toBeVisible()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expect(asked.filter((url) => /public\/(seasons|divisions)|GuestLeaguesPage/.test(url))).toEqual([])
})

test('without a session no part of the signed-in screens is fetched', async ({ page }) => {
  await page.goto('/play-offs/index?city=south-bend&division=womens-singles-3-5')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const asked: string[] = []
  page.on('request', (made) => asked.push(made.url()))
  await page.getByRole('link', { name: 'My matches' }).dispatchEvent('touchstart')
  await page.evaluate(() => new Promise((done) => setTimeout(done, 0)))
  expect(asked.filter((url) => /dashboard-routes|\/api\/users/.test(url))).toEqual([])
})

test('the previous rows stay, dimmed, until the rows for another filter have loaded', async ({ page, request }) => {
  await enter(page, await signInDemo(request))
  await page.goto('/dashboard/standings/s')
  const list = page.locator('[data-list]')
  await expect(list.getByRole('row').nth(1)).toBeVisible()
  const before = await list.getByRole('row').nth(1).innerText()
  let answer = () => {}
  const waiting = new Promise<void>((go) => (answer = go))
  await page.route('**/api/users/standings/full?*', async (route) => {
    await waiting
    await route.continue()
  })
  await page.getByRole('main').locator('select').last().selectOption({ index: 1 })
  await expect(list).toHaveAttribute('aria-busy', 'true')
  await expect(list).toHaveCSS('opacity', '0.6')
  expect(await list.getByRole('row').nth(1).innerText()).toBe(before)
  answer()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
})

test('a notification is marked read at once, and unread again if the server refuses', async ({ page, request }) => {
  const last = uniqueName('Felt')
  const winner = await enterOpponent(request, 'Runa', last)
  const opponent = await enterOpponent(request, 'Solveig', last)
  await reportScore(request, { winner, opponent, season: 'summer-2', match_date: '2026/07/15' })
  await enter(page, opponent)
  const row = page.getByRole('listitem').filter({ hasText: 'Is this score right?' })
  await expect(async () => {
    await page.goto('/dashboard/notifications')
    await expect(row).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
  let refuse = () => {}
  const waiting = new Promise<void>((go) => (refuse = go))
  await page.route('**/api/users/notifications/read', async (route) => {
    await waiting
    await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Deuce is away.' } })
  })
  await row.getByRole('button', { name: /^Mark as read/ }).click()
  await expect(row.getByText('New')).toBeHidden()
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  refuse()
  await expect(page.getByText('Deuce is away.')).toBeVisible()
  await expect(row.getByText('New')).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
})

bare('a menu opens at the first press, and a dialog whose code does not come says so', async ({ page, request }) => {
  await enter(page, await signInDemo(request))
  await page.route(/\/assets\/ModalDialog/, (route) => route.abort())
  await page.goto('/dashboard')
  await untilHydrated(page)
  const menu = page.getByRole('button', { name: /^Options for the match/ }).first()
  const asked: string[] = []
  await menu.waitFor()
  page.on('request', (made) => asked.push(made.url()))
  await menu.click()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  expect(asked.filter((url) => /Menu/.test(url))).toEqual([])
  await page.getByRole('menuitem', { name: 'Delete match' }).click()
  await expect(page.getByText('This could not be loaded. Check your connection and load the page again.')).toBeVisible()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('heading', { level: 2, name: 'Upcoming' })).toBeVisible()
})

bare(
  'a part whose code does not come leaves the rest of its screen, and comes with the next page',
  async ({ page, request }) => {
    await page.route(/\/assets\/(TestCardForm|SocialButton)-/, (route) => route.abort())
    const isMissed = page.waitForEvent('requestfailed', (made) => made.url().includes('SocialButton'))
    await page.goto('/')
    await isMissed
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(page.getByText('could not be loaded')).toHaveCount(0)

    await enter(page, await signUpAndIn(request, 'Petra', uniqueName('Missing')))
    await page.goto('/dashboard/join-league/fall')
    await page.getByRole('button', { name: /Add to Cart.*Women's Singles 3.5/ }).click()
    await page.getByRole('link', { name: 'Order summary' }).click()
    await page.getByRole('button', { name: 'Make Payment' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'This part could not be loaded' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Load the page again' }).click()
    await expect(page.getByRole('button', { name: 'Fill in 4242 4242 4242 4242' })).toBeVisible()
  },
)

test('a calendar is not loaded with its form, and replaces its placeholder without moving anything', async ({
  page,
  request,
}) => {
  await enter(page, await signInDemo(request))
  let answer = () => {}
  const waiting = new Promise<void>((go) => (answer = go))
  await page.route(/\/assets\/DatePart/, async (route) => {
    await waiting
    await route.continue()
  })
  await page.goto('/dashboard/score-submission')
  const text = page.getByRole('textbox', { name: /date/i })
  await expect(text).toHaveValue(/^\d\d\/\d\d\/\d{4}$/)
  const below = page.getByLabel('Hours played')
  const before = await topOf(below)
  await text.focus()
  answer()
  await expect(page.getByRole('spinbutton', { name: /month/ })).toBeFocused()
  expect(await topOf(below)).toBe(before)
})

/** The element's position on the page, independent of scrolling. */
function topOf(element: Locator): Promise<number> {
  return element.evaluate((each) => each.getBoundingClientRect().top + scrollY)
}

test('a skeleton appears only after 300 ms, and its replacement moves nothing', async ({ page, request }) => {
  await enter(page, await signInDemo(request), { documents: false })
  await page.goto('/dashboard/payment-history')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  let answer = () => {}
  const waiting = new Promise<void>((go) => (answer = go))
  await page.route('**/api/users/purchases?*', async (route) => {
    await waiting
    await route.continue()
  })
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload({ waitUntil: 'commit' })
  const skeleton = page.getByText('Loading your payments').locator('..')
  await expect(skeleton).toBeAttached()
  // The animation shows the skeleton only after a delay.
  const timing = await skeleton.evaluate((box) => {
    const animation = [box, ...box.querySelectorAll('*')].flatMap((part) => part.getAnimations())[0]
    if (!(animation?.effect instanceof KeyframeEffect) || !animation.effect.target) return null
    const { target } = animation.effect
    const { delay, fill } = animation.effect.getTiming()
    animation.pause()
    const opacityAt = (ms: number) => {
      animation.currentTime = ms
      return Number(getComputedStyle(target).opacity)
    }
    const shown = { delay, fill, quick: opacityAt(250), slow: opacityAt(1_000) }
    animation.play()
    return shown
  })
  expect(timing).toEqual({ delay: 300, fill: 'both', quick: 0, slow: 1 })
  answer()
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  const shift = await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)
  expect(shift).toBeLessThan(0.02)
})

bare.describe('with motion', () => {
  bare.use({ contextOptions: { reducedMotion: 'no-preference' } })

  bare(
    'a screen whose code is there fades in: nobody waits for one, or for the end of another',
    async ({ page, request }) => {
      await page.addInitScript(() => {
        const start = document.startViewTransition.bind(document)
        Object.assign(globalThis, { fades: 0 })
        document.startViewTransition = (...of) => {
          ;(globalThis as unknown as { fades: number }).fades += 1
          return start(...of)
        }
      })
      const fades = () => page.evaluate(() => (globalThis as unknown as { fades: number }).fades)
      await enter(page, await signInDemo(request))
      await page.goto('/dashboard/rules')
      const main = page.getByRole('navigation', { name: 'Main' })
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      // Before hydration, a link would load a new document.
      await untilHydrated(page)
      expect(await fades()).toBe(0)

      // The screen's code is not loaded, so the screen is shown at once, without a fade.
      await main.getByRole('link', { name: 'Contact Us' }).evaluate((link: HTMLElement) => link.click())
      await expect(heading).toHaveText('Contact us')
      await expect(heading).toBeFocused()
      expect(await fades()).toBe(0)

      // A link still works while a screen is fading.
      await main.getByRole('link', { name: 'Rules' }).click()
      await main.getByRole('link', { name: 'Contact Us' }).click()
      await expect(heading).toHaveText('Contact us')
      await expect(heading).toBeFocused()
      expect(await fades()).toBe(2)
      await page.goBack()
      await expect(heading).not.toHaveText('Contact us')
      expect(await fades()).toBe(2)

      // A tab belongs to the same screen, so it does not fade.
      await main.getByRole('link', { name: 'Settings' }).click()
      await expect(heading).toHaveText('Settings')
      await expect(heading).toBeFocused()
      const faded = await fades()
      const tabs = page.getByRole('navigation', { name: 'Settings' })
      await tabs.getByRole('link', { name: 'Password' }).click()
      await expect(page).toHaveTitle(/^Password/)
      await tabs.getByRole('link', { name: 'Profile' }).click()
      await expect(page).not.toHaveTitle(/^Password/)
      expect(await fades()).toBe(faded)

      await page.emulateMedia({ reducedMotion: 'reduce' })
      await main.getByRole('link', { name: 'Contact Us' }).click()
      await expect(heading).toHaveText('Contact us')
      await expect(heading).toBeFocused()
      expect(await fades()).toBe(faded)
    },
  )
})
