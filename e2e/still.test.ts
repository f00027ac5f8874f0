import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { enter, signInDemo } from './people.ts'

/**
 * How far a screen's content moved while it loaded: the sum of its layout shifts (web.dev, Cumulative Layout Shift).
 */
async function shiftOf(page: Page, path: string): Promise<number> {
  await page.goto(path)
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('output', { hasText: /^(Loading|Opening)/ })).toHaveCount(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(Math.round(sum * 1000) / 1000)))
      }),
  )
}

const lists = [
  '/dashboard',
  '/dashboard/standings',
  '/dashboard/standings/s',
  '/dashboard/results/r?area=south-bend',
  '/dashboard/players/p?league=summer-1&yr=2026&level=womens-singles-3-5',
  '/dashboard/payment-history',
  '/dashboard/settings/notifications',
  '/dashboard/myleague',
  '/dashboard/play-offs/index?city=south-bend&division=womens-singles-3-5',
  '/leagues',
]
const deskLists = [
  '/organizer/entries',
  '/organizer/matches',
  '/organizer/payments',
  '/organizer/players',
  '/organizer/record',
]

for (const width of [360, 1280])
  test(`a screen’s content does not move while the rest loads, ${width} px wide`, async ({ page, request }) => {
    const [player, organizer] = [await signInDemo(request), await signInDemo(request, 'organizer')]
    await enter(page, player)
    await page.setViewportSize({ width, height: 740 })
    const own: Record<string, number> = {}
    for (const path of lists) own[path] = await shiftOf(page, path)
    for (const [path, shift] of Object.entries(own))
      expect.soft(shift, `${path}, from the server`).toBeLessThanOrEqual(0.02)

    await page.context().clearCookies()
    await enter(page, player, { documents: false })
    // Delays the responses by different times.
    let answers = 0
    await page.route('**/api/**', async (route) => {
      answers += 1
      await new Promise((resolve) => setTimeout(resolve, 150 + (answers % 3) * 150))
      await route.continue()
    })
    const shifts: Record<string, number> = {}
    for (const path of lists) shifts[path] = await shiftOf(page, path)
    await enter(page, organizer, { documents: false })
    for (const path of deskLists) shifts[path] = await shiftOf(page, path)
    for (const [path, shift] of Object.entries(shifts)) expect.soft(shift, path).toBeLessThanOrEqual(0.02)
  })

test('a payment notice and a live match above the leagues come with the cards', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, await signInDemo(request), { documents: false })
  const late = async (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  await page.route('**/api/users/purchases**', async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { purchases: { payment_status: string }[] }
    reply.purchases[0]!.payment_status = 'Pending'
    await late(700)
    await route.fulfill({ response, json: reply })
  })
  await page.route('**/api/users/live-scores**', async (route) => {
    await late(1000)
    await route.continue()
  })
  expect(await shiftOf(page, '/dashboard/myleague')).toBeLessThanOrEqual(0.02)
  await expect(page.getByText(/is not finished/)).toBeVisible()
})

test('neither my league nor the notification settings move at 768 px', async ({ page, request }) => {
  await page.setViewportSize({ width: 768, height: 740 })
  await enter(page, await signInDemo(request))
  for (const path of ['/dashboard/myleague', '/dashboard/settings/notifications'])
    expect.soft(await shiftOf(page, path), path).toBeLessThanOrEqual(0.02)
})
