import { expect, type APIRequestContext, type Browser, type Locator, type Page } from '@playwright/test'
import { setClock } from './clock.ts'
import { expectFittingScreen, expectGoodScreen } from './journey.ts'
import { call, test, playTo } from './own-demo.ts'
import { enter, enterOpponent, uniqueName } from './people.ts'

// These tests change a season's days and rules, and move everyone's clock.
const phone = { width: 360, height: 740 }
const levels = { one: 'womens-singles-4-5', two: 'womens-singles-5-0' }

/** Summer 2 is in progress until July 20. Sets who applies the proposed outcomes. */
async function shortenSeason(
  request: APIRequestContext,
  desk: string,
  unplayed: 'clock' | 'organizer' = 'organizer',
): Promise<void> {
  type Seasons = { seasons: { id: number; slug: string; year: number }[] }
  const { seasons } = await call<Seasons>(request, desk, 'GET', '/organizer/seasons')
  const id = seasons.find(({ slug, year }) => slug === 'summer-2' && year === 2026)?.id
  const { rules } = await call<{ rules: object }>(request, desk, 'GET', `/organizer/seasons/${id}`)
  await call(request, desk, 'PUT', `/organizer/seasons/${id}`, {
    starting_date: '2026/07/10',
    ending_date: '2026/07/20',
    sale_until: '2026/07/20',
    stages: null,
  })
  await call(request, desk, 'PUT', `/organizer/seasons/${id}/rules`, { rules: { ...rules, unplayed } })
}

/** Enters two new players in a division. Returns their tokens and a function that adds a match between them. */
async function twoPlayers(request: APIRequestContext, names: [string, string], last: string, division: string) {
  const one = await enterOpponent(request, names[0], last, division)
  const two = await enterOpponent(request, names[1], last, division)
  type Found = { data: { id: number }[] }
  const search = encodeURIComponent(`${names[1]} ${last}`)
  const { data } = await call<Found>(request, one, 'GET', `/users/misc/my-league-players?search=${search}`)
  const addMatch = async () => {
    const match = { season: 'summer-2', opponent: { id: data[0]?.id } }
    return (await call<{ id: number }>(request, one, 'POST', '/users/matchups', match)).id
  }
  return { one, two, addMatch }
}

/** Offers the suggested times. */
async function offerSuggested(request: APIRequestContext, token: string, id: number): Promise<void> {
  type Suggested = { suggestions: { match_date: string; match_time: string }[] }
  const { suggestions } = await call<Suggested>(request, token, 'GET', `/users/matchups/${id}/suggestions`)
  const times = suggestions.map(({ match_date, match_time }) => ({ match_date, match_time }))
  await call(request, token, 'POST', `/users/matchups/${id}/offers`, { times })
}

async function openPhone(browser: Browser, token: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: phone, locale: 'en-US', reducedMotion: 'reduce' })).newPage()
  await setClock(page)
  await enter(page, token)
  return page
}

test('a player asks for a match, and another player offers times in two taps', async ({
  page,
  browser,
  request,
  desk,
}) => {
  await shortenSeason(request, desk)
  const { one, two } = await twoPlayers(request, ['Ines', 'Vera'], 'Baseline', levels.one)
  await page.setViewportSize(phone)
  await enter(page, one)
  await page.goto('/dashboard/myleague')
  await page.getByRole('link', { name: 'Open to play' }).click()
  await expect(page.getByRole('heading', { name: 'Nobody else is looking' })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'I am looking for a match' }).click()
  await expect(page.getByText('You are looking for a match', { exact: true })).toBeVisible()

  const other = await openPhone(browser, two)
  await other.goto('/dashboard/myleague')
  await other.getByRole('link', { name: 'Open to play' }).click()
  const card = other.getByRole('listitem').filter({ hasText: 'Ines Baseline' })
  await expect(card.getByRole('listitem')).toHaveCount(3)
  await expectGoodScreen(other)
  // Without a network nothing is sent, and the button stays.
  await other.context().setOffline(true)
  await card.getByRole('button', { name: 'Offer these 3 times to Ines Baseline' }).click()
  await expect(other.getByText('You are offline. Nothing was sent.')).toBeVisible()
  await other.context().setOffline(false)
  await card.getByRole('button', { name: 'Offer these 3 times to Ines Baseline' }).click()
  await expect(other.getByRole('heading', { name: 'You against Ines Baseline' })).toBeVisible()
  await expect(other.getByText('Your times are offered').first()).toBeVisible()
  await other.goBack()
  await expect(card.getByText('You have offered times. Ines Baseline has to answer.')).toBeVisible()

  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Answer the offer' }).click()
  await page
    .getByRole('button', { name: /^Take / })
    .first()
    .click()
  await expect(page.getByText('Agreed. See you on court!')).toBeVisible()
  await page.goto('/dashboard/myleague')
  await page.getByRole('link', { name: 'Open to play' }).click()
  await page.getByRole('button', { name: 'Stop looking' }).click()
  await expect(page.getByText('Are you looking for a match this week?')).toBeVisible()
})

