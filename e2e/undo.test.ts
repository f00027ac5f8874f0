import { expect } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { enter, joinLeague, signInDemo, signUpAndIn, uniqueName } from './people.ts'

test('an organizer moves a player by mistake, undoes it by keyboard, and finds both in the audit log', async ({
  page,
  request,
}) => {
  const last = uniqueName('Misplaced')
  const name = `Ann ${last}`
  const token = await signUpAndIn(request, 'Ann', last)
  await joinLeague(request, token, { league_slug: 'summer-2', division: 'mens-singles-5-0', price: '39.00' })
  await enter(page, await signInDemo(request, 'organizer'))
  const toasts = page.getByRole('region', { name: 'Notifications' })

  const move = async () => {
    await page.goto(`/organizer/entries?search=${last}`)
    await page.getByRole('link', { name }).first().click()
    await page.getByRole('button', { name: 'Move to another division' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move to another division' })
    const option = dialog.getByRole('option', { name: /^Men's Singles 4\.5/ })
    await dialog.getByLabel('Division').selectOption(await option.getAttribute('value'))
    await dialog.getByLabel('Reason').fill('The wrong list')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await expect(toasts).toContainText("Moved to Men's Singles 4.5.")
  }
  const undone = () => expect(toasts).toContainText(`Undone: Moved ${name} from Men's Singles 5.0`)

  await page.setViewportSize({ width: 360, height: 740 })
  await move()
  await expect(toasts.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await expectGoodScreen(page)
  await page.keyboard.press('Control+z')
  await undone()
  await page.goto(`/organizer/entries?search=${last}`)
  await expect(page.locator('main')).toContainText("Men's Singles 5.0")

  await page.setViewportSize({ width: 1280, height: 900 })
  await move()
  await toasts.getByRole('button', { name: /^Undo/ }).focus()
  await page.keyboard.press('Enter')
  await undone()

  await page.goto('/organizer/record?kind=move_entry')
  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill(last)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('4 entries')).toBeVisible()
  await expect(page.getByText('Undone.')).toHaveCount(2)
  await expect(page.getByText(`Undoes: “Moved ${name}`)).toHaveCount(2)
  await page.getByText('Before and after').first().click()
  await expect(page.locator('main')).toContainText('Days and times are in Eastern Time.')
  await expectGoodScreen(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectGoodScreen(page)
})
