import { expect } from '@playwright/test'
import { expectFittingScreen } from './journey.ts'
import { test } from './own-demo.ts'
import { addMatch, enter, makePerson, reportScore } from './people.ts'

test('a rating says why it is so, and leads to its matches and to the formula; a private one is not shown', async ({
  page,
  browser,
}) => {
  const { request } = page
  const [mia, ada] = [await makePerson(request, 'Mia', 'Rated'), await makePerson(request, 'Ada', 'Rater')]
  const played = await addMatch(request, mia, ada)
  await reportScore(request, { winner: ada.token, opponent: mia.token, season: 'Summer 2', match_date: '2026/07/15' })
  const open = await addMatch(request, mia, ada)
  await enter(page, mia.token)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard/standings/s?season=summer-2&division=womens-singles-4-5')
  await page.locator('main').getByRole('link', { name: 'Ada Rater', exact: true }).first().click()
  const card = page.getByRole('region', { name: 'Rating' })
  // Results are rated within seconds.
  await expect(async () => {
    await page.reload()
    await expect(card.getByText('Provisional')).toBeVisible({ timeout: 2000 })
  }).toPass()
  const { pathname } = new URL(page.url())
  await expectFittingScreen(page)

  await card.getByRole('link', { name: 'Why this rating?' }).click()
  await expect(page).toHaveURL(`${pathname}/rating?pool=tennis-singles`)
  const changes = page.getByRole('list', { name: 'Changes, newest first' })
  await expect(changes.getByRole('listitem')).toHaveCount(1)
  await expect(changes).toContainText(/Against Mia Rated\s*Expected [\d -]+, got 6-4 6-3: \+\d+/)
  await expectFittingScreen(page)
  await changes.getByRole('link', { name: /^Expected/ }).click()
  await expect(page).toHaveURL(`/dashboard/results/${played}`)

  await page.goto(`/dashboard/matches/${open}`)
  const forecast = page.getByRole('region', { name: 'What the ratings expect' })
  await expect(forecast).toContainText(/You win \d+ of 100 such matches/)
  await expect(forecast.getByRole('row', { name: /Ada Rater/ })).toBeVisible()
  await forecast.getByRole('link', { name: 'How ratings work' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'How ratings work' })).toBeVisible()

  const owner = await browser.newPage()
  await enter(owner, ada.token)
  await owner.goto('/dashboard/settings/privacy')
  const box = owner.getByRole('checkbox', { name: 'My rating' })
  await box.click()
  await expect(owner.getByText('Saved.')).toBeVisible()
  await expect(box).not.toBeChecked()
  await owner.goto(pathname)
  await expect(owner.getByRole('heading', { name: 'Rating Only you' })).toBeVisible()
  await owner.close()

  await page.goto(pathname)
  await expect(page.getByRole('heading', { name: 'Record' })).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.goto(`${pathname}/rating`)
  await expect(page.getByText('There is no rating here that you can see.')).toBeVisible()
  await page.goto(`/dashboard/matches/${open}`)
  await expect(page.getByRole('heading', { name: 'Messages and history' })).toBeVisible()
  await expect(forecast).toHaveCount(0)
})
