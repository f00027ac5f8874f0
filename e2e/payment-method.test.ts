import { expect } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { enter, signUpAndIn } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('in test mode a card is saved only at payment; the button in the settings does nothing and says why', async ({
  page,
}) => {
  await enter(page, await signUpAndIn(page.request, 'Tilda', 'Oreskes'))
  await page.goto('/dashboard/settings/payment-method')
  const add = page.getByRole('button', { name: 'Add Method' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expect(add).toHaveAccessibleDescription(
    'In test mode a card is saved when you pay with it: tick “Save this card for next time”.',
  )
  await add.press('Enter')
  await expect(page.getByRole('heading', { name: 'New card' })).toHaveCount(0)
  await expect(add).toBeVisible()
})

test('a card that is saved at one payment is offered at the next, and the test bank is asked', async ({ page }) => {
  await enter(page, await signUpAndIn(page.request, 'Sasha', 'Oreskes'))
  const toPayment = async (division: RegExp) => {
    await page.goto('/dashboard/join-league/fall')
    await page.getByRole('button', { name: division }).click()
    await page.getByRole('link', { name: 'Order summary' }).click()
    await page.getByRole('button', { name: 'Make Payment' }).click()
  }
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  await toPayment(/Add to Cart.*Women's Singles 3.5/)
  // The first payment has no saved card to choose.
  await expect(page.getByRole('group', { name: 'Pay with' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Fill in 4000 0025 0000 3155' }).click()
  await page.getByLabel('Security code').fill('1')
  await page.getByLabel('Security code').press('Enter')
  await expect(page).toHaveTitle(/^Error: Payment/)
  await page.getByRole('button', { name: 'Fill in 4000 0000 0000 0002' }).click()
  await expect(page).not.toHaveTitle(/^Error/)
  await pay.click()
  await expect(page.getByText('The bank declined this card.')).toBeVisible()
  await expect(page).toHaveTitle(/^Error: Payment/)
  await page.getByRole('button', { name: 'Fill in 4000 0025 0000 3155' }).click()
  await page.getByRole('checkbox', { name: 'Save this card for next time' }).check()
  await pay.click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('dialog', { name: 'You are in' })).toBeVisible()

  await toPayment(/Add to Cart.*Women's Singles 4.0/)
  const saved = page.getByRole('radio', { name: /^Visa ending in 3155/ })
  await expect(saved).not.toBeChecked()
  await expectGoodScreen(page)
  await saved.check()
  await pay.click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('dialog', { name: 'You are in' })).toBeVisible()

  await page.goto('/dashboard/settings/payment-method')
  await page.getByRole('button', { name: /Remove.*Visa ending in 3155/ }).click()
  await page.getByRole('button', { name: 'Remove card' }).click()
  await expect(page.getByText('No card is saved yet.')).toBeVisible()
  await toPayment(/Add to Cart.*Women's Singles 3.0/)
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Pay with' })).toHaveCount(0)
})
