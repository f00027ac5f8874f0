import { expect, test as plain, type APIRequestContext, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { documentCookies, emailOf, enter, password, signInDemo, signUpAndIn } from './people.ts'
import { holdScripts, seenTexts, watchForText } from './documents.ts'

const bracket = '/play-offs/index?city=south-bend&division=womens-singles-3-5'
/** Each public page that the server renders: its heading, canonical address, schema.org type and reads. */
const pages: readonly PublicPage[] = [
  {
    path: '/',
    heading: 'Tennis leagues in South Bend, Indianapolis, and DC',
    canonical: '/',
    thing: 'SportsOrganization',
    reads: ['/public/front-door'],
  },
  { path: '/signup?referral=ABC', heading: 'Create an account', canonical: '/signup', reads: [] },
  { path: '/forgot-password', heading: 'Forgot password', canonical: '/forgot-password', reads: [] },
  {
    path: '/leagues',
    heading: 'Find your league',
    canonical: '/leagues',
    thing: 'SportsEvent',
    reads: ['/public/seasons', '/public/divisions'],
  },
  {
    path: '/leagues?season=fall',
    heading: 'Find your league',
    canonical: '/leagues?season=fall',
    thing: 'SportsEvent',
    reads: ['/public/seasons', '/public/divisions'],
  },
  {
    path: '/results/1',
    heading: / (beat|and|over) /,
    canonical: '/results/1',
    thing: 'SportsEvent',
    reads: ['/public/scores/{id}'],
  },
  {
    path: bracket,
    heading: "Women's Singles 3.5",
    canonical: `${bracket}&season=winter&year=2025`,
    thing: 'SportsEvent',
    reads: ['/public/play-offs/bracket'],
  },
]

type PublicPage = {
  path: string
  heading: string | RegExp
  canonical: string
  thing?: string
  reads: readonly string[]
}
type Thing = Record<string, unknown>

/** Reads a page as the server sends it, before any script. */
async function fetchPage(page: Page, request: APIRequestContext, path: string) {
  const response = await request.get(path)
  const html = await response.text()
  // A parsed document loads and runs nothing.
  const parsed = await page.evaluate((text) => {
    const parsedPage = new DOMParser().parseFromString(text, 'text/html')
    const all = (selector: string, name: string) =>
      [...parsedPage.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? '')
    const json = (id: string) => JSON.parse(parsedPage.getElementById(id)?.textContent ?? 'null') as unknown
    return {
      titles: [...parsedPage.querySelectorAll('title')].filter((one) => !one.closest('svg')).map((one) => one.text),
      headings: [...parsedPage.querySelectorAll('h1')].map((heading) => heading.textContent),
      descriptions: all('meta[name=description]', 'content'),
      canonicals: all('link[rel=canonical]', 'href'),
      graph: Object.fromEntries(
        [...parsedPage.querySelectorAll('meta[property^="og:"]')].map((tag) => [
          tag.getAttribute('property') ?? '',
          tag.getAttribute('content') ?? '',
        ]),
      ),
      scriptsAtOnce: all('script[src], link[rel=modulepreload]', 'href'),
      scripts: [
        ...(parsedPage.querySelector<HTMLTemplateElement>('#program')?.content.querySelectorAll('link') ?? []),
      ].map((link) => link.getAttribute('href') ?? ''),
      styled: parsedPage.querySelectorAll('[style]').length,
      thing: json('thing') as Thing | null,
      reads: json('reads') as { key: [string, string, object]; reply: unknown }[] | null,
    }
  }, html)
  return { status: response.status(), html, headers: response.headers(), ...parsed }
}

const toText = (heading: string | RegExp) => (typeof heading === 'string' ? heading : expect.stringMatching(heading))

for (const { path, heading, canonical, thing, reads } of pages)
  test(`${path} describes itself in its HTML`, async ({ page, request, baseURL }) => {
    const served = await fetchPage(page, request, path)
    expect(served.status).toBe(200)
    expect(served.headings).toEqual([toText(heading)])
    expect(served.titles).toEqual([expect.stringMatching(/ · Deuce$/)])
    expect(served.descriptions).toEqual([expect.stringMatching(/^.{40,200}$/)])
    expect(served.canonicals).toEqual([baseURL + canonical])
    expect(served.graph).toMatchObject({
      'og:type': 'website',
      'og:site_name': 'Deuce',
      'og:title': expect.stringMatching(/^.{10,100}$/),
      'og:description': served.descriptions[0],
      'og:url': baseURL + canonical,
    })
    expect((await request.get(served.graph['og:image'] ?? '')).headers()['content-type']).toBe('image/png')
    expect(served.thing?.['@type']).toBe(thing)
    if (thing === 'SportsEvent')
      expect(served.thing).toMatchObject({
        '@context': 'https://schema.org',
        sport: 'Tennis',
        startDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        location: expect.anything(),
      })
    // The shared code and the screen's own load after the first paint.
    expect(served.scriptsAtOnce).toEqual([])
    expect(new Set(served.scripts).size).toBe(served.scripts.length)
    expect(served.scripts.join()).toMatch(/Page-/)
    for (const script of served.scripts) expect((await request.get(script)).status()).toBe(200)
    // The content security policy would block inline styles.
    expect(served.styled).toBe(0)
    expect(served.html).not.toContain('needs JavaScript. Please switch it on')
    expect(served.reads?.map(({ key }) => key[1]).toSorted()).toEqual([...reads].toSorted())
  })

test('a page’s data consists of the replies of its public calls, and of nothing else', async ({ page, request }) => {
  for (const { path } of pages)
    // Tries again if somebody has joined between the two requests.
    await expect(async () => {
      for (const { key, reply } of (await fetchPage(page, request, path)).reads ?? []) {
        const [method, call, input] = key as [
          string,
          string,
          { params?: { id: string }; query?: Record<string, string>; body?: object },
        ]
        const address = `/api${call.replace('{id}', input.params?.id ?? '')}`
        const { query: params, body: data } = input
        const answer = await request.fetch(address, { method, ...(params && { params }), ...(data && { data }) })
        expect([address, await answer.json()]).toEqual([address, reply])
      }
    }).toPass({ timeout: 20_000 })
})

for (const { path, heading } of [
  ...pages,
  { path: '/results/999999', heading: 'Result' },
  { path: '/play-offs/index?city=dc&division=none', heading: 'Play-offs' },
  { path: '/no/such/page', heading: 'Page not found' },
])
  test(`${path} is hydrated as it is, without a warning and without reading again`, async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (/\/api\/(?!.*\.png)/.test(request.url())) calls.push(new URL(request.url()).pathname)
    })
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => Object.assign(globalThis, { first: document.querySelector('main') }))
    })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(async () => {
      const taken = await page.evaluate(() => {
        const { first } = globalThis as { first?: HTMLElement }
        return first?.isConnected === true && Object.keys(first).some((name) => name.startsWith('__react'))
      })
      expect(taken).toBe(true)
    }).toPass()
    // The sign-in form asks which other ways to sign in there are.
    expect(calls.filter((call) => call !== '/api/public/config')).toEqual([])
  })