test('an outcome is announced automatically, a side objects, and three days later the others are applied', async ({
  page,
  browser,
  request,
  desk,
}) => {
  const first = await twoPlayers(request, ['Cleo', 'Dora'], 'Tramline', levels.one)
  const second = await twoPlayers(request, ['Edda', 'Fay'], 'Netcord', levels.two)
  // The matches are added before the season is in progress, because the scheduled job would then draw the same ones
  // within five minutes.
  const [objected, applied] = [await first.addMatch(), await second.addMatch()]
  await shortenSeason(request, desk, 'clock')
  await offerSuggested(request, first.one, objected)
  await offerSuggested(request, second.one, applied)
  const dora = await openPhone(browser, first.two)
  await page.setViewportSize({ width: 320, height: 640 })
  await enter(page, second.two)
  await playTo(request, desk, '2026/07/21', [page, dora])

  await dora.goto(`/dashboard/matches/${objected}`)
  await expect(dora.getByText('Proposed outcome: a walkover for Cleo Tramline.')).toBeVisible()
  await expect(dora.getByText('Dora Tramline neither offered nor took a time.')).toBeVisible()
  await expectGoodScreen(dora)
  await dora.getByRole('button', { name: 'Object' }).click()
  const dialog = dora.getByRole('dialog', { name: 'Object to this?' })
  await dialog.getByRole('button', { name: 'Object' }).click()
  // Without a reason the dialog shows the error, and stays open.
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('We agreed by phone to play in August.')
  await dialog.getByRole('button', { name: 'Object' }).click()
  await expect(dora.getByText('A side has objected, so an organizer decides.')).toBeVisible()
  await expect(dora.getByText('“We agreed by phone to play in August.”')).toBeVisible()
  await expectGoodScreen(dora)

  await page.goto(`/dashboard/matches/${applied}`)
  await expect(page.getByText(/It is applied Fri, Jul 24/)).toBeVisible()
  await playTo(request, desk, '2026/07/24', [page, dora])
  await page.reload()
  await expect(page.getByText('This match has been played')).toBeVisible()
  await expect(page.getByText(/A walkover for Edda Netcord/i).first()).toBeVisible()
  await dora.reload()
  await expect(dora.getByText('A side has objected, so an organizer decides.')).toBeVisible()

  const organizer = await browser.newPage({ locale: 'en-US' })
  await setClock(organizer, new Date('2026-07-24T16:10:00Z'))
  await enter(organizer, desk)
  await organizer.goto('/organizer/matches/unplayed?season=summer-2&year=2026')
  const line = organizer.getByRole('row').filter({ hasText: 'Cleo Tramline against Dora Tramline' })
  await expect(line.getByText('A side objects')).toBeVisible()
  await expect(organizer.getByText('Automatically, Fri, Jul 24')).toBeVisible()
  await expectGoodScreen(organizer)
})

