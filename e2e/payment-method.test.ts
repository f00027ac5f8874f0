import { expect } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { enter, signUpAndIn } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('in test mode no card is kept: the button stays, does nothing and says why', async ({ page }) => {
  await enter(page, await signUpAndIn(page.request, 'Tilda', 'Oreskes'))
  await page.goto('/dashboard/settings/payment-method')
  const add = page.getByRole('button', { name: 'Add Method' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expect(add).toHaveAccessibleDescription('Cards are not kept in test mode: each payment asks for one.')
  await expectGoodScreen(page)
  await add.press('Enter')
  await expect(page.getByRole('heading', { name: 'New card' })).toHaveCount(0)
  await expect(add).toBeVisible()
})
