import { expect, type Page } from '@playwright/test'
import { expectFittingScreen, expectGoodScreen, test } from './journey.ts'
import { emailOf, leaveToken, password, signInDemo, signUpAndIn } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** Gives the browser an authenticator that verifies its owner at once, such as a phone with a fingerprint. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Checks the screen at both widths and in both themes. */
async function expectGoodEverywhere(page: Page): Promise<void> {
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 740 })
      await (width === 360 ? expectGoodScreen(page) : expectFittingScreen(page))
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 360, height: 740 })
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto('/dashboard/settings/passkeys')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Your passkey is added.')).toBeVisible()
}

test('a player adds a passkey, signs in with it, uses it in place of the password, and removes it', async ({
  page,
  request,
}) => {
  await addAuthenticator(page)
  await leaveToken(page, await signUpAndIn(request, 'Pia', 'Keystone'))
  await addPasskey(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Added' })
  await expect(row).toContainText('not used yet')
  await expectGoodEverywhere(page)

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expectGoodEverywhere(page)
  await page.getByRole('dialog').getByLabel('Your password').fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  const button = page.getByRole('button', { name: 'Continue with a passkey' })
  await expect(button).toBeVisible()
  await expectGoodScreen(page)
  await button.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pia Keystone' })).toBeVisible()

  await page.goto('/dashboard/settings/passkeys')
  await expect(row).toContainText('last used')
  await row.getByRole('button', { name: 'Remove' }).click()
  const removal = page.getByRole('alertdialog')
  await expectGoodScreen(page)
  await removal.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(page.getByText('You have no passkey yet.')).toBeVisible()
})

test('an organizer opens the desk with a passkey in place of the code', async ({ page, request }) => {
  await addAuthenticator(page)
  const token = await signUpAndIn(request, 'Otto', 'Keystone')
  const email = await emailOf(request, token)
  const owner = await signInDemo(request, 'organizer')
  const appointed = await request.post('/api/organizer/people', {
    data: { email, role: 'organizer', areas: ['dc'] },
    headers: { authorization: `Bearer ${owner}` },
  })
  expect(appointed.status()).toBe(201)
  await leaveToken(page, token)
  await page.goto('/organizer/security')
  await expect(page.getByText('A passkey is the easiest second factor')).toBeVisible()
  await expectGoodEverywhere(page)
  await page.getByRole('link', { name: 'Add a passkey' }).last().click()
  await expect(page.getByText('You have no passkey yet.')).toBeVisible()
  await addPasskey(page)
  await page.goto('/organizer/security')
  await expect(page.getByText('You have a passkey')).toBeVisible()
  await expectGoodScreen(page)

  const byPassword = await request.post('/api/users/signin', { data: { email, password } })
  await leaveToken(page, ((await byPassword.json()) as { token: string }).token)
  await page.goto('/organizer')
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm that it is you' })).toBeVisible()
  await expectGoodEverywhere(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})
