import { expect } from '@playwright/test'
import { expectGoodScreen } from './journey.ts'
import { test } from './own-demo.ts'
import { enter } from './people.ts'

test('an owner has the data of the demo checked, and everything agrees', async ({ page, desk }) => {
  await enter(page, desk)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/organizer/checks')
  await expect(page.getByText('Not everything has been checked yet')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Everything agrees')).toBeVisible()
  // The backup, which is checked on Sundays.
  await expect(page.getByText('Not checked yet')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Check now' })).toBeEnabled()
  await expectGoodScreen(page)
})
