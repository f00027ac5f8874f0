import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { expectFittingScreen, expectGoodScreen, test } from './journey.ts'
import { enter, enterOpponent, signInDemo, uniqueName } from './people.ts'

/** A match of two new players, at eight this morning. Returns the first one's token. */
async function arrangedMatch(request: APIRequestContext, last: string): Promise<string> {
  const mine = await enterOpponent(request, 'Pia', last)
  await enterOpponent(request, 'Rut', last)
  const headers = { authorization: `Bearer ${mine}` }
  const found = await request.get('/api/users/misc/my-league-players', { headers, params: { search: `Rut ${last}` } })
  const { data } = (await found.json()) as { data: { id: number }[] }
  const match = {
    season: 'summer-2',
    opponent: { id: data[0]?.id },
    match_date: '2026/07/15',
    match_time: '08:00',
    match_location: 'Leeper Park, court 2',
  }
  const added = await request.post('/api/users/matchups', { headers, data: match })
  expect(added.status(), await added.text()).toBe(201)
  return mine
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, timezoneId: 'America/Indiana/Indianapolis' })

  test('a straight-sets win takes four taps and four digits from the card, and is sent with the keyboard', async ({
    page,
    request,
  }) => {
    const last = uniqueName('Drop')
    await enter(page, await arrangedMatch(request, last))
    await page.goto('/dashboard')
    let taps = 0
    const tap = async (...[role, options]: Parameters<Page['getByRole']>) => {
      taps += 1
      await page.getByRole(role, options).tap()
    }
    await expect(page.getByText(/^Days and times of matches/)).toHaveCount(0)
    await tap('link', { name: 'Submit Score' })
    await expect(page.getByRole('heading', { level: 1, name: 'Submit a score' })).toBeVisible()
    await tap('radio', { name: `Pia ${last}` })
    await tap('textbox', { name: 'Score line' })
    await page.keyboard.type('64 63')
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(`Pia ${last} d. Rut ${last} 6-4 6-3`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: `Pia ${last} beat Rut ${last}` })).toBeVisible()
    expect(taps).toBeLessThanOrEqual(4)

    // The next form knows the court, even without a match card.
    await page.goto('/dashboard/score-submission')
    await expect(page.getByLabel('Match location')).toHaveValue('Leeper Park, court 2')
  })

  test('Submit Score begins with my open matches, and one tap says that I have lost', async ({ page, request }) => {
    const last = uniqueName('Lob')
    await enter(page, await arrangedMatch(request, last))
    await page.goto('/dashboard/score-submission')
    const mine = page.getByRole('region', { name: 'Your open matches' })
    await expect(mine.getByRole('listitem')).toHaveText([/^Against Rut /])
    await expectGoodScreen(page)
    await mine.getByRole('link', { name: `I lost against Rut ${last}` }).tap()
    const won = page.getByRole('group', { name: 'Who won?' }).getByRole('radio')
    await expect(won.nth(0)).toHaveAccessibleName(`I won Pia ${last} won`)
    await expect(won.nth(1)).toBeChecked()
    await page.getByLabel('Score line').fill('64 63')
    await page.getByRole('button', { name: 'Submit Score' }).tap()
    await expect(page.getByRole('heading', { level: 1, name: `Rut ${last} beat Pia ${last}` })).toBeVisible()
    // A match with a score is not listed.
    await page.goto('/dashboard/score-submission')
    await expect(page.getByLabel('Match location')).toBeVisible()
    await expect(mine).toHaveCount(0)
  })

  test('without a keyboard the sets take four taps, and the submit button is then within reach', async ({
    page,
    request,
  }) => {
    const last = uniqueName('Tap')
    await enter(page, await arrangedMatch(request, last))
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Submit Score' }).tap()
    await page.getByRole('radio', { name: `Rut ${last}` }).tap()
    const send = page.getByRole('button', { name: 'Submit Score' })
    await expect(send).not.toBeInViewport()
    for (const [side, set, games] of [
      ['Rut', 1, '6'],
      ['Pia', 1, '4'],
      ['Rut', 2, '6'],
      ['Pia', 2, '3'],
    ] as const)
      await page
        .getByRole('group', { name: `${side} ${last}, set ${set}` })
        .getByRole('radio', { name: games, exact: true })
        .tap()
    await expect(send).toBeInViewport({ ratio: 1 })
    await expectFittingScreen(page)
    await send.tap()
    await expect(page.getByRole('heading', { level: 1, name: `Rut ${last} beat Pia ${last}` })).toBeVisible()
  })
})

