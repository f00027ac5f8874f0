import { expect, type Page } from '@playwright/test'
import { startStripe, type StandIn } from '#/test/stripe/stand-in.ts'
import { expectGoodScreen, test } from './journey.ts'
import { freeSite, startOwnApp } from './own-app.ts'
import { stubStripe } from './stripe-script.ts'

// A separate app paid through Stripe: the API is the stand-in, the browser's script a stub at Stripe's address.
test.describe.configure({ mode: 'default' })

let site = ''
let stopApp: () => Promise<void>
let stripe: StandIn
const email = 'ada@example.com'
const password = 'a lob into the sun'

test.beforeAll(async ({ playwright }) => {
  stripe = await startStripe()
  const own = await freeSite()
  site = own.site
  stopApp = await startOwnApp(own.port, { ...stripe.settings, NOW: '2026-07-15T16:00:00Z', LOG_LEVEL: 'fatal' })
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
  await stopApp()
  await stripe.close()
})

async function signIn(page: Page): Promise<void> {
  await page.goto(site)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Ada Moreno' })).toBeVisible()
}

test('through Stripe a player enters no card, is declined, pays, passes 3-D Secure, and withdraws with a refund', async ({
  page,
}) => {
  const asked = await stubStripe(page, stripe)
  await signIn(page)

  async function toPayment(division: RegExp) {
    await page.goto(`${site}/dashboard/join-league/fall`)
    await page.getByRole('button', { name: division }).click()
    await page.getByRole('link', { name: 'Order summary' }).click()
    await page.getByRole('button', { name: 'Make Payment' }).click()
  }
  const card = page.getByLabel('Card number (Stripe)')
  const pay = page.getByRole('button', { name: 'Pay $39.00' })

  await page.goto(`${site}/dashboard/join-league/fall`)
  // Nothing from Stripe is loaded before the payment step.
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
  // The return URL given to Stripe is on this site.
  expect(await page.evaluate('window.stripeReturnUrl')).toBe(`${site}/dashboard/order-summary`)
  await card.fill('4000000000009995')
  await pay.click()
  // Said once, above the button.
  await expect(page.getByText('There is not enough money on this card.')).toBeVisible()
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
  // The printout contains only the receipt.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: 'Standings' })).toHaveCount(0)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('definition').filter({ hasText: /^Deuce.+@.+\+1/ })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: /Withdraw.*Women's Singles 4.0/ }).click()
  const question = page.getByRole('alertdialog', { name: "Leave Women's Singles 4.0?" })
  await expect(question).toContainText('$39.00 goes back to your card.')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Refunded').first()).toBeVisible()
  expect(stripe.refunds).toMatchObject([{ amount: 3900 }])
  await page.goto(`${site}/dashboard/myleague`)
  await expect(page.getByText("Women's Singles 3.5", { exact: true })).toBeVisible()
  await expect(page.getByText("Women's Singles 4.0", { exact: true })).toHaveCount(0)
})