test('a page that does not exist gets 404 and is closed to crawlers; the desk is left to the browser', async ({
  request,
}) => {
  for (const path of ['/results/999999', '/results/x', '/no/such/page', '/play-offs/index?city=dc&division=none']) {
    const response = await request.get(path)
    expect([path, response.status()]).toEqual([path, 404])
    expect(await response.text()).toContain('<meta name="robots" content="noindex">')
  }
  const desk = await request.get('/organizer')
  expect([desk.status(), (await desk.text()).includes('<div id="root"></div>')]).toEqual([200, true])
  const head = await request.head('/leagues')
  expect([head.status(), await head.text()]).toEqual([200, ''])
})

plain.describe('without JavaScript', () => {
  plain.use({ javaScriptEnabled: false })

  plain('a signed-in screen says that it needs JavaScript', async ({ page }) => {
    await page.goto('/dashboard')
    await expect(page.locator('noscript')).toBeVisible()
    await expect(page.locator('#root')).toBeEmpty()
  })

  for (const { path, heading } of pages)
    plain(`${path} can be read`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.locator('#root')).not.toContainText('Loading')
    })

  plain('the leagues, their prices, a result and a bracket are shown', async ({ page }) => {
    await page.goto('/leagues?season=fall')
    await expect(page.getByRole('rowheader', { name: "Women's Singles 3.5" })).toBeVisible()
    await expect(page.getByText('$39.00').first()).toBeVisible()
    await page.goto(bracket)
    await page.getByRole('link', { name: 'Semi-finals' }).first().click()
    await expect(page.getByRole('table')).toContainText(/\d-\d/)
  })

  plain('the sign-in form shows errors, keeps the email, and signs in', async ({ page, request }) => {
    const email = await emailOf(request, await signUpAndIn(request, 'Nora', 'Script'))
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('region', { name: 'Please check the form' })).toContainText('Please enter your email.')
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill('<b>wrong"')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('region', { name: 'There is a problem' })).toContainText(
      'Email or password is incorrect.',
    )
    await expect(page).toHaveTitle('Error: Sign in · Deuce')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('')
    expect(await page.content()).not.toContain('wrong&quot;')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'You are signed in' })).toBeVisible()
    await expect(page.getByText('switch it on and sign in again')).toBeVisible()
    await page.getByRole('link', { name: 'See the leagues and prices' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Find your league' })).toBeVisible()
  })

  plain('a password reset can be requested', async ({ page }) => {
    await page.goto('/forgot-password')
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com')
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
    await expect(page.getByText('nobody@example.com')).toBeVisible()
  })
})

