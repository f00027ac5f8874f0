import { expect, type Locator } from '@playwright/test'
import { expectFittingScreen, expectGoodScreen, test } from './journey.ts'
import { enter, signInDemo } from './people.ts'

test('an organizer writes to the players of a city in at most eight clicks; the text is kept over a reload', async ({
  page,
  request,
}) => {
  await enter(page, await signInDemo(request, 'organizer'))
  await page.goto('/organizer')
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  await click(page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Messages' }).first())
  await click(page.getByRole('link', { name: 'New message' }))
  clicks += 1
  await page.getByLabel('Area').selectOption('Indianapolis')
  const count = page.getByText(/\d+ players will get the email/)
  await expect(count).toBeVisible()
  await click(page.getByLabel('Subject'))
  await page.keyboard.type('Rain in {area}')
  await click(page.getByLabel('Message', { exact: true }))
  await page.keyboard.type('Hello {first_name}, no matches today.')
  await expect(page.getByText('Rain in Indianapolis')).toBeVisible()
  await expectGoodScreen(page)
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await expectFittingScreen(page)
  }
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('Rain in {area}')
  await expect(page.getByLabel('Area')).toHaveValue('indianapolis')
  await expect(page.getByText('Rain in Indianapolis')).toBeVisible()
  await expect(count).toBeVisible()
  const tested = page.waitForResponse(/messages\/test/)
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  expect((await tested).status()).toBe(200)
  await expect(page.getByText(/Sent to .*@/)).toBeVisible()

  const send = page.getByRole('button', { name: /^Send to \d+ players$/ })
  const players = /\d+/.exec((await send.textContent()) ?? '')?.[0]
  await click(send)
  const question = page.getByRole('alertdialog', { name: `Send to ${players} players?` })
  await expect(question.getByText('Rain in Indianapolis')).toBeVisible()
  await click(question.getByRole('button', { name: 'Send it now' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Rain in {area}' })).toBeVisible()
  await expect(page.getByText(`${players} players`).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'On its way' }).first()).toBeVisible()
  console.log(`A message to a city: ${clicks} clicks`)
  expect(clicks).toBeLessThanOrEqual(8)

  await page.goto('/organizer/messages')
  await expect(page.getByRole('rowheader', { name: 'Rain in {area}' })).toBeVisible()
  // The draft ends when it is sent.
  await page.goto('/organizer/messages/new')
  await expect(page.getByLabel('Subject')).toHaveValue('')
})

test('a template fills the text and the group, a field is inserted at the cursor, and a league’s link fills the filter', async ({
  page,
  request,
}) => {
  await enter(page, await signInDemo(request, 'organizer'))
  await page.goto('/organizer/messages/new')
  await page.getByLabel('Template').selectOption('Unpaid entry')
  await expect(page.getByRole('checkbox', { name: 'Have not paid' })).toBeChecked()
  await expect(page.getByLabel('Subject')).toHaveValue('Your entry in {league} is not paid yet')
  const text = page.getByLabel('Message', { exact: true })
  await text.press('Control+Home')
  await page.getByRole('button', { name: 'Insert a field' }).click()
  await page.getByRole('menuitem', { name: 'First name' }).click()
  await expect(text).toHaveValue(/^\{first_name\}You are in/)
  await page.getByLabel('Template').selectOption('Rain')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(text).toHaveValue(/^\{first_name\}You are in/)

  await page.goto('/organizer/entries')
  await page.getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Email the whole league' }).click()
  await expect(page).toHaveURL(/\/organizer\/messages\/new\?league=\d+/)
  await expect(page.getByLabel('Division')).not.toHaveValue('')
  await expect(page.getByText(/will get the email/)).toBeVisible()
})
