import ICAL from 'ical.js'
import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test'
import { setClock } from './clock.ts'
import { expectGoodScreen, test } from './journey.ts'
import { enter, enterOpponent } from './people.ts'
import { mailbox } from './mailbox.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** A second browser with the server's clock. */
async function open(browser: Browser, token: string | null): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-US' })
  const page = await context.newPage()
  await setClock(page)
  if (token) await enter(page, token)
  return page
}

/** The address of the newest email with this subject to a player, or '/none'. */
async function findEmail(request: APIRequestContext, subject: string, name: string): Promise<string> {
  const list = await (await request.get(mailbox)).text()
  const row = [...list.matchAll(/<a href="(\/dev\/mailbox\/[^"]+)">([^<]*)<\/a> <span>to ([^&<]*)/g)].find(
    ([, , said = '', to = '']) => said.includes(subject) && to.includes(name),
  )
  return row?.[1] ?? '/none'
}

/**
 * The links in the newest email with this subject to a player: one link for each time, then the link without a time.
 */
async function linksIn(request: APIRequestContext, subject: string, name: string): Promise<string[]> {
  let links: string[] = []
  await expect(async () => {
    const email = await (await request.get(await findEmail(request, subject, name))).text()
    links = [...email.matchAll(/\/offer#token=[\w-]+(?:(?:&|&amp;)time=\d+)?/g)].map(([link]) =>
      link.replace('&amp;', '&'),
    )
    expect(links.length).toBeGreaterThan(0)
  }).toPass()
  return [...new Set(links)]
}

/** An event in a calendar. */
type Shown = { uid: string; start: string; sequence: number; canceled: boolean }

/** The events about matches in a calendar. They are parsed with a different library from the one that wrote them. */
function readEvents(text: string): Shown[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  const isCanceled = calendar.getFirstPropertyValue('method') === 'CANCEL'
  return calendar.getAllSubcomponents('vevent').flatMap((component) => {
    const { uid, startDate, sequence, summary } = new ICAL.Event(component)
    return summary.startsWith('Tennis: ')
      ? [{ uid, start: startDate.toJSDate().toISOString(), sequence, canceled: isCanceled }]
      : []
  })
}

/** The event in the newest email with this subject to a player. */
async function eventIn(request: APIRequestContext, subject: string, name: string): Promise<Shown> {
  let events: Shown[] = []
  await expect(async () => {
    const answer = await request.get(`${await findEmail(request, subject, name)}/match.ics`)
    expect(answer.status()).toBe(200)
    events = readEvents(await answer.text())
    expect(events).toHaveLength(1)
  }).toPass()
  return events[0]!
}

/** The events that a calendar program gets at a player's calendar address. */
async function feedOf(request: APIRequestContext, token: string): Promise<Shown[]> {
  const headers = { authorization: `Bearer ${token}` }
  const { url } = (await (await request.get('/api/users/calendar', { headers })).json()) as { url: string }
  return readEvents(await (await request.get(url.replace(/^webcal:/, 'http:'))).text())
}

/** A match without a date between two new players. Returns its id. */
async function addMatch(request: APIRequestContext, token: string, opponent: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const found = await request.get('/api/users/misc/my-league-players', { headers, params: { search: opponent } })
  const { data } = (await found.json()) as { data: { id: number }[] }
  const made = await request.post('/api/users/matchups', {
    headers,
    data: { season: 'summer-2', opponent: { id: data[0]?.id } },
  })
  return ((await made.json()) as { id: number }).id
}

function letters(): string {
  return `${Date.now() % 100_000}`.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
}

/** Types one time into the form. */
async function typeTime(page: Page, place: number, [month, day]: [string, string], time: string): Promise<void> {
  const row = page.getByRole('group', { name: `Time ${place}`, exact: true })
  await row.getByRole('spinbutton', { name: /month/ }).fill(month)
  await row.getByRole('spinbutton', { name: /day/ }).fill(day)
  await row.getByRole('spinbutton', { name: /year/ }).fill('2026')
  await row.getByLabel('Time', { exact: true }).fill(time)
}

test('two players in two browsers agree on a match, move it and call it off', async ({ page, browser, request }) => {
  const last = `Net${letters()}`
  const ines = await enterOpponent(request, 'Ines', last)
  const opal = await enterOpponent(request, 'Opal', last)
  const id = await addMatch(request, ines, `Opal ${last}`)
  await enter(page, ines)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Offer times' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/matches/${id}$`))
  // With the suggested times, the offer takes three taps from the card.
  await page.getByRole('button', { name: /^Use (this|these)/ }).click()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Send the offer' }).click()
  await expect(page.getByText('Your times are offered').first()).toBeVisible()
  await expectGoodScreen(page)

  const other = await open(browser, opal)
  await other.goto('/dashboard')
  await expect(other.getByText('Answer needed')).toBeVisible()
  await other.getByRole('link', { name: 'Answer the offer' }).click()
  await expect(other.getByText('Your answer is needed')).toBeVisible()
  await expectGoodScreen(other)
  await other
    .getByRole('button', { name: /^Take / })
    .first()
    .click()
  await expect(other.getByText('Agreed. See you on court!')).toBeVisible()
  await other.getByLabel('Message to the other side').fill('See you there')
  await other.getByRole('button', { name: 'Send message' }).click()
  await expect(other.getByText('See you there')).toBeVisible()

  await page.reload()
  await expect(page.getByText('Agreed. See you on court!')).toBeVisible()
  await expect(page.getByText('See you there')).toBeVisible()
  // The event in the email is the same as the one at the player's calendar address.
  const subject = 'Your match: '
  const emailed = await eventIn(request, subject, `Ines ${last}`)
  expect(await eventIn(request, subject, `Opal ${last}`)).toEqual(emailed)
  for (const token of [ines, opal])
    expect(await feedOf(request, token)).toMatchObject([{ uid: emailed.uid, start: emailed.start }])

  await page.getByRole('button', { name: 'Offer to move it' }).click()
  await typeTime(page, 1, ['8', '22'], '9 am')
  await page.getByRole('button', { name: 'Send the offer' }).click()
  await expect(page.getByText(/Until then it is agreed for/)).toBeVisible()
  await other.reload()
  await other.getByRole('button', { name: /^Take Sat, Aug 22/ }).click()
  await expect(other.getByText('Sat, Aug 22, 2026, 9:00 AM').first()).toBeVisible()
  await expect(async () => {
    const moved = { uid: emailed.uid, start: '2026-08-22T13:00:00.000Z', sequence: 1, canceled: false }
    for (const name of ['Ines', 'Opal']) expect(await eventIn(request, subject, `${name} ${last}`)).toEqual(moved)
  }).toPass()

  await page.reload()
  await page.getByRole('button', { name: 'Call it off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Call this match off?' })
  await dialog.getByLabel('Reason').fill('My knee hurts.')
  await expectGoodScreen(page)
  await dialog.getByRole('button', { name: 'Call it off' }).click()
  await expect(page.getByText('No date yet')).toBeVisible()
  await other.reload()
  await expect(other.getByText('My knee hurts.')).toBeVisible()
  expect(await eventIn(request, 'called off', `Opal ${last}`)).toMatchObject({ uid: emailed.uid, canceled: true })
  for (const token of [ines, opal]) expect(await feedOf(request, token)).toEqual([])
})

test('two players arrange a match using only the emails', async ({ page, browser, request }) => {
  const last = `Lob${letters()}`
  const uma = await enterOpponent(request, 'Uma', last)
  const vera = await enterOpponent(request, 'Vera', last)
  const id = await addMatch(request, uma, `Vera ${last}`)
  const offered = await request.post(`/api/users/matchups/${id}/offers`, {
    headers: { authorization: `Bearer ${uma}` },
    data: {
      times: [
        { match_date: '2026/08/08', match_time: '10:00', match_location: 'Leeper Park' },
        { match_date: '2026/08/09', match_time: '18:00' },
      ],
    },
  })
  expect(offered.status()).toBe(201)
  const [, , without = ''] = await linksIn(request, 'Times for your match', `Vera ${last}`)
  await page.goto(without)
  await expect(page.getByRole('heading', { name: 'Vera, when do you play?' })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Offer other times' }).click()
  await typeTime(page, 1, ['8', '15'], '9 am')
  await page.getByRole('button', { name: 'Send the offer' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await expectGoodScreen(page)

  const stranger = await open(browser, null)
  const [one = ''] = await linksIn(request, 'Times for your match', `Uma ${last}`)
  // Opening the link has no effect.
  await stranger.goto(one)
  await expect(stranger.getByRole('heading', { name: 'Uma, when do you play?' })).toBeVisible()
  await stranger.getByRole('button', { name: /^Take Sat, Aug 15/ }).click()
  await expect(stranger.getByText('Agreed: Sat, Aug 15, 2026, 9:00 AM.')).toBeVisible()
  await stranger.goto('about:blank')
  await stranger.goto(one)
  await expect(stranger.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(stranger.getByText(/The match is agreed: Sat, Aug 15/)).toBeVisible()
  const emailed = await eventIn(request, 'Your match: Sat, Aug 15', `Uma ${last}`)
  expect(emailed).toMatchObject({ start: '2026-08-15T13:00:00.000Z', canceled: false })
  expect(await eventIn(request, 'Your match: Sat, Aug 15', `Vera ${last}`)).toEqual(emailed)
  for (const token of [uma, vera])
    expect(await feedOf(request, token)).toMatchObject([{ uid: emailed.uid, start: emailed.start }])
})
