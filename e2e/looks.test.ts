import { expect, type Locator, type Page } from '@playwright/test'
import { listLeaguePlayers, listPurchases } from '#/features/calls.gen.ts'
import { expectFittingScreen, test } from './journey.ts'
import { enter, enterOpponent, reportScore, signInDemo, signUpUnproved, uniqueName } from './people.ts'

/** The color name of a text or border, from its hue. */
async function colorOf(element: Locator, property: 'color' | 'border-top-color' = 'color'): Promise<string> {
  const text = await element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)
  const [red = 0, green = 0, blue = 0] = text.match(/[\d.]+/g)?.map(Number) ?? []
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  if (high - low < 30) return 'grey'
  const hue =
    (high === red
      ? (green - blue) / (high - low)
      : high === green
        ? 2 + (blue - red) / (high - low)
        : 4 + (red - green) / (high - low)) * 60
  return hue < 20 || hue > 340 ? 'red' : hue < 70 ? 'yellow' : hue < 170 ? 'green' : 'blue'
}

/** Responds with a list of `count` rows, copies of its first one. */
async function makeLonger<Row>(
  page: Page,
  path: RegExp,
  list: string,
  perPage: number,
  total: number,
  turn: (row: Row, index: number) => Row = (row) => row,
): Promise<void> {
  await page.unroute(path)
  await page.route(path, async (route) => {
    const url = new URL(route.request().url())
    const asked = Number(url.searchParams.get('page'))
    url.searchParams.set('page', '1')
    const answer = (await (await route.fetch({ url: url.href })).json()) as Record<string, unknown>
    const [first] = answer[list] as Row[]
    const rows = Array.from({ length: Math.min(perPage, total - (asked - 1) * perPage) }, (_, index) =>
      turn(first as Row, index),
    )
    await route.fulfill({ json: { ...answer, total, [list]: rows } })
  })
}

test('the list of payments has pages above 10 rows, and a color for each status', async ({ page, request }) => {
  await enter(page, await enterOpponent(request, 'Berit', uniqueName('Hue')), { documents: false })
  const colors = {
    Confirmed: 'green',
    Paid: 'green',
    Pending: 'yellow',
    Active: 'yellow',
    Closed: 'grey',
    Completed: 'grey',
    Refunded: 'red',
    'Something else': 'red',
  }
  const statuses = Object.keys(colors)
  const purchases = /\/api\/users\/purchases\?/
  const turn = (row: object, index: number) => ({
    ...row,
    id: index + 1,
    payment_status: statuses[index % statuses.length],
  })
  await makeLonger(page, purchases, 'purchases', Number(listPurchases.fields.per_page.fallback), 10, turn)
  await page.goto('/dashboard/payment-history')
  await expect(page.getByRole('row')).toHaveCount(11)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  for (const [status, color] of Object.entries(colors))
    expect([status, await colorOf(page.getByRole('cell').getByText(status, { exact: true }).first())]).toEqual([
      status,
      color,
    ])

  await makeLonger(page, purchases, 'purchases', Number(listPurchases.fields.per_page.fallback), 11, turn)
  await page.reload()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('Viewing 1-11 of 11 results')
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expect(pages.getByRole('link', { name: 'Next' })).toHaveCount(0)
})

test('a league’s player list is paginated above 20 players', async ({ page, request }) => {
  await enter(page, await signInDemo(request))
  const players = /\/api\/users\/players\?/
  const path = '/dashboard/players/p?league=summer-1&yr=2026&level=womens-singles-3-5'
  const turn = (row: object, index: number) => ({ ...row, id: index + 1 })
  await makeLonger(page, players, 'players', Number(listLeaguePlayers.fields.per_page.fallback), 20, turn)
  await page.goto(path)
  await expect(page.getByRole('row')).toHaveCount(21)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toHaveCount(0)

  await makeLonger(page, players, 'players', Number(listLeaguePlayers.fields.per_page.fallback), 21, turn)
  await page.goto(`${path}&page=1`)
  await expect(pages).toContainText('Viewing 1-20 of 21 results')
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(pages).toContainText('Viewing 21-21 of 21 results')
  await expect(pages.getByRole('link', { name: 'Next' })).toHaveCount(0)
})

