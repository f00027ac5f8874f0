import type { Page } from '@playwright/test'

/** The instant at which the tests' server starts its clock (playwright.config.ts). */
export const now = new Date('2026-07-15T16:00:00Z')

/**
 * Sets a page's clock, which continues from there, including in code that loads later. Timers and animation frames stay
 * real: Playwright's clock replaces them too, which breaks screens that wait for a paint.
 */
export async function setClock(page: Page, instant: Date = now): Promise<void> {
  const ahead = instant.getTime() - Date.now()
  await page.addInitScript(shiftDates, ahead)
  await page.evaluate(shiftDates, ahead)
}

/** Runs in a page or a process: shifts every date by `ahead` milliseconds. */
export function shiftDates(ahead: number): void {
  const page = globalThis as unknown as { Date: DateConstructor; BrowsersDate?: DateConstructor }
  // A test that has stopped the clock has also set it.
  if ('__pwClock' in page) return
  const Browsers = (page.BrowsersDate ??= page.Date)
  const shifted = () => Browsers.now() + ahead
  page.Date = new Proxy(Browsers, {
    apply: () => new Browsers(shifted()).toString(),
    construct: (target, given: [], subclass) =>
      Reflect.construct(target, given.length === 0 ? [shifted()] : given, subclass) as Date,
    get: (target, key) => (key === 'now' ? shifted : (Reflect.get(target, key) as unknown)),
  })
}