test('another site cannot sign a visitor in: its form is refused, and no session starts', async ({ request }) => {
  const email = await emailOf(request, await signUpAndIn(request, 'Mallory', 'Elsewhere'))
  const form = { email, password }
  for (const headers of [
    {},
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const response = await request.post('/', { form, headers })
    expect([headers, response.status()]).toEqual([headers, 403])
    expect(await response.text()).not.toContain('id="session"')
  }
  const own = await request.post('/', { form, headers: { 'sec-fetch-site': 'same-origin' } })
  expect([own.status(), own.headers()['cache-control']]).toEqual([200, 'no-store'])
  expect(await own.text()).toContain('id="session"')
})

test('a sign-in that is sent before the code has loaded ends on the player’s profile', async ({ page, request }) => {
  const email = await emailOf(request, await signUpAndIn(request, 'Sloane', 'Early'))
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('region', { name: 'There is a problem' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are signed in' })).toBeVisible()
  await release()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Sloane').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Sloane').first()).toBeVisible()
})

test('a refusal of the posted form stays when the code loads, and the form continues from there', async ({
  page,
  request,
}) => {
  const email = await emailOf(request, await signUpAndIn(request, 'Robin', 'Again'))
  await page.goto('/')
  await page.evaluate(() => {
    const form = document.querySelector('form')
    for (const [name, value] of [
      ['email', 'robin@example.com'],
      ['password', 'not this one'],
    ] as const)
      form?.querySelector<HTMLInputElement>(`[name=${name}]`)?.setAttribute('value', value)
    form?.submit()
  })
  await expect(page.getByRole('region', { name: 'There is a problem' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('text typed, choices made and forms submitted before the code has loaded are kept', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/signup', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'First name' }).fill('Penny')
  await page.getByRole('textbox', { name: 'Phone' }).fill('574 555 0142')
  await page.getByRole('radio', { name: 'Female' }).check({ force: true })
  await page.getByRole('button', { name: 'Create my account' }).click()
  await release()
  const problems = page.getByRole('region', { name: 'Please check the form' })
  await expect(problems).toContainText('Please enter your last name.')
  await expect(problems).not.toContainText('first name')
  await expect(problems).not.toContainText('phone')
  await expect(problems).not.toContainText('gender')
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Penny')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Early')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Early')
  await expect(page.getByRole('radio', { name: 'Female' })).toBeChecked()
})

test('a button that is pressed before the code has loaded works once it has', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/leagues', { waitUntil: 'commit' })
  await page.getByRole('button', { name: /Add to Cart.*Women's Singles 3.5/ }).click()
  await release()
  await expect(page.getByText('1 division in your cart')).toBeVisible()
})

test('signed-in readers are redirected before they see the pages for visitors, in the theme they chose', async ({
  page,
  request,
}) => {
  await enter(page, await signUpAndIn(request, 'Tess', 'Inside'))
  await page.goto('/signup')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await watchForText(page, 'Find your league')
  for (const [path, own, heading] of [
    ['/', '/dashboard', 'Tess Inside'],
    ['/leagues', '/dashboard/join-league', 'Join a league'],
  ] as const) {
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' }).catch(() => {})
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page).toHaveURL(own)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await seenTexts(page)).toEqual([])
    await release()
    await page.unrouteAll()
  }
})

test('the program of a public page loads after the first paint', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.css', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/leagues', { waitUntil: 'domcontentloaded' })
  // Takes long enough that a program which does not wait would have been requested.
  await page.evaluate(() => fetch('/robots.txt'))
  expect(asked.filter((path) => path.endsWith('.js'))).toEqual([])
  release()
  await page.waitForRequest(/\/assets\/index-[^/]+\.js$/)
})

test('the program of the signed-in screens loads with the document, and not with a public page', async ({
  request,
}) => {
  const preloaded = async (path: string) => {
    const html = await (await request.get(path)).text()
    return [...html.matchAll(/<link rel="modulepreload"[^>]* href="\/assets\/([\w-]+?)-[\w-]{8}\.js"/g)].map(
      ([, name]) => name,
    )
  }
  expect(await preloaded('/dashboard/standings?page=2')).toEqual(
    expect.arrayContaining(['dashboard-routes', 'StandingsPage']),
  )
  expect(await preloaded('/dashboard/settings/privacy')).toEqual(
    expect.arrayContaining(['SettingsPage', 'PrivacySettingsPage']),
  )
  expect(await preloaded('/organizer/payments')).toContain('PaymentsPage')
  expect(await preloaded('/organizer')).toContain('organizer-routes')
  const headers = { cookie: documentCookies(await signInDemo(request)), 'sec-fetch-site': 'none' }
  const own = await (await request.get('/dashboard/standings', { headers })).text()
  expect(own).toMatch(/<template id="program">[^]*\/assets\/StandingsPage-[^]*<\/template>/)
  for (const path of ['/', '/leagues', '/dashboards'])
    expect((await preloaded(path)).filter((name) => name?.endsWith('-routes'))).toEqual([])
})
