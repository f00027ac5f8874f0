import { expect, test as bare, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { emailOf, enter, leaveToken, password, signUpAndIn } from './people.ts'
import { demoPassword } from '#/test/dev-secrets.ts'

/** The sidebar's entries in order, with their paths and headings (docs/product.md, "Screens"). */
const entries = [
  ['Join League', '/dashboard/join-league', 'Join a league'],
  ['My Profile', '/dashboard', 'Tess Okonjo'],
  ['Players', '/dashboard/players', 'Players'],
  ['Rules', '/dashboard/rules', 'Rules'],
  ['My League', '/dashboard/myleague', 'My league'],
  ['Standings', '/dashboard/standings', /standings$/],
  ['Play Offs', '/dashboard/play-offs', 'Play-offs'],
  ['Submit Score', '/dashboard/score-submission', 'Submit a score'],
  ['Results', '/dashboard/results', 'Results in South Bend'],
  ['Contact Us', '/dashboard/contact-us', 'Contact us'],
  ['Refer a friend', '/dashboard/refer', 'Refer a friend'],
  ['Billing', '/dashboard/payment-history', 'Payment history'],
  ['Settings', '/dashboard/settings', 'Settings'],
] as const

/** The stored token of this browser, as JSON. Null if there is none. */
function keptToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('deuce.token'))
}

