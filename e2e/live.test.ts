import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test'
import { encode } from 'uqr'
import { now, setClock } from './clock.ts'
import { expectGoodScreen, test, withoutComplaint } from './journey.ts'
import { emailOf, enter, enterOpponent, password, reportScore, signInDemo, uniqueName } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })
/** Another phone, signed in if there is a token. Returns the result of `work`. */
async function onAnotherPhone<T>(
  browser: Browser,
  token: string | null,
  work: (page: Page) => Promise<T>,
): Promise<T | undefined> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (token !== null) await enter(page, token)
  let answer: T | undefined
  await withoutComplaint(page, async (used) => {
    answer = await work(used)
  })
  await context.close()
  return answer
}

const authorized = (token: string) => ({ authorization: `Bearer ${token}` })

test('two phones at the net report, scan, confirm and show a score in less than ten seconds', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const last = uniqueName('Net')
  const ines = await enterOpponent(request, 'Ines', last)
  const opal = await enterOpponent(request, 'Opal', last)
  await enter(page, ines)
  await page.goto('/dashboard/add-match')
  await page.getByRole('combobox', { name: 'Opponent' }).fill(`Opal ${last}`)
  await page.getByRole('option', { name: new RegExp(`Opal ${last}`) }).click()
  await page.getByRole('button', { name: 'Add the match' }).click()
  await page.getByRole('button', { name: new RegExp(`Options for the match against Opal ${last}`) }).click()
  await page.getByRole('menuitem', { name: 'Submit Score' }).click()
  await page.getByRole('radio', { name: `Ines ${last}` }).check()
  await page.getByLabel('Score line').fill('64 46 108')
  const place = page.getByLabel('Match location')
  if ((await place.inputValue()) === '') await place.fill('Leeper Park')

  await onAnotherPhone(browser, opal, async (other) => {
    await other.goto('/dashboard')
    await expect(other.getByRole('heading', { level: 1 })).toContainText('Opal')
    const from = performance.now()
    await page.getByRole('button', { name: 'Submit Score' }).click()
    await expect(page).toHaveURL(/\/dashboard\/results\/\d+$/)
    await expect(page.getByRole('heading', { name: 'Still at the net?' })).toBeVisible()
    // The QR code contains only the address: the same text makes the same picture.
    const drawn = await page.locator('section[aria-labelledby="at-the-net"] svg path').getAttribute('d')
    const { pathname } = new URL(page.url())
    const { data } = encode(`${baseURL}${pathname}`, { border: 3 })
    expect(drawn).toBe(
      data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
    )

    await other.goto(`${baseURL}${pathname}`)
    await other.getByRole('button', { name: 'Confirm score' }).click()
    await expect(page.getByText('This score is final')).toBeVisible()
    const seconds = (performance.now() - from) / 1000
    console.log(
      `two phones at the net: ${seconds.toFixed(1)} s from the report to the confirmed score on the other phone`,
    )
    expect(seconds).toBeLessThan(10)
    await expect(page.getByRole('heading', { name: 'Still at the net?' })).toBeHidden()
    await expect(page.locator('[data-announcer]')).toContainText('This result has changed.')
  })
})

test('neither a stranger nor the reporter can confirm at the scanned address; a signed-out visitor returns there after signing in', async ({
  page,
  browser,
  request,
}) => {
  const last = uniqueName('Scan')
  const ines = await enterOpponent(request, 'Ines', last)
  const opal = await enterOpponent(request, 'Opal', last)
  const stranger = await enterOpponent(request, 'Stranger', last)
  await reportScore(request, { winner: ines, opponent: opal, season: 'Summer 2', match_date: '2026/07/15' })
  const mine = (await (await request.get('/api/users/league-history', { headers: authorized(ines) })).json()) as {
    matchups: { id: number }[]
  }
  const id = mine.matchups[0]?.id
  const address = `/dashboard/results/${id}`
  for (const token of [stranger, ines]) {
    await onAnotherPhone(browser, token, async (other) => {
      await other.goto(address)
      await expect(other.getByRole('heading', { name: `Ines ${last} beat Opal ${last}` })).toBeVisible()
      await expect(other.getByRole('heading', { name: 'Versions' })).toBeVisible()
      await expect(other.getByRole('button', { name: 'Confirm score' })).toBeHidden()
    })
    const answer = await request.post(`/api/users/scores/${id}/confirm`, {
      headers: authorized(token),
      data: { version: 1 },
    })
    expect([403, 404, 409]).toContain(answer.status())
  }

  await page.goto(address)
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(await emailOf(request, opal))
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await page.getByRole('button', { name: 'Confirm score' }).click()
  await expect(page.getByText('This score is final')).toBeVisible()
})

