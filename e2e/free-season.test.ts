import { expect } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { leaveToken, signUpAndIn } from './people.ts'

test.use({ viewport: { width: 360, height: 740 }, permissions: ['clipboard-read', 'clipboard-write'] })

test('a player shares the link, a friend pays, and the player plays for free', async ({ page, context, browser }) => {
  const token = await signUpAndIn(context.request, 'Rosa', 'Lindqvist')
  await leaveToken(page, token)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Refer a friend' }).click()
  await expect(page.getByRole('heading', { name: 'Earn a Free Season!' })).toBeVisible()
  await expect(page.getByText('friends signed up')).toBeVisible()

  const link = page.getByRole('textbox', { name: 'Your link' })
  await expect(link).not.toBeEditable()
  await page.clock.install({ time: new Date('2026-07-15T16:00:00Z') })
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
  await page.clock.runFor(2000)
  await expect(page.getByRole('button', { name: 'Copy Link' })).toBeVisible()

  // Without clipboard access the page claims nothing, and the link is selected for copying by hand.
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'))))
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(link).toBeFocused()
  await expect(page.getByText('Your browser does not allow copying. The link is selected')).toBeVisible()
  expect(await link.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])).toEqual([
    0,
    (await link.inputValue()).length,
  ])
  await expect(page.getByRole('button', { name: 'Copy Link' })).toBeVisible()

  const address = new URL(await link.inputValue())
  expect(address.pathname).toBe('/signup')
  const friend = await browser.newPage()
  await friend.goto(address.href)
  await expect(friend.getByLabel('Referral code')).toHaveValue(address.searchParams.get('referral') ?? '')
  await expect(friend.getByLabel('Referral code')).not.toBeEditable()

  // The friend does not need to sign up: the code works in the guest checkout too.
  await friend.goto(`/leagues${address.search}`)
  await friend.getByRole('button', { name: /Add to Cart.*Men's Singles 3.0/ }).click()
  await friend.getByRole('link', { name: 'Continue' }).click()
  await friend.getByLabel('First name').fill('Hugo')
  await friend.getByLabel('Last name').fill('Marsh')
  await friend.getByRole('textbox', { name: 'Email' }).fill(`hugo-${Date.now()}@example.com`)
  await friend.getByRole('textbox', { name: 'Phone' }).fill('574 555 0168')
  await friend.getByRole('radio', { name: '3.0' }).check()
  await friend.getByRole('radio', { name: 'Male', exact: true }).check()
  await friend.getByRole('radio', { name: 'South Bend' }).check()
  await friend.getByRole('button', { name: 'Continue to the card' }).click()
  await friend.getByRole('button', { name: /4242 4242 4242 4242/ }).click()
  await friend.getByRole('button', { name: 'Pay $39.00' }).click()
  await expect(friend.getByRole('dialog', { name: 'You are in' })).toBeVisible()
  await friend.close()

  await page.reload()
  await expect(page.getByText('friend signed up')).toBeVisible()
  await expect(page.getByText('free season to spend')).toBeVisible()
  await page.getByRole('link', { name: 'Choose a season' }).click()
  await page.getByRole('link', { name: /Select.*Winter/ }).click()
  await page.getByRole('button', { name: /Add to Cart.*Women's Singles 3.5/ }).click()
  await page.getByRole('button', { name: /Add to Cart.*Mixed Doubles/ }).click()
  await page.getByRole('link', { name: 'Order summary' }).click()

  // One free season is not enough for two divisions.
  await expect(page.getByRole('dialog', { name: 'Your free seasons' })).toContainText('Leave 1 out')
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Back to the order' }).click()
  await page.getByRole('button', { name: /Remove.*Mixed Doubles/ }).click()
  await expect(page.getByText('You have 1 free season.')).toBeVisible()
  await page.getByRole('button', { name: 'Use 1 free season' }).click()
  const offer = page.getByRole('dialog', { name: 'Play for free?' })
  await expect(offer).toContainText('This order takes 1; 0 will be left. Nothing is charged.')
  await expectGoodScreen(page)
  await offer.getByRole('button', { name: 'Use 1 free season' }).click()

  const claimed = page.getByRole('dialog', { name: 'You are in' })
  await expect(claimed).toContainText("You've successfully claimed your free season. Enjoy!")
  await claimed.getByRole('button', { name: 'Go to my league' }).click()
  await expect(page.getByRole('heading', { name: 'My league' })).toBeVisible()
  await expect(page.getByText("Women's Singles 3.5").first()).toBeVisible()
  await page.goto('/dashboard/payment-history')
  await expect(page.getByText('Confirmed').first()).toBeVisible()
  await expect(page.getByText('$0.00').first()).toBeVisible()
  await page.goto('/dashboard/refer')
  await expect(page.getByText('free seasons to spend')).toBeVisible()
  await page.goto('/dashboard/join-league')
  await expect(page.getByRole('button', { name: 'Cart, 0 items' })).toBeVisible()
})
