import { expect, type APIRequestContext } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { emailOf, password, signUpUnproved } from './people.ts'
import { mailbox } from './mailbox.ts'

/** The address in the newest password-reset email to this address, from the outbox. */
async function resetLink(request: APIRequestContext, email: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const list = await (await request.get(mailbox)).text()
    const row = [
      ...list.matchAll(/<a href="(\/dev\/mailbox\/[^"]+)">Choose a new Deuce password<\/a> <span>to ([^<]*)/g),
    ].find(([, , to = '']) => to.includes(email))
    const text = await (await request.get(row?.[1] ?? '/none')).text()
    link = /\/reset-password\?token=[\w-]+/.exec(text)?.[0]
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}

test('a lost password is replaced through the mailed link, once', async ({ page, request }) => {
  const email = await emailOf(request, await signUpUnproved(request, 'Mabel', 'Quist'))
  const fresh = 'second serve'

  await page.goto('/')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused()
  await expect(page.getByText('we have sent it a link to choose a new password')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  const link = await resetLink(request, email)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible()
  const chosen = page.getByRole('textbox', { name: 'New password' })
  const again = page.getByRole('textbox', { name: 'Confirm password' })
  await chosen.fill(fresh)
  await again.fill('second swerve')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('region', { name: 'Please check the form' })).toContainText('Passwords do not match.')
  await expect(again).toHaveAccessibleDescription(/Passwords do not match\./)
  await expectGoodScreen(page)
  await again.fill(fresh)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Password Reset Successful' })).toBeFocused()
  await expectGoodScreen(page)
  await page.getByRole('link', { name: 'Back to Login' }).click()

  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('region', { name: 'There is a problem' })).toContainText(
    'Email or password is incorrect.',
  )
  await page.getByRole('textbox', { name: 'Password' }).fill(fresh)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mabel Quist' })).toBeVisible()
  // Confirming the email for the first time emptied the profile, so the order links to the missing details.
  await page.goto('/dashboard/join-league/fall')
  await page.getByRole('button', { name: /Add to Cart.*Women's Singles 4.5/ }).click()
  await page.getByRole('link', { name: 'Order summary' }).click()
  await expect(page.getByText('Your profile is not complete')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('link', { name: 'Complete your profile' }).click()
  await expect(page.getByText('Your profile is not complete yet')).toBeVisible()

  await page.goto(link)
  await chosen.fill('third time lucky')
  await again.fill('third time lucky')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeFocused()
  await expect(page.getByText('It has been used, or it is more than an hour old.')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible()
})

test('a new password is weak under 8 characters and strong at 12 or more, where the meter is full', async ({
  page,
}) => {
  await page.goto('/reset-password?token=any')
  const chosen = page.getByRole('textbox', { name: 'New password' })
  const meter = page.locator(`[id="${await chosen.getAttribute('id')}-strength"]`)
  const filled = meter.locator('[aria-hidden=true] > :not(.bg-line)')
  for (const [length, word] of [
    [1, 'Weak'],
    [7, 'Weak'],
    [8, 'Medium'],
    [11, 'Medium'],
    [12, 'Strong'],
    [20, 'Strong'],
  ] as const) {
    await chosen.fill('x'.repeat(length))
    await expect(chosen).toHaveAccessibleDescription(new RegExp(`Password strength: ${word}$`))
    await expect(filled).toHaveCount(Math.min(length, 12))
  }
})

test('a failed request for a password link shows the reason in a toast', async ({ page }) => {
  await page.route('**/api/customer/password/forgot', (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'The mail is resting. Please try again soon.', code: 'internal', request_id: '0d3f' },
    }),
  )
  await page.goto('/forgot-password')
  await page.getByRole('textbox', { name: 'Email' }).fill('somebody@example.com')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Error: The mail is resting.')
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible()
})

for (const { path, send } of [
  { path: '/', send: 'Sign in' },
  { path: '/signup', send: 'Create my account' },
])
  test(`a password can be shown, and is hidden again when it is sent: ${path}`, async ({ page }) => {
    await page.goto(path)
    const field = page.getByRole('textbox', { name: 'Password' })
    await field.fill('a secret')
    await expect(field).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(field).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(field).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await page.getByRole('button', { name: send }).click()
    await expect(page.getByRole('region', { name: 'Please check the form' })).toBeFocused()
    await expect(field).toHaveAttribute('type', 'password')
    await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  })

for (const { path, call, button, answer, news } of [
  {
    path: '/verify-email',
    call: '**/api/users/verify-email',
    button: 'Confirm my email',
    answer: { message: 'Your email is confirmed.' },
    news: ['Email confirmed', 'Your email is confirmed.'],
  },
  {
    path: '/confirm-email',
    call: '**/api/users/email/confirm',
    button: 'Use this email',
    answer: { message: 'Done.', email: 'ada@example.com' },
    news: ['Email changed', 'From now on you sign in with ada@example.com.'],
  },
] as const)
  test(`a mailed link waits for a press, and an expired one says so: ${path}`, async ({ page }) => {
    await page.goto(`${path}?token=long-gone`)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeFocused()
    await expect(page.getByText('It has been used')).toBeVisible()
    // A reload would keep the link.
    await page.goto('/')
    await page.goto(path)
    await expect(page.getByText('This link is incomplete.')).toBeVisible()

    await page.route(call, (route) => route.fulfill({ json: answer }))
    await page.goto(`${path}?token=fresh`)
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('heading', { level: 1, name: news[0] })).toBeFocused()
    await expect(page.getByText(news[1])).toBeVisible()
  })

for (const address of [
  '/reset-password?token=dead',
  '/verify-email#token=dead',
  '/verify-email?token=dead',
  '/confirm-email#token=dead',
  '/connect#token=dead',
  '/partner#token=dead',
  '/score-link#token=dead',
] as const)
  test(`a mailed token leaves the address bar at once, and is sent nowhere else: ${address}`, async ({ page }) => {
    const calls: { url: string; referrer: string | undefined }[] = []
    page.on('request', (call) => calls.push({ url: call.url(), referrer: call.headers()['referer'] }))
    const path = address.replace(/[?#].*/, '')
    await page.goto(address)
    await expect(page).toHaveURL(path)
    await page.waitForLoadState('networkidle')
    const { origin } = new URL(page.url())
    for (const { url, referrer } of calls) {
      expect(new URL(url).origin).toBe(origin)
      expect(referrer ?? '').toBe('')
    }
    expect(calls.filter(({ url }) => url.includes('dead')).map(({ url }) => url)).toEqual(
      address.includes('?') ? [origin + address] : [],
    )
    // A reload keeps the link, and going back does not show it.
    const said = await page.getByRole('heading', { level: 1 }).textContent()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: said ?? '' })).toBeVisible()
    await expect(page.getByText('This link is incomplete.')).toBeHidden()
    await expect(page).toHaveURL(path)
  })
