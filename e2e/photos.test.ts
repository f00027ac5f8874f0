import { expect, type APIRequestContext, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectFittingScreen } from './journey.ts'
import { test } from './own-demo.ts'
import { addMatch, enter, makePerson, reportScore, signUpAndIn, type Person } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })

async function givePhoto(request: APIRequestContext, { token }: Person): Promise<void> {
  const image = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const answer = await request.put('/api/users/photo', {
    headers: { authorization: `Bearer ${token}` },
    multipart: { image: { name: 'me.png', mimeType: 'image/png', buffer: image } },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Photos in the screen's contents that the browser has loaded. */
const facesOf = (page: Page) => page.locator('main img[src^="/photos/"]')

async function expectFaces(page: Page, path: string, count: number): Promise<void> {
  await page.goto(path)
  await expect(facesOf(page)).toHaveCount(count)
  await facesOf(page).first().scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      facesOf(page)
        .first()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBe(96)
  await expectFittingScreen(page)
}

test('league-mates see a photo in lists and on matches, others do not', async ({ page, browser }) => {
  const { request } = page
  const [mia, ada] = [await makePerson(request, 'Mia', 'Faces'), await makePerson(request, 'Ada', 'Faces')]
  await givePhoto(request, ada)
  const match = await addMatch(request, mia, ada)
  await request.put(`/api/users/matchups/${match}`, {
    headers: { authorization: `Bearer ${mia.token}` },
    data: { match_date: '2026/08/02', match_time: '18:00', match_location: 'Leeper Park' },
  })
  await enter(page, mia.token)

  // The next match and its card.
  await expectFaces(page, '/dashboard', 2)
  await expectFaces(page, `/dashboard/matches/${match}`, 1)
  await reportScore(request, { winner: ada.token, opponent: mia.token, season: 'Summer 2', match_date: '2026/07/15' })
  await expectFaces(page, `/dashboard/results/${match}`, 1)
  await page.goto('/dashboard/results/r?area=south-bend&season=summer-2&division=womens-singles-4-5')
  const result = page.getByRole('row').filter({ hasText: 'Ada Faces' }).filter({ hasText: 'Mia Faces' })
  await expect(result.locator('img')).toHaveCount(1)
  await page.goto('/dashboard/standings/s?season=summer-2&division=womens-singles-4-5')
  await expect(page.getByRole('row').filter({ hasText: 'Ada Faces' }).locator('img')).toHaveCount(1)
  await page.goto('/dashboard/players/p?league=summer-2&yr=2026&level=womens-singles-4-5')
  await expect(page.getByRole('row').filter({ hasText: 'Ada Faces' }).locator('img')).toHaveCount(1)

  const stranger = await browser.newPage()
  await enter(stranger, await signUpAndIn(request, 'Sam', 'Stranger'))
  await stranger.goto(`/dashboard/results/${match}`)
  await expect(stranger.getByRole('heading', { level: 1 })).toContainText('Ada Faces')
  await expect(facesOf(stranger)).toHaveCount(0)
  await stranger.goto(`/results/${match}`)
  await expect(stranger.getByRole('heading', { level: 1 })).toContainText('Ada F.')
  await expect(stranger.locator('img[src^="/photos/"]')).toHaveCount(0)
  await stranger.close()
})
