import { readFile } from 'node:fs/promises'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { enter, enterOpponent, signInDemo, uniqueName } from './people.ts'

const cell = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a player paints a week by mouse and keyboard, copies it, and sees it again later', async ({ page, request }) => {
  await enter(page, await enterOpponent(request, 'Ida', uniqueName('Lob')))
  await page.goto('/dashboard/settings/availability')

  // The mouse: paints from 6 to 8 p.m. on Monday.
  await cell(page, 'Monday, 6:00 PM to 6:30 PM').hover()
  await page.mouse.down()
  await cell(page, 'Monday, 7:30 PM to 8:00 PM').hover()
  await page.mouse.up()
  const words = page.getByRole('list', { name: 'My week in words' })
  await expect(words).toHaveText('Monday: 6:00 PM to 8:00 PM')
  await page.getByRole('button', { name: 'Copy Monday to weekdays' }).click()
  await expect(words.getByRole('listitem')).toHaveCount(5)

  // The keyboard: one Tab stop, then the space bar, then Shift and an arrow.
  await cell(page, 'Monday, 7:30 PM to 8:00 PM').focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(key)
  await expect(cell(page, 'Saturday, 7:30 PM to 8:00 PM')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(cell(page, 'Saturday, 7:30 PM to 8:00 PM')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(words.getByRole('listitem').last()).toHaveText('Saturday: 7:30 PM to 8:30 PM')
  await expect(page.getByText('Saturday, 7:30 PM to 8:30 PM: available.')).toBeAttached()

  await page.getByRole('button', { name: 'Save my availability' }).click()
  await expect(page.getByText('Your availability is saved.')).toBeVisible()
  await page.reload()
  await expect(words.getByRole('listitem')).toHaveCount(6)
  await expectGoodScreen(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('a tap paints one half hour, a held finger several, and a swipe scrolls the page', async ({ page, request }) => {
    await enter(page, await enterOpponent(request, 'Ula', uniqueName('Tap')))
    await page.goto('/dashboard/settings/availability')
    const words = page.getByRole('list', { name: 'My week in words' })
    await cell(page, 'Tuesday, 6:00 PM to 6:30 PM').tap()
    await expect(words).toHaveText('Tuesday: 6:00 PM to 6:30 PM')

    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
    const middle = async (name: string): Promise<[number, number]> => {
      const box = await cell(page, name).boundingBox()
      if (!box) throw new Error(`${name} is not shown`)
      return [box.x + box.width / 2, box.y + box.height / 2]
    }
    const [x, y] = await middle('Thursday, 6:00 PM to 6:30 PM')
    const [, below] = await middle('Thursday, 7:30 PM to 8:00 PM')
    await touch('touchStart', x, y)
    await page.waitForTimeout(400)
    const before = await page.evaluate(() => scrollY)
    await touch('touchMove', x, (y + below) / 2)
    await touch('touchMove', x, below)
    await touch('touchEnd', x, below)
    await expect(words.getByRole('listitem').last()).toHaveText('Thursday: 6:00 PM to 8:00 PM')
    expect(await page.evaluate(() => scrollY)).toBe(before)

    const start = Math.min(y, 600)
    await touch('touchStart', x, start)
    for (let step = 1; step <= 10; step += 1) await touch('touchMove', x, start - step * 20)
    await touch('touchEnd', x, start - 200)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
    await expect(words.getByRole('listitem')).toHaveCount(2)
  })
})

test('an organizer adds a court, and a match there is added to a calendar', async ({ page, request, browser }) => {
  const last = uniqueName('Net')
  const court = `${last} Park`
  const desk = await browser.newPage()
  await enter(desk, await signInDemo(request, 'organizer'))
  await desk.goto('/organizer/seasons/courts')
  await desk.getByRole('button', { name: 'Add a court' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Area').selectOption('South Bend')
  await dialog.getByLabel('Name').fill(court)
  await dialog.getByLabel('Address').fill('1 Riverside Drive, South Bend')
  await dialog.getByLabel('Position').fill('https://www.openstreetmap.org/#map=17/41.69/-86.24')
  await dialog.getByLabel('Number of courts').fill('6')
  await dialog.getByRole('checkbox', { name: 'The courts have lights' }).check()
  await expectGoodScreen(desk)
  await dialog.getByRole('button', { name: 'Add the court' }).click()
  await expect(desk.getByText(`${court} is on the list of courts.`)).toBeVisible()
  await desk.close()

  await enter(page, await matchAt(request, last, `${court}, court 2`))
  await page.goto('/dashboard')
  // The map link on the card, not the one on the next-match board.
  const map = page.getByRole('link').filter({ hasText: `${court}, court 2, on a map` })
  await expect(map).toHaveAttribute('href', /openstreetmap/)
  await page.getByRole('button', { name: `Options for the match against Rut ${last}` }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Add to calendar' }).click()
  const file = unfold(await readFile(await (await saved).path(), 'utf8'))
  expect(file).toContain('BEGIN:VEVENT')
  expect(file).toContain('DTSTART;TZID=America/Indiana/Indianapolis:20260805T180000')

  await page.goto('/dashboard/settings/availability')
  const address = page.getByLabel('Address of my calendar')
  const old = await address.inputValue()
  expect((await request.get(old)).status()).toBe(200)
  await page.getByRole('button', { name: 'Change the address' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Change the address' })
    .click()
  await expect(address).not.toHaveValue(old)
  expect((await request.get(old)).status()).toBe(404)
  expect(unfold(await (await request.get(await address.inputValue())).text())).toContain(`Rut ${last}`)
})

test('two matches on one court are shown to their players and at the desk', async ({ page, request, browser }) => {
  const court = `${uniqueName('Tiny')} Park`
  const token = await signInDemo(request, 'organizer')
  const added = await request.post('/api/organizer/courts', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      area: 'South Bend',
      name: court,
      address: '1 Court Lane',
      latitude: 41.69,
      longitude: -86.24,
      surface: 'Hard',
      court_count: 1,
      has_lights: true,
    },
  })
  expect(added.status(), await added.text()).toBe(201)
  const [one, two] = [uniqueName('Lob'), uniqueName('Net')]
  const player = await matchAt(request, one, court)
  await matchAt(request, two, court)
  await enter(page, player)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Times and messages' }).first().click()
  await expect(page.getByText(`${court} has one court, and another match is set there then.`)).toBeVisible()
  await expectGoodScreen(page)

  const desk = await browser.newPage()
  await enter(desk, token)
  await desk.goto('/organizer/matches')
  await desk.getByRole('link', { name: /^Court clashes/ }).click()
  const line = desk.getByRole('row').filter({ hasText: court })
  await expect(line).toHaveCount(2)
  await expect(line.first()).toContainText(`Set for Wed, Aug 5, 2026, 6:00 PM, at ${court}.`)
  await expectGoodScreen(desk)
  await line.filter({ hasText: two }).getByRole('rowheader').getByRole('link').click()
  await expect(desk.getByText(`${court} has one court, and another match is set there then.`)).toBeVisible()
  await desk.close()
})

/** Joins the folded lines of a calendar (RFC 5545, section 3.1). */
function unfold(text: string): string {
  return text.replaceAll(/\r\n[ \t]/g, '')
}

/** A match of two new players on August 5 at six. Returns the first one's token. */
async function matchAt(request: APIRequestContext, last: string, match_location: string): Promise<string> {
  const token = await enterOpponent(request, 'Pia', last)
  await enterOpponent(request, 'Rut', last)
  const headers = { authorization: `Bearer ${token}` }
  const found = await request.get('/api/users/misc/my-league-players', { headers, params: { search: `Rut ${last}` } })
  const { data } = (await found.json()) as { data: { id: number }[] }
  const match = {
    season: 'summer-2',
    opponent: { id: data[0]?.id },
    match_date: '2026/08/05',
    match_time: '18:00',
    match_location,
  }
  const added = await request.post('/api/users/matchups', { headers, data: match })
  expect(added.status(), await added.text()).toBe(201)
  return token
}
