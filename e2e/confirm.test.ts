import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test'
import { setClock } from './clock.ts'
import { expectGoodScreen, test } from './journey.ts'
import { enterOpponent } from './people.ts'
import { mailbox } from './mailbox.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** A second browser with a signed-in player and the server's clock. */
async function open(browser: Browser, token: string | null): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-US' })
  const page = await context.newPage()
  await setClock(page)
  if (token) await page.addInitScript((value) => localStorage.setItem('deuce.token', JSON.stringify(value)), token)
  return page
}

/** The link in the newest email with this subject to a player, from the outbox. */
async function linkIn(request: APIRequestContext, subject: RegExp, name: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const list = await (await request.get(mailbox)).text()
    const row = [...list.matchAll(/<a href="(\/dev\/mailbox\/[^"]+)">([^<]*)<\/a> <span>to ([^&<]*)/g)].find(
      ([, , said = '', to = '']) => subject.test(said) && to.includes(name),
    )
    const email = await (await request.get(row?.[1] ?? '/none')).text()
    link = /\/score-link#token=[\w-]+/.exec(email)?.[0]
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}

test('one player reports with a score line, the other corrects the score in a second browser, and the first confirms it through the mailed link', async ({
  page,
  browser,
  request,
}) => {
  const last = `Net${Date.now() % 100_000}`.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
  const ines = await enterOpponent(request, 'Ines', last)
  const opal = await enterOpponent(request, 'Opal', last)

  await page.addInitScript((value) => localStorage.setItem('deuce.token', JSON.stringify(value)), ines)
  // Ines adds the match first, so that the score form is filled in from it.
  await page.goto('/dashboard/add-match')
  await page.getByRole('combobox', { name: 'Opponent' }).fill(`Opal ${last}`)
  await page.getByRole('option', { name: new RegExp(`Opal ${last}`) }).click()
  await page.getByRole('button', { name: 'Add the match' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('button', { name: new RegExp(`Options for the match against Opal ${last}`) }).click()
  await page.getByRole('menuitem', { name: 'Set date, time and court' }).click()
  const dialog = page.getByRole('dialog', { name: 'Date, time and court' })
  await dialog.getByRole('button', { name: 'Set the match' }).click()
  await expect(dialog.getByRole('link', { name: 'Please choose at least a day or a court.' })).toBeVisible()
  await dialog.getByLabel('Court').fill('Leeper Park, court 4')
  await dialog.getByLabel('Time').fill('630p')
  await dialog.getByLabel('Time').press('Tab')
  await expect(dialog.getByLabel('Time')).toHaveValue('6:30 PM')
  await dialog.getByRole('button', { name: 'Set the match' }).click()
  await expect(dialog.getByText('Please choose the day as well as the time.').first()).toBeVisible()
  await expectGoodScreen(page)
  await dialog.getByLabel('Time').fill('')
  await dialog.getByRole('button', { name: 'Set the match' }).click()
  await expect(page.getByText('Leeper Park, court 4')).toBeVisible()

  await page.getByRole('button', { name: new RegExp(`Options for the match against Opal ${last}`) }).click()
  await page.getByRole('menuitem', { name: 'Submit Score' }).click()
  await page.getByRole('radio', { name: `Ines ${last}` }).check()
  await page.getByLabel('Score line').fill('64 46 108')
  await expect(page.getByText(`Opal ${last} gets an email`)).toBeVisible()
  await page.getByRole('button', { name: 'Submit Score' }).click()
  await expect(page).toHaveURL(/\/dashboard\/results\/\d+$/)
  await expect(page.getByText('Waiting for the other side')).toBeVisible()
  await expectGoodScreen(page)

  const other = await open(browser, opal)
  await other.goto(page.url())
  await expect(other.getByText('Is this score right?')).toBeVisible()
  await expectGoodScreen(other)
  await other.getByRole('button', { name: 'Correct it' }).click()
  await expect(other.getByRole('heading', { name: 'Correct a score' })).toBeVisible()
  await expect(other.getByLabel('Match location')).toHaveValue('Leeper Park, court 4')
  await other.getByLabel('Score line').fill('6-4 4-6 10-7')
  await other.getByRole('button', { name: 'Send the correction' }).click()
  await expect(other.getByRole('heading', { name: 'Versions' })).toBeVisible()
  await expect(other.getByText(`Corrected by Opal ${last}`)).toBeVisible()
  await expect(other.getByText(`Reported by Ines ${last}`)).toBeVisible()

  // The link works without signing in, and opening it has no effect.
  const stranger = await open(browser, null)
  const link = await linkIn(request, /6-4 4-6 10-7/, `Ines ${last}`)
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: 'Ines, is this score right?' })).toBeVisible()
  await expectGoodScreen(stranger)
  await page.reload()
  await expect(page.getByText('Is this score right?')).toBeVisible()
  await stranger.getByRole('button', { name: 'Confirm score' }).click()
  await expect(stranger.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await expectGoodScreen(stranger)
  await stranger.getByRole('link', { name: 'See the result' }).click()
  // The page is public: only players see full names.
  await expect(stranger.getByRole('heading', { name: 'Ines N. beat Opal N.' })).toBeVisible()
  await expectGoodScreen(stranger)
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('This score is final')).toBeVisible()
  await expect(page.getByText(`Confirmed by Ines ${last}`)).toBeVisible()
})

