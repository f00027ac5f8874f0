import { expect } from '@playwright/test'
import { expectGoodScreen, test, withoutComplaint } from './journey.ts'
import { enter, enterOpponent, reportScore, signUpAndIn, uniqueName } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })
test('a new player sees the first step, and goes there', async ({ page, request }) => {
  await enter(page, await signUpAndIn(request, 'Nia', uniqueName('New')))
  await page.goto('/dashboard')
  const steps = page.getByRole('region', { name: 'Your first match' })
  await expect(steps.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Overall League Record' })).toBeVisible()
  await expectGoodScreen(page)
  await steps.getByRole('link', { name: 'Choose a season' }).click()
  await expect(page).toHaveURL(/\/dashboard\/join-league$/)
})

test('a to-do appears by itself, opens its subject, and disappears once it is done', async ({ page, request }) => {
  const last = uniqueName('Wait')
  const [ann, bea] = [await enterOpponent(request, 'Ann', last), await enterOpponent(request, 'Bea', last)]
  await enter(page, bea)
  await page.goto('/dashboard')
  const waiting = page.getByRole('region', { name: /^Waiting for you/ })
  await expect(waiting).toContainText('Nothing is waiting for you.')
  await reportScore(request, { winner: ann, opponent: bea, season: 'Summer 2', match_date: '2026/07/15' })
  const row = waiting.getByRole('listitem')
  await expect(row).toContainText(`Is the score against Ann ${last} right?`)
  await expect(row).toContainText(`Ann ${last} beat Bea ${last}, 6-4 6-3.`)
  await expect(page.locator('[data-announcer]')).toContainText('There is news in your leagues.')
  await expectGoodScreen(page)
  // To-dos come before the next match, and both before the profile.
  const headings = page.getByRole('heading', { level: 2 })
  await expect(headings.first()).toContainText('Waiting for you')
  const order = await headings.allTextContents()
  expect(order.indexOf('In your leagues')).toBeLessThan(order.indexOf('Overall League Record'))

  await row.getByRole('link', { name: /^Look at the score/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/results\/\d+$/)
  await page.getByRole('button', { name: 'Confirm score' }).click()
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible()
  await page.goBack()
  await expect(waiting).toContainText('Nothing is waiting for you.')
  const news = page.getByRole('region', { name: 'In your leagues' })
  // Other journeys may make newer news in this league.
  await expect(async () => {
    for (const more of await news.getByRole('button', { name: /^Show \d+ more$/ }).all()) await more.click()
    await expect(news).toContainText(`Ann ${last} beat Bea ${last}`, { timeout: 1_000 })
  }).toPass()
})

test('actions and reads in one tab are visible in the other', async ({ page, context, request }) => {
  const last = uniqueName('Tabs')
  const [ann, bea] = [await enterOpponent(request, 'Ann', last), await enterOpponent(request, 'Bea', last)]
  await enter(page, bea)
  await page.goto('/dashboard')
  const waiting = page.getByRole('region', { name: /^Waiting for you/ })
  await reportScore(request, { winner: ann, opponent: bea, season: 'Summer 2', match_date: '2026/07/15' })
  await expect(waiting.getByRole('listitem')).toHaveCount(1)
  const unread = page.getByRole('link', { name: /^Notifications, \d+ unread/ })
  await expect(unread).toBeVisible()

  const other = await context.newPage()
  await enter(other, bea)
  await withoutComplaint(other, async () => {
    await other.goto('/dashboard/notifications')
    await other.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(unread).toHaveCount(0)
    await other.goto('/dashboard')
    await other.getByRole('button', { name: 'Confirm score' }).click()
    await expect(other.getByText('Nothing is waiting for you.')).toBeVisible()
  })
  await expect(waiting).toContainText('Nothing is waiting for you.')
})

test('the first screen says what it could not load, and the profile stays', async ({ page, request }) => {
  await enter(page, await signUpAndIn(request, 'Eve', uniqueName('Err')), { documents: false })
  // The live stream would make the page load the data again.
  await page.route('**/dashboard/live?*', (route) => route.fulfill({ status: 503 }))
  let isBroken = true
  await page.route('**/api/users/activity', (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { message: 'Something broke.', code: 'unexpected' } })
      : route.fallback(),
  )
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Overall League Record' })).toBeVisible()
  await expect(page.getByText('Something broke.')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Your first match' })).toBeVisible()
  await expect(page.getByText('Something broke.')).toHaveCount(0)
})
