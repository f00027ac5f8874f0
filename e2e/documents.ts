import { expect, type Page } from '@playwright/test'

/** Holds back the scripts of the page until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return async () => release()
}

/** Opens a player's page and returns its HTML. Repeats this if the server took too long and left the page to the browser. */
export async function openOwn(page: Page, path: string, options: Parameters<Page['goto']>[1] = {}): Promise<string> {
  let html = ''
  await expect(async () => {
    html = (await (await page.goto(path, options))?.text()) ?? ''
    expect(html).toContain('data-reader')
  }).toPass()
  return html
}

/** Checks every frame of each page in this tab for a text, on the page or in its title. */
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

/** The watched text and where it was seen, if it was. */
export function seenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => [sessionStorage.getItem('seen') ?? []].flat())
}