test('a score is confirmed on the card, and disputed through the link with a reason', async ({
  page,
  browser,
  request,
}) => {
  const last = `Lob${Date.now() % 100_000}`.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
  const uma = await enterOpponent(request, 'Uma', last)
  const ivy = await enterOpponent(request, 'Ivy', last)
  const vera = await enterOpponent(request, 'Vera', last)
  const report = async (reporter: string, winner: string) => {
    const headers = { authorization: `Bearer ${reporter}` }
    const find = async (name: string) => {
      const { data } = (await (
        await request.get('/api/users/misc/my-league-players', { headers, params: { search: `${name} ${last}` } })
      ).json()) as {
        data: { id: number }[]
      }
      return { id: data[0]?.id }
    }
    const score = {
      season: 'summer-2',
      match_date: '2026/07/15',
      match_area: 'South Bend',
      match_location: 'Leeper Park',
      winner: await find(winner),
      opponent: await find('Ivy'),
      set_games: [
        { score_1: 6, score_2: 4 },
        { score_1: 6, score_2: 3 },
      ],
      total_winner_score: 2,
      total_opponent_score: 0,
    }
    const answer = await request.post('/api/users/scores', { headers, data: score })
    expect(answer.status(), await answer.text()).toBe(201)
  }
  await report(uma, 'Uma')
  await page.addInitScript((value) => localStorage.setItem('deuce.token', JSON.stringify(value)), ivy)
  await page.goto('/dashboard')
  await expect(page.getByText('Unconfirmed')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm score' }).click()
  await expect(page.getByText('Confirmed. The score is final.')).toBeVisible()
  await expect(page.getByText('Unconfirmed')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Past', exact: true })).toBeFocused()

  await report(vera, 'Vera')
  const stranger = await open(browser, null)
  await expect(async () => {
    await stranger.goto(await linkIn(request, /6-4 6-3/, `Ivy ${last}`))
    await expect(stranger.getByText(`Vera ${last}`).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await stranger.getByRole('button', { name: 'Dispute it' }).click()
  const dialog = stranger.getByRole('dialog', { name: 'Dispute this score?' })
  await dialog.getByRole('button', { name: 'Dispute score' }).click()
  await expect(dialog.getByRole('link', { name: 'Please say what is wrong' })).toBeVisible()
  await expect(dialog.getByLabel('What is wrong?')).toHaveAccessibleDescription(/Please say what is wrong/)
  await expectGoodScreen(stranger)
  await dialog.getByLabel('What is wrong?').fill('We never played that day.')
  await dialog.getByRole('button', { name: 'Dispute score' }).click()
  await expect(stranger.getByText('out of the standings until an organizer settles it')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Disputed')).toBeVisible()
})
