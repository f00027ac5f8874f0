import { expect, test, type Page } from '@playwright/test'
import { client, startProvider } from '#/test/provider.ts'
import { expectGoodScreen } from './journey.ts'
import { freeSite, startOwnApp } from './own-app.ts'

// An app of its own: the other journeys' app knows no provider.
let site = ''
let stopApp: () => Promise<void>
let provider: Awaited<ReturnType<typeof startProvider>>

test.beforeAll(async () => {
  const own = await freeSite()
  site = own.site
  const sam = { sub: 'sam', email: 'sam@example.com', email_verified: true, given_name: 'Sam', family_name: 'Okafor' }
  provider = await startProvider([`${site}/auth/callback`], [sam])
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

async function signInThere(page: Page): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill('sam')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

test('a player who denies consent is told so; one who gives it is in, and reloading is safe', async ({ page }) => {
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
  // The provider remembers who it is, and asks for consent alone.
  const back = page.waitForRequest((request) => request.url().startsWith(`${site}/auth/callback`))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Sam Okafor' })).toBeVisible()
  expect(page.url()).toBe(`${site}/dashboard`)
  await expectGoodScreen(page)

  // The address that brought the code: signed in it leads on, signed out it is of no use to anybody.
  const address = (await back).url()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Sam Okafor' })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'This sign-in has ended' })).toBeVisible()
  await expectGoodScreen(page)
})

test('a code of somebody else’s sign-in, slipped into this browser, is not redeemed', async ({ page }) => {
  await page.goto(site)
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Continue with 127.0.0.1' }).click()
  await page.goto(`${site}/auth/callback?code=theirs&state=theirs`)
  await expect(page.getByRole('heading', { name: 'This sign-in has ended' })).toBeVisible()
  expect(calls).not.toContain('/api/google/user-oauth')
})

test('a sign-in that the server refuses says so, with the request id', async ({ page }) => {
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
