import { expect } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { joinLeague, signUpAndIn } from './people.ts'

const email = `ada-${Date.now()}@example.com`
const password = 'a drop shot at dusk'

test.use({ viewport: { width: 360, height: 740 } })

test('a new player signs up, joins a league by card, reports a match and is in the table', async ({
  page,
  request,
}) => {
  const vesna = await signUpAndIn(request, 'Vesna', 'Okafor')
  await joinLeague(request, vesna, { league_slug: 'summer-2', division: 'womens-singles-3-5', price: '39.00' })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('button', { name: 'Create my account' }).click()
  // Nothing was filled in: every required field has an error, and the summary has the focus.
  await expect(page.getByRole('region', { name: 'Please check the form' })).toBeFocused()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Moreno')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Phone' }).fill('574 555 0123')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('radio', { name: '3.5' }).check()
  await page.getByRole('radio', { name: 'Female' }).check()
  await page.getByRole('radio', { name: 'South Bend' }).check()
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page.getByText('Welcome to Deuce, Ada.')).toBeVisible()
  await expectGoodScreen(page)

  // The sign-in page opens automatically after three seconds.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  // The email is carried over from the sign-up.
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('region', { name: 'There is a problem' })).toContainText(
    'Email or password is incorrect.',
  )
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Ada Moreno' })).toBeFocused()

  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Join League' }).click()
  await expect(page.getByRole('heading', { name: 'Join a league' })).toBeFocused()
  await page.getByRole('button', { name: 'Cart, 0 items' }).click()
  await expect(page.getByText('Cart is empty')).toBeVisible()
  await page.getByRole('link', { name: /Select.*Summer 2/ }).click()
  await expect(page.getByRole('heading', { name: 'Summer 2 2026' })).toBeVisible()
  await page.getByRole('button', { name: /Add to Cart.*Women's Singles 3.5/ }).click()
  await page.getByRole('button', { name: /Add to Cart.*Mixed Doubles/ }).click()
  await page.getByRole('button', { name: /Remove.*Mixed Doubles/ }).click()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await expectGoodScreen(page)

  await page.getByRole('link', { name: 'Order summary' }).click()
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible()
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(page.getByText('Test mode: no money moves')).toBeVisible()
  await expectGoodScreen(page)
  const pay = page.getByRole('button', { name: 'Pay $39.00' })

  // A real card is refused, a declined one keeps the order, the next one pays.
  await page.getByLabel('Card number').pressSequentially('5555555555554444')
  await expect(page.getByLabel('Card number')).toHaveValue('5555 5555 5555 4444')
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await pay.click()
  await expect(page.getByText('Test mode only accepts test cards').first()).toBeVisible()
  await page.getByLabel('Card number').fill('4000 0000 0000 0002')
  await pay.click()
  await expect(page.getByText('The bank declined this card.')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  // The items load after the payment, perhaps slowly: no amount is shown until then.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/users/purchases', async (route) => {
    if (route.request().method() === 'GET') await held.promise
    await route.continue()
  })
  await pay.click()
  const success = page.getByRole('dialog', { name: 'You are in' })
  await expect(success).toBeVisible()
  await expect(success.getByText('$')).toHaveCount(0)
  held.resolve()
  await expect(success.getByText('$39.00')).toBeVisible()
  await expectGoodScreen(page)
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /my league/i })
    .or(page.getByRole('dialog').getByRole('button', { name: /my league/i }))
    .click()
  await expect(page.getByRole('heading', { name: 'My league' })).toBeVisible()
  await expect(page.getByText('Current')).toBeVisible()

  // The player has entered the league but has not played yet, so the table shows no win.
  await page.getByRole('link', { name: 'Standings' }).first().click()
  await expect(page.getByRole('heading', { name: 'Summer 2 2026 standings' })).toBeVisible()
  const me = page
    .getByRole('row', { name: /Ada Moreno/ })
    .or(page.getByRole('listitem').filter({ hasText: 'Ada Moreno' }))
  await expect(me).toContainText('0')

  await page.goto('/dashboard/score-submission')
  await expect(page.getByRole('heading', { name: 'Submit a score' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Winner' }).fill('Ada')
  await page.getByRole('option', { name: /Ada Moreno/ }).click()
  await page.getByRole('combobox', { name: 'Opponent' }).fill('vesna o')
  await page.getByRole('option', { name: /Vesna Okafor/ }).click()
  const games = (set: number, side: string, n: number) =>
    page
      .getByRole('group', { name: `Set ${set}` })
      .getByRole('group', { name: side })
      .getByRole('radio', { name: String(n), exact: true })
      .check()
  await games(1, 'Ada Moreno', 6)
  await games(1, 'Vesna Okafor', 5)
  await games(2, 'Ada Moreno', 6)
  await games(2, 'Vesna Okafor', 2)
  await page.getByLabel('Match location').fill('Leeper Park, court 4')
  await page.getByRole('button', { name: 'Submit Score' }).click()
  // A set that ends 6-5 is not complete, so the form shows an error and sends nothing.
  await expect(page.getByRole('region', { name: 'Please check the form' })).toContainText('Set 1 is not finished')
  await games(1, 'Vesna Okafor', 4)
  await page.getByRole('button', { name: 'Submit Score' }).click()
  await expect(page).toHaveURL(/\/dashboard\/results\/\d+$/)
  await expect(page.getByText('Leeper Park, court 4')).toBeVisible()
  await expectGoodScreen(page)

  await page.goto('/dashboard/standings?area=south-bend')
  await expect(me).toContainText('1')
  await page.goto('/dashboard/results/r?area=south-bend')
  // The email is not confirmed, so names in lists are short.
  await expect(page.getByText('Ada M.').first()).toBeVisible()
  await page.goto('/dashboard/payment-history')
  await expect(page.getByText('Paid').first()).toBeVisible()

  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
