import axe from 'axe-core'
import { expect, test as base, type Page } from '@playwright/test'
import { measureScreen } from './measure.ts'

/** The instant at which the tests' server starts its clock (playwright.config.ts). */
const now = new Date('2026-07-15T16:00:00Z')

/** A page whose clock is the server's, and which may not complain: no error on the console, none thrown. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => withoutComplaint(page, use),
})

/** Uses a page whose clock is the server's, and fails when it has complained: an error on the console, or thrown. */
export async function withoutComplaint(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refusal or a cut that a journey provokes is logged by the browser itself; so is the stream of an app that it starts again.
    const isStream = new URL(message.location().url || 'about:blank').pathname === '/api/live'
    const provoked = isStream
      ? /status of [45]\d\d|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED/
      : /status of [45]\d\d|ERR_INTERNET_DISCONNECTED/
    if (message.type() === 'error' && !provoked.test(message.text())) complaints.push(message.text())
  })
  await page.clock.setSystemTime(now)
  await use(page)
  // An answer that is still on its way through a route of the test would fail the next one.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(complaints).toEqual([])
}

/**
 * Frames without a violation: their markup, the width and the theme. The bar and the navigation around a screen are up to half of
 * what there is to examine, and the same is found in the same markup; which link is the current one makes no difference.
 */
const barsOfFrame = 'body :is(header, nav):not(main *, header *, [role] *)'
const goodFrames = new Set<string>()

/** No violation of WCAG 2.2 A and AA, nothing to scroll sideways, no target below 24 px, no word cut in two, one h1 and a title of its own. */
export async function expectGoodScreen(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page).toHaveTitle(/ · Deuce$/)
  const { hasScanner, frame } = await page.evaluate(async (selector) => {
    // A color on its way from one to the other is neither; a change of theme is painted first.
    const paint = () => new Promise((painted) => requestAnimationFrame(painted))
    await paint().then(paint)
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) < 2_000)
    const rest = new Promise((over) => setTimeout(over, 2_000))
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), rest])
    // A busy browser styles the page again later than it says that the theme has changed.
    const colors = () =>
      [...document.querySelectorAll('body *')]
        .map((element) => {
          const { color, backgroundColor, opacity } = getComputedStyle(element)
          return `${color} ${backgroundColor} ${opacity}`
        })
        .join()
    for (let before = '', seen = colors(), frames = 0; seen !== before && frames < 120; frames += 1) {
      before = seen
      await paint()
      seen = colors()
    }

    const bars = [...document.querySelectorAll(selector)]
    // Below a dialog they look different.
    const isCovered = bars.some((bar) => bar.closest('[inert], [aria-hidden=true]'))
    const look = [
      innerWidth,
      matchMedia('(prefers-color-scheme: dark)').matches,
      matchMedia('(forced-colors: active)').matches,
    ]
    const markup = bars.map(({ outerHTML }) => outerHTML.replaceAll(' aria-current="page"', '')).join('')
    return { hasScanner: 'axe' in globalThis, frame: markup === '' || isCovered ? null : `${look.join()} ${markup}` }
  }, barsOfFrame)
  // Once a document; reading it again for each look would be a third of the look.
  if (!hasScanner) await page.evaluate(`${axe.source}; axe.configure({ noHtml: true })`)
  const look = () =>
    page.evaluate(
      async ({ selector, isFrameGood }) => {
        const { axe: scanner } = globalThis as unknown as { axe: typeof axe }
        const { violations } = await scanner.run(
          isFrameGood ? { exclude: [...document.querySelectorAll(selector)] } : document,
          {
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
            resultTypes: ['violations'],
            // Forced colors are the visitor's own; the computed styles that axe reads still name ours.
            rules: { 'color-contrast': { enabled: !matchMedia('(forced-colors: active)').matches } },
            preload: false,
          },
        )
        return {
          violations: violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
          ),
          too_wide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
        }
      },
      { selector: barsOfFrame, isFrameGood: frame !== null && goodFrames.has(frame) },
    )
  // What changes by itself while it is looked at, as on live pages, is looked at until it rests.
  await expect
    .poll(async () => ({ ...(await look()), ...(await measureScreen(page)) }), { timeout: 5_000 })
    .toEqual({ violations: [], too_wide: 0, small_targets: [], broken_words: [] })
  if (frame !== null) goodFrames.add(frame)
}
