import { expect } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { enter, signUpAndIn } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('a player leaves a league before its first day after a confirmation, and sees the refund in the history', async ({
  page,
}) => {
  await enter(page, await signUpAndIn(page.request, 'Noor', 'Abadi'))
  await page.goto('/dashboard/join-league/fall')
  await page.getByRole('button', { name: /Add to Cart.*Women's Singles 3.5/ }).click()
  await page.getByRole('button', { name: /Add to Cart.*Women's Singles 4.0/ }).click()
  await page.getByRole('link', { name: 'Order summary' }).click()
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click()
  await page.getByRole('button', { name: 'Pay $78.00' }).click()
  await page.getByRole('dialog', { name: 'You are in' }).getByRole('link', { name: 'Receipt' }).click()

  const leave = page.getByRole('button', { name: /Withdraw.*Women's Singles 4.0/ })
  await leave.click()
  const question = page.getByRole('alertdialog', { name: "Leave Women's Singles 4.0?" })
  await expect(question).toContainText('$39.00 goes back to your card.')
  await expect(question).toContainText('From Tue, Sep 22, 2026 on')
  await expectGoodScreen(page)
  await question.getByRole('button', { name: 'Stay in the league' }).click()
  await expect(question).toHaveCount(0)
  await expect(leave).toBeFocused()
  await expect(page.getByText('Refunded')).toHaveCount(0)

  await leave.click()
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText("You have left Women's Singles 4.0.")).toBeVisible()
  await expect(leave).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeFocused()
  await expect(page.getByText('-$39.00')).toBeVisible()
  await expectGoodScreen(page)

  await page.getByRole('link', { name: 'Payment history' }).first().click()
  await expect(page.getByRole('heading', { name: 'Payment history' })).toBeVisible()
  const row = (division: string) => page.getByRole('row').filter({ hasText: division })
  await expect(row("Women's Singles 4.0").getByText('Refunded')).toBeVisible()
  await expect(row("Women's Singles 3.5").getByText('Paid')).toBeVisible()
  await page.goto('/dashboard/myleague')
  await expect(page.getByText("Women's Singles 3.5", { exact: true })).toBeVisible()
  await expect(page.getByText("Women's Singles 4.0", { exact: true })).toHaveCount(0)
})