test('the sidebar leads to every screen in order, and the cart is only on Join League', async ({ page, request }) => {
  await enter(page, await signUpAndIn(request, 'Tess', 'Okonjo'))
  await page.goto('/dashboard')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link')).toHaveText(entries.map(([label]) => label))
  await expect(
    main
      .getByRole('link')
      .or(main.getByRole('button', { name: 'Logout' }))
      .last(),
  ).toHaveText('Logout')
  for (const [label, path, title] of entries) {
    await main.getByRole('link', { name: label, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
    await expect(main.getByRole('link', { name: label, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 0 items' })).toHaveCount(
      label === 'Join League' ? 1 : 0,
    )
  }
})

for (const width of [360, 1280])
  test(`the top bar says who is signed in, at ${width} px`, async ({ page, request }) => {
    await enter(page, await signUpAndIn(request, 'Tess', 'Okonjo'))
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/dashboard/rules')
    await expect(page.getByRole('banner').getByText('Tess', { exact: true })).toBeVisible()
  })

test('the phone menu takes, keeps and returns the focus; a press beside it only closes it', async ({
  page,
  request,
}) => {
  await enter(page, await signUpAndIn(request, 'Tess', 'Okonjo'))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard/rules')
  const open = page.getByRole('button', { name: 'Open menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const close = menu.getByRole('button', { name: 'Close menu' })
  await open.click()
  await expect(close).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(menu.getByRole('radio', { checked: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(close).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Join League' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(open).toBeFocused()

  await open.click()
  const bell = await page
    .getByRole('banner')
    .getByRole('link', { name: /^Notifications/ })
    .boundingBox()
  await page.mouse.click(355, bell ? bell.y + 5 : 5)
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard\/rules$/)
  await open.click()
  await close.click()
  await expect(open).toBeFocused()
  await open.click()
  await menu.getByRole('link', { name: 'Contact Us' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact us' })).toBeFocused()
})

test('a link to a screen survives signing in, and text typed at the desk survives the end of the session', async ({
  page,
  request,
}) => {
  const signIn = async () => {
    await page.getByLabel('Email').fill('organizer@deuce.example')
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await page.goto('/dashboard/results/r?area=dc')
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
  await signIn()
  await expect(page).toHaveURL(/\/dashboard\/results\/r\?area=dc$/)
  await page.goto('/organizer/entries/new?league=1')
  await page.getByLabel('Reason').fill('Paid at the club on Monday')

  const bearer = await page.evaluate(() => JSON.parse(localStorage.getItem('deuce.token') ?? '""') as string)
  await request.post('/api/users/logout', { headers: { authorization: `Bearer ${bearer}` }, data: {} })
  await page.reload()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await signIn()
  await expect(page.getByLabel('Reason')).toHaveValue('Paid at the club on Monday')

  // Signing out deletes the address of the screen and the typed text.
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
  await signIn()
  await expect(page).toHaveURL(/\/organizer$/)
  await page.goto('/organizer/entries/new?league=1')
  await expect(page.getByLabel('Reason')).toHaveValue('')
})

test('a live session is redirected from the sign-in screen to the dashboard', async ({ page, request }) => {
  await enter(page, await signUpAndIn(request, 'Tess', 'Okonjo'))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Tess Okonjo' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
})

for (const path of ['/', '/dashboard'])
  test(`a dead token is removed, and the sign-in screen opens: ${path}`, async ({ page }) => {
    await leaveToken(page, 'long-gone')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await keptToken(page)).toBeNull()
  })

test('logging out removes the player’s data in the browser and ends the session on the server', async ({
  page,
  request,
}) => {
  const token = await signUpAndIn(request, 'Tess', 'Okonjo')
  const next = await emailOf(request, await signUpAndIn(request, 'Maud', 'Ferrer'))
  await leaveToken(page, token)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Tess Okonjo' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
  expect(await keptToken(page)).toBeNull()
  const asked = await request.get('/api/users', { headers: { authorization: `Bearer ${token}` } })
  expect(asked.status()).toBe(401)

  // The next player signs in without a reload, and sees nothing of the first, not even while the page loads.
  await page.route('**/api/users', (route) =>
    route.fulfill({ status: 503, json: { message: 'Away.', code: 'internal', request_id: '0d3f' } }),
  )
  await page.getByRole('textbox', { name: 'Email' }).fill(next)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My profile' })).toBeVisible()
  await expect(page.getByText('Tess')).toHaveCount(0)
})

test('logging out goes to the sign-in screen even if the server refuses', async ({ page, request }) => {
  await leaveToken(page, await signUpAndIn(request, 'Tess', 'Okonjo'))
  await page.route('**/api/users/logout', (route) =>
    route.fulfill({ status: 400, json: { message: 'User not logged In', code: 'internal', request_id: '0d3f' } }),
  )
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
  expect(await keptToken(page)).toBeNull()
})

const rulesCode = /\/assets\/RulesPage-[^/]*\.js$/

test('a screen whose code is missing says so inside the frame, and opens once it is back', async ({
  page,
  request,
}) => {
  await enter(page, await signUpAndIn(request, 'Tess', 'Okonjo'))
  await page.route(rulesCode, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard')
  const main = page.getByRole('navigation', { name: 'Main' })
  // The screen retries, then reloads the page once.
  const reloaded = page.waitForEvent('load')
  await main.getByRole('link', { name: 'Rules' }).click()
  await reloaded
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible()
  await expect(main).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible()
})

// `bare`, because `test` fails on console errors, and this screen breaks on purpose.
bare('a screen that breaks says so, and works again after a reload', async ({ page, request }) => {
  await enter(page, await signUpAndIn(request, 'Tess', 'Okonjo'))
  const broken = { contentType: 'text/javascript', body: "throw new Error('on purpose')" }
  await page.route(rulesCode, (route) => route.fulfill(broken))
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Rules' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Load the page again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible()
})

test('a toast disappears after 5 seconds, but stays while the pointer is on it', async ({ page, request }) => {
  await enter(page, await signUpAndIn(request, 'Tess', 'Okonjo'))
  await page.clock.install({ time: new Date('2026-07-15T16:00:00Z') })
  await page.goto('/dashboard/join-league')
  const cart = page.getByRole('button', { name: 'Cart, 0 items' })
  const toast = page.getByRole('region', { name: 'Notifications' }).getByText('Cart is empty')
  await expect(cart).toBeVisible()
  await page.clock.pauseAt(new Date('2026-07-15T17:00:00Z'))
  await cart.click()
  await expect(toast).toBeVisible()
  await page.clock.runFor(4_900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast).toHaveCount(0)

  await cart.click()
  await toast.hover()
  await page.clock.runFor(20_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(4_900)
  await expect(toast).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast).toHaveCount(0)
})
