import { expect } from '@playwright/test'
import { expectFittingScreen, test } from './journey.ts'
import { enter, joinLeague, signInDemo, signUpAndIn, uniqueName } from './people.ts'

const from = { league_slug: 'fall', division: 'womens-singles-4-5', price: '39.00' }

test('six players move to another division in eight clicks at most', async ({ page, request }) => {
  const family = uniqueName('Sixfold')
  for (const first_name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Edda', 'Fay']) {
    const token = await signUpAndIn(request, first_name, family)
    await joinLeague(request, token, from)
  }
  await enter(page, await signInDemo(request, 'organizer'))
  await page.goto(`/organizer/entries?search=${family}`)
  await expect(page.getByText('6 entries', { exact: true }).first()).toBeVisible()

  let clicks = 0
  const click = async (name: string | RegExp, role: 'button' | 'checkbox' = 'button') => {
    clicks += 1
    await page.getByRole(role, { name }).first().click()
  }
  await click('Select all rows of this page', 'checkbox')
  await click('Move')
  const dialog = page.getByRole('alertdialog')
  // A press opens the choice, and another one chooses.
  clicks += 2
  const option = dialog.getByRole('option', { name: "Women's Singles 5.0" })
  await dialog.getByLabel('Division').selectOption(await option.getAttribute('value'))
  await expect(dialog.getByText('6 entries will change.')).toBeVisible()
  await expectFittingScreen(page)
  clicks += 1
  await dialog.getByLabel('Reason').fill('Two leagues are too small')
  await click('Move 6 entries')
  await expect(page.getByText('Done: 6 entries')).toBeVisible()
  await expectFittingScreen(page)
  console.log(`Six players moved: ${clicks} clicks`)
  expect(clicks).toBeLessThanOrEqual(8)

  await page.reload()
  await expect(page.getByText('Done: 6 entries')).toBeVisible()
  await page.goto(`/organizer/entries?search=${family}`)
  await expect(page.getByRole('row', { name: /Women's Singles 5\.0/ })).toHaveCount(6)
})
