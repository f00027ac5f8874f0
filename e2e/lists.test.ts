import { expect } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { enter, enterOpponent, signInDemo, signUpAndIn, uniqueName } from './people.ts'

test('my profile shows the member date, the record and upcoming matches', async ({ page, request }) => {
  await enter(page, await signInDemo(request))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Whitfield' })).toBeVisible()
  await expect(page.getByText(/^Member since [A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible()
  const record = page.getByRole('region', { name: 'Overall League Record' })
  await expect(record.getByRole('term')).toContainText(['Won', 'Lost'])
  await expect(record.getByRole('definition').first()).toHaveText(/^\d+$/)
  const upcoming = page.getByRole('region', { name: 'Upcoming matches' })
  const past = page.getByRole('region', { name: 'Past matches' })
  await expect(upcoming.getByText('Upcoming Match')).toHaveCount(await upcoming.getByRole('listitem').count())
  await expect(upcoming.getByText('Upcoming Match').first()).toBeVisible()
  // A past match is a line, and a card on demand.
  const lines = past.getByRole('button', { name: /^Show the card of the match against/ })
  await expect(lines.first()).toBeVisible()
  for (const line of await past.getByRole('listitem').filter({ has: lines }).all())
    expect((await line.boundingBox())?.height).toBeLessThanOrEqual(72)
  await lines.first().click()
  await expect(past.getByText('Past Match').first()).toBeVisible()
})

test('a list of more than 20 rows has pages: the first has no link to a previous page, the last none to a next one', async ({
  page,
  request,
}) => {
  const token = await signInDemo(request)
  const answer = await request.get('/api/users/league-history', { headers: { authorization: `Bearer ${token}` } })
  const { total } = (await answer.json()) as { total: number }
  expect(total).toBeGreaterThan(20)
  await enter(page, token)
  await page.goto('/dashboard')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const cards = page.locator('[data-list] li')
  await expect(pages).toContainText(`Viewing 1-20 of ${total} results`)
  await page
    .locator('[data-list]')
    .getByRole('button', { name: /^Show \d+ more$/ })
    .click()
  await expect(cards).toHaveCount(20)
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
  for (let start = 21; start <= total; start += 20) {
    await pages.getByRole('link', { name: 'Next' }).click()
    const end = Math.min(start + 19, total)
    await expect(pages).toContainText(`Viewing ${start}-${end} of ${total} results`)
    await expect(cards).toHaveCount(end - start + 1)
    const list = page.getByRole('region', { name: `Page ${(start + 19) / 20}` })
    await expect(list).toBeFocused()
    await expect(list).toBeInViewport()
    // At the top, or as far up as a short last page allows.
    const isUp = (group: Element) =>
      Math.abs(group.getBoundingClientRect().top) < 200 ||
      scrollY + innerHeight >= document.documentElement.scrollHeight - 1
    expect(await list.evaluate(isUp)).toBe(true)
  }
  await expect(pages.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await pages.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByRole('region', { name: `Page ${Math.ceil(total / 20) - 1}` })).toBeFocused()

  // Going back restores the position. A reader who moves is no longer scrolled to the top of the list.
  await page.keyboard.press('Shift')
  await page.evaluate(() => scrollTo(0, 300))
  await page.waitForFunction(() => scrollY === 300)
  await page.getByRole('link', { name: 'Rules' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await page.waitForFunction(() => scrollY === 300)
})

test('a match is deleted only after confirmation', async ({ page, request }) => {
  const last = uniqueName('Chip')
  const mine = await enterOpponent(request, 'Runa', last)
  await enterOpponent(request, 'Sela', last)
  await enter(page, mine)
  await page.goto('/dashboard/add-match')
  await page.getByRole('combobox', { name: 'Opponent' }).fill(`Sela ${last}`)
  await page.getByRole('option', { name: `Sela ${last}` }).click()
  await page.getByRole('button', { name: 'Add the match' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  const menu = page.getByRole('button', { name: new RegExp(`^Options for the match against .*Sela ${last}`) })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete match' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this match?' })
  await expect(question).toContainText(`Sela ${last}`)
  await expectGoodScreen(page)
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toHaveCount(0)
  await expect(menu).toBeFocused()
  await page.reload()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Delete match' }).click()
  await question.getByRole('button', { name: 'Delete match' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('The match is deleted.')
  await expect(page.getByRole('heading', { name: 'No matches yet' })).toBeFocused()
  await expect(menu).toHaveCount(0)
})

for (const path of ['/dashboard', '/dashboard/payment-history'])
  test(`a new player's list says 'No result found', and what to do: ${path}`, async ({ page, request }) => {
    await enter(page, await signUpAndIn(request, 'Edda', 'Nowak'))
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'No result found' })).toBeVisible()
    await page.getByRole('link', { name: 'Join a league' }).click()
    await expect(page).toHaveURL(/\/dashboard\/join-league$/)
  })

for (const path of [
  '/dashboard/results/r?area=south-bend&season=winter&year=2001',
  '/dashboard/standings/s?area=dc&season=winter&year=2001&division=mixed-doubles',
])
  test(`the list of a missing league says 'No result found': ${path}`, async ({ page, request }) => {
    await enter(page, await signUpAndIn(request, 'Edda', 'Nowak'))
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'No result found' })).toBeVisible()
  })

for (const path of ['/dashboard/myleague', '/dashboard/score-submission', '/dashboard/players', '/dashboard/add-match'])
  test(`a player in no league is asked to join one: ${path}`, async ({ page, request }) => {
    await enter(page, await signUpAndIn(request, 'Edda', 'Nowak'))
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'No League available' })).toBeVisible()
    await page.getByRole('link', { name: 'Join Here Today' }).click()
    await expect(page).toHaveURL(/\/dashboard\/join-league$/)
  })