test.describe('in a distant time zone', () => {
  // At noon of the 15th in South Bend it is 06:00 of the 16th in this time zone.
  test.use({ timezoneId: 'Pacific/Kiritimati' })

  test('days follow the league’s time zone, wherever the reader is', async ({ page, request }) => {
    const last = uniqueName('Far')
    await enter(page, await arrangedMatch(request, last))
    await page.goto('/dashboard')
    expect(await page.evaluate(() => new Date().getDate())).toBe(16)
    await expect(page.getByText('Days and times of matches are those of South Bend.')).toBeVisible()
    const past = page.getByRole('region', { name: 'Past matches' })
    await expect(past).toContainText('Wed, Jul 15, 2026, 8:00 AM')
    await past.getByRole('link', { name: 'Submit Score' }).click()
    const day = page.getByRole('group', { name: 'Match date' })
    await expect(day).toContainText('07/15/2026')
    // The 16th has begun where the reader is, but cannot be chosen yet.
    await page.getByRole('button', { name: /^Open calendar/ }).click()
    const calendar = page.getByRole('dialog', { name: 'Choose: Match date' })
    await expect(calendar.getByRole('button', { name: /July 15, 2026/ })).toBeEnabled()
    await expect(calendar.getByRole('button', { name: /July 16, 2026/ })).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.getByRole('radio', { name: `Pia ${last}` }).check()
    await page.getByLabel('Score line').fill('64 63')
    await page.getByRole('button', { name: 'Submit Score' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Pia ${last} beat Rut ${last}` })).toBeVisible()
    await expect(page.getByText('Wed, Jul 15, 2026', { exact: true }).first()).toBeVisible()
    await page.goto('/dashboard/results/r?area=south-bend')
    await expect(page.getByRole('row', { name: new RegExp(`Pia ${last}`) })).toContainText('Wed, Jul 15, 2026')
    await page.goto('/dashboard/myleague')
    await expect(page.getByText('South Bend · Thu, Jul 30 – Wed, Sep 30, 2026')).toBeVisible()
  })
})

test('typed totals replace the computed ones', async ({ page, request }) => {
  await enter(page, await enterOpponent(request, 'Pia', uniqueName('Sum')))
  await page.goto('/dashboard/score-submission')
  const total = page.getByLabel('Total, winner')
  await expect(total).toHaveValue('0')
  await total.click()
  await page.keyboard.type('1')
  await expect(total).toHaveValue('1')
  await total.fill('012')
  await expect(total).toHaveValue('12')
})

test('the short table links to the full one and back, and the filters are in the URL', async ({ page, request }) => {
  await enter(page, await signInDemo(request))
  await page.goto('/dashboard/standings?area=south-bend&season=summer-1&year=2026&division=womens-singles-3-5')
  await page.getByRole('link', { name: 'Full table with sets, games and play-off places' }).click()
  await expect(page).toHaveURL(
    /\/dashboard\/standings\/s\?area=south-bend&season=summer-1&year=2026&division=womens-singles-3-5$/,
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Summer 1 2026 full table' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Rank',
    'Player',
    'Wins',
    'Losses',
    'Ties',
    'Played',
    'Sets',
    'Games',
  ])
  const me = page.getByRole('row', { name: /Nora Whitfield/ })
  await expect(me.getByRole('cell').nth(-2)).toHaveText(/^\d+–\d+$/)
  await me.getByRole('button', { name: /^Why/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Nora Whitfield')
  await page.keyboard.press('Escape')

  await page.getByLabel('Division').selectOption({ label: "Women's Singles 4.0" })
  await expect(page).toHaveURL(/division=womens-singles-4-0/)
  await expect(page.getByText(/^Women's Singles 4.0, South Bend\./)).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/^Women's Singles 3.5, South Bend\./)).toBeVisible()
  // The address selects another player's table, which a reload opens again.
  await page.reload()
  await expect(me).toBeVisible()
})

test('a link in the players list compares a league-mate with me', async ({ page, request }) => {
  await enter(page, await signInDemo(request))
  await page.goto('/dashboard/players/p?league=summer-1&yr=2026&level=womens-singles-3-5')
  const links = page.getByRole('link', { name: /^Compare with/ })
  await expect(links.first()).toBeVisible()
  const [name = '', third = ''] = (await links.allInnerTexts()).map((text) => text.replace(/^Compare\s+with /, ''))
  await links.first().click()
  await expect(page).toHaveURL(/\/dashboard\/comparison\?two=\d+$/)
  await expect(page.getByRole('combobox', { name: 'Player one' })).toHaveValue('Nora Whitfield')
  await expect(page.getByRole('combobox', { name: 'Player two' })).toHaveValue(name)
  const table = page.getByRole('table', { name: 'Side by side' })
  await expect(table.getByRole('columnheader')).toHaveText(['What is compared', 'Nora Whitfield', name])
  await expect(table.getByRole('rowheader')).toContainText([
    'Overall league record',
    'Play-offs',
    'Against each other',
    'Sets, play-offs included',
    'Games, play-offs included',
  ])
  const [mine = '', theirs = ''] = await table
    .getByRole('row', { name: /^Against each other/ })
    .getByRole('cell')
    .allInnerTexts()
  expect(theirs).toBe(mine.split('–').toReversed().join('–'))

  // Compares with another player. The URL contains the choice, so that it can be shared.
  const two = page.getByRole('combobox', { name: 'Player two' })
  const before = page.url()
  await two.fill(third)
  await page.getByRole('option', { name: third }).click()
  await expect(two).toHaveValue(third)
  await expect(page).not.toHaveURL(before)
  await page.goBack()
  await expect(two).toHaveValue(name)
})

test('the notes about a match are shown with its result', async ({ page, request }) => {
  const last = uniqueName('Note')
  await enter(page, await arrangedMatch(request, last))
  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('link', { name: 'Submit Score' }).click()
  await page.getByRole('radio', { name: `Rut ${last}` }).check()
  await page.getByLabel('Score line').fill('64 36 108')
  await page.getByLabel('Match notes').fill('Windy.\nBoth served underarm.')
  await page.getByRole('button', { name: 'Submit Score' }).click()
  const notes = page.getByRole('region', { name: 'Match notes' }).getByRole('paragraph')
  await expect(notes).toHaveText('Windy.\nBoth served underarm.', { useInnerText: true })
})

test('a missing page offers no retry, a temporary failure does', async ({ page, request }) => {
  await page.goto('/results/999999999')
  await expect(page.getByText('We could not find this result.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Go to Deuce' })).toBeVisible()

  await enter(page, await signInDemo(request), { documents: false })
  for (const [path, sentence] of [
    ['/dashboard/results/999999999', 'We could not find this result.'],
    ['/dashboard/999999999/score-submission', 'We could not find this match.'],
    ['/dashboard/comparison?two=999999999', 'We could not find this player.'],
    ['/dashboard/players/p?league=summer-1&yr=2026&level=mens-singles-3-0', 'Only players in this league'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  }
  // The live stream would make the page load the data again.
  await page.route('**/dashboard/live?*', (route) => route.fulfill({ status: 503 }))
  let isAway = true
  await page.route('**/api/users/scores/1', (route) =>
    isAway
      ? route.fulfill({ status: 503, json: { message: 'Back in a minute.', code: 'unavailable', request_id: '0d3f' } })
      : route.fallback(),
  )
  await page.goto('/dashboard/results/1')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: / (beat|over|and) / })).toBeVisible()
})

test('a score that an organizer settles is final, and the form says so', async ({ page, request }) => {
  const token = await signInDemo(request, 'organizer')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request.get('/api/users/scores', { headers, params: { area: 'south-bend' } })
  const { results } = (await answer.json()) as { results: { id: number }[] }
  await enter(page, token)
  await page.goto(`/dashboard/results/${results[0]?.id}/correct`)
  await expect(page.getByRole('heading', { level: 1, name: 'Settle a score' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Settle the score' })).toBeVisible()
  await expect(page.getByText('It counts at once and is final.')).toBeVisible()
  await expect(page.getByText('it is confirmed automatically')).toHaveCount(0)
  await expectGoodScreen(page)
})
