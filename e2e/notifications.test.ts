import { expect, type APIRequestContext } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { emailOf, enter, enterOpponent, reportScore, uniqueName } from './people.ts'
import { mailbox } from './mailbox.ts'

test.use({ viewport: { width: 360, height: 740 } })
/** The address of the unsubscribe page in an email to a person, from the outbox. */
async function unsubscribeLinkOf(request: APIRequestContext, email: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const list = await (await request.get(mailbox)).text()
    const pages = [...list.matchAll(/<a href="(\/dev\/mailbox\/[^"]+)">/g)].map(([, page = '']) => page)
    for (const page of pages.slice(0, 30)) {
      const text = await (await request.get(page)).text()
      if (text.includes(email)) link ??= /\/unsubscribe#token=[\w-]+/.exec(text)?.[0]
    }
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}

/** Two players of one league, the first of whom has reported a score against the second. */
async function makeReport(request: APIRequestContext) {
  const last = uniqueName('Bell')
  const winner = await enterOpponent(request, 'Wanda', last)
  const opponent = await enterOpponent(request, 'Oona', last)
  await reportScore(request, { winner, opponent, season: 'summer-2', match_date: '2026/07/15' })
  return { last, opponent }
}

test('a reported score is counted at the other side’s bell, opens from there, and is marked as read', async ({
  page,
  request,
}) => {
  const { last, opponent } = await makeReport(request)
  await enter(page, opponent)
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
  await expect(async () => {
    await page.goto('/dashboard')
    // The two unread notifications are a receipt and the score.
    await expect(bell).toHaveAccessibleName('Notifications, 2 unread', { timeout: 1_000 })
  }).toPass()
  await bell.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Is this score right? 6-4 6-3' })
  await expect(row).toContainText(`Wanda ${last} reported`)
  await expectGoodScreen(page)
  await row.getByRole('link', { name: 'Is this score right? 6-4 6-3' }).press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/results\/\d+$/)
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')

  await bell.click()
  await expect(row.getByText('New')).toBeHidden()
  await page.getByRole('link', { name: 'Unread', exact: true }).click()
  await expect(page.getByRole('link', { name: /^You are in: Summer 2 2026/ })).toBeVisible()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('You have read everything.')).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications')
  await expectGoodScreen(page)
})

test('a player unsubscribes from an email without signing in, and the settings show it', async ({ page, request }) => {
  const { opponent } = await makeReport(request)
  await page.goto(await unsubscribeLinkOf(request, await emailOf(request, opponent)))
  await expect(page.getByRole('heading', { level: 1, name: 'Stop these emails?' })).toBeVisible()
  await expect(page.getByText('A score to confirm')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are unsubscribed' })).toBeFocused()
  await expectGoodScreen(page)

  await enter(page, opponent)
  await page.goto('/dashboard/settings/notifications')
  const email = page.getByLabel('A score to confirm, by email')
  await expect(email).toHaveValue('off')
  await expect(page.getByLabel('A walkover was awarded, by email')).toHaveValue('on')
  await email.selectOption('Daily')
  await page.getByLabel('A walkover was awarded, in the app').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(email).toHaveValue('digest')
  await expect(page.getByLabel('A walkover was awarded, in the app')).not.toBeChecked()
})
