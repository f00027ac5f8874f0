import { expect } from '@playwright/test'
import { expectGoodScreen } from './journey.ts'
import { test } from './own-demo.ts'
import { enter, signInDemo, signUpAndIn } from './people.ts'

test('an owner changes the levels; sign-up, the leagues, divisions and profiles follow', async ({
  page,
  context,
  browser,
}) => {
  const desk = await browser.newPage()
  await enter(desk, await signInDemo(context.request, 'organizer'))
  await desk.goto('/organizer/seasons/levels')
  const levelAt = (place: number) => desk.getByRole('textbox', { name: `Level ${place}`, exact: true })
  await expect(levelAt(1)).toHaveValue('3.0')
  await expect(desk.getByText("The level of Men's Singles 3.0, Women's Singles 3.0, and players.")).toBeVisible()
  const placesOf = async (name: RegExp, role: 'textbox' | 'button') =>
    Promise.all((await desk.getByRole(role, { name }).all()).map(async (one) => (await one.boundingBox()) ?? undefined))
  const fields = await placesOf(/^Level \d/, 'textbox')
  expect(new Set(fields.map((place) => place?.width)).size).toBe(1)
  const removes = await placesOf(/^Remove/, 'button')
  expect(new Set(removes.map((place) => place?.x)).size).toBe(1)
  const downs = await placesOf(/^Move .* down$/, 'button')
  expect(downs.map((place) => [place?.y, place?.height])).toEqual(
    removes.slice(0, -1).map((place) => [place?.y, place?.height]),
  )

  // Words instead of ratings: levels in use stay below, and can be renamed.
  await desk.getByLabel('Start with').selectOption('Words')
  await desk.getByRole('button', { name: 'Fill in the list' }).click()
  await expect(levelAt(1)).toHaveValue('Beginner')
  await expect(levelAt(6)).toHaveValue('3.0')
  for (let left = 0; left < 5; left += 1)
    await desk
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
  for (const [index, name] of ['Beginner', 'Intermediate', 'Strong', 'Very strong', 'Open'].entries())
    await levelAt(index + 1).fill(name)
  await desk.getByRole('button', { name: 'Add a level' }).click()
  await levelAt(6).fill('Open')
  await desk.getByRole('button', { name: 'Save the levels' }).click()
  await expect(desk.getByText('Two levels cannot have the same name.').first()).toBeVisible()
  await expectGoodScreen(desk)
  await levelAt(6).fill('First steps')
  for (let up = 0; up < 5; up += 1) await desk.getByRole('button', { name: 'Move First steps up' }).click()
  await desk.getByRole('button', { name: 'Save the levels' }).click()
  await expect(desk.getByText('The levels are saved.')).toBeVisible()
  await expect(levelAt(1)).toHaveValue('First steps')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/signup')
  const level = page.getByRole('group', { name: 'Singles level' })
  await expect(level.getByRole('radio')).toHaveCount(6)
  await expect(level.getByText('First steps')).toBeVisible()
  await expect(page.getByText('NTRP')).toHaveCount(0)

  await page.goto('/leagues')
  const asked = page.getByRole('group', { name: 'At what level?' })
  await asked.getByRole('radio', { name: 'Very strong' }).check()
  await page.getByRole('radio', { name: 'Women' }).check()
  await expect(page).toHaveURL(/level=4\.5/)
  await expect(page.getByRole('table', { name: /What fits you/ })).toContainText("Women's Singles 4.5")

  // This player has the middle level.
  await enter(page, await signUpAndIn(context.request, 'Lea', 'Middle'))
  await page.goto('/dashboard/join-league/fall')
  await expect(page.getByText('Singles at Intermediate, and doubles.')).toBeVisible()
  await expect(page.getByText('Below your level: you play Intermediate.').first()).toBeVisible()
  await expect(page.getByText('Above your level: you play Intermediate.').first()).toBeVisible()
  await page.goto('/dashboard/settings')
  await expect(page.getByRole('radio', { name: 'Intermediate' })).toBeChecked()

  await desk.goto('/organizer/seasons/divisions')
  await expect(desk.getByRole('row').filter({ hasText: "Women's Singles 4.5" })).toContainText('women, Very strong')
  await desk.close()
})