test('standings, results and the bell change on open pages; a row under a finger changes later', async ({
  page,
  browser,
  request,
}) => {
  const last = uniqueName('Live')
  const division = 'womens-singles-5-0'
  const ines = await enterOpponent(request, 'Ines', last, division)
  const opal = await enterOpponent(request, 'Opal', last, division)
  const table = `/dashboard/standings/s?area=south-bend&season=summer-2&year=2026&division=${division}`
  await enter(page, ines)
  await page.goto(table)
  const row = page.getByRole('row').filter({ hasText: `Ines ${last}` })
  await expect(row).toBeVisible()
  const wins = row.getByRole('cell').nth(1)
  await expect(wins).toContainText('0')

  await onAnotherPhone(browser, opal, async (held) => {
    await held.goto(table)
    const heldRow = held.getByRole('row').filter({ hasText: `Ines ${last}` })
    const heldWins = heldRow.getByRole('cell').nth(1)
    await expect(heldWins).toContainText('0')
    await heldRow.scrollIntoViewIfNeeded()
    // Beside the name, which is a link.
    await heldRow.getByRole('cell').first().hover()
    await held.mouse.down()
    let reads = 0
    held.on('request', (call) => {
      if (call.url().includes('/api/users/standings')) reads += 1
    })

    await onAnotherPhone(browser, opal, async (results) => {
      await results.goto(`/dashboard/results/r?area=south-bend&season=summer-2&year=2026&division=${division}`)
      await expect(results.getByRole('heading', { level: 1, name: 'Results in South Bend' })).toBeVisible()
      await reportScore(request, { winner: ines, opponent: opal, season: 'Summer 2', match_date: '2026/07/15' })
      await expect(wins).toContainText('1')
      await expect(page.locator('[data-announcer]')).toContainText('The table has changed.')
      const fresh = results.getByRole('row').filter({ hasText: `Ines ${last}` })
      await expect(fresh).toBeVisible()
      await expect(results.getByRole('link', { name: /^Notifications, \d+ unread/ })).toBeVisible()
    })
    // Two other pages show the change, while this one waits for the finger.
    await expect(heldWins).toContainText('0')
    expect(reads).toBe(0)
    await held.mouse.up()
    await expect(heldWins).toContainText('1')
    await expect(heldRow).toHaveClass(/just-changed/)
    await expectGoodScreen(held)
    await expect(heldRow).not.toHaveClass(/just-changed/)
  })
})

/**
 * Two players of a league, the first of whom watches its table. Returns each one's wins, and a function that reports a
 * win.
 */
async function watchTable(page: Page, request: APIRequestContext, last: string) {
  const division = 'womens-singles-5-0'
  const ines = await enterOpponent(request, 'Ines', last, division)
  const opal = await enterOpponent(request, 'Opal', last, division)
  await enter(page, ines)
  const open = page.waitForRequest(/\/dashboard\/live\?/)
  await page.goto(`/dashboard/standings/s?area=south-bend&season=summer-2&year=2026&division=${division}`)
  const winsOf = (name: string) =>
    page
      .getByRole('row')
      .filter({ hasText: `${name} ${last}` })
      .getByRole('cell')
      .nth(1)
  await expect(winsOf('Ines')).toContainText('0')
  expect((await (await open).response())?.status()).toBe(200)
  const report = (winner = ines, opponent = opal) =>
    reportScore(request, { winner, opponent, season: 'Summer 2', match_date: '2026/07/15' })
  return { winsOf, report, ines, opal }
}

/** The browser's event when its tab is hidden or shown again. */
async function showTab(page: Page, visibility: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibility)
}

test('a tab that is hidden for a minute closes its stream, and is up to date when it is shown again', async ({
  page,
  browser,
  request,
}) => {
  await page.clock.install({ time: now })
  const { winsOf, report, opal } = await watchTable(page, request, uniqueName('Hidden'))
  await showTab(page, 'hidden')
  await page.clock.fastForward(61_000)
  // A stream that was reopened just before it was closed is not counted: its request arrives before this call returns.
  await page.evaluate(() => null)
  const calls: string[] = []
  page.on('request', (call) => {
    if (/\/dashboard\/live|\/api\/users\/standings/.test(call.url())) calls.push(call.url())
  })
  // The page of another player is visible, so it gets the event.
  await onAnotherPhone(browser, opal, async (other) => {
    await other.goto('/dashboard')
    await expect(other.getByRole('heading', { level: 1 })).toContainText('Opal')
    await report()
    await expect(other.getByRole('region', { name: /^Waiting for you/ })).toContainText('Is the score against Ines')
  })
  expect(calls).toEqual([])
  const again = page.waitForRequest(/\/dashboard\/live\?/)
  await showTab(page, 'visible')
  await expect(winsOf('Ines')).toContainText('1')
  await again
})