test('a page past the last one redirects to the last one', async ({ page, request }) => {
  await enter(page, await signInDemo(request))
  await page.goto('/dashboard?page=99')
  await expect(page).toHaveURL(/\/dashboard\?page=[2-9]$/)
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
})

test('a division’s card and the cart show its picture and price; the cart links to the order, and back', async ({
  page,
  request,
}) => {
  await enter(page, await signUpUnproved(request, 'Edda', 'Nowak'))
  await page.goto('/dashboard/join-league/fall')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: "Women's Singles 3.5" }) })
  await expect(card).toContainText('$39.00')
  await expect(card.locator('img').first()).toBeVisible()
  await card.getByRole('button', { name: /Add to Cart/ }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }).click()
  await expect(page).toHaveURL(/\/dashboard\/order-summary$/)
  const line = page.getByRole('listitem').filter({ hasText: "Women's Singles 3.5" })
  await expect(line).toHaveCount(1)
  await expect(line).toContainText('$39.00')
  const picture = line.getByRole('presentation').or(line.locator('img'))
  // Waits until the picture has loaded.
  await expect.poll(() => picture.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Back to the divisions' }).click()
  await expect(page).toHaveURL(/\/dashboard\/join-league\/fall$/)
})

test('a league’s card names the season, year and division', async ({ page, request }) => {
  await enter(page, await enterOpponent(request, 'Berit', uniqueName('Card')))
  await page.goto('/dashboard/myleague')
  // The live scores of other matches may be shown above the card.
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('article') })
  await expect(card).toHaveCount(1)
  await expect(card.getByRole('heading')).toHaveText('Summer 2 2026')
  await expect(card).toContainText("Women's Singles 4.5")
})

test('the dial codes come with flags, in a list of 350 px at most', async ({ page }) => {
  await page.goto('/signup')
  const code = page.getByRole('button', { name: 'Country code: United States +1' })
  const widthOf = (image: Locator) => image.evaluate((node: HTMLImageElement) => node.naturalWidth)
  await expect.poll(() => widthOf(code.locator('img'))).toBeGreaterThan(0)
  await code.click()
  const list = page.getByRole('region', { name: 'List of countries' })
  await expect(list).toHaveCSS('max-height', '350px')
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(350)
  for (const country of await list
    .getByRole('option')
    .all()
    .then((all) => all.slice(0, 3)))
    await expect.poll(() => widthOf(country.locator('img'))).toBeGreaterThan(0)
})

test('home is one press away before signing in; invalid fields and errors are red, success is green', async ({
  page,
  request,
}) => {
  await page.goto('/forgot-password')
  await page.getByRole('link', { name: 'Deuce, home' }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => colorOf(page.getByRole('textbox', { name: 'Email' }), 'border-top-color')).toBe('red')
  expect(await colorOf(page.locator('#field-email-error'))).toBe('red')

  await enter(page, await signUpUnproved(request, 'Edda', 'Nowak'))
  await page.goto('/dashboard/settings')
  const news = page.getByRole('region', { name: 'Notifications' })
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(news).toContainText('Done: ')
  expect(await colorOf(news.locator('svg').first())).toBe('green')

  // A player with an unconfirmed email can have the link sent again; errors are red.
  await page.reload()
  await page.route('**/api/users/verify-email/resend', (route) =>
    route.fulfill({ status: 500, json: { message: 'The mail is away.', code: 'internal', request_id: '0d3f' } }),
  )
  await page.getByRole('button', { name: 'Send me the link again' }).click()
  await expect(news).toContainText('The mail is away.')
  expect(await colorOf(news.locator('svg').first())).toBe('red')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Send me the link again' }).click()
  await expect(news).toContainText('sent you')
})

