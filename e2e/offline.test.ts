import { expect } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { enter, enterOpponent, signUpAndIn, uniqueName } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('paying offline fails at once, keeps the form, and never charges later', async ({ page, context, request }) => {
  await enter(page, await signUpAndIn(request, 'Olga', uniqueName('Offline')))
  await page.goto('/dashboard/join-league/fall?year=2026')
  await page.getByRole('button', { name: /Add to Cart.*Women's Singles 3.5/ }).click()
  await page.goto('/dashboard/order-summary')
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  const calls: string[] = []
  page.on('request', (sent) => sent.method() === 'POST' && calls.push(sent.url()))

  await context.setOffline(true)
  const pay = page.getByRole('button', { name: 'Pay $39.00' })
  await pay.click()
  await expect(page.getByText('You are offline. Nothing was sent.').first()).toBeVisible()
  await expect(pay).toBeEnabled()
  await expect(page.getByLabel('Card number')).toHaveValue(/4242$/)

  // After the network has returned, nothing has been bought, on this page or on another.
  await context.setOffline(false)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/dashboard/payment-history')
  await expect(page.getByRole('heading', { name: 'No result found' })).toBeVisible()
  expect(calls).toEqual([])
})

test('a screen that is opened offline says so inside its layout, and opens by itself when the network is back', async ({
  page,
  context,
  request,
}) => {
  await enter(page, await enterOpponent(request, 'Otto', uniqueName('Offline')))
  await page.goto('/dashboard/myleague')
  await expect(page.getByRole('heading', { level: 1, name: 'My league' })).toBeVisible()
  await context.setOffline(true)
  // The code of this screen was never loaded.
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Rules' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: /Rules/ })).toBeVisible()
  await expectGoodScreen(page)
})
