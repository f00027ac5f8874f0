import { expect } from '@playwright/test'
import { expectFittingScreen, expectGoodScreen } from './journey.ts'
import { call, test } from './own-demo.ts'
import { enter, signInDemo } from './people.ts'

const phone = { width: 360, height: 740 }
const wide = { width: 1280, height: 900 }

type Season = { id: number; slug: string; year: number; ending_date: string }
type Match = {
  id: number
  area: string
  season_slug: string
  year: number
  division: string
  playoff_stage: number | null
  one: { name: string }
  two: { name: string }
}

test('an organizer sees the table before and after taking an entry out, and the table says who has left', async ({
  page,
  request,
  desk,
}) => {
  const { seasons } = await call<{ seasons: Season[] }>(request, desk, 'GET', '/organizer/seasons')
  const running = seasons.find(({ slug, year }) => slug === 'summer-1' && year === 2026)?.id
  type Entries = { entries: { id: number; players: { name: string }[] }[] }
  const listed = `/organizer/entries?season_id=${running}&area=south-bend&per_page=60`
  const { entries } = await call<Entries>(request, desk, 'GET', listed)
  type Entry = { purchase_id: number; results: number; division: string }
  let chosen: { id: number; name: string; division: string } | undefined
  for (const { id, players } of entries) {
    const entry = await call<Entry>(request, desk, 'GET', `/organizer/entries/${id}`)
    if (entry.results > 1) chosen = { id, name: players.map(({ name }) => name).join(' & '), division: entry.division }
    if (chosen) break
  }
  if (!chosen) throw new Error('nobody has played')
  const { id, name, division } = chosen

  await page.setViewportSize(phone)
  await enter(page, desk)
  await page.goto(`/organizer/entries/${id}`)
  await page.getByRole('button', { name: 'Take out of the league' }).click()
  const dialog = page.getByRole('alertdialog')
  const table = dialog.getByRole('table', { name: 'The table before and after' })
  await expect(table.getByRole('row').filter({ hasText: name })).toContainText('out')
  await expect(dialog.getByText('are notified')).toBeVisible()
  await expectGoodScreen(page)
  await page.setViewportSize(wide)
  await expectFittingScreen(page)
  await dialog.getByRole('radio', { name: 'Keep it' }).check({ force: true })
  await dialog.getByLabel('Reason').fill('Injured for the rest of the season')
  await dialog.getByRole('button', { name: 'Take out' }).click()
  await expect(page.getByText(`${name} is out of`, { exact: false }).first()).toBeVisible()

  await enter(page, await signInDemo(request, 'player'))
  for (const size of [phone, wide]) {
    await page.setViewportSize(size)
    await page.goto(`/dashboard/standings/s?area=south-bend&season=summer-1&year=2026&division=${division}`)
    await expect(page.getByText(`Matches against ${name} do not count.`)).toBeVisible()
    await expectFittingScreen(page)
  }
})

test('a corrected result of a season that is over is noted on the table, with what changed on request', async ({
  page,
  request,
  desk,
}) => {
  const { seasons } = await call<{ seasons: Season[] }>(request, desk, 'GET', '/organizer/seasons')
  const past = seasons.find(({ ending_date }) => ending_date < '2026/03/31')
  if (!past) throw new Error('no season is over')
  const listed = `/organizer/matches?season=${past.slug}&year=${past.year}&state=played`
  const { matches } = await call<{ matches: Match[] }>(request, desk, 'GET', listed)
  const match = matches.find(({ playoff_stage }) => playoff_stage === null)
  if (!match) throw new Error('nothing was played')

  await page.setViewportSize(phone)
  await enter(page, desk)
  await page.goto(`/organizer/matches/${match.id}`)
  await expect(page.getByText('A change here is a correction')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Void the result' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('radio', { name: 'Cancel it' }).check({ force: true })
  await dialog.getByLabel('Reason').fill('Entered for the wrong players')
  await dialog.getByRole('button', { name: 'Void the result' }).click()
  await expect(page.getByText('Voided. The match is canceled.')).toBeVisible()

  const { area, season_slug, year, division } = match
  await enter(page, await signInDemo(request, 'player'))
  for (const size of [phone, wide]) {
    await page.setViewportSize(size)
    await page.goto(`/dashboard/standings/s?area=${area}&season=${season_slug}&year=${year}&division=${division}`)
    await page.getByText('Corrected on Jul 15').click()
    await expect(page.getByText(/no result\. Before: .+ beat .+\./)).toBeVisible()
    await expectGoodScreen(page)
  }
})
