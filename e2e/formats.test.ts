import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test'
import { expectGoodScreen, withoutComplaint } from './journey.ts'
import { test } from './own-demo.ts'
import { enter, joinLeague, reportScore, signInDemo, signUpAndIn, uniqueName } from './people.ts'

/** An owner's page with a new division, at the season's page. */
async function openDesk(
  browser: Browser,
  request: APIRequestContext,
  name: string,
  season = 'Fall 2026',
): Promise<Page> {
  const desk = await browser.newContext()
  const owner = await desk.newPage()
  await enter(owner, await signInDemo(request, 'organizer'))
  await owner.goto('/organizer/seasons/divisions')
  await owner.getByRole('button', { name: 'Create a division' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Sport').selectOption('Tennis')
  await dialog.getByRole('radio', { name: 'Singles' }).check()
  await dialog.getByLabel('Price').fill('20')
  await dialog.getByRole('button', { name: 'Create the division' }).click()
  await expect(owner.getByRole('row').filter({ hasText: name })).toContainText('Tennis, singles')
  await owner.goto('/organizer/seasons?area=south-bend')
  await owner.getByRole('link', { name: season }).first().click()
  await owner.getByRole('button', { name: /^Show \d+ empty/ }).click()
  await expect(owner.getByRole('row').filter({ hasText: name }).first()).toContainText('Round robin')
  return owner
}

/** Selects a format for the new division in South Bend. */
async function chooseFormat(owner: Page, name: string, format: string, label: string, number: string): Promise<void> {
  await owner.getByRole('button', { name: `Change the format of ${name}, South Bend` }).click()
  const dialog = owner.getByRole('dialog')
  await expect(dialog.getByText('of the true best half end in the top half')).toBeVisible()
  await dialog.getByRole('radio', { name: format }).check()
  await dialog.getByRole('textbox', { name: label }).fill('99')
  await dialog.getByRole('button', { name: 'Save the format' }).click()
  await expect(dialog.getByText('Please enter a whole number from').first()).toBeVisible()
  await expectGoodScreen(owner)
  await dialog.getByRole('textbox', { name: label }).fill(number)
  await dialog.getByRole('button', { name: 'Save the format' }).click()
  await expect(dialog).toHaveCount(0)
  const row = owner.getByRole('row').filter({ hasText: name }).filter({ hasText: 'South Bend' })
  await expect(row).toContainText(`${format}, ${number}`)
}

/** The preview of the league's draw. */
async function openDraw(owner: Page, name: string, season = 'fall'): Promise<void> {
  await owner.goto(`/organizer/matches/draw?season=${season}&year=2026&area=south-bend`)
  await owner.getByRole('link', { name: `${name}, South Bend` }).click()
  await expect(owner.getByRole('heading', { level: 1, name: `Draw ${name}` })).toBeVisible()
}

async function joinAll(
  request: APIRequestContext,
  name: string,
  firsts: readonly string[],
  league_slug = 'fall',
): Promise<string[]> {
  const division = name.toLowerCase().replaceAll(' ', '-')
  const last = uniqueName('Rally')
  const tokens: string[] = []
  for (const first of firsts) {
    const token = await signUpAndIn(request, first, last)
    await joinLeague(request, token, { league_slug, division, price: '20.00' })
    tokens.push(token)
  }
  return tokens
}

test('flights are chosen on the season’s page, drawn by an organizer, and shown to players as tables', async ({
  page,
  request,
  browser,
}) => {
  const name = uniqueName('Flights')
  const owner = await openDesk(browser, request, name)
  await chooseFormat(owner, name, 'Flights', 'Entries in a flight, at most', '3')
  const [ada] = await joinAll(request, name, ['Ada', 'Bea', 'Cora', 'Dana', 'Eva', 'Fay'])

  await openDraw(owner, name)
  await expect(owner.getByRole('heading', { name: '2 flights' })).toBeVisible()
  await expectGoodScreen(owner)
  await owner.getByRole('button', { name: 'Draw: 12 added' }).click()
  await expect(owner.getByRole('heading', { name: 'Nothing to draw' })).toBeVisible()
  await owner.goto('/organizer/seasons?area=south-bend')
  await owner.getByRole('link', { name: /^Fall 2026/ }).click()
  await expect(owner.getByRole('row').filter({ hasText: name }).first()).toContainText('Flights, 3')
  await expect(owner.getByRole('button', { name: `Change the format of ${name}, South Bend` })).toHaveCount(0)
  // Flights of three play four matches each, which is too few under these rules.
  await owner.getByRole('button', { name: 'Change the rules' }).click()
  const rules = owner.getByRole('dialog')
  await rules.getByRole('textbox', { name: 'Matches needed for the play-offs' }).fill('5')
  await expect(rules.getByText('Too few matches for play-offs')).toBeVisible()
  await expect(rules.getByText(/With these rules and current entries, there can be no play-offs in/)).toBeVisible()
  await expectGoodScreen(owner)
  await owner.context().close()

  await enter(page, ada!)
  await page.goto('/dashboard/myleague')
  await expect(page.getByText('The league plays in flights of 3 at most, by strength.')).toBeVisible()
  await page.getByRole('link', { name: 'Standings of' }).first().click()
  for (const flight of ['Flight 1', 'Flight 2']) {
    const table = page.getByRole('table', { name: new RegExp(`^${flight}, ${name}`) })
    await expect(table.getByRole('rowheader')).toHaveCount(3)
    await expect(table.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('–')
  }
  await expectGoodScreen(page)
  await page.getByRole('link', { name: 'Full table with sets' }).click()
  await expect(page.getByText('The top half of each flight')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(2)
})

test('a Swiss round is drawn, and the next one waits for its results', async ({ page, request, browser }) => {
  const name = uniqueName('Swiss')
  const owner = await openDesk(browser, request, name)
  await chooseFormat(owner, name, 'Swiss rounds', 'Rounds', '4')
  const [ada] = await joinAll(request, name, ['Ada', 'Bea', 'Cora', 'Dana'])
  await openDraw(owner, name)
  await expect(owner.getByRole('heading', { name: '1 round', exact: true })).toBeVisible()
  await owner.getByRole('button', { name: 'Draw: 2 added' }).click()
  await expect(owner.getByText('The next round is drawn after')).toBeVisible()
  await expectGoodScreen(owner)
  await owner.context().close()

  await enter(page, ada!)
  await page.goto('/dashboard/myleague')
  await expect(page.getByText('There are 4 rounds.')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText('Upcoming Match').first()).toBeVisible()
})

test('a box period’s results decide who moves up and down, which is shown before the next period is drawn', async ({
  page,
  request,
  browser,
}) => {
  const name = uniqueName('Boxes')
  const owner = await openDesk(browser, request, name, 'Summer 2 2026')
  await chooseFormat(owner, name, 'Box league', 'Entries in a box, at most', '3')
  const firsts = ['Ada', 'Bea', 'Cora', 'Dana', 'Eva', 'Fay']
  const tokens = await joinAll(request, name, firsts, 'summer-2')
  const tokenOf = (player: string) => tokens[firsts.indexOf(player.split(' ')[0]!)]!
  await openDraw(owner, name, 'summer-2')
  const boxes = owner.getByRole('region', { name: '2 boxes' }).locator('ol > li')
  const playersOf = (box: number) => boxes.nth(box - 1).getByRole('listitem')
  await expect(boxes).toHaveCount(2)
  const namesIn = async (box: number) => {
    const texts = await playersOf(box).allTextContents()
    return texts.map((text) => text.replace('Move up', '')) as [string, string, string]
  }
  // Without earlier results, lots decide who begins in which box, and the organizer may change it.
  const [, , last] = await namesIn(1)
  const [first] = await namesIn(2)
  await owner.getByRole('button', { name: `Move up: ${first}` }).click()
  await expect(playersOf(1).last()).toContainText(first)
  await expect(playersOf(2).first()).toContainText(last)
  const [a, b, c] = await namesIn(1)
  const [d, e, f] = await namesIn(2)
  await owner.getByRole('button', { name: 'Draw: 6 added' }).click()
  await expect(owner.getByRole('heading', { name: 'Nothing to draw' })).toBeVisible()
  await expect(owner.getByText('The next period is drawn after')).toBeVisible()

  for (const [winner, loser] of [
    [a, b],
    [a, c],
    [b, c],
    [d, e],
    [d, f],
    [e, f],
  ] as const)
    await reportScore(request, {
      winner: tokenOf(winner),
      opponent: tokenOf(loser),
      season: 'Summer 2',
      match_date: '2026/07/15',
    })
  await owner.reload()
  await expect(playersOf(1)).toHaveText([a, b, `${d} comes up from box 2`])
  await expect(playersOf(2)).toHaveText([`${c} comes down from box 1`, e, f])
  await expect(owner.getByRole('heading', { name: 'Period 2' })).toBeVisible()
  await expectGoodScreen(owner)
  await owner.getByRole('button', { name: 'Draw: 6 added' }).click()
  await expect(owner.getByRole('heading', { name: 'Nothing to draw' })).toBeVisible()
  await owner.context().close()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await enter(page, tokenOf(d))
  await page.goto('/dashboard/myleague')
  await page.getByRole('link', { name: 'Standings of' }).first().click()
  for (const [box, players] of [
    ['Box 1', [a, b, d]],
    ['Box 2', [c, e, f]],
  ] as const) {
    const table = page.getByRole('table', { name: new RegExp(`^${box}, ${name}`) })
    await expect(table.getByRole('rowheader')).toHaveCount(3)
    for (const player of players) {
      const row = table.getByRole('row').filter({ hasText: player })
      // A period begins with zero points.
      await expect(row.getByRole('cell').last()).toContainText('0')
      await expect(row).not.toContainText('unconfirmed')
    }
  }
  await expectGoodScreen(page)
})

test('an organizer draws a ladder, and a player climbs it by winning a challenge', async ({
  page,
  request,
  browser,
}) => {
  const name = uniqueName('Ladder')
  const owner = await openDesk(browser, request, name, 'Summer 2 2026')
  await owner.getByRole('button', { name: `Change the format of ${name}, South Bend` }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Ladder' }).check()
  await expect(dialog.getByRole('textbox', { name: 'Days to play a challenge' })).toHaveValue('10')
  await dialog.getByRole('button', { name: 'Save the format' }).click()
  await expect(dialog).toHaveCount(0)
  const tokens = await joinAll(request, name, ['Ada', 'Bea', 'Cora'], 'summer-2')
  await openDraw(owner, name, 'summer-2')
  await expect(owner.getByRole('heading', { name: 'The ladder' })).toBeVisible()
  await expectGoodScreen(owner)
  await owner.getByRole('button', { name: 'Draw: 3 on the ladder' }).click()
  await expect(owner.getByRole('heading', { name: 'Nothing to draw' })).toBeVisible()
  await owner.context().close()

  // Lots decide the starting positions.
  const read = async (token: string, path: string) =>
    (await request.get(`/api/users/${path}`, { headers: { authorization: `Bearer ${token}` } })).json()
  const places = await Promise.all(
    tokens.map(async (token) => {
      const [{ league_id }] = await read(token, 'misc/my-league')
      const { rungs } = await read(token, `ladder/${league_id}`)
      return { token, place: rungs.find(({ is_me }: { is_me: boolean }) => is_me).place }
    }),
  )
  const [first, last] = [places.find(({ place }) => place === 1)!, places.find(({ place }) => place === 3)!]
  await enter(page, last.token)
  await page.goto('/dashboard/myleague')
  await expect(page.getByText('A ladder. Challenge somebody')).toBeVisible()
  await page.getByRole('link', { name: 'Ladder of' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'You' })).toContainText('3')
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Challenge' }).first().click()
  await expect(page).toHaveURL(/\/dashboard\/matches\/\d+$/)
  await page.getByRole('button', { name: /^Use (this|these)/ }).click()
  await page.getByRole('button', { name: 'Send the offer' }).click()
  await expect(page.getByText('Your times are offered').first()).toBeVisible()

  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  await withoutComplaint(await phone.newPage(), async (challenged) => {
    await enter(challenged, first.token)
    await challenged.goto('/dashboard/myleague')
    await challenged.getByRole('link', { name: 'Ladder of' }).click()
    await expect(challenged.getByText('has challenged you')).toBeVisible()
    await expectGoodScreen(challenged)
    await challenged.getByRole('link', { name: 'See the match' }).click()
    await challenged
      .getByRole('button', { name: /^Take / })
      .first()
      .click()
    await expect(challenged.getByText('Agreed. See you on court!')).toBeVisible()
  })
  await phone.close()
  await page.goBack()
  await expect(page.getByText('You have challenged')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the match' })).toBeVisible()

  // The two play at once, and the winner takes the place.
  await reportScore(request, {
    winner: last.token,
    opponent: first.token,
    season: 'Summer 2',
    match_date: '2026/07/15',
  })
  await page.reload()
  const rungs = page.getByRole('main').getByRole('listitem')
  await expect(rungs.first()).toContainText('You')
  await expect(page.getByText('You have challenged')).toHaveCount(0)
  // A challenge can go one place down, and not to the same player again so soon.
  await expect(page.getByRole('button', { name: 'Challenge' })).toHaveCount(1)
  await expect(page.getByText('had a challenge a short time ago').first()).toBeAttached()
})
