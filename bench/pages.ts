import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { chromiumPath } from '#/e2e/chromium.ts'
import { makeData } from '#/e2e/data.ts'
import { freeSite, startOwnApp } from '#/e2e/own-app.ts'
import { bringCookies } from '#/e2e/people.ts'
import { median, row, verdict, writeFigures } from './figures.ts'
import { loadLighthouse } from './load-lighthouse.ts'
import { demoPassword } from '#/test/dev-secrets.ts'

// Screens on a slow phone: Lighthouse mobile, layout shifts, and the response time of taps. Starts an app on the demo
// league: node bench/pages.ts [runs of Lighthouse, 5] [the built folder of another version, which Lighthouse measures
// in turns with this one]
const runs = Number(process.argv[2] ?? 5)
const other = process.argv[3]

/** Lighthouse has its own timeout for a page that does not become idle. This one covers everything else. */
const lighthouseTimeoutMs = 120_000
const throttledCpu = 4
/** Number of times each tap is made. */
const taps = 20

const targets = { lcp_ms: 1500, cls: 0.02, tap_ms: 100, public: 98, signedIn: 95, other: 100 }

type Audited = { screen: string; pathOf: (demo: Demo) => string; performance: number; mustBeFound: boolean }
/** An app with the demo league: its player's token, one of their results, and a match whose score they may report. */
type Demo = { site: string; token: string; result: number; match: number }
type Figures = Record<'performance' | 'accessibility' | 'practices' | 'seo' | 'lcp_ms' | 'cls' | 'tbt_ms', number>
type Shifted = { screen: string; cls: number }
type Tapped = { tap: string; p95_ms: number; median_ms: number }

