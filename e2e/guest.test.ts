import { expect } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { mailbox } from './mailbox.ts'

const email = `guest-${Date.now()}@example.com`

test.use({ viewport: { width: 360, height: 740 } })

test('a visitor buys without an account, after a decline, and is then signed in and in the league', async ({
  page,
  request,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'See the leagues and prices' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Find your league' })).toBeFocused()
  await expect(page.getByRole('button', { name: /Add to Cart/ })).toHaveCount(13)
  await page.getByRole('radio', { name: 'Indianapolis' }).check()
  await page.getByRole('link', { name: /^Fall 2026/ }).click()
  await page.getByRole('button', { name: /Add to Cart.*Women's Singles 4.0/ }).click()
  await page.getByRole('button', { name: /Add to Cart.*Mixed Doubles/ }).click()
  await page.getByRole('button', { name: /Remove.*Mixed Doubles/ }).click()
  // An order is for one season, so choosing another season asks first.
  await page.getByRole('link', { name: /^Winter 2026/ }).click()
  await page.getByRole('button', { name: /Add to Cart.*Mixed Doubles/ }).click()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Keep Fall' }).click()
  await page.getByRole('link', { name: /^Fall 2026/ }).click()
  await page.getByRole('link', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
  await page.getByRole('button', { name: 'Continue to the card' }).click()
  await expect(page.getByRole('region', { name: 'Please check the form' })).toBeFocused()
  await expectGoodScreen(page)
  await expect(page.getByRole('radio', { name: 'Indianapolis' })).toBeChecked()
  await page.getByLabel('First name').fill('Iris')
  await page.getByLabel('Last name').fill('Beckett')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Phone' }).fill('574 555 0166')
  await page.getByRole('radio', { name: '4.0' }).check()
  await page.getByRole('radio', { name: 'Female' }).check()
  // Going back or reloading loses no input.
  await page.getByRole('link', { name: 'Back to the leagues' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Iris')
  await expect(page.getByText('$39.00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Continue to the card' }).click()

  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused()
  await expect(page.getByText(`Iris Beckett, ${email}`)).toBeVisible()
  await expectGoodScreen(page)
  const pay = page.getByRole('button', { name: 'Pay $39.00' })
  const card = async (number: string) => {
    await page.getByLabel('Card number').fill(number)
    await page.getByLabel('Expiry').fill('12 / 34')
    await page.getByLabel('Security code').fill('123')
    await pay.click()
  }
  await card('4000 0000 0000 0002')
  await expect(page.getByText('The bank declined this card.')).toBeVisible()
  await expect(pay).toBeInViewport({ ratio: 0.95 })

  // The bank asks and the buyer refuses: no account and no charge remain, and the form keeps all input.
  await card('4000 0025 0000 3155')
  await page.getByRole('dialog', { name: 'Test bank' }).getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('No money was taken')).toBeVisible()
  await expect(page.getByText(`Iris Beckett, ${email}`)).toBeVisible()
  await expect(page).toHaveURL(/\/payment\?step=card$/)

  await card('4000 0025 0000 3155')
  await page.getByRole('dialog', { name: 'Test bank' }).getByRole('button', { name: 'Approve' }).click()
  const success = page.getByRole('dialog', { name: 'You are in' })
  await expect(success).toContainText('Your sign-in details are in your email')
  await expect(success).toContainText(email)
  await expectGoodScreen(page)
  await success.getByRole('button', { name: 'Go to my league' }).click()
  await expect(page.getByRole('heading', { name: 'My league' })).toBeVisible()
  await expect(page.getByText("Women's Singles 4.0").first()).toBeVisible()
  await expect(async () => expect(await (await request.get(mailbox)).text()).toContain(email)).toPass()

  // A signed-in player is sent to the checkout of the signed-in area.
  await page.goto('/leagues')
  await expect(page).toHaveURL(/\/dashboard\/join-league$/)
  await page.goto('/payment')
  await expect(page).toHaveURL(/\/dashboard\/join-league$/)

  // Another visitor with the same email is asked to sign in.
  await page.evaluate(() => localStorage.clear())
  await page.goto('/leagues?season=fall')
  await page.getByRole('button', { name: /Add to Cart.*Women's Singles 4.0/ }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('')
  await page.getByLabel('First name').fill('Mallory')
  await page.getByLabel('Last name').fill('Beckett')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Phone' }).fill('574 555 0167')
  await page.getByRole('radio', { name: '4.0' }).check()
  await page.getByRole('radio', { name: 'Female' }).check()
  await page.getByRole('radio', { name: 'DC' }).check()
  await page.getByRole('button', { name: 'Continue to the card' }).click()
  await card('4242 4242 4242 4242')
  await expect(page.getByText('sign in to buy').first()).toBeVisible()
  await expectGoodScreen(page)
})
