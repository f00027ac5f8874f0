import { expect, type Locator } from '@playwright/test'
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

test('a phone number is found and corrected in five clicks at most', async ({ page, request }) => {
  const family = uniqueName('Misdialed')
  await signUpAndIn(request, 'Ann', family)
  await enter(page, await signInDemo(request, 'organizer'))
  await page.goto('/organizer')
  const find = page.getByRole('button', { name: 'Find anything' })
  const found = page.getByRole('dialog').getByRole('option', { name: new RegExp(`Ann ${family}`) })
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  await click(find)
  await page.keyboard.type(family)
  await expect(found.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await click(page.getByRole('button', { name: 'Correct name, phone, gender' }))
  const phone = page.getByRole('dialog').getByRole('textbox', { name: 'Phone' })
  await click(phone)
  const digits = `574555${String(Date.now()).slice(-4)}`
  await page.keyboard.press('Control+a')
  await page.keyboard.type(`+1 ${digits}`)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectFittingScreen(page)
  }
  await click(page.getByLabel('Reason'))
  await page.keyboard.type('Ann called')
  await click(page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  console.log(`A phone number found and corrected: ${clicks} clicks`)
  expect(clicks).toBeLessThanOrEqual(5)

  await find.click()
  await page.keyboard.type(digits)
  await expect(found.first()).toBeVisible()
})