for (const { width, face } of [
  { width: 360, face: 'cards' },
  { width: 1280, face: 'a table' },
])
  test(`payments show the amount, item and date, as ${face}`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 800 })
    await enter(page, await enterOpponent(request, 'Berit', uniqueName('Slice')))
    await page.goto('/dashboard/payment-history')
    const columns = ['Description', 'Amount', 'Status', 'Year', 'Date']
    await expect(page.getByRole('columnheader')).toHaveText(columns)
    const row = page.getByRole('row', { name: /Summer 2, Women's Singles 4.5/ })
    await expect(row.getByRole('cell')).toContainText(['$39.00', 'Paid', '2026', 'Jul 15, 2026'])
    // On a phone a row is a card, with each figure beside the name of its column.
    const [first, second] = [
      await row.getByRole('cell').nth(0).boundingBox(),
      await row.getByRole('cell').nth(1).boundingBox(),
    ]
    expect((second?.y ?? 0) > (first?.y ?? 0)).toBe(width < 640)
    for (const name of columns.slice(1))
      await expect(row.getByText(name, { exact: true })).toBeVisible({ visible: width < 640 })
  })

test('the rules say how to meet, what to bring, how positions are decided and who qualifies', async ({
  page,
  request,
}) => {
  await enter(page, await signUpAndIn(request, 'Edda', 'Nowak'))
  await page.goto('/dashboard/rules')
  const match = page.getByRole('region', { name: 'Playing a match' }).getByRole('listitem')
  await expect(match.filter({ hasText: 'Agree on a day, a time and a court with your opponent.' })).toBeVisible()
  await expect(match.filter({ hasText: 'Submit the score after the match' })).toBeVisible()
  await expect(match.filter({ hasText: 'Both players bring balls.' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'The table' })).toContainText(
    'Players are ranked by wins in the regular season.',
  )
  await expect(page.getByRole('region', { name: 'Play-offs' })).toContainText(
    'The top half of the league qualifies, with at least 4 matches played.',
  )
})

test('the contact page has the organizers’ email and phone', async ({ page, request }) => {
  await enter(page, await signUpAndIn(request, 'Edda', 'Nowak'))
  await page.goto('/dashboard/contact-us')
  await expect(page.getByRole('link', { name: 'help@deuce.example' })).toHaveAttribute(
    'href',
    'mailto:help@deuce.example',
  )
  await expect(page.getByRole('link', { name: '+1 574 555 0100' })).toHaveAttribute('href', 'tel:+15745550100')
})

test('an empty order links to the leagues', async ({ page, request }) => {
  await enter(page, await signUpAndIn(request, 'Edda', 'Nowak'))
  for (const path of ['/dashboard/order-summary', '/dashboard/order-summary?step=payment']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Join a league' })).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/join-league$/)
  }
})

