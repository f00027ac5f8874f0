import axe from 'axe-core'
import { expect, test as base, type Page } from '@playwright/test'
import { setClock } from './clock.ts'
import { measureScreen } from './measure.ts'

/** A page whose clock is the server's, and which may not complain: no error on the console, none thrown. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => withoutComplaint(page, use),
})

/** Pages whose app is being started again or out of reach, so that nobody answers them. */
const cutOff = new WeakSet<Page>()

/** Does something while what these pages ask of their app is refused: it is started again, or the line to it is cut. */
export async function whileCutOff(pages: Page[], meanwhile: () => Promise<void>): Promise<void> {
  for (const page of pages) cutOff.add(page)
  await meanwhile()
  // What a page has logged meanwhile arrives before its answer.
  for (const page of pages) {
    await page.evaluate(() => null)
    cutOff.delete(page)
  }
}

/** Uses a page whose clock is the server's, and fails when it has complained: an error on the console, or thrown. */
export async function withoutComplaint(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refusal or a cut that a journey provokes is logged by the browser itself.
    const provoked = cutOff.has(page)
      ? /status of [45]\d\d|ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/
      : /status of [45]\d\d|ERR_INTERNET_DISCONNECTED/
    if (message.type() === 'error' && !provoked.test(message.text()))
      complaints.push(`${message.text()} ${message.location().url}`)
  })
  await setClock(page)
  waitForProgram(page)
  await use(page)
  // An answer that is still on its way through a route of the test would fail the next one.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(complaints).toEqual([])
}

/**
 * Lets the page's program take over what the server has made before a journey goes on: a link that is pressed before loads
 * another page, and what is pressed meanwhile is pressed on the old one. A journey about the time before says `waitUntil`.
 */
export function waitForProgram(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil === undefined) await untilTakenOver(page)
    return response
  }
}

/** Waits until the page's program has put its screen into the place of what the server has made. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { early } = globalThis as { early?: { stop: AbortController } }
    return early?.stop.signal.aborted ?? true
  })
}

/**
 * Frames without a violation: their markup, the width and the theme. The bar and the navigation around a screen are up to half of
 * what there is to examine, and the same is found in the same markup; which link is the current one makes no difference.
 */
const barsOfFrame = 'body :is(header, nav):not(main *, header *, [role] *)'
const goodFrames = new Set<string>()

/** No violation of WCAG 2.2 A and AA, nothing to scroll sideways, no target below 24 px, no word cut in two, one h1 and a title of its own. */
export async function expectGoodScreen(page: Page, organization = 'Deuce'): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page).toHaveTitle(new RegExp(` · ${organization}$`))
  const { hasScanner, frame } = await page.evaluate(async (selector) => {
    // A color on its way from one to the other is neither; a change of theme is painted first.
    const paint = () => new Promise((painted) => requestAnimationFrame(painted))
    await paint().then(paint)
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) < 2_000)
    const rest = new Promise((over) => setTimeout(over, 2_000))
    await Promise.race([Promise.allSettled(ending.map(({ finished }) => finished)), rest])
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
  const seen = await page.evaluate(
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
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} ${any.map(({ message }) => message).join(' ')}`).join(', ')}`,
        ),
        too_wide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      }
    },
    { selector: barsOfFrame, isFrameGood: frame !== null && goodFrames.has(frame) },
  )
  expect({ ...seen, ...(await measureScreen(page)) }).toEqual({
    violations: [],
    too_wide: 0,
    small_targets: [],
    broken_words: [],
  })
  if (frame !== null) goodFrames.add(frame)
}
