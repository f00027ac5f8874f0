import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { client, startProvider } from '#/test/provider.ts'
import { expectGoodScreen } from './journey.ts'
import { freeSite, startOwnApp } from './own-app.ts'
import { mailbox } from './mailbox.ts'

// This app is separate because the other journeys' app has no provider.
let site = ''
let stopApp: () => Promise<void>
let provider: Awaited<ReturnType<typeof startProvider>>

test.beforeAll(async () => {
  const own = await freeSite()
  site = own.site
  const sam = { sub: 'sam', email: 'sam@example.com', email_verified: true, given_name: 'Sam', family_name: 'Okafor' }
  const lou = { ...sam, sub: 'lou', email: 'lou@example.com', given_name: 'Lou' }
  provider = await startProvider([`${site}/auth/callback`], [sam, lou])
  stopApp = await startOwnApp(own.port, {
    LOG_LEVEL: 'error',
    OIDC_ISSUER: provider.origin,
    GOOGLE_CLIENT_ID: client.client_id,
    GOOGLE_CLIENT_SECRET: client.client_secret,
  })
})

test.afterAll(async () => {
  await stopApp()
  await provider.close()
})

async function goToProvider(page: Page): Promise<void> {
  await page.goto(site)
  await page.getByRole('button', { name: 'Continue with 127.0.0.1' }).click()
}

async function signInThere(page: Page, who = 'sam'): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(who)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

test('a player who denies consent sees so; one who gives it is signed in, and reloading is safe', async ({ page }) => {
  await page.goto(site)
  await expect(page.getByRole('button', { name: 'Continue with 127.0.0.1' })).toBeVisible()
  await expectGoodScreen(page)
  await goToProvider(page)
  await signInThere(page)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'You stopped the sign-in' })).toBeFocused()
  await expectGoodScreen(page)
  await page.getByRole('link', { name: 'Back to sign in' }).click()

  await goToProvider(page)
  // The provider remembers the person, and asks only for consent.
  const back = page.waitForRequest((request) => request.url().startsWith(`${site}/auth/callback`))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Sam Okafor' })).toBeVisible()
  expect(page.url()).toBe(`${site}/dashboard`)

  // This URL delivered the code. Opened again, it redirects a signed-in player and does nothing for a signed-out one.
  const address = (await back).url()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Sam Okafor' })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'This sign-in has ended' })).toBeVisible()
  await expectGoodScreen(page)
})

test('a code from another person’s sign-in, injected into this browser, is not redeemed', async ({ page }) => {
  await page.goto(site)
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Continue with 127.0.0.1' }).click()
  await page.goto(`${site}/auth/callback?code=theirs&state=theirs`)
  await expect(page.getByRole('heading', { name: 'This sign-in has ended' })).toBeVisible()
  expect(calls).not.toContain('/api/google/user-oauth')
})

test('a sign-in that the server refuses shows the reason and the request id', async ({ page }) => {
  await page.route(`${site}/api/google/user-oauth`, (route, request) => {
    const body = request.postDataJSON() as Record<string, string>
    return route.continue({ postData: { ...body, code: 'spoiled' } })
  })
  await goToProvider(page)
  await signInThere(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Sign-in failed. Please start again.')).toBeVisible()
  await expect(page.getByText(/^Request [\w-]{36}$/)).toBeVisible()
  await expectGoodScreen(page)
})

/** The address in the newest email to Lou that leads to this page. */
async function linkToLou(request: APIRequestContext, path: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const list = await (await request.get(`${site}${mailbox}`)).text()
    for (const [, row = ''] of list.matchAll(/<a href="(\/dev\/mailbox\/[^"]+)">[^<]*<\/a> <span>to [^<]*lou@/g))
      link ??= new RegExp(`${path}#token=[\\w-]+`).exec(await (await request.get(site + row)).text())?.[0]
    expect(link).toBeDefined()
  }).toPass()
  return site + link
}

test('a player confirms the email of a sign-up with the password, and connects the provider through a mailed link', async ({
  page,
  request,
}) => {
  const signedUp = await request.post(`${site}/api/users/signup`, {
    data: {
      first_name: 'Lou',
      last_name: 'Baxter',
      email: 'lou@example.com',
      phone: '+1 574 555 0101',
      singles_level: '3.5',
      gender: 'Female',
      location: 'dc',
      password: 'correct horse battery',
    },
  })
  expect(signedUp.status()).toBe(201)
  await page.goto(await linkToLou(request, '/verify-email'))
  await expect(page).toHaveURL(`${site}/verify-email`)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByRole('region', { name: 'Please check the form' })).toContainText('Please enter a password.')
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Email confirmed' })).toBeFocused()

  await goToProvider(page)
  await signInThere(page, 'lou')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeFocused()
  await expectGoodScreen(page)
  await page.goto(await linkToLou(request, '/connect'))
  await expect(page).toHaveURL(`${site}/connect`)
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Connect and sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Connected' })).toBeFocused()
  await page.getByRole('link', { name: 'Go to my profile' }).click()
  await expect(page.getByRole('heading', { name: 'Lou Baxter' })).toBeVisible()
})
