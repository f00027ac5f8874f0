import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { startProxy } from '#/test/tcp-proxy.ts'
import { expectGoodScreen, test, whileCutOff, withoutComplaint } from './journey.ts'
import { addMatch, enter, makePerson, signInDemo, uniqueName } from './people.ts'

test.use({ viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' })
/** Another phone; signed in if there is a token. */
async function onAnotherPhone(browser: Browser, token: string | null, work: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (token !== null) await enter(page, token)
  await withoutComplaint(page, work)
  await context.close()
}

const board = (page: Page) => page.getByRole('region', { name: 'Score', exact: true })

/** The rows of the board as text: '6 3 40'. */
async function expectBoard(page: Page, one: string, two: string): Promise<void> {
  const row = (index: number) => board(page).getByRole('row').nth(index).getByRole('cell')
  await expect.poll(() => textOf(row(1))).toBe(one)
  await expect.poll(() => textOf(row(2))).toBe(two)
}
const textOf = async (cells: Locator) => (await cells.allInnerTexts()).join(' ')

/** A side's big button, labeled with the first name. */
const button = (page: Page, { name }: { name: string }) =>
  page.getByRole('button', { name: new RegExp(`^(Point|Game|Tie-break|Rally) ${name.split(' ')[0]}$`) })

async function press(page: Page, side: { name: string }, times: number): Promise<void> {
  for (let pressed = 0; pressed < times; pressed += 1) await button(page, side).click()
}

/** The proxies, which are stopped when no page uses them any longer. */
const lines: { stop: () => void }[] = []
test.afterAll(() => lines.forEach((line) => line.stop()))

test('one phone scores, offline too, another follows, and the score form is filled in at the end', async ({
  page,
  context,
  browser,
  request,
  baseURL,
}) => {
  // Playwright's offline mode does not apply to the start of a page load; a cut connection does.
  const line = await startProxy(baseURL ?? '')
  lines.push(line)
  const site = line.url.replace(/\/$/, '')
  const withoutNetwork = (meanwhile: () => Promise<void>) =>
    whileCutOff([page], async () => {
      await context.setOffline(true)
      await line.set('refuse')
      await meanwhile()
      await line.set('none')
      await context.setOffline(false)
    })
  const last = uniqueName('Tap')
  const [ann, bea] = [await makePerson(request, 'Ann', last), await makePerson(request, 'Bea', last)]
  const match_id = await addMatch(request, ann, bea)
  await enter(page, ann.token)
  await page.goto(`${site}/dashboard`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('deuce.matches-kept-at'))).not.toBeNull()
  await page.getByRole('button', { name: `Options for the match against ${bea.name}` }).click()
  await page.getByRole('menuitem', { name: 'Score it live' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/matches/${match_id}/live$`))
  await page.getByRole('radio', { name: 'Best of three sets' }).check()
  await page.getByRole('radio', { name: 'Match tie-break to 10' }).check()
  await page.getByRole('radio', { name: bea.name }).check()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Start scoring' }).click()
  await press(page, ann, 2)
  await expectBoard(page, '0 30', '0 0')
  await expect(page.getByText('Bea serves from the right')).toBeVisible()
  await expectGoodScreen(page)

  await onAnotherPhone(browser, bea.token, async (other) => {
    await other.goto('/dashboard/myleague')
    await other.goto(`/dashboard/matches/${match_id}/live`)
    await expectBoard(other, '0 30', '0 0')
    await expectGoodScreen(other)
    const from = performance.now()
    await press(page, bea, 1)
    await expect.poll(() => textOf(board(other).getByRole('row').nth(2).getByRole('cell'))).toBe('0 15')
    expect(performance.now() - from).toBeLessThan(10_000)
    await expect(other.locator('[data-announcer]')).toContainText('15-30.')

    // Tests undo and the keyboard shortcuts.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectBoard(other, '0 30', '0 0')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expectBoard(other, '1 0', '0 0')
    await expect(page.locator('[data-announcer]')).toContainText(
      `Game, ${ann.name}. ${ann.name} leads 1-0. Change ends.`,
    )

    // The rest of the set offline, game by game; the page is reopened in the meantime.
    await page.getByRole('button', { name: 'Tap games' }).click()
    await withoutNetwork(async () => {
      await press(page, ann, 3)
      await expect(page.getByText('3 taps wait on this phone')).toBeVisible()
      await page.goto(`${site}/dashboard/matches/${match_id}/live`)
      await expectBoard(page, '4 0', '0 0')
      await press(page, ann, 2)
      await expectBoard(page, '6 0 0', '0 0 0')
      await expect(page.getByText('5 taps wait on this phone')).toBeVisible()
      await expectBoard(other, '1 0', '0 0')
    })
    await expectBoard(other, '6 0 0', '0 0 0')

    // The other phone takes over while this phone is offline. The taps of this phone are not merged, and it says so.
    await withoutNetwork(async () => {
      await press(page, ann, 2)
      await other.getByRole('button', { name: 'Score on this phone' }).click()
      await other.getByRole('button', { name: 'Tap games' }).click()
      await press(other, bea, 6)
      await expectBoard(other, '6 0 0', '0 6 0')
    })
    await expect(page.getByText('2 taps were not added.')).toBeVisible()
    await expectGoodScreen(page)
    await page.getByRole('button', { name: 'See the score' }).click()
    await expectBoard(page, '6 0 0', '0 6 0')
    await page.getByRole('button', { name: 'Score on this phone' }).click()
    await other.waitForFunction(() => !document.body.innerText.includes('Undo'))

    // The players have forgotten to tap, so the score is set directly.
    await page.getByRole('button', { name: 'More about this live score' }).click()
    await page.getByRole('menuitem', { name: 'Set the score' }).click()
    await page.getByLabel('Sets').fill('6-0 0-6 12-3')
    await page.getByRole('button', { name: 'Set the score' }).click()
    await expect(page.getByText('This score is not possible in this format.').first()).toBeVisible()
    await expectGoodScreen(page)
    await page.getByLabel('Sets').fill('6-0 0-6 9-7')
    await page.getByRole('button', { name: 'Set the score' }).click()
    await expectBoard(other, '6 0 9', '0 6 7')
    await press(page, ann, 1)
    await expect(page.getByText(`${ann.name} won`)).toBeVisible()
    await expect(other.getByText(`${ann.name} won`)).toBeVisible()

    // The form is filled in, and nothing is saved until the button is pressed.
    await page.getByRole('button', { name: 'Report this score' }).click()
    await expect(page).toHaveURL(new RegExp(`/dashboard/${match_id}/score-submission$`))
    await expect(page.getByRole('radio', { name: ann.name })).toBeChecked()
    await expect(page.getByRole('main')).toContainText('6-0 0-6 10-7')
    await expect(other.getByText('Played, not reported yet')).toBeVisible()
    await page.getByRole('button', { name: 'Submit Score' }).click()
    await expect(page).toHaveURL(new RegExp(`/dashboard/results/${match_id}$`))
    await expect(other.getByRole('heading', { name: 'This match has been reported' })).toBeVisible()
  })
})

test('a league sees on its pages that a match is being played, and follows it', async ({ page, request }) => {
  const last = uniqueName('Seen')
  const [ann, bea, cleo] = [
    await makePerson(request, 'Ann', last),
    await makePerson(request, 'Bea', last),
    await makePerson(request, 'Cleo', last),
  ]
  const match_id = await addMatch(request, ann, bea)
  await enter(page, cleo.token)
  await page.goto('/dashboard/myleague')
  await expect(page.getByRole('heading', { level: 1, name: 'My league' })).toBeVisible()
  const write = (version: number, body: object) =>
    request.put(`/api/users/matchups/${match_id}/live-score`, {
      headers: { authorization: `Bearer ${ann.token}` },
      data: { version, pen: 'a-phone-of-the-test-1', ...body },
    })
  const games = (side: 1 | 2, times: number) => Array.from({ length: times }, () => ({ kind: 'game', side, at: 0 }))
  const setup = { format: 'one_set', deciding: 'set', first_server: 1 }
  expect((await write(0, { setup, events: games(1, 2) })).status()).toBe(200)
  const now = page.getByRole('region', { name: 'Being played now' })
  const mine = now.getByRole('listitem').filter({ hasText: last })
  await expect(mine).toContainText('2-0')
  expect((await write(2, { events: games(2, 3) })).status()).toBe(200)
  await expect(mine).toContainText('2-3')
  await expectGoodScreen(page)
  await mine.getByRole('link').click()
  await expectBoard(page, '2 0', '3 0')
  await expect(page.getByRole('button', { name: /Undo|Score on this phone/ })).toHaveCount(0)
  await page.goto('/dashboard/standings?area=south-bend&season=summer-2&year=2026&division=womens-singles-4-5')
  await expect(mine).toContainText('2-3')
})

test('visitors follow a play-off match in the bracket and on a separate page', async ({ page, browser, request }) => {
  const token = await signInDemo(request, 'organizer')
  const headers = { authorization: `Bearer ${token}` }
  const which = { city: 'south-bend', division: 'mens-singles-3-5' }
  const read = await request.post('/api/public/play-offs', { headers, data: { ...which, stage: 3 } })
  const { items } = (await read.json()) as { items: { match_id: number; player_one: string; player_two: string }[] }
  const { match_id = 0, player_one = '', player_two = '' } = items[0] ?? {}
  const match = await (await request.get(`/api/users/matchups/${match_id}`, { headers })).json()
  const voided = await request.post(`/api/organizer/matches/${match_id}/void`, {
    headers,
    data: { version: match.confirmation.version, reason: 'It is played again.', again: true },
  })
  expect(voided.status(), await voided.text()).toBe(200)

  await enter(page, token)
  await page.goto(`/dashboard/matches/${match_id}/live`)
  await page.getByRole('button', { name: 'Start scoring' }).click()
  await page.getByRole('button', { name: 'Tap games' }).click()
  await press(page, { name: player_one }, 2)
  await onAnotherPhone(browser, null, async (visitor) => {
    await visitor.goto(`/play-offs/index?city=${which.city}&division=${which.division}&stage=3`)
    // Visitors see short names.
    const final = visitor.getByRole('row').filter({ hasText: player_two.replace(/ (\S)\S*$/, ' $1.') })
    await expect(final).toContainText('2-0')
    await press(page, { name: player_two }, 1)
    await expect(final).toContainText('2-1')
    await expectGoodScreen(visitor)
    await final.getByRole('link', { name: /2-1/ }).click()
    await expect(visitor).toHaveURL(new RegExp(`/live/${match_id}$`))
    await expectBoard(visitor, '2 0', '1 0')
    await page.getByRole('button', { name: 'Tap points' }).click()
    await press(page, { name: player_one }, 1)
    await expectBoard(visitor, '2 15', '1 0')
  })
})
