import { expect, type APIRequestContext } from '@playwright/test'
import { expectFittingScreen, expectGoodScreen, test, withoutComplaint } from './journey.ts'
import { emailOf, enter, signInDemo, signUpAndIn, uniqueName } from './people.ts'
import { mailbox } from './mailbox.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** The link to `path` in an email to this address, from the outbox. */
async function linkOf(request: APIRequestContext, { path, email }: { path: string; email: string }): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const list = await (await request.get(mailbox)).text()
    const pages = [...list.matchAll(/<a href="(\/dev\/mailbox\/[^"]+)">/g)].map(([, page = '']) => page)
    for (const page of pages.slice(0, 30)) {
      const text = await (await request.get(page)).text()
      if (text.includes(email)) link ??= new RegExp(`${path}#token=[\\w-]+`).exec(text)?.[0]
    }
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}

/** A player in South Bend who organizes the leagues of one area. Returns the token. */
async function makeOrganizer(request: APIRequestContext, last_name: string, area: string): Promise<string> {
  const token = await signUpAndIn(request, 'Olga', last_name)
  const email = await emailOf(request, token)
  const owner = await signInDemo(request, 'organizer')
  const answer = await request.post('/api/organizer/people', {
    data: { email, role: 'organizer', areas: [area] },
    headers: { authorization: `Bearer ${owner}` },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return token
}

test('an organizer invites a player from another area, who accepts on a phone', async ({ page, browser, request }) => {
  const last = uniqueName('Invited')
  const player = await signUpAndIn(request, 'Ines', last)
  const organizer = await makeOrganizer(request, uniqueName('Desk'), 'dc')
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
  await withoutComplaint(await context.newPage(), async (desk) => {
    await enter(desk, organizer)
    await desk.goto('/organizer/entries/new')
    await desk.getByLabel('Season').selectOption({ label: 'Fall 2026' })
    await desk.getByLabel('Division').selectOption({ label: "Women's Singles 3.5" })
    await desk.getByRole('combobox', { name: 'Player' }).fill(await emailOf(request, player))
    await desk.getByRole('option', { name: new RegExp(last) }).click()
    await desk.getByLabel('Reason').fill('Works in DC')
    await expectGoodScreen(desk)
    await desk.getByRole('button', { name: 'Enter the player' }).click()
    await expect(desk.getByText(`Invited. We are waiting for Ines ${last} to accept.`)).toBeVisible()
    await expect(desk.getByText(`Waiting for Ines ${last} until`)).toBeVisible()
    await expectGoodScreen(desk)
    await desk.setViewportSize({ width: 360, height: 740 })
    await expectFittingScreen(desk)
  })
  await context.close()

  const link = await linkOf(request, { path: '/invitation', email: await emailOf(request, player) })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Play in Fall 2026?' })).toBeVisible()
  await expect(page).toHaveURL(/\/invitation$/)
  await expectGoodScreen(page)

  await enter(page, player)
  await page.goto('/dashboard/myleague')
  await expect(page.getByRole('heading', { name: 'An invitation' })).toBeVisible()
  await expectGoodScreen(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectFittingScreen(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: /^Accept/ }).click()
  await expect(page.getByText("You are in Women's Singles 3.5, Fall 2026.")).toBeVisible()
  await expect(page.getByRole('heading', { name: 'An invitation' })).toBeHidden()
  await expect(page.getByRole('link', { name: /^Standings/ })).toBeVisible()

  await page.goto(link)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This invitation is no longer open' })).toBeVisible()
  await expectGoodScreen(page)
})

test('two accounts are merged once both have confirmed it', async ({ page, browser, request }) => {
  const last = uniqueName('Twice')
  const [keep, from] = [await signUpAndIn(request, 'Tina', last), await signUpAndIn(request, 'Tina', last)]
  const [keepEmail, fromEmail] = [await emailOf(request, keep), await emailOf(request, from)]
  const organizer = await makeOrganizer(request, uniqueName('Desk'), 'south-bend')
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
  const desk = await context.newPage()
  await withoutComplaint(desk, async () => {
    await enter(desk, organizer)
    await desk.goto(`/organizer/players?search=${encodeURIComponent(keepEmail)}`)
    await desk.getByRole('link', { name: `Tina ${last}` }).click()
    await desk.getByRole('link', { name: 'Merge with another account' }).click()
    await desk.getByRole('combobox', { name: 'The other account' }).fill(fromEmail)
    await desk.getByRole('option', { name: new RegExp(last) }).click()
    await desk.getByRole('button', { name: 'Ask both to confirm' }).click()
    await desk.getByLabel('Reason').fill('Signed up twice')
    await desk.getByLabel('Type “merge” to confirm').fill('merge')
    await desk.getByRole('button', { name: 'Send the emails' }).click()
    await expect(desk.getByText('Waiting for both accounts')).toBeVisible()
    await expect(desk.getByRole('dialog')).toBeHidden()
    await expectGoodScreen(desk)
    await desk.setViewportSize({ width: 360, height: 740 })
    await expectFittingScreen(desk)
  })
  for (const [email, says] of [
    [keepEmail, 'as soon as the other one has confirmed too'],
    [fromEmail, 'Your accounts are merged.'],
  ] as const) {
    const link = await linkOf(request, { path: '/confirm-merge', email })
    await page.goto('/rules')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Are both accounts yours?' })).toBeVisible()
    await expectGoodScreen(page)
    await page.getByRole('button', { name: 'Both are mine: merge them' }).click()
    await expect(page.getByText(says)).toBeVisible()
  }
  await context.close()
})
