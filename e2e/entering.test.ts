import { expect } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { emailOf, enter, signInDemo, signUpAndIn, uniqueName } from './people.ts'

test('an organizer is warned, even after a reload, that a division does not fit the player, and can still enter them', async ({
  page,
  request,
}) => {
  const name = `Ida ${uniqueName('Misfit')}`
  const [first, last = ''] = name.split(' ')
  const email = await emailOf(request, await signUpAndIn(request, first ?? '', last))
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, await signInDemo(request, 'organizer'))
  await page.goto('/organizer/entries/new')
  await page.getByLabel('Area').selectOption('South Bend')
  await page.getByLabel('Season').selectOption('Fall 2026')
  await page.getByLabel('Division').selectOption("Women's Singles 4.5")
  const player = page.getByRole('combobox', { name: 'Player' })
  await player.fill(last)
  await page.getByRole('option', { name }).click()
  const warning = page.getByText('This division may not suit the player')
  await expect(warning).toBeVisible()
  await expect(page.getByText('Above this player’s level, 3.5. You can still enter them.')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByLabel('Division').selectOption("Men's Singles 3.5")
  await expect(page.getByText('Meant for men. You can still enter them.')).toBeVisible()
  await page.reload()
  await expect(player).toHaveValue(name)
  await expect(page.getByText('Meant for men. You can still enter them.')).toBeVisible()
  await page.getByLabel('Division').selectOption("Women's Singles 3.5")
  await expect(warning).toHaveCount(0)

  await page.getByRole('radio', { name: 'Is new' }).check({ force: true })
  await page.getByRole('radio', { name: 'Male', exact: true }).check({ force: true })
  await expect(page.getByText('Meant for women. You can still enter them.')).toBeVisible()
  await page.getByRole('radio', { name: 'Has an account' }).check({ force: true })
  await page.getByLabel('Division').selectOption("Women's Singles 4.5")
  await page.getByLabel('Reason').fill(`Asked for it: ${email}`)
  await page.getByRole('button', { name: 'Enter the player' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goto(`/organizer/entries?search=${last}`)
  await expect(page.getByText('Level 3.5 does not fit')).toBeVisible()
})
