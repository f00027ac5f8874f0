import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { startWebhookReceiver } from '#/test/webhook-receiver.ts'
import { expectGoodScreen, test } from './journey.ts'
import { enter, enterOpponent, signInDemo, uniqueName } from './people.ts'

const desk = '/organizer/integrations'

test('a club’s web site shows the table by the lines that the desk gives, as high as it is', async ({
  page,
  request,
  browser,
}) => {
  const last = uniqueName('Frame')
  await enterOpponent(request, 'Ada', last)
  await enter(page, await signInDemo(request, 'organizer'))
  await page.goto(desk)
  await page.getByLabel('Division').selectOption('womens-singles-4-5')
  const preview = page.frameLocator('iframe')
  await expect(preview.getByRole('heading', { name: "Standings, Women's Singles 4.5" })).toBeVisible()
  await expectGoodScreen(page)
  const lines = await page.getByLabel('Lines for your web site').inputValue()
  expect(lines).toContain('/public/embed/south-bend/womens-singles-4-5/standings')

  const shown = `<!doctype html><title>A club</title><body style="margin:0"><h1>A club</h1>${lines.replace('standings"', 'standings?season=summer-2"')}</body>`
  const club = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(shown))
  await once(club.listen(0, '127.0.0.1'), 'listening')
  const { port } = club.address() as AddressInfo
  for (const [width, colorScheme] of [
    [320, 'light'],
    [360, 'dark'],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height: 740 }, colorScheme })
    const visitor = await context.newPage()
    await visitor.goto(`http://127.0.0.1:${port}/`)
    const frame = visitor.frameLocator('iframe')
    await expect(frame.getByRole('cell', { name: `Ada ${last[0]}.` }).first()).toBeVisible()
    await expect(frame.getByText(last)).toHaveCount(0)
    const height = () => visitor.locator('iframe').evaluate((element) => element.clientHeight)
    const content = () => frame.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height))
    await expect(async () => expect(await height()).toBe(await content())).toPass()
    expect(await frame.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(width)
    await context.close()
  }
  club.close()
})

test('a webhook is made, told, looked at, sent again and deleted', async ({ page, request }) => {
  const receiver = await startWebhookReceiver()
  await enter(page, await signInDemo(request, 'organizer'))
  await page.goto(`${desk}/webhooks`)
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('http://192.168.0.1/hook')
  await dialog.getByRole('checkbox', { name: /entry\.created/ }).check()
  await dialog.getByRole('button', { name: 'Add the webhook' }).click()
  await expect(dialog.getByText(/open to the internet/).first()).toBeVisible()
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Add the webhook' }).click()
  const shown = page.getByRole('alertdialog', { name: 'The secret of the webhook' })
  receiver.trust(await shown.getByLabel('Secret').inputValue())
  await shown.getByRole('button', { name: 'I have kept it' }).click()

  const last = uniqueName('Hook')
  await enterOpponent(request, 'Ada', last)
  const heard = () =>
    receiver.received.filter(({ data }) => JSON.stringify(data).includes(last)).map(({ type }) => type)
  await expect.poll(heard).toEqual(['entry.created'])
  expect(receiver.problems).toEqual([])

  await page.getByRole('link', { name: receiver.url }).click()
  const row = page.getByRole('row').filter({ hasText: 'entry.created' }).first()
  await expect(row).toContainText('204')
  await expectGoodScreen(page)
  const before = receiver.received.length
  await row.getByRole('button', { name: /^Send again/ }).click()
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Delete it' }).click()
  await page.getByRole('button', { name: 'Delete the webhook' }).click()
  await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: receiver.url })).toHaveCount(0)
  await receiver.stop()
})

test('an API key is made, used and revoked', async ({ page, request }) => {
  const name = uniqueName('Scores')
  await enter(page, await signInDemo(request, 'organizer'))
  await page.goto(`${desk}/keys`)
  await page.getByRole('button', { name: 'Make a key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('checkbox', { name: /read:desk/ }).check()
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  const shown = page.getByRole('alertdialog', { name: 'Your API key' })
  const key = await shown.getByLabel('Key').inputValue()
  await shown.getByRole('button', { name: 'I have kept it' }).click()
  await expectGoodScreen(page)

  const call = (path: string) => request.get(`/api${path}`, { headers: { authorization: `Bearer ${key}` } })
  expect((await call('/organizer/entries')).status()).toBe(200)
  expect((await call('/users')).status()).toBe(403)
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0)
  expect((await call('/organizer/entries')).status()).toBe(401)
})