const lighthouse = await loadLighthouse()
const dataDir = join(tmpdir(), `deuce-pages-${randomUUID()}`)
await makeData(join(dataDir, 'app'), 'demo')
const stops: (() => Promise<void>)[] = []
const { port: debugging } = await freeSite()
const { executablePath, args, env } = await chromiumPath()
const context = await chromium.launchPersistentContext(join(dataDir, 'browser'), {
  executablePath,
  args: [...args, `--remote-debugging-port=${debugging}`],
  env: { ...(process.env as Record<string, string>), ...env },
  viewport: { width: 360, height: 740 },
  hasTouch: true,
})
const startLoad = loadavg()[0] ?? 0
try {
  const demo = await startDemo('app')
  const demos = other === undefined ? [demo] : [demo, await startDemo('other', resolve(other))]
  const bracket = '/play-offs/index?city=south-bend&division=womens-singles-3-5'
  const audited: Audited[] = [
    { screen: 'sign-in', pathOf: () => '/', performance: targets.public, mustBeFound: true },
    { screen: 'leagues', pathOf: () => '/leagues', performance: targets.public, mustBeFound: true },
    {
      screen: 'shared result',
      pathOf: ({ result }) => `/results/${result}`,
      performance: targets.public,
      mustBeFound: true,
    },
    { screen: 'public bracket', pathOf: () => bracket, performance: targets.public, mustBeFound: true },
  ]
  const inside: Audited[] = [
    { screen: 'dashboard', pathOf: () => '/dashboard', performance: targets.signedIn, mustBeFound: false },
    { screen: 'standings', pathOf: () => '/dashboard/standings', performance: targets.signedIn, mustBeFound: false },
    { screen: 'score form', pathOf: scoreFormOf, performance: targets.signedIn, mustBeFound: false },
  ]
  console.log(
    `Lighthouse, mobile, median of ${runs}; the machine's load is ${startLoad.toFixed(1)} on ${availableParallelism()} cores\n`,
  )
  console.log(row('', 'performance', 'target', 'access.', 'practices', 'SEO', 'LCP ms', 'CLS', 'TBT ms', ''))
  const audits = []
  for (const screen of audited) audits.push(await audit(screen, demos))
  for (const each of demos) await signIn(each)
  // Cookies apply to every port, so comparing a second version that accepts them would need a separate browser.
  await bringCookies(context, demo.token)
  for (const screen of inside) audits.push(await audit(screen, demos))

  console.log(
    `\nWhat moves while a screen loads, 360 px wide, CPU ${throttledCpu} times slower, at most ${targets.cls}\n`,
  )
  const shifts = await measureShifts([...audited, ...inside], demo)

  console.log(
    `\nFrom a tap to the next frame, ms, CPU ${throttledCpu} times slower, ${taps} of each, at most ${targets.tap_ms}\n`,
  )
  console.log(row('', 'median', 'p95', ''))
  const interactions = await measureTaps(demo)

  await writeFigures('pages', { runs, audits, shifts, interactions })
} finally {
  await context.close()
  for (const stop of stops) await stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** Starts an app on the demo league. Another version creates its own. */
async function startDemo(name: string, folder?: string): Promise<Demo> {
  const { port, site } = await freeSite()
  const settings = {
    DATA_DIR: join(dataDir, name),
    DEMO: '1',
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    NOW: '2026-07-15T16:00:00Z',
  }
  stops.push(await startOwnApp(port, settings, undefined, folder))
  const signedIn = await fetch(`${site}/api/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'player@deuce.example', password: demoPassword }),
  })
  const { token } = (await signedIn.json()) as { token: string }
  const read = await fetch(`${site}/api/users/league-history?per_page=100`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { matchups } = (await read.json()) as { matchups: { id: number; played: boolean }[] }
  const result = matchups.find(({ played }) => played)?.id
  const match = matchups.find(({ played }) => !played)?.id
  if (result === undefined || match === undefined) throw new Error('The demo has no match of its player.')
  return { site, token, result, match }
}

function scoreFormOf({ match }: Demo): string {
  return `/dashboard/${match}/score-submission`
}

/** Signs this browser in, in every tab. */
async function signIn({ site, token }: Demo): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${site}/no-such-page`)
  await page.evaluate((value) => localStorage.setItem('deuce.token', JSON.stringify(value)), token)
  await page.close()
}

async function audit(screen: Audited, demos: readonly Demo[]) {
  const measured = demos.map((demo) => ({ demo, done: [] as Figures[], faults: new Set<string>() }))
  for (let run = 0; run < runs; run++)
    for (const { demo, done, faults } of measured) done.push(await auditOnce(screen, demo, faults))
  const [ours, theirs] = measured.map(({ done, faults }, index) => judge(screen, index === 0, done, faults))
  return { screen: screen.screen, target: screen.performance, ...ours, ...(theirs && { other: theirs }) }
}

async function auditOnce({ pathOf, mustBeFound }: Audited, demo: Demo, faults: Set<string>): Promise<Figures> {
  const answer = await within(
    lighthouseTimeoutMs,
    lighthouse(`${demo.site}${pathOf(demo)}`, {
      port: debugging,
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
      // Signed-in screens keep a stream open, so the network never becomes idle.
      maxWaitForLoad: 20_000,
    }),
  )
  if (!answer) throw new Error(`Lighthouse has no answer for ${pathOf(demo)}.`)
  const { categories, audits } = answer.lhr
  const scoreOf = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const valueOf = (name: string) => audits[name]?.numericValue ?? Number.NaN
  for (const name of ['accessibility', 'best-practices', ...(mustBeFound ? ['seo'] : [])])
    for (const { id, weight } of categories[name]?.auditRefs ?? [])
      if (weight > 0 && audits[id] && audits[id].score !== null && audits[id].score < 1)
        faults.add(`${name}: ${audits[id].title}`)
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    practices: scoreOf('best-practices'),
    seo: scoreOf('seo'),
    lcp_ms: valueOf('largest-contentful-paint'),
    cls: valueOf('cumulative-layout-shift'),
    tbt_ms: valueOf('total-blocking-time'),
  }
}

function judge(
  { screen, performance, mustBeFound }: Audited,
  isOurs: boolean,
  done: readonly Figures[],
  faults: ReadonlySet<string>,
) {
  const middle = (name: keyof Figures) => median(done.map((each) => each[name]))
  const figures = {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    practices: middle('practices'),
    seo: middle('seo'),
    lcp_ms: Math.round(middle('lcp_ms')),
    cls: Number(middle('cls').toFixed(3)),
    tbt_ms: Math.round(middle('tbt_ms')),
  }
  const missed = Object.entries({
    performance: figures.performance < performance,
    accessibility: figures.accessibility < targets.other,
    practices: figures.practices < targets.other,
    CLS: figures.cls > targets.cls,
    SEO: mustBeFound && figures.seo < targets.other,
    LCP: mustBeFound && figures.lcp_ms > targets.lcp_ms,
  }).flatMap(([name, isMissed]) => (isMissed ? [name] : []))
  const isMet = missed.length === 0
  console.log(
    row(
      isOurs ? screen : '  the other version',
      String(figures.performance),
      String(performance),
      String(figures.accessibility),
      String(figures.practices),
      mustBeFound ? String(figures.seo) : '',
      String(figures.lcp_ms),
      String(figures.cls),
      String(figures.tbt_ms),
      `  ${verdict(isMet)}${isMet ? '' : `: ${missed.join(', ')}`}`,
    ),
  )
  for (const fault of faults) console.log(`  ${fault}`)
  return { met: isMet, missed, ...figures, faults: [...faults] }
}

