import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { startStripe, type StandIn } from '#/test/stripe/stand-in.ts'
import { expectGoodScreen, test } from './journey.ts'
import { stubStripe } from './stripe-script.ts'

// An app of its own, paid through Stripe: the API is the stand-in, the browser's script a stub at Stripe's address.
let site = ''
let app: ChildProcess
let dataDir = ''
let stripe: StandIn
const email = 'ada@example.com'
const password = 'a lob into the sun'

test.beforeAll(async ({ playwright }) => {
  stripe = await startStripe()
  const port = await freePort()
  site = `http://localhost:${port}`
  dataDir = await mkdtemp(join(tmpdir(), 'deuce-stripe-'))
  app = spawn(process.execPath, ['--import', './ops/node-24.mjs', 'server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...stripe.settings,
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_ENV: 'test',
      DEMO: '0',
      NOW: '2026-07-15T16:00:00Z',
      LOG_LEVEL: 'fatal',
    },
  })
  // Its first words say that it listens.
  if (app.stdout) await once(app.stdout, 'data')
  const request = await playwright.request.newContext()
  const player = {
    first_name: 'Ada',
    last_name: 'Moreno',
    email,
    phone: '+1 574 555 0142',
    singles_level: '3.5',
    gender: 'Female',
    location: 'South Bend',
    password,
  }
  expect((await request.post(`${site}/api/users/signup`, { data: player })).status()).toBe(201)
  await request.dispose()
})

test.afterAll(async () => {
  const ended = once(app, 'exit')
  app.kill('SIGTERM')
  await ended
  await stripe.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

test('through Stripe: no card, declined, paid, 3-D Secure, and withdrawn with the money back', async ({ page }) => {
  const asked = await stubStripe(page, stripe)
  await page.goto(site)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Ada Moreno' })).toBeVisible()

  async function toPayment(division: RegExp) {
    await page.goto(`${site}/dashboard/join-league/fall`)
    await page.getByRole('button', { name: division }).click()
    await page.getByRole('link', { name: 'Order summary' }).click()
    await page.getByRole('link', { name: 'Make Payment' }).click()
  }
  const card = page.getByLabel('Card number (Stripe)')
  const pay = page.getByRole('button', { name: 'Pay $39.00' })

  await page.goto(`${site}/dashboard/join-league/fall`)
  // Nothing of Stripe is loaded before the payment step.
  expect(asked).toEqual([])
  await toPayment(/Add to Cart.*Women's Singles 3.5/)
  await expect(card).toBeVisible()
  expect(asked).toEqual([expect.stringMatching(/^https:\/\/js\.stripe\.com\//)])
  expect(await page.evaluate('window.stripeOptions')).toMatchObject({
    mode: 'payment',
    amount: 3900,
    currency: 'usd',
    allowedPaymentMethodTypes: ['card'],
  })
  await expectGoodScreen(page)

  await pay.click()
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible()
  await card.fill('0')
  await pay.click()
  await expect(page.getByText('Confirmation token is missing')).toBeVisible()
  await card.fill('4000000000009995')
  await pay.click()
  await expect(page.getByText('There is not enough money on this card.')).toBeVisible()
  await expectGoodScreen(page)
  await card.fill('4242424242424242')
  await pay.click()
  await expect(page.getByRole('dialog', { name: 'You are in' })).toBeVisible()

  await toPayment(/Add to Cart.*Women's Singles 4.0/)
  await card.fill('4000002500003155')
  await pay.click()
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByText('Your bank did not confirm that it was you.')).toBeVisible()
  await card.fill('4000002500003155')
  await pay.click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('dialog', { name: 'You are in' })).toBeVisible()
  expect(stripe.succeeded()).toHaveLength(2)

  await page.getByRole('dialog').getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByText('Paid').first()).toBeVisible()
  await expectGoodScreen(page)
  // Printed, it is the receipt alone.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: 'Standings' })).toHaveCount(0)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: /Withdraw.*Women's Singles 4.0/ }).click()
  const question = page.getByRole('alertdialog', { name: "Leave Women's Singles 4.0?" })
  await expect(question).toContainText('$39.00 goes back to your card.')
  await expectGoodScreen(page)
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Refunded').first()).toBeVisible()
  await expectGoodScreen(page)
  expect(stripe.refunds).toMatchObject([{ amount: 3900 }])
  await page.goto(`${site}/dashboard/myleague`)
  await expect(page.getByText("Women's Singles 3.5", { exact: true })).toBeVisible()
  await expect(page.getByText("Women's Singles 4.0", { exact: true })).toHaveCount(0)
})
