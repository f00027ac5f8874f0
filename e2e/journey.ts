import axe from 'axe-core'
import { expect, test as base, type Page } from '@playwright/test'
import { setClock } from './clock.ts'
import { measureScreen } from './measure.ts'

/** A page with the server's clock that must not log or throw an error. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => withoutComplaint(page, use),
})

/** Pages that cannot reach their app, because it is restarting or the connection is cut. */
const cutOff = new WeakSet<Page>()

/** Runs `meanwhile` while requests of these pages fail: the app is restarting, or the connection is cut. */
export async function whileCutOff(pages: Page[], meanwhile: () => Promise<void>): Promise<void> {
  for (const page of pages) cutOff.add(page)
  await meanwhile()
  // When this call returns, all earlier logs of the page have arrived.
  for (const page of pages) {
    await page.evaluate(() => null)
    cutOff.delete(page)
  }
}

/** Uses a page with the server's clock, and fails if it logged or threw an error. */
export async function withoutComplaint(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser itself logs a refusal or a cut that a journey provokes.
    const provoked = cutOff.has(page)
      ? /status of [45]\d\d|ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/
      : /status of [45]\d\d|ERR_INTERNET_DISCONNECTED/
    if (message.type() === 'error' && !provoked.test(message.text()))
      complaints.push(`${message.text()} ${message.location().url}`)
  })
  await setClock(page)
  waitForProgram(page)
  await use(page)
  // A response that is still in one of the test's routes would fail the next test.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(complaints).toEqual([])
}

/**
 * Waits for the app to hydrate before a journey continues. Before that, a press on a link would load another page, and
 * other presses would hit the old one. A journey that tests the time before hydration passes `waitUntil`.
 */
export function waitForProgram(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil === undefined) await untilHydrated(page)
    return response
  }
}

/** Waits until the page has hydrated, or has been rendered by the program. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { early } = globalThis as { early?: { stop: AbortController } }
    return early?.stop.signal.aborted ?? true
  })
}

/**
 * Checked layouts: their markup, width and theme. The header and navigation are up to half of the work, and the same
 * markup has the same result, whichever link is current.
 */
const barsOfFrame = 'body :is(header, nav):not(main *, header *, [role] *)'
const goodFrames = new Set<string>()

/**
 * The cheap checks of a screen, for other widths and themes of a state, and for states that differ from another one
 * only in words: one h1, a title, no sideways scrolling, no target below 24 px, no word cut in two.
 */
export async function expectFittingScreen(page: Page, organization = 'Deuce'): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1)
  // A name that is written from right to left is isolated.
  await expect(page).toHaveTitle(new RegExp(` · \u2068?${organization}\u2069?$`))
  // Waits until the new width is laid out and nothing moves.
  await untilPainted(page)
  expect(await measureScreen(page)).toEqual({ too_wide: 0, small_targets: [], broken_words: [] })
}

/** Waits until all changes of appearance have ended: a change of theme is painted first. */
function untilPainted(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const paint = () => new Promise((painted) => requestAnimationFrame(painted))
    await paint().then(paint)
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) < 2_000)
    const rest = new Promise((over) => setTimeout(over, 2_000))
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), rest])
  })
}

/** The full check of a state, made once: no violation of WCAG 2.2 A and AA, and `expectFittingScreen`. */
export async function expectGoodScreen(page: Page, organization = 'Deuce'): Promise<void> {
  await expectFittingScreen(page, organization)
  const { hasScanner, frame } = await page.evaluate((selector) => {
    const bars = [...document.querySelectorAll(selector)]
    // The bars look different below a dialog.
    const isCovered = bars.some((bar) => bar.closest('[inert], [aria-hidden=true]'))
    const look = [
      innerWidth,
      matchMedia('(prefers-color-scheme: dark)').matches,
      matchMedia('(forced-colors: active)').matches,
    ]
    const markup = bars.map(({ outerHTML }) => outerHTML.replaceAll(' aria-current="page"', '')).join('')
    return { hasScanner: 'axe' in globalThis, frame: markup === '' || isCovered ? null : `${look.join()} ${markup}` }
  }, barsOfFrame)
  // The scanner is loaded once per document, because parsing it for each check would take a third of the time.
  if (!hasScanner) await page.evaluate(`${axe.source}; axe.configure({ noHtml: true })`)
  const found = await page.evaluate(
    async ({ selector, isFrameGood }) => {
      const { axe: scanner } = globalThis as unknown as { axe: typeof axe }
      const { violations } = await scanner.run(
        isFrameGood ? { exclude: [...document.querySelectorAll(selector)] } : document,
        {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
          resultTypes: ['violations'],
          // Forced colors come from the visitor's system, but the computed styles that axe reads are still the page's.
          rules: { 'color-contrast': { enabled: !matchMedia('(forced-colors: active)').matches } },
          preload: false,
        },
      )
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} ${any.map(({ message }) => message).join(' ')}`).join(', ')}`,
      )
    },
    { selector: barsOfFrame, isFrameGood: frame !== null && goodFrames.has(frame) },
  )
  expect(found).toEqual([])
  if (frame !== null) goodFrames.add(frame)
}