test('a card is saved, listed and removed; one that the bank declines is not saved', async ({ page }) => {
  const asked = await stubStripe(page, stripe)
  await signIn(page)
  await page.goto(`${site}/dashboard/settings/payment-method`)
  await expect(page.getByText('No card is saved yet.')).toBeVisible()
  expect(asked).toEqual([])
  const add = page.getByRole('button', { name: 'Add Method' })
  await add.click()
  await expect(page.getByRole('heading', { name: 'New card' })).toBeFocused()
  const card = page.getByLabel('Card number (Stripe)')
  await expect(card).toBeVisible()
  expect(asked).toEqual([expect.stringMatching(/^https:\/\/js\.stripe\.com\//)])
  expect(await page.evaluate('window.stripeOptions')).toEqual({
    mode: 'setup',
    currency: 'usd',
    allowedPaymentMethodTypes: ['card'],
  })
  await expectGoodScreen(page)

  const save = page.getByRole('button', { name: 'Save card' })
  await save.click()
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible()
  // Nothing is started at Stripe for an incomplete card.
  expect(stripe.calls).not.toContain('POST /v1/setup_intents')
  await card.fill('4000000000009995')
  await save.click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await card.fill('4242424242424242')
  await save.click()
  await expect(page.getByText('Your card is saved.')).toBeVisible()
  expect(await page.evaluate('window.stripeReturnUrl')).toBe(`${site}/dashboard/settings/payment-method`)
  const saved = page.getByRole('region', { name: 'Saved cards' })
  await expect(saved).toBeFocused()
  await expect(saved.getByText('Visa ending in 4242', { exact: true })).toBeVisible()
  await expect(saved.getByText('Expires 12 / 2039')).toBeVisible()
  await expect(card).toHaveCount(0)
  await expectGoodScreen(page)

  const remove = page.getByRole('button', { name: /Remove.*Visa ending in 4242/ })
  await remove.click()
  const question = page.getByRole('alertdialog', { name: 'Remove this card?' })
  await expectGoodScreen(page)
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(saved.getByText('Visa ending in 4242', { exact: true })).toBeVisible()
  await remove.click()
  // While Stripe is unavailable, the card stays, and the player sees why.
  stripe.order('POST /v1/payment_methods/:id/detach', 'error_500 before', 'error_500 before')
  await question.getByRole('button', { name: 'Remove card' }).click()
  await expect(page.getByText('The payment provider is unavailable right now.')).toBeVisible()
  await expect(saved.getByText('Visa ending in 4242', { exact: true })).toBeVisible()
  await remove.click()
  await question.getByRole('button', { name: 'Remove card' }).click()
  await expect(page.getByText('The card is removed.')).toBeVisible()
  await expect(page.getByText('No card is saved yet.')).toBeVisible()
  await expect(saved).toBeFocused()

  await add.click()
  await expect(card).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(card).toHaveCount(0)
  await expect(add).toBeVisible()
})

test('saved cards are offered at payment: the player chooses one, the bank is asked, and another card can be entered', async ({
  page,
}) => {
  await stubStripe(page, stripe)
  await signIn(page)
  const card = page.getByLabel('Card number (Stripe)')
  for (const number of ['4242424242424242', '4000002500003155']) {
    await page.goto(`${site}/dashboard/settings/payment-method`)
    await page.getByRole('button', { name: 'Add Method' }).click()
    await card.fill(number)
    await page.getByRole('button', { name: 'Save card' }).click()
    await expect(page.getByText(`Visa ending in ${number.slice(-4)}`, { exact: true })).toBeVisible()
  }
  const before = stripe.succeeded().length
  const toPayment = async (division: RegExp) => {
    await page.goto(`${site}/dashboard/join-league/winter`)
    await page.getByRole('button', { name: division }).click()
    await page.getByRole('link', { name: 'Order summary' }).click()
    await page.getByRole('button', { name: 'Make Payment' }).click()
  }
  const pay = page.getByRole('button', { name: 'Pay $39.00' })
  const visa = page.getByRole('radio', { name: /^Visa ending in 4242/ })

  await toPayment(/Add to Cart.*Women's Singles 3.5/)
  await expect(visa).not.toBeChecked()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expectGoodScreen(page)
  await pay.click()
  await expect(page.getByRole('link', { name: 'Choose a saved card, or another card.' })).toBeVisible()
  await expect(page).toHaveTitle(/^Error: Payment/)
  expect(stripe.succeeded()).toHaveLength(before)
  await visa.check()
  await pay.dblclick()
  await expect(page.getByRole('dialog', { name: 'You are in' })).toBeVisible()
  expect(stripe.succeeded()).toHaveLength(before + 1)

  await toPayment(/Add to Cart.*Women's Singles 4.0/)
  const asking = page.getByRole('radio', { name: /^Visa ending in 3155/ })
  await asking.check()
  await pay.click()
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByText('Your bank did not confirm that it was you.')).toBeVisible()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await asking.check()
  await pay.click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('dialog', { name: 'You are in' })).toBeVisible()
  expect(stripe.succeeded()).toHaveLength(before + 2)

  // Both cards are removed in another tab while the step is open: the step says so and removes them from its list, and
  // another card pays.
  await toPayment(/Add to Cart.*Women's Singles 3.0/)
  await expect(visa).toBeVisible()
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${JSON.parse(localStorage.getItem('deuce.token') ?? '""') as string}` }
    const { cards } = (await (await fetch('/api/users/cards', { headers })).json()) as {
      cards: { id: string; last4: string }[]
    }
    for (const { id } of cards) await fetch(`/api/users/cards/${id}`, { method: 'DELETE', headers })
  })
  await visa.check()
  await pay.click()
  await expect(page.getByText('We could not find this saved card.')).toBeVisible()
  await expect(visa).toHaveCount(0)
  await page.getByRole('radio', { name: 'Another card' }).check()
  await card.fill('4242424242424242')
  await pay.click()
  await expect(page.getByRole('dialog', { name: 'You are in' })).toBeVisible()
  expect(stripe.succeeded()).toHaveLength(before + 3)
})

test('saved cards load before the step is shown, and an error can be retried', async ({ page }) => {
  await signIn(page)
  // Without the document cookie the browser reads the cards itself.
  await page.context().clearCookies()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/users/cards', async (route) => {
    await answered
    await route.fulfill({
      status: 500,
      json: { message: 'Something went wrong.', code: 'internal', request_id: '0d3f' },
    })
  })
  await page.goto(`${site}/dashboard/settings/payment-method`)
  await expect(page.getByText('Loading your cards')).toBeVisible()
  await expectGoodScreen(page)
  answer()
  await expect(page.getByText('Something went wrong.')).toBeVisible()
  await page.unroute('**/api/users/cards')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No card is saved yet.')).toBeVisible()
})

test('a visitor without an account waits for a slow script, is declined by Stripe, and pays', async ({ page }) => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  const asked = await stubStripe(page, stripe, loaded)
  const before = stripe.succeeded().length
  await page.goto(`${site}/leagues?season=fall`)
  await page.getByRole('button', { name: /Add to Cart.*Women's Singles 4.0/ }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByLabel('First name').fill('Iris')
  await page.getByLabel('Last name').fill('Beckett')
  await page.getByRole('textbox', { name: 'Email' }).fill('iris@example.com')
  await page.getByRole('textbox', { name: 'Phone' }).fill('574 555 0166')
  await page.getByRole('radio', { name: '4.0' }).check()
  await page.getByRole('radio', { name: 'Female' }).check()
  await page.getByRole('radio', { name: 'South Bend' }).check()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Continue to the card' }).click()

  await expect(page.getByText('Loading payment element...')).toBeVisible()
  load()
  const card = page.getByLabel('Card number (Stripe)')
  await expect(card).toBeVisible()
  await expect(page.getByText('Loading payment element...')).toHaveCount(0)

  const pay = page.getByRole('button', { name: 'Pay $39.00' })
  await card.fill('4000000000009995')
  await pay.click()
  // Said once, above the button.
  await expect(page.getByText('There is not enough money on this card.')).toBeVisible()
  expect(stripe.succeeded()).toHaveLength(before)
  expect(await page.evaluate('window.stripeReturnUrl')).toBe(`${site}/dashboard/order-summary`)
  await card.fill('4242424242424242')
  await pay.click()
  const success = page.getByRole('dialog', { name: 'You are in' })
  await expect(success).toContainText('iris@example.com')
  expect(stripe.succeeded()).toHaveLength(before + 1)
  await success.getByRole('button', { name: 'Go to my league' }).click()
  await expect(page.getByText("Women's Singles 4.0", { exact: true })).toBeVisible()
})

test('a script that fails to load is an error that can be retried', async ({ page }) => {
  const asked = await stubStripe(page, stripe)
  await signIn(page)
  await page.goto(`${site}/dashboard/settings/payment-method`)
  await page.route('https://js.stripe.com/**', (route) => route.fulfill({ status: 503 }))
  await page.getByRole('button', { name: 'Add Method' }).click()
  await expect(page.getByText('We could not load Stripe’s card form.')).toBeVisible()
  await expectGoodScreen(page)
  await page.unroute('https://js.stripe.com/**')
  expect(asked).toEqual([])
  await stubStripe(page, stripe)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Card number (Stripe)')).toBeVisible()
})
