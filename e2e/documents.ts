import { expect, type Page } from '@playwright/test'

/** The scripts of the page wait until the test lets them come. */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return async () => release()
}

/** Opens a player's page that the server has made, and returns its HTML. One that took too long there is left to the browser. */
export async function openOwn(page: Page, path: string, options: Parameters<Page['goto']>[1] = {}): Promise<string> {
  let html = ''
  await expect(async () => {
    html = (await (await page.goto(path, options))?.text()) ?? ''
    expect(html).toContain('data-reader')
  }).toPass()
  return html
}

/** Looks at each frame of each page of this tab whether a text is to be seen, on the page or in its title. */
export async function watchForText(page: Page, text: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const look = () => {
      const isSeen = `${document.title} ${document.body?.innerText ?? ''}`.includes(wanted)
      if (isSeen) sessionStorage.setItem('seen', `${wanted} at ${location.pathname}`)
      requestAnimationFrame(look)
    }
    look()
  }, text)
}

/** What was seen of it. */
export function seenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => [sessionStorage.getItem('seen') ?? []].flat())
}
