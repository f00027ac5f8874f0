import { expect, test as plain, type Page } from '@playwright/test'
import { expectFittingScreen, expectGoodScreen, test } from './journey.ts'
import { measureScreen } from './measure.ts'
import { freeSite, startOwnApp } from './own-app.ts'

/** Whether the element is fully visible without scrolling. */
async function isInSight(page: Page, name: string): Promise<boolean> {
  const box = await page.getByRole('link', { name, exact: true }).first().boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

for (const [width, height] of [
  [360, 640],
  [768, 1024],
  [1280, 720],
] as const)
  test(`the first screen says what the site is, when play begins and what it costs, and has a call to action: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Tennis leagues in South Bend, Indianapolis, and DC',
    )
    expect(await isInSight(page, 'Find my league')).toBe(true)
    const facts = page.getByRole('main').locator('dl')
    await expect(facts).toContainText('Summer 2 begins')
    await expect(facts).toContainText('$39.00')
    await expect(facts).toContainText(/\d+players/)
    await expect(facts).toBeInViewport({ ratio: 1 })
    for (const name of ['Open to join', 'Where we play', 'How it works', 'Just played', 'Top of the tables'])
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    // A less prominent link to the sign-in on the same screen.
    const way =
      width < 1024
        ? page.getByRole('banner').getByRole('link', { name: 'Sign in' })
        : page.getByRole('button', { name: 'Sign in' })
    await expect(way).toBeInViewport({ ratio: 1 })
    await expectFittingScreen(page)
    if (width < 1024) {
      await way.click()
      await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
    }
  })

test('on a desktop the sign-in is one tab stop from the link to the leagues', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/')
  await page.getByRole('link', { name: 'Find my league' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
})

test('the front door’s links open without loading the page, and coming back shows the same content', async ({
  page,
}) => {
  await page.goto('/')
  await page.evaluate(() => Object.assign(globalThis, { same: true }))
  await expect(page.getByRole('button', { name: 'Continue with a passkey' })).toBeVisible()
  const words = await page.getByRole('main').innerText()
  await page.getByRole('link', { name: 'Find my league' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Find your league' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'Just played' })).toBeVisible()
  expect(await page.getByRole('main').innerText()).toBe(words)
  await page.getByRole('link', { name: 'Fall 2026' }).click()
  await expect(page).toHaveURL('/leagues?season=fall')
  expect(await page.evaluate(() => 'same' in globalThis)).toBe(true)
})

test('the content of the front door loads no code and sends no request if the server rendered it', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => /StoryParts|front-door/.test(path))).toEqual([])
})

test('a visitor enters their details and sees what fits, in the URL and with Back', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/leagues?season=fall')
  await page.getByRole('radio', { name: 'DC' }).check()
  await page.getByRole('radio', { name: 'Women' }).check()
  await page.getByRole('radio', { name: '3.5' }).check()
  await expect(page).toHaveURL('/leagues?season=fall&area=dc&who=women&level=3.5')
  const fitting = page.getByRole('table', { name: 'What fits you in DC' })
  await expect(fitting.getByRole('rowheader')).toHaveText(["Women's Singles 3.5", "Women's Doubles", 'Mixed Doubles'])
  await expect(fitting.getByRole('row').nth(1)).toContainText('$39.00')
  // The first division is within two screens of the top.
  await page.evaluate(() => scrollTo(0, 0))
  const box = await fitting.getByRole('row').nth(1).boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(2 * 640)
  await expectGoodScreen(page)

  await page.goBack()
  await expect(page).toHaveURL('/leagues?season=fall&area=dc&who=women&level=')
  await expect(fitting.getByRole('rowheader')).toHaveCount(7)
  await page.goForward()
  await expect(fitting.getByRole('rowheader')).toHaveCount(3)
  // Another season keeps the visitor's details.
  await page.getByRole('link', { name: /^Winter 2026/ }).click()
  await expect(page).toHaveURL('/leagues?area=dc&who=women&level=3.5&season=winter')
  await fitting.getByRole('button', { name: /Add to Cart.*Women's Singles 3.5/ }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  // The visitor's choices are not asked for again.
  await expect(page.getByRole('radio', { name: 'DC' })).toBeChecked()
  await expect(page.getByRole('radio', { name: '3.5' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Female' })).toBeChecked()
})

test('a link to a league shows it, and invalid values in an address are ignored', async ({ page }) => {
  await page.goto('/leagues?area=indianapolis&season=winter&who=men&level=4.5')
  await expect(page.getByRole('radio', { name: 'Indianapolis' })).toBeChecked()
  await expect(
    page.getByRole('table', { name: 'What fits you in Indianapolis' }).getByRole('rowheader').first(),
  ).toHaveText("Men's Singles 4.5")
  await page.goto('/leagues?area=%3Cb%3E&who=__proto__&level=99&season=none&year=x')
  await expect(page.getByRole('table', { name: 'All divisions' }).getByRole('rowheader')).toHaveCount(13)
})

plain.describe('without JavaScript', () => {
  plain.use({ javaScriptEnabled: false })

  plain('the leagues are found with the form, and the front door leads there', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Find my league' }).click()
    await page.getByRole('radio', { name: 'South Bend' }).check()
    await page.getByRole('radio', { name: 'Men', exact: true }).check()
    await page.getByRole('radio', { name: '4.0' }).check()
    await page.getByRole('button', { name: 'Show what fits' }).click()
    await expect(page).toHaveURL('/leagues?area=south-bend&who=men&level=4.0')
    await expect(page.getByRole('radio', { name: '4.0' })).toBeChecked()
    const fitting = page.getByRole('table', { name: 'What fits you in South Bend' })
    await expect(fitting.getByRole('rowheader')).toHaveText(["Men's Singles 4.0", "Men's Doubles", 'Mixed Doubles'])
    await page.goBack()
    await expect(page.getByRole('table', { name: 'All divisions' })).toBeVisible()
  })

  plain('a refused sign-in is answered where its form is', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill('not this one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('region', { name: 'There is a problem' })).toBeInViewport()
  })
})

test.describe('another organization', () => {
  let own = { port: 0, site: '' }
  let stopApp = async () => {}
  const owner = { email: 'owner@league.example', password: 'a lob over the hedge' }

  test.beforeAll(async () => {
    own = await freeSite()
    stopApp = await startOwnApp(own.port, {
      NOW: '2026-07-15T16:00:00Z',
      LOG_LEVEL: 'fatal',
      ORGANIZER_EMAIL: owner.email,
      ORGANIZER_PASSWORD: owner.password,
      ORGANIZER_NAME: 'Amal Haddad',
    })
  })
  test.afterAll(async () => stopApp())

  test('the page invents nothing: it is shown without players and results, with a long name, many areas and yen, and with nothing to join', async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto(own.site)
    await expect(page.getByText('Be the first to join').first()).toBeVisible()
    await expect(page.locator('dl')).not.toContainText('players')
    for (const name of ['Just played', 'Top of the tables'])
      await expect(page.getByRole('heading', { level: 2, name })).toHaveCount(0)
    await expectGoodScreen(page)

    const signedIn = await request.post(`${own.site}/api/users/signin`, { data: owner })
    const { token } = (await signedIn.json()) as { token: string }
    const send = async (method: string, path: string, data: object) => {
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() }
      const answer = await request.fetch(`${own.site}/api${path}`, { method, data, headers })
      expect([path, answer.status(), await answer.text()]).toEqual([path, expect.any(Number), expect.any(String)])
      expect([path, answer.ok()]).toEqual([path, true])
    }
    const name = 'رابطة التنس الترفيهية للهواة في مدينة القاهرة الكبرى وضو'
    await send('PUT', '/organizer/organization', {
      name,
      short_name: 'تنس القاهرة',
      currency: 'JPY',
      locale: 'en-JP',
      colors: { main: '#7a1f5c', accent: '#ffb347' },
    })
    for (let number = 1; number <= 9; number += 1)
      await send('POST', '/organizer/areas', { name: `The courts beyond river ${number}`, time_zone: 'Asia/Tokyo' })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 720 })
      for (const path of ['/', '/leagues']) {
        await page.goto(own.site + path)
        await expect(page.locator('h1')).toHaveText(path === '/' ? 'Tennis leagues in 12 areas' : 'Find your league')
        await expect(page.getByText(/¥39/).first()).toBeVisible()
        await expect(page).toHaveTitle(new RegExp(` · \u2068${name}\u2069$`))
        expect(await measureScreen(page)).toEqual({ too_wide: 0, small_targets: [], broken_words: [] })
      }
    }
    await expect(page.getByRole('combobox', { name: 'Where do you play?' })).toBeVisible()

    const read = async (path: string) =>
      (await request.get(`${own.site}/api/public/${path}`)).json() as Promise<unknown>
    const { seasons, areas } = (await read('front-door')) as { seasons: { id: number }[]; areas: { area: string }[] }
    const { items } = (await read('divisions')) as { items: { id: number }[] }
    const leagues = areas.flatMap(({ area }) => items.map(({ id }) => ({ area, division_id: id, offered: false })))
    for (const { id } of seasons) await send('PUT', `/organizer/seasons/${id}/leagues`, { leagues })
    await page.goto(own.site)
    await expect(page.getByText('There is no league to join today.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'See the leagues', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Open to join' })).toHaveCount(0)
  })
})