test('an organizer settles overdue matches after a preview, undoes one, and settles several hundred with one press', async ({
  page,
  request,
  desk,
}) => {
  await shortenSeason(request, desk)
  await enter(page, desk)
  await page.goto('/organizer/matches/unplayed?area=dc')
  const settle = page.getByRole('button', { name: /^Settle/ })
  const choices = page.getByRole('checkbox', { name: /^Select .* against / })
  await expect(choices.first()).toBeVisible()
  const count = await choices.count()
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectFittingScreen(page)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectGoodScreen(page)
  // By keyboard: with nothing selected, there is nothing to press.
  for (let place = 0; place < count; place += 1) await choices.nth(place).press('Space')
  await expect(settle).toHaveCount(0)
  await choices.first().press('Space')
  await expect(settle).toHaveText('Settle 1 match')
  await settle.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('heading', { name: 'Settle this match?' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('')
  await dialog.getByRole('button', { name: 'Settle the match' }).click()
  await expect(dialog.getByText('Please give a reason for the audit log.').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The days are over.')
  await dialog.getByRole('button', { name: 'Settle the match' }).click()
  await expect(page.getByRole('heading', { name: 'Settled in the last 14 days' })).toBeVisible()
  // Deselected matches stay deselected.
  await expect(choices).toHaveCount(count - 1)
  await expect(page.getByRole('checkbox', { name: /^Select .* against /, checked: true })).toHaveCount(0)
  await expectGoodScreen(page)

  // The toast has one too.
  await page.getByRole('main').getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('alertdialog').getByRole('textbox', { name: 'Reason' }).fill('They have played after all.')
  await expectGoodScreen(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo it' }).click()
  await expect(choices).toHaveCount(count)
  await expect(page.getByRole('heading', { name: 'Settled in the last 14 days' })).toHaveCount(0)

  // Two leagues are drawn, and nobody plays.
  const quiet = uniqueName('Quiet')
  await enterOpponent(request, 'Gwen', quiet, levels.one)
  for (let entered = 0; entered < 19; entered += 1)
    for (const level of [levels.one, levels.two]) await enterOpponent(request, 'Gwen', uniqueName('Alley'), level)
  await playTo(request, desk, '2026/07/27', [page])

  // One player's overdue matches are awarded at once.
  await page.goto('/organizer')
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  await click(page.getByRole('button', { name: 'Find anything' }))
  await page.keyboard.type(quiet)
  await click(
    page
      .getByRole('dialog')
      .getByRole('option', { name: new RegExp(`Gwen ${quiet}`) })
      .first(),
  )
  await click(page.getByRole('button', { name: 'Award the overdue matches' }))
  const award = dialog.getByRole('button', { name: /^Award \d+ matches$/ })
  await expect(award).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectFittingScreen(page)
  }
  const awarded = Number(/\d+/.exec(await award.innerText())?.[0])
  expect(awarded).toBeGreaterThanOrEqual(13)
  await click(dialog.getByLabel('Reason'))
  await page.keyboard.type('No answer since June')
  await click(award)
  await expect(page.getByText(`Done: ${awarded} matches`)).toBeVisible()
  console.log(`${awarded} overdue matches of one person: ${clicks} clicks`)
  expect(clicks).toBeLessThanOrEqual(6)

  await page.goto('/organizer/matches/unplayed')
  await expect(page.getByText(/^These are the 300 that have waited longest\./)).toBeVisible()
  await page.getByRole('button', { name: /^Settle all [34]\d\d$/ }).click()
  await expect(dialog.getByRole('heading', { name: /^Settle all [34]\d\d matches\?$/ })).toBeVisible()
  await dialog.getByText('Show 292 more').click()
  await dialog.getByText('Show 292 more').click()
  await dialog.getByRole('button', { name: /^Settle [34]\d\d matches$/ }).click()
  await expect(page.getByText(/^Settled: [34]\d\d matches$/)).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('heading', { name: 'Every match is settled' })).toBeVisible()
  // The URL identifies the finished task, so a reload shows it again.
  await page.reload()
  await expect(page.getByText(/^Settled: [34]\d\d matches$/)).toBeVisible()
})
