import { expect } from '@playwright/test'
import { expectFittingScreen } from './journey.ts'
import { call, test } from './own-demo.ts'
import { enter } from './people.ts'

const phone = { width: 360, height: 800 }
const wide = { width: 1280, height: 900 }

test('a league opens from an entry, a match and a payment, and its tabs are walked by keyboard on a phone', async ({
  page,
  request,
  desk,
}) => {
  await page.setViewportSize(wide)
  await enter(page, desk)
  const tabs = page.getByRole('navigation', { name: 'League', exact: true })
  for (const list of ['entries', 'matches?state=played', 'payments']) {
    await page.goto(`/organizer/${list}`)
    await page.locator('td a[href*="/organizer/leagues/"]').first().click()
    await expect(page).toHaveURL(/\/organizer\/leagues\/\d+$/)
    await expect(tabs.getByRole('link', { name: 'Table' })).toHaveAttribute('aria-current', 'page')
  }

  const { seasons } = await call<{ seasons: { id: number; slug: string; year: number }[] }>(
    request,
    desk,
    'GET',
    '/organizer/seasons?per_page=100',
  )
  const { id: season_id } = seasons.find(({ slug, year }) => slug === 'summer-1' && year === 2026)!
  const { leagues } = await call<{ leagues: { id: number; results: number }[] }>(
    request,
    desk,
    'GET',
    `/organizer/seasons/${season_id}`,
  )
  const [league] = leagues.toSorted((a, b) => b.results - a.results)
  await page.setViewportSize(phone)
  await page.goto(`/organizer/leagues/${league!.id}`)
  await tabs.getByRole('link', { name: 'Table' }).focus()
  for (const tab of [
    'Schedule',
    'Results',
    'Entries',
    'Wait-list',
    'Money',
    'Messages',
    'Limit',
    'Rules',
    'Play-offs',
    'Record',
  ]) {
    const link = tabs.getByRole('link', { name: tab })
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('region', { name: tab, exact: true })).toBeVisible()
    await expectFittingScreen(page)
  }

  // A season fits a phone: what is empty is hidden.
  await page.goto(`/organizer/seasons/${season_id}`)
  await expect(page.getByRole('button', { name: /^Show \d+ empty leagues$/ })).toBeVisible()
  await expectFittingScreen(page)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2500)
})

test('a season with obstacles is closed: each is listed with a way on', async ({ page, desk }) => {
  await page.setViewportSize(wide)
  await enter(page, desk)
  await page.goto('/organizer/seasons')
  await page.getByRole('link', { name: 'Summer 1 2026' }).click()
  await page.getByRole('link', { name: 'Close the season' }).click()
  await expect(page.getByRole('heading', { name: 'In the way' })).toBeVisible()
  async function go(way: string | RegExp) {
    await page.getByRole('button', { name: way }).click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await dialog.getByLabel('Reason').fill('The courts close for the summer')
    await dialog.getByRole('button', { name: way }).click()
    await expect(dialog).toHaveCount(0)
  }
  await go(/^Count it as last reported/)
  await go(/^Confirm (it|them) now/)
  await go('Settle all as not played')
  await expect(page.getByText(/no score/)).toHaveCount(0)
  await go('Set the last day to today')
  await expect(page.getByText('Nothing is in the way')).toBeVisible()
  await page.getByRole('button', { name: 'Close the season' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByLabel('Reason').fill('All is settled')
  await dialog.getByRole('button', { name: /^Close it after/ }).click()
  await expect(page.getByText(/closes after|is closed/).first()).toBeVisible()
})
