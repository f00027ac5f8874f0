import { expect, type Page } from '@playwright/test'
import { expectFittingScreen } from './journey.ts'
import { test } from './own-demo.ts'
import { addMatch, enter, makePerson, reportScore, signUpAndIn } from './people.ts'

const aPlayer = /\/dashboard\/players\/\d+$/

/** Taps a name on a screen and expects the page of that player. */
async function tap(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path)
  await page.locator('main').getByRole('link', { name, exact: true }).first().click()
  await expect(page).toHaveURL(aPlayer)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`${name}$`))
}

test('a tap on a name leads to the player, from everywhere', async ({ page }) => {
  const { request } = page
  const [mia, ada] = [await makePerson(request, 'Mia', 'Tapper'), await makePerson(request, 'Ada', 'Tapped')]
  const played = await addMatch(request, mia, ada)
  await reportScore(request, { winner: ada.token, opponent: mia.token, season: 'Summer 2', match_date: '2026/07/15' })
  const open = await addMatch(request, mia, ada)
  await enter(page, mia.token)
  await page.setViewportSize({ width: 360, height: 740 })
  const name = 'Ada Tapped'
  for (const path of [
    '/dashboard',
    '/dashboard/standings/s?season=summer-2&division=womens-singles-4-5',
    '/dashboard/results/r?area=south-bend&season=summer-2&division=womens-singles-4-5',
    `/dashboard/results/${played}`,
    `/dashboard/matches/${open}`,
    '/dashboard/players/p?league=summer-2&yr=2026&level=womens-singles-4-5',
    '/dashboard/notifications',
  ])
    await tap(page, path, name)

  await expect(page.getByRole('heading', { name: 'You against Ada Tapped 0–1' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Results, newest first' }).getByRole('listitem')).toHaveCount(1)
  await expectFittingScreen(page)
  await page.getByLabel('Opponent').selectOption({ label: 'Mia Tapper' })
  await expect(page).toHaveURL(/opponent=\d+/)
  await expect(page.getByRole('list', { name: 'Results, newest first' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: 'Arrange our match' }).click()
  await expect(page).toHaveURL(`/dashboard/matches/${open}`)
  await tap(page, '/dashboard/results/' + played, name)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await tap(page, page.url(), name)
})

test('a player keeps parts private, and shows the page to everybody or to nobody else', async ({ page, browser }) => {
  const { request } = page
  const [mia, ada] = [await makePerson(request, 'Mia', 'Looker'), await makePerson(request, 'Ada', 'Private')]
  await addMatch(request, mia, ada)
  await reportScore(request, { winner: ada.token, opponent: mia.token, season: 'Summer 2', match_date: '2026/07/15' })
  await enter(page, ada.token)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'My page' }).click()
  await expect(page).toHaveURL(aPlayer)
  const { pathname } = new URL(page.url())
  await page.getByRole('link', { name: 'What others see' }).click()
  const box = page.getByRole('checkbox', { name: 'My record and results' })
  await box.click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(box).not.toBeChecked()
  await page.goto(pathname)
  await expect(page.getByRole('heading', { name: 'Record Only you' })).toBeVisible()

  const other = await browser.newPage()
  await enter(other, mia.token)
  await other.goto(pathname)
  await expect(other.getByText('Ada Private keeps the rest private.')).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Record' })).toHaveCount(0)
  await expect(other.getByRole('heading', { name: 'You against Ada Private 0–1' })).toBeVisible()
  await other.close()

  const stranger = await browser.newPage()
  await enter(stranger, await signUpAndIn(request, 'Sam', 'Stranger'))
  await stranger.goto(pathname)
  await expect(stranger.getByText('We could not find this player')).toBeVisible()
  const anyone = await browser.newPage()
  const open = pathname.replace('/dashboard', '')
  await anyone.goto(open)
  await expect(anyone.getByText('There is no page here that everybody can see.')).toBeVisible()

  await page.goto('/dashboard/settings/privacy')
  await page.getByRole('checkbox', { name: 'May show my page to everybody' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByRole('heading', { level: 1 })).toContainText('Ada Private')
  await anyone.reload()
  await expect(anyone.getByRole('heading', { level: 1 })).toContainText('Ada P.')
  await expectFittingScreen(anyone)
  await Promise.all([stranger.close(), anyone.close()])
})
