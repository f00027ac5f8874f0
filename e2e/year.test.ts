import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type APIRequestContext, type Browser, type Locator, type Page } from '@playwright/test'
import { setClock } from './clock.ts'
import { makeData } from './data.ts'
import { whileCutOff, expectFittingScreen, expectGoodScreen, test, waitForProgram } from './journey.ts'
import { freeSite, startOwnApp } from './own-app.ts'
import { emailOf, joinLeague, password, signUpAndIn } from './people.ts'

// A separate app without the demo, whose organizer starts with nothing. Time passes by restarting it later.
const organizer = { email: 'organizer@club.example', password: 'advantage, server' }
const fall = { league_slug: 'fall', division: 'womens-singles-3-5', price: '42.00' }
const division = "Women's Singles 3.5"
const bracketPath = '/play-offs/index?city=south-bend&division=womens-singles-3-5'

let dataDir = ''
let port = 0
let site = ''
let stopApp: (() => Promise<void>) | null = null

test.beforeAll(async () => {
  dataDir = join(tmpdir(), `deuce-year-${randomUUID()}`)
  await makeData(dataDir, 'empty')
  ;({ port, site } = await freeSite())
})

test.afterAll(async () => {
  await stopApp?.()
  await rm(dataDir, { recursive: true, force: true })
})

/** Stops the app, and starts it on the same data at that instant; the clocks of these pages follow. */
async function travel(now: string, pages: Page[]): Promise<void> {
  await whileCutOff(pages, async () => {
    await stopApp?.()
    stopApp = await startOwnApp(port, {
      NOW: now,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ORGANIZER_NAME: 'League Organizer',
      ORGANIZER_EMAIL: organizer.email,
      ORGANIZER_PASSWORD: organizer.password,
    })
  })
  for (const page of pages) await setClock(page, new Date(now))
}

/** A player's phone. */
async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-US' })
  const page = await context.newPage()
  waitForProgram(page)
  return page
}

/** Fills in the sign-in screen, which is also shown after a session has expired. */
async function signIn(page: Page, email: string, secret: string = password): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toHaveCount(0)
}

/** Opens a list at the desk through its navigation. */
async function go(page: Page, entry: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: entry }).click()
  await expect(page.getByRole('heading', { level: 1, name: entry })).toBeVisible()
}

type Player = { id: number; name: string; email: string; token: string }

/** Signs in by API, again after each expired session. */
async function signInByApi(request: APIRequestContext, name: string, email: string): Promise<Player> {
  const answer = await request.post('/api/users/signin', { data: { email, password } })
  const { token, user } = (await answer.json()) as { token: string; user: { id: number } }
  return { id: user.id, name, email, token }
}

async function callAs<T>(request: APIRequestContext, token: string, path: string, data: unknown): Promise<T> {
  const answer = await request.post(`/api${path}`, { headers: { authorization: `Bearer ${token}` }, data })
  expect(answer.status(), `${path}: ${await answer.text()}`).toBeLessThan(300)
  return (await answer.json()) as T
}

/** The winner reports 6-4 6-3 on the match card, and the other side confirms it. Returns the match. */
async function play(request: APIRequestContext, winner: Player, loser: Player, match_date: string): Promise<number> {
  const mine = await request.get('/api/users/league-history', {
    headers: { authorization: `Bearer ${winner.token}` },
  })
  type Card = { id: number; player_one_id: number; player_two_id: number; played: boolean }
  const { matchups } = (await mine.json()) as { matchups: Card[] }
  const card = matchups.find(
    ({ played, player_one_id, player_two_id }) => !played && [player_one_id, player_two_id].includes(loser.id),
  )
  const { id } = await callAs<{ id: number }>(request, winner.token, '/users/scores', {
    matchup_id: card?.id,
    season: 'fall',
    match_date,
    match_area: 'South Bend',
    match_location: 'Leeper Park',
    winner: { id: winner.id },
    opponent: { id: loser.id },
    set_games: [
      { score_1: 6, score_2: 4 },
      { score_1: 6, score_2: 3 },
    ],
    total_winner_score: 2,
    total_opponent_score: 0,
  })
  await callAs(request, loser.token, `/users/scores/${id}/confirm`, { version: 1 })
  return id
}