test('long waits are announced', async ({ page, request }) => {
  await enter(page, await signInDemo(request), { documents: false })
  for (const [path, call, said] of [
    ['/dashboard', '**/api/users/league-history?*', 'Loading your matches'],
    ['/dashboard/results/r?area=dc', '**/api/users/scores?*', 'Loading the results'],
    ['/dashboard/standings', '**/api/users/standings?*', 'Loading the standings'],
    ['/dashboard/payment-history', '**/api/users/purchases?*', 'Loading your payments'],
  ] as const) {
    let answer = () => {}
    const asked = new Promise<void>((go) => (answer = go))
    await page.route(call, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(path)
    await expect(page.getByRole('status').filter({ hasText: said })).toBeAttached()
    answer()
    await expect(page.getByRole('status').filter({ hasText: said })).toHaveCount(0)
    await page.unroute(call)
  }
})

test('a short table, a players list and a bracket without rows say that they are empty, and what to do', async ({
  page,
  request,
}) => {
  await enter(page, await signInDemo(request), { documents: false })
  await page.goto('/dashboard/standings?area=dc&season=winter&year=2001&division=mixed-doubles')
  await expect(page.getByRole('heading', { name: 'No result found' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'My league' })).toBeVisible()
  await page.goto('/dashboard/play-offs/index?city=dc&division=mixed-doubles&season=winter&year=2001')
  await expect(page.getByRole('heading', { name: 'No result found' })).toBeVisible()
  await page.route(/\/api\/users\/players\?/, (route) => route.fulfill({ json: { players: [], total: 0, skip: 0 } }))
  await page.goto('/dashboard/players/p?league=summer-1&yr=2026&level=womens-singles-3-5')
  await expect(page.getByRole('heading', { name: 'No result found' })).toBeVisible()
  await page.getByRole('link', { name: 'All my leagues' }).last().click()
  await expect(page).toHaveURL(/\/dashboard\/players$/)
})

test('a name of sixty letters makes no screen wider', async ({ page, request }) => {
  const long = (stem: string) => uniqueName(stem).padEnd(60, 'e')
  const [winner, opponent] = [
    await enterOpponent(request, 'Berit', long('Wolfeschlegel')),
    await enterOpponent(request, 'Carlotta', long('Aabenhausen')),
  ]
  await reportScore(request, { winner, opponent, season: 'summer-2', match_date: '2026/07/15' })
  await enter(page, winner)
  for (const path of [
    '/dashboard',
    '/dashboard/results/r?area=south-bend',
    '/dashboard/standings?area=south-bend&season=summer-2&year=2026&division=womens-singles-4-5',
    '/dashboard/players/p?league=summer-2&yr=2026&level=womens-singles-4-5',
  ])
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      // By last name, winners first, or newest first: one of the two is on each first page, however many others joined.
      await expect(page.getByText(/Wolfeschlegel|Aabenhausen/).first()).toBeVisible()
      await expectFittingScreen(page)
    }
})

test('with forced colors only the current link is marked, and link buttons look like buttons', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto('/')
  const lead = page.getByRole('link', { name: 'Find my league' })
  expect(await lead.evaluate((link) => getComputedStyle(link).borderTopWidth)).toBe('2px')

  await enter(page, await signInDemo(request))
  await page.goto('/dashboard/standings')
  for (const [name, side] of [
    ['Main', 'borderLeftColor'],
    ['Areas', 'borderBottomColor'],
  ] as const) {
    const links = page.getByRole('navigation', { name }).locator('a:visible')
    // The current area is known only after the first response.
    await expect(links.and(page.locator('[aria-current="page"]'))).toHaveCount(1)
    const marks = await links.evaluateAll(
      (all, edge) =>
        all.map((link) => ({
          isCurrent: link.getAttribute('aria-current') === 'page',
          color: getComputedStyle(link)[edge],
        })),
      side,
    )
    const current = marks.filter(({ isCurrent }) => isCurrent)
    expect(current).toHaveLength(1)
    for (const { isCurrent, color } of marks) expect(color === current[0]?.color).toBe(isCurrent)
  }
})

test('a printed table has neither bars, filters and buttons nor a ground', async ({ page, request }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await enter(page, await signInDemo(request))
  await page.goto('/dashboard/standings')
  await expect(page.getByRole('button', { name: /^Why this place/ }).first()).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await expect(page.getByRole('table').first()).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).color)).toMatch(/^rgb\((\d|[1-5]\d), /)
})

test('at 1280 pixels the levels of the sign-up are in one row', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/signup')
  const levels = page.getByRole('group', { name: 'Singles level' }).getByRole('radio')
  const tops = await levels.evaluateAll((radios) => radios.map((radio) => radio.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
})