test('after sign-up the sign-in screen opens within 3 seconds, and the friend’s code was used', async ({
  page,
  request,
}) => {
  const friend = await signUpAndIn(request, 'Edda', 'Nowak')
  const headers = { authorization: `Bearer ${friend}` }
  const referral = async () =>
    (await (await request.get('/api/users/misc/referral', { headers })).json()) as {
      referral_code: string
      referral_count: number
    }
  const { referral_code } = await referral()

  await page.clock.install({ time: new Date('2026-07-15T16:00:00Z') })
  await page.goto(`/signup?referral=${referral_code}`)
  const code = page.getByRole('textbox', { name: 'Referral code' })
  await expect(code).toHaveValue(referral_code)
  await expect(code).not.toBeEditable()
  await page.getByLabel('First name').fill('Inge')
  await page.getByLabel('Last name').fill('Falk')
  await page.getByRole('textbox', { name: 'Email' }).fill(`inge-${process.pid}-${Date.now()}@example.com`)
  await expect(page.getByRole('button', { name: 'Country code: United States +1' })).toBeVisible()
  const phone = page.getByRole('textbox', { name: 'Phone' })
  await expect(phone).toHaveAttribute('placeholder', '574 555 0100')
  await phone.fill('574 555 0123')
  await page.getByRole('textbox', { name: 'Password' }).fill('a moonball at noon')
  await page.getByRole('radio', { name: '3.5' }).check()
  await page.getByRole('radio', { name: 'Female' }).check()
  await page.getByRole('radio', { name: 'South Bend' }).check()
  // The partner's fields appear only for doubles.
  await expect(page.getByLabel("Partner's full name")).toHaveCount(0)
  await page.getByLabel('Doubles category').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page.getByLabel("Partner's full name")).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel("Partner's email")).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel("Partner's full name").fill('Jette Falk')
  await page.getByLabel("Partner's email").fill('jette@example.com')

  // A reload or going back loses no input, but the password is never stored.
  await page.reload()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.goBack()
  await expect(page.getByLabel('First name')).toHaveValue('Inge')
  await expect(phone).toHaveValue('574 555 0123')
  await expect(page.getByRole('radio', { name: 'South Bend' })).toBeChecked()
  await expect(page.getByLabel("Partner's email")).toHaveValue('jette@example.com')
  await expect(code).toHaveValue(referral_code)
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('')
  await page.getByRole('textbox', { name: 'Password' }).fill('a moonball at noon')

  await page.clock.pauseAt(new Date('2026-07-15T17:00:00Z'))
  await page.getByRole('button', { name: 'Create my account' }).click()
  const welcome = page.getByRole('heading', { level: 1, name: 'Welcome to Deuce, Inge. You can sign in now.' })
  await expect(welcome).toBeVisible()
  await expect(welcome).toBeFocused()
  await page.clock.runFor(2_900)
  await expect(welcome).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.getByRole('heading', { level: 2, name: 'Sign in' })).toBeVisible()
  expect(await referral()).toEqual({ referral_code, referral_count: 1 })
})

test('my league’s players are listed with name, email and phone', async ({ page, request }) => {
  const last = uniqueName('Rally')
  await enter(page, await enterOpponent(request, 'Hild', last))
  await page.goto('/dashboard/players')
  await page.getByRole('link', { name: /^See players of Women's Singles 4.5, Summer 2 2026/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/players\/p\?league=summer-2&yr=2026&level=womens-singles-4-5$/)
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Phone', 'Compare'])
  const table = page.getByRole('table')
  await expect(table.getByRole('rowheader').first()).toHaveText(/\w+ \w+/)
  await expect(table.locator('a[href^="mailto:"]').first()).toHaveText(/@/)
  await expect(table.locator('a[href^="tel:+"]').first()).toHaveText(/^\+\d/)
  await expect(table).toHaveAccessibleName(/^\d+ players?$/)
})

test('results are found by area, and a result opens at both of its addresses', async ({ page, request }) => {
  await enter(page, await signInDemo(request))
  await page.goto('/dashboard/results')
  // It opens on the player's league, with the areas one press away.
  await expect(page.getByRole('heading', { level: 1, name: 'Results in South Bend' })).toBeVisible()
  const areas = page.getByRole('navigation', { name: 'Areas' })
  await expect(areas.getByRole('link')).toHaveText(['My league', 'South Bend', 'Indianapolis', 'DC'])
  await areas.getByRole('link', { name: 'DC' }).click()
  await expect(page).toHaveURL(/\/dashboard\/results\/r\?area=dc$/)
  await expect(page.getByRole('columnheader')).toHaveText(['Winner', 'Opponent', 'Score', 'Sets', 'Match date'])
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/dashboard\/results\/\d+$/)
  const title = page.getByRole('heading', { level: 1, name: / (beat|over|and) / })
  await expect(title).toBeVisible()
  const said = await title.innerText()
  await page.goto(new URL(page.url()).pathname.replace('/results/', '/standings/'))
  await expect(page.getByRole('heading', { level: 1, name: said, exact: true })).toBeVisible()
})

test('the overview’s entries link to the entries of that season only', async ({ page, request }) => {
  await enter(page, await signInDemo(request, 'organizer'))
  await page.goto('/organizer')
  const figure = page.getByRole('link', { name: /\d+ entries/ })
  const count = /\d+/.exec((await figure.textContent()) ?? '')?.[0]
  await figure.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Entries' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Season' })).not.toHaveValue('')
  await expect(page.getByRole('table', { name: `${count} entries` })).toBeVisible()
})
