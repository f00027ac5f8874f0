import { expect, type Page, type Request } from '@playwright/test'
import { productSign } from '#/rules/sign.ts'

/** Maximum pages of one kind to visit: two for matches (a played and an unplayed one), otherwise one. */
const MOST_THINGS = 2

/** Files, which are downloaded instead of opened. */
const file = /^\/(?:api|calendar|photos|organization|assets|courts)\/|\.\w+$/

type Crawl = {
  /** Paths to start from, in addition to the links found. */
  starts: readonly string[]
  /** Receives the text of each page, or null for one that never became idle. */
  hear: (path: string, text: string | null) => void
}

/**
 * Opens every page of the site that can be reached by links. Returns their kinds: '/organizer/matches/:id',
 * '/leagues?'.
 */
export async function crawl(page: Page, site: string, { starts, hear }: Crawl): Promise<string[]> {
  const underWay = watchReads(page, site)
  const kinds = new Map<string, number>()
  const known = new Set<string>()
  const waiting: string[] = []
  const note = (address: string) => {
    const { origin, pathname, search } = new URL(address, site)
    const path = pathname + search
    if (origin !== site || known.has(path) || file.test(pathname)) return
    known.add(path)
    const kind = kindOf(new URL(path, site))
    const count = kinds.get(kind) ?? 0
    if (count >= (kind.endsWith(':id') ? MOST_THINGS : 1)) return
    kinds.set(kind, count + 1)
    waiting.push(path)
  }
  for (const start of starts) note(start)
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    await page.goto(site + path, { waitUntil: 'domcontentloaded' })
    const isThere = await settle(page, underWay)
    hear(path, isThere ? await readPage(page) : null)
    for (const address of await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([download])')].map(({ href }) => href),
    ))
      note(address)
  }
  return [...kinds.keys()]
}

/** The kind of an address: its path without ids, and whether it has a query. */
function kindOf({ pathname, search }: URL): string {
  const path = pathname
    .replaceAll(/\/(?:\d+|[\da-f]{8}-[\da-f-]{27})(?=\/|$)/g, '/:id')
    // About sixty kinds of emails count as one kind of page.
    .replace(/(?<=\/texts\/emails\/)\w+/, ':kind')
  return search === '' ? path : `${path}?`
}

/** The pending requests of a page, except the live stream. */
function watchReads(page: Page, site: string): Set<Request> {
  const underWay = new Set<Request>()
  const isRead = (request: Request) =>
    request.url().startsWith(site) && ['document', 'script', 'fetch'].includes(request.resourceType())
  page.on('request', (request) => isRead(request) && underWay.add(request))
  const end = (request: Request) => underWay.delete(request)
  page.on('requestfinished', end).on('requestfailed', end)
  return underWay
}

/** Waits until a page has loaded everything. Returns whether it has. */
async function settle(page: Page, underWay: ReadonlySet<Request>): Promise<boolean> {
  const isCalm = async () => {
    if (underWay.size > 0) return false
    const isShown = await page.evaluate(async () => {
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
      return document.querySelector('h1') !== null && document.querySelector('.animate-late') === null
    })
    return isShown && underWay.size === 0
  }
  return expect
    .poll(isCalm, { intervals: [20] })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )
}

/** All text of a page: its body, its head, and the labels and values of controls. Of a select, the selected option. */
export function readPage(page: Page): Promise<string> {
  return page.evaluate((board) => {
    const told = [document.title]
    // A drawing has no text: the product's symbol is recognized by its shape, others by their letters.
    if (document.querySelector(`path[d="${board}"]`)) told.push('the sign of the program')
    for (const meta of document.querySelectorAll('meta[content]')) told.push(meta.getAttribute('content') ?? '')
    // The options of currencies, countries and time zones name all of them, so only the selected one is read.
    const silent = 'script, style, template, option:not(:checked)'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let last: Element | null = null
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent === null || parent.closest(silent)) continue
      const text = node.textContent ?? ''
      // One sentence may consist of several text nodes of one element.
      if (parent === last) told.push((told.pop() ?? '') + text)
      else told.push(text)
      last = parent
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) told.push(element.getAttribute(name) ?? '')
    for (const field of document.querySelectorAll<HTMLInputElement>('input:not([type=password]), textarea'))
      told.push(field.value)
    return told.join(' | ')
  }, productSign.board)
}