test('a laptop that wakes up reconnects by itself, and shows what it has missed', async ({ page, request }) => {
  const { winsOf, report } = await watchTable(page, request, uniqueName('Sleep'))
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' })
  await report()
  // The old stream's socket may be dead without notice: only the clock shows that time has passed.
  const again = page.waitForRequest(/\/dashboard\/live\?/)
  await cdp.send('Page.setWebLifecycleState', { state: 'active' })
  await setClock(page, new Date(now.getTime() + 3_600_000))
  await again
  await expect(winsOf('Ines')).toContainText('1')
})

test('setting the clock back hides no change', async ({ page, request }) => {
  const { winsOf, report, ines, opal } = await watchTable(page, request, uniqueName('Clock'))
  await page.getByRole('link', { name: /^Notifications/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  // Far ahead, as after sleep, the page opens a stream for its current content.
  const again = page.waitForRequest(/\/dashboard\/live\?topics=notifications$/)
  await setClock(page, new Date(now.getTime() + 3_600_000))
  await again
  await report(opal, ines)
  const reported = performance.now()
  // The last event of the stream was a later one, which is not about the table.
  await expect(page.getByRole('link', { name: /^Notifications, \d+ unread/ })).toBeVisible()
  await setClock(page, new Date(now.getTime() - 3_600_000))
  // A new stream sends the changes of the last ten seconds.
  await expect.poll(() => performance.now() - reported).toBeGreaterThan(11_000)
  await page.goBack()
  await expect(winsOf('Opal')).toContainText('1')
})

test('an export page updates by itself when the file is ready', async ({ page, request }) => {
  await enter(page, await signInDemo(request, 'organizer'))
  // The file is ready before the page opens, so the first response is changed to the earlier state.
  let answers = 0
  await page.route(/\/api\/organizer\/exchange\/\d+$/, async (route) => {
    answers += 1
    const response = await route.fetch()
    const body = (await response.json()) as { task: object }
    const early = { task: { ...body.task, state: 'running', outcome: null, finished_at: null } }
    await route.fulfill({ response, json: answers === 1 ? early : body })
  })
  await page.goto('/organizer/exchange')
  await page.getByRole('button', { name: 'Create the file' }).click()
  // Without the stream the page polls after 15 seconds.
  await expect(page.getByRole('heading', { level: 1, name: 'The file is ready' })).toBeVisible({ timeout: 10_000 })
  expect(answers).toBeGreaterThan(1)
})

test('an open bracket updates by itself', async ({ page, request }) => {
  await enter(page, await signInDemo(request))
  const organizer = await signInDemo(request, 'organizer')
  const which = { city: 'south-bend', division: 'womens-singles-3-5' }
  const read = await request.post('/api/public/play-offs', { data: { ...which, stage: 1 } })
  const { items } = (await read.json()) as { items: { match_id: number; score: string }[] }
  const played = items.find(({ score }) => /^\d/.test(score))
  expect(played).toBeDefined()
  const { match_id = 0, score = '' } = played ?? {}

  await page.goto(`/dashboard/play-offs/index?city=${which.city}&division=${which.division}`)
  const drawn = page.getByRole('region', { name: 'Drawn bracket' })
  await expect(drawn).toContainText(score)
  await expect(drawn).not.toContainText('6-0 0-6 10-0')

  const headers = authorized(organizer)
  const match = (await (await request.get(`/api/users/matchups/${match_id}`, { headers })).json()) as {
    winner: string
    player_one_id: number
    player_two_id: number
    match_date: string
    confirmation: { version: number }
  }
  const ids = [match.player_one_id, match.player_two_id]
  const [winner, opponent] = match.winner === 'player_one' ? ids : ids.toReversed()
  const settled = await request.post(`/api/organizer/matches/${match_id}/score`, {
    headers,
    data: {
      version: match.confirmation.version,
      reason: 'The score sheet says so.',
      match_date: match.match_date,
      match_area: 'South Bend',
      match_location: 'Leeper Park',
      winner: { id: winner },
      opponent: { id: opponent },
      set_games: [
        { score_1: 6, score_2: 0 },
        { score_1: 0, score_2: 6 },
        { score_1: 10, score_2: 0 },
      ],
      total_winner_score: 2,
      total_opponent_score: 1,
    },
  })
  expect([settled.status(), await settled.text()]).toEqual([200, expect.any(String)])
  await expect(drawn).toContainText(/(6-0 0-6 10-0|0-6 6-0 0-10)/)
  await expect(page.locator('[data-announcer]')).toContainText('The play-offs have changed.')
})