test('a season is created, sold, drawn, played, disputed, closed, played off to the champion, and rolled over', async ({
  page,
  browser,
  playwright,
}) => {
  const [adas, beas, visitors] = [await openPhone(browser), await openPhone(browser), await openPhone(browser)]
  const pages = [page, adas, beas, visitors]
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))

  // Summer 2026: next year's Fall is created, with its own rules, price and limit.
  await travel('2026-07-15T16:00:00Z', pages)
  const request = await playwright.request.newContext({ baseURL: site })
  await page.goto(site)
  await signIn(page, organizer.email, organizer.password)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await go(page, 'Seasons')
  await page.getByRole('link', { name: 'Fall 2026' }).click()
  await page.getByRole('button', { name: 'Roll over to 2027' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fall 2027' })).toBeVisible()
  await expect(page.getByText('Not on sale yet').first()).toBeVisible()
  await page.getByRole('button', { name: 'Change the rules' }).click()
  await dialog.getByRole('radio', { name: 'Always' }).check()
  await dialog.getByLabel('Places in the play-offs').fill('4')
  await dialog.getByRole('button', { name: 'Save the rules' }).click()
  const rules = page.getByRole('region', { name: 'Rules' })
  await expect(rules).toContainText('A match tie-break is played instead of the deciding set.')
  await expect(rules).toContainText('The play-offs have at most 4 places.')
  const league = page.getByRole('row').filter({ hasText: division }).filter({ hasText: 'South Bend' })

  // The same limit for all leagues, and a lower one for one of them.
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  await click(page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Seasons' }))
  await click(page.getByRole('link', { name: 'Fall 2027' }))
  await click(page.getByRole('link', { name: 'Divisions and limits' }))
  await click(page.getByLabel('Same limit for all'))
  await page.keyboard.type('8')
  const useForAll = page.getByRole('button', { name: /^Use for \d+ leagues$/ })
  const count = Number(/\d+/.exec(await useForAll.innerText())?.[0])
  expect(count).toBeGreaterThanOrEqual(39)
  await click(useForAll)
  await click(page.getByRole('button', { name: 'Save the divisions' }))
  await expect(page.getByText(`${count} leagues have been changed.`)).toBeVisible()
  console.log(`Limits for ${count} leagues: ${clicks} clicks`)
  expect(clicks).toBeLessThanOrEqual(6)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectFittingScreen(page)
  }
  await page.getByRole('link', { name: 'Back to the season' }).click()
  await expect(league).toContainText('0 of 8')
  await league.getByRole('button', { name: 'Change the limit' }).click()
  await dialog.getByLabel('Entries at most').fill('6')
  await dialog.getByRole('button', { name: 'Save the limit' }).click()
  await expect(league).toContainText('0 of 6')

  await go(page, 'Seasons')
  await page.getByRole('link', { name: 'Divisions and prices' }).click()
  await page.getByRole('button', { name: `Change ${division}` }).click()
  await dialog.getByLabel('Price').fill('42')
  await dialog.getByRole('button', { name: 'Save the division' }).click()
  await expect(page.getByRole('row').filter({ hasText: division })).toContainText('$42.00')

  // The end of this year's sale puts next year's season on sale.
  await go(page, 'Seasons')
  await page.getByRole('link', { name: 'Fall 2026' }).click()
  await page.getByRole('button', { name: 'End the sale now' }).click()
  await dialog.getByRole('button', { name: 'End the sale' }).click()
  await page.getByRole('link', { name: 'Fall 2027' }).click()
  await expect(page.getByText('On sale until Wed, Oct 6, 2027').first()).toBeVisible()

  // A new player signs up, joins and pays, and five others do.
  const ada = 'ada@example.com'
  await adas.goto(`${site}/signup`)
  await adas.getByLabel('First name').fill('Ada')
  await adas.getByLabel('Last name').fill('Moreno')
  await adas.getByRole('textbox', { name: 'Email' }).fill(ada)
  await adas.getByRole('textbox', { name: 'Phone' }).fill('574 555 0123')
  await adas.getByRole('textbox', { name: 'Password' }).fill(password)
  await adas.getByRole('radio', { name: '3.5' }).check()
  await adas.getByRole('radio', { name: 'Female' }).check()
  await adas.getByRole('radio', { name: 'South Bend' }).check()
  await adas.getByRole('button', { name: 'Create my account' }).click()
  await expect(adas.getByText('Welcome to Deuce, Ada.')).toBeVisible()
  await adas.goto(site)
  await signIn(adas, ada)
  await adas.goto(`${site}/dashboard/join-league`)
  await adas.getByRole('link', { name: 'Select Fall 2027' }).click()
  await adas.getByRole('button', { name: new RegExp(`Add to Cart.*${division}`) }).click()
  await adas.getByRole('link', { name: 'Order summary' }).click()
  await adas.getByRole('button', { name: 'Make Payment' }).click()
  await adas.getByRole('button', { name: /4242 4242 4242 4242/ }).click()
  await adas.getByRole('button', { name: 'Pay $42.00' }).click()
  await expect(adas.getByRole('dialog', { name: 'You are in' })).toBeVisible()
  const people = [{ name: 'Ada Moreno', email: ada }]
  for (const first of ['Bea', 'Cora', 'Dina', 'Edda', 'Fay']) {
    const token = await signUpAndIn(request, first, 'Okafor')
    await joinLeague(request, token, fall)
    people.push({ name: `${first} Okafor`, email: await emailOf(request, token) })
  }

  await go(page, 'Overview')
  await page.getByLabel('Season').selectOption({ label: 'Fall 2027' })
  await expect(page.getByRole('link', { name: /^6 entries/ })).toBeVisible()
  await page.getByRole('link', { name: /^\$252\.00 came in/ }).click()
  await expect(page.getByRole('table', { name: '6 lines' })).toContainText('Ada Moreno')

  // The organizer draws the season early, exactly as the preview shows.
  await go(page, 'Matches')
  await page.getByRole('link', { name: 'Draw', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Draw' })).toBeVisible()
  await page.getByLabel('Season').selectOption({ label: 'Fall 2027' })
  await page.getByRole('link', { name: `${division}, South Bend` }).click()
  await expect(page.getByRole('heading', { name: '5 rounds' })).toBeVisible()
  await expectGoodScreen(page)
  const opening = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Round 1' }) })
  const card = await opening.getByRole('listitem').filter({ hasText: 'Fay Okafor' }).innerText()
  const waiting = people.find(({ name }) => name !== 'Fay Okafor' && card.includes(name))?.name ?? ''
  await page.getByRole('button', { name: /^Draw: 15 added/ }).click()
  await expect(page.getByText('15 matches stay as they are.')).toBeVisible()

  // The last weekend of the season. Everyone has played except Fay, whose last match is open; one result is reversed.
  await travel('2027-11-28T17:00:00Z', pages)
  const players: Player[] = []
  for (const { name, email } of people) players.push(await signInByApi(request, name, email))
  const [a, b, c, d, e, f] = players as [Player, Player, Player, Player, Player, Player]
  const wrong = await play(request, e, d, '2027/10/02')
  for (const [index, winner] of players.entries())
    for (const loser of players.slice(index + 1)) {
      const apart = (winner === a && loser === b) || (winner === d && loser === e)
      if (!apart && !(winner.name === waiting && loser === f)) await play(request, winner, loser, '2027/10/16')
    }

  // The new player reports the score, the other side corrects it, and the new player disputes the correction.
  await adas.goto(site)
  await signIn(adas, ada)
  // Ada's session ended while her receipt was open, and signing in leads back to it.
  await adas.goto(`${site}/dashboard`)
  await adas.getByRole('button', { name: /^Options for the match against Bea Okafor/ }).click()
  await adas.getByRole('menuitem', { name: 'Submit Score' }).click()
  await adas.getByRole('radio', { name: 'Ada Moreno' }).check()
  await adas.getByLabel('Score line').fill('64 63')
  await adas.getByLabel('Match location').fill('Leeper Park, court 4')
  await adas.getByRole('button', { name: 'Submit Score' }).click()
  await expect(adas.getByText('Waiting for the other side')).toBeVisible()
  await beas.goto(site)
  await signIn(beas, b.email)
  await beas.goto(adas.url())
  await beas.getByRole('button', { name: 'Correct it' }).click()
  await beas.getByLabel('Score line').fill('6-4 4-6 10-7')
  await beas.getByRole('button', { name: 'Send the correction' }).click()
  await expect(beas.getByText('Corrected by Bea Okafor')).toBeVisible()
  await adas.reload()
  await adas.getByRole('button', { name: 'Dispute it' }).click()
  await adas.getByLabel('What is wrong?').fill('There was no third set.')
  await adas.getByRole('button', { name: 'Dispute score' }).click()
  await expect(adas.getByText('It is out of the standings until an organizer settles it')).toBeVisible()

  // The desk settles it with both versions side by side, voids a wrong result and enters the right one, and awards a
  // match.
  await page.goto(`${site}/organizer`)
  await signIn(page, organizer.email, organizer.password)
  await page.getByRole('link', { name: /^1 disputed/ }).click()
  await page.getByRole('link', { name: /Ada Moreno (against|beat)|(against|beat) Ada Moreno/ }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByText('“There was no third set.”').first()).toBeVisible()
  await page
    .getByRole('article')
    .filter({ hasText: 'Reported by Ada Moreno' })
    .getByRole('button', { name: 'This is the right score' })
    .click()
  await dialog.getByLabel('Reason').fill('Two who watched say so.')
  await dialog.getByRole('button', { name: 'Settle the score' }).click()
  await expect(page.getByText('Current: played')).toBeVisible()

  await page.goto(`${site}/organizer/matches/${wrong}`)
  await page.getByRole('button', { name: 'Void the result' }).click()
  await dialog.getByLabel('Reason').fill('They mixed up the names.')
  await dialog.getByRole('button', { name: 'Void the result' }).click()
  await page.getByRole('link', { name: 'Enter the result' }).click()
  await page.getByRole('radio', { name: d.name }).check()
  await page.getByLabel('Score line').fill('64 63')
  await page.getByLabel('Match location').fill('Leeper Park')
  await page.getByLabel('Reason').fill('Both have told me.')
  await page.getByRole('button', { name: 'Enter the result' }).click()
  await expect(page.getByText('Settled by League Organizer')).toBeVisible()

  await go(page, 'Overview')
  await page.getByRole('link', { name: /^1 overdue/ }).click()
  // Nobody has offered a time, so no walkover is proposed, but the organizer awards one.
  await page.getByRole('link', { name: 'All overdue matches' }).click()
  await page.getByRole('checkbox', { name: new RegExp(`^Select .*${waiting}`) }).check()
  await page.getByRole('button', { name: 'Award 1 walkover' }).click()
  await dialog.getByRole('radio', { name: waiting }).check()
  await dialog.getByLabel('Reason').fill('Fay did not answer.')
  await dialog.getByRole('button', { name: 'Award the walkover' }).click()
  await expect(page.getByText('Awarded 1 match.')).toBeVisible()

  // The season is over: the seeds in the preview become the bracket.
  await travel('2027-12-02T17:00:00Z', pages)
  await page.goto(`${site}/organizer`)
  // An organizer's session does not last four days, so the organizer signs in again.
  await signIn(page, organizer.email, organizer.password)
  await go(page, 'Play-offs')
  await page.getByRole('link', { name: `${division}, South Bend` }).click()
  await expect(page.getByText('Every result is final. You can create the play-offs')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Who would qualify' }).getByRole('rowheader')).toHaveText([
    a.name,
    b.name,
    c.name,
  ])
  await page.getByRole('button', { name: 'Create the play-offs' }).click()
  await expect(page.getByText('These play-offs have been created')).toBeVisible()

  // Bea loses the semi-final, and everyone sees the new player as champion.
  await play(request, c, b, '2027/12/01')
  await play(request, a, c, '2027/12/02')
  await visitors.goto(site + bracketPath)
  await expect(visitors.getByText('South Bend, Fall 2027 play-offs')).toBeVisible()
  await expect(visitors.getByText('Ada M.').first()).toBeVisible()
  await expect(visitors.getByText(/^beat Cora O\. in the final/)).toBeVisible()

  // One line is partly refunded, and the accounts still balance.
  await travel('2027-12-02T17:30:00Z', pages)
  await go(page, 'Payments')
  await page.getByRole('searchbox', { name: 'Search payments' }).fill('Dina')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('table', { name: '1 line' })).toBeVisible()
  await page.getByRole('rowheader').getByRole('link').click()
  await page.getByRole('button', { name: `Refund ${division}` }).click()
  await dialog.getByRole('radio', { name: /^A part/ }).check()
  await dialog.getByLabel('Amount').fill('10')
  await dialog.getByLabel('Reason').fill('A court was locked twice.')
  await dialog.getByLabel('Type “refund” to confirm').fill('refund')
  await dialog.getByRole('button', { name: 'Refund this amount' }).click()
  // Half an hour after the sign-in, moving money requires the password.
  const reauthentication = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(reauthentication).toBeVisible()
  await expectGoodScreen(page)
  await reauthentication.getByRole('textbox', { name: /password/i }).fill(organizer.password)
  await reauthentication.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('table', { name: 'Refunds' })).toContainText('Refunded')
  await page.getByRole('link', { name: 'Payments', exact: true }).first().click()
  await page.getByRole('link', { name: 'Reconcile' }).click()
  await expect(page.getByText('The books agree to the cent')).toBeVisible()
  await expect(page.getByText('Net in December 2027: -$10.00')).toBeVisible()
  await page.goto(`${site}/organizer/payments/reconciliation?month=2026-07`)
  await expect(page.getByText('Net in July 2026: $252.00')).toBeVisible()
  await expect(page.getByText('The books agree to the cent')).toBeVisible()

  // When this year's Fall went off sale, the next one was created automatically. The one after that is created by hand.
  await go(page, 'Seasons')
  await page.getByRole('link', { name: 'Fall 2027' }).click()
  await page.getByRole('link', { name: 'Fall 2028' }).click()
  await page.getByRole('button', { name: 'Roll over to 2029' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fall 2029' })).toBeVisible()
  await expect(rules).toContainText('A match tie-break is played instead of the deciding set.')
  await expect(rules).toContainText('The play-offs have at most 4 places.')
  await expect(league).toContainText('0 of 6')

  // Every action is in the audit log, newest first.
  await go(page, 'Audit log')
  for (const act of [
    'Made Fall 2029.',
    'Refunded $10.00 to Dina Okafor',
    `Created the play-offs of ${division}, Fall 2027.`,
    'Awarded a walkover:',
    'Entered',
    'Voided',
    'Settled',
    'Drew',
    'Changed the days of Fall 2026.',
    `Changed the division ${division}.`,
    'Limited to 6 the entries of',
    'Changed the rules of Fall 2027.',
    'Made Fall 2027.',
  ])
    await expect(page.getByRole('listitem').filter({ hasText: act }).first()).toBeVisible()
  await request.dispose()
})
