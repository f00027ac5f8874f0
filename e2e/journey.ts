import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'

/** The instant at which the tests' server starts its clock (playwright.config.ts). */
const now = new Date('2026-07-15T16:00:00Z')

/** A page whose clock is the server's, and which may not complain: no error on the console, none thrown. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      // A refusal that a journey provokes is logged by the browser itself.
      if (message.type() === 'error' && !/status of [45]\d\d/.test(message.text())) complaints.push(message.text())
    })
    await page.clock.setSystemTime(now)
    await use(page)
    expect(complaints).toEqual([])
  },
})

/** No violation of WCAG 2.2 A and AA, nothing to scroll sideways, one h1 and a title of its own. */
export async function expectGoodScreen(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page).toHaveTitle(/ · Deuce$/)
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // Puts the result together in the page itself: we have no frames of other sites, and a blank page for each costs a third.
    .setLegacyMode()
  // Forced colors are the visitor's own; the computed styles that axe reads still name ours.
  if (await page.evaluate(() => matchMedia('(forced-colors: active)').matches)) axe.disableRules('color-contrast')
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