async function measureShifts(audited: readonly Audited[], demo: Demo): Promise<Shifted[]> {
  const paths = [
    ...audited.map(({ pathOf }) => pathOf(demo)),
    '/signup',
    '/forgot-password',
    '/dashboard/myleague',
    '/dashboard/players',
    '/dashboard/join-league',
    '/dashboard/results/r?area=south-bend',
    '/dashboard/standings/s',
    `/dashboard/matches/${demo.match}`,
    '/dashboard/payment-history',
    '/dashboard/notifications',
    '/dashboard/settings',
    '/dashboard/refer',
    '/dashboard/rules',
    '/dashboard/contact-us',
    '/dashboard/play-offs',
    '/dashboard/play-offs/index?city=south-bend&division=womens-singles-3-5',
  ]
  const shifts: Shifted[] = []
  for (const path of paths) {
    const page = await slowPage()
    await page.goto(`${demo.site}${path}`)
    await atRest(page)
    const sum = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          let total = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) total += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => done(total)))
        }),
    )
    await page.close()
    const cls = Number(sum.toFixed(3))
    shifts.push({ screen: path, cls })
    console.log(row(path.slice(0, 43), cls.toFixed(3), `  ${verdict(cls <= targets.cls)}`))
  }
  return shifts
}

async function measureTaps(demo: Demo): Promise<Tapped[]> {
  const tapped: Tapped[] = []
  const measure = async (name: string, path: string, tapOnce: (page: Page, turn: number) => Promise<void>) => {
    const page = await slowPage()
    await page.goto(`${demo.site}${path}`)
    await atRest(page)
    await page.evaluate(observeTaps)
    for (let turn = 0; turn < taps; turn++) {
      await tapOnce(page, turn)
      await atRest(page)
    }
    const durations = await page.evaluate(() => [...(window as unknown as { taps: Map<number, number> }).taps.values()])
    await page.close()
    const sorted = durations.toSorted((a, b) => a - b)
    const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
    tapped.push({ tap: name, p95_ms: p95, median_ms: median(sorted) })
    console.log(
      row(`${name} (${sorted.length})`, String(median(sorted)), String(p95), `  ${verdict(p95 <= targets.tap_ms)}`),
    )
  }
  const matchMenu = (page: Page): Locator => page.getByRole('button', { name: /^Options for the match/ }).first()
  await measure('the menu of a match', '/dashboard', async (page) => {
    await matchMenu(page).tap()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })
  await measure('the menu of the frame', '/dashboard', async (page) => {
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await page.getByRole('button', { name: 'Close menu' }).tap()
  })
  await measure('a tab', '/dashboard/settings', async (page, turn) => {
    await page
      .locator('main nav a')
      .nth(turn % 3)
      .tap()
  })
  await measure('a filter', '/dashboard/standings/s', async (page, turn) => {
    const filter = page.locator('main select').last()
    const options = await filter.locator('option').count()
    await filter.focus()
    await page.keyboard.press(turn % (2 * options) < options ? 'ArrowDown' : 'ArrowUp')
  })
  await measure('a digit of a score', scoreFormOf(demo), async (page, turn) => {
    const field = page.locator('main input[inputmode=numeric]').nth(turn % 2)
    await field.tap()
    await page.keyboard.press(String(turn % 7))
  })
  return tapped
}

/** Records the longest event of each interaction, from the input to the next frame. Browsers do not report less than 16 ms. */
function observeTaps(): void {
  type Timed = PerformanceEntry & { interactionId: number }
  const found = new Map<number, number>()
  Object.assign(window, { taps: found })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as Timed[])
      if (interactionId > 0) found.set(interactionId, Math.max(found.get(interactionId) ?? 0, duration))
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

async function slowPage(): Promise<Page> {
  const page = await context.newPage()
  const devtools = await (context as BrowserContext).newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttledCpu })
  return page
}

/** Waits until the screen is shown, nothing has loaded for half a second (the stream of changes stays open), and two frames have passed. */
async function atRest(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(
    () =>
      performance.now() -
        Math.max(
          0,
          ...performance.getEntriesByType('resource').map((each) => (each as PerformanceResourceTiming).responseEnd),
        ) >
        500 &&
      document.querySelector('[aria-busy=true]') === null &&
      ![...document.querySelectorAll('output')].some(({ textContent }) => /^(Loading|Opening)/.test(textContent ?? '')),
  )
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`Nothing came within ${timeoutMs / 1000} s.`)), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
