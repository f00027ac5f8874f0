import { expect, type Page } from '@playwright/test'
import { expectGoodScreen } from './journey.ts'
import { test } from './own-demo.ts'
import { enter, signInDemo, signUpAndIn, uniqueName } from './people.ts'

/** Creates a coupon at the desk, and leaves the list of coupons open. */
async function makeCoupon(desk: Page, code: string, percent: string): Promise<void> {
  await desk.goto('/organizer/seasons/coupons')
  await desk.getByRole('button', { name: 'Create a coupon' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByLabel('Percent of the order').fill(percent)
  await dialog.getByLabel('Orders at most').fill('2')
  await expectGoodScreen(desk)
  await dialog.getByRole('button', { name: 'Create the coupon' }).click()
  await expect(desk.getByText(`The coupon ${code} can be used.`)).toBeVisible()
}

/** Adds a division of the fall to the cart, and goes to the order summary. */
async function fillCart(page: Page, division: string): Promise<void> {
  await page.goto('/dashboard/join-league/fall')
  await page.getByRole('button', { name: new RegExp(`Add to Cart.*${division}`) }).click()
  // A press before the page is hydrated has its effect afterwards.
  await expect(page.getByRole('link', { name: /^Cart, [1-9]/ })).toBeVisible()
  await page.goto('/dashboard/order-summary')
}

async function enterCoupon(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'I have a coupon' }).click()
  await page.getByRole('textbox', { name: 'Coupon' }).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

test('an owner creates a coupon, a player pays less with it, and the desk counts it', async ({
  page,
  context,
  browser,
}) => {
  const code = uniqueName('SAVE').toUpperCase().slice(0, 30)
  const desk = await browser.newPage()
  await enter(desk, await signInDemo(context.request, 'organizer'))
  await makeCoupon(desk, code, '10')
  const row = desk.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText('0 of 2')

  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, await signUpAndIn(context.request, 'Ines', 'Okafor'))
  await fillCart(page, "Women's Singles 3.5")
  await enterCoupon(page, 'NO-SUCH-CODE')
  await expect(page.getByRole('textbox', { name: 'Coupon' })).toHaveAccessibleDescription(/We do not know this coupon/)
  await expectGoodScreen(page)
  await page.getByRole('textbox', { name: 'Coupon' }).fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Apply' }).click()
  const order = page.getByRole('region', { name: 'Your order' })
  await expect(order).toContainText('$35.10')
  await expect(page.getByRole('main')).toContainText(`Coupon ${code}`)
  await expectGoodScreen(page)
  // A reload keeps the coupon.
  await page.reload()
  await expect(order).toContainText('$35.10')
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(order).toContainText(`Coupon ${code}: -$3.90`)
  await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click()

  // The owner changes the coupon meanwhile, so the old total is not charged.
  await row.getByRole('button', { name: 'Change' }).click()
  await desk.getByRole('dialog').getByLabel('Percent of the order').fill('20')
  await desk.getByRole('dialog').getByRole('button', { name: 'Save the coupon' }).click()
  await expect(desk.getByText(`The coupon ${code} has been changed.`)).toBeVisible()
  await page.getByRole('button', { name: 'Pay $35.10' }).click()
  await expect(page.getByRole('main')).toContainText('your order costs $31.20 now, not $35.10')
  await expect(order).toContainText('$31.20')
  await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click()
  await page.getByRole('button', { name: 'Pay $31.20' }).click()
  await expect(page.getByRole('dialog', { name: 'You are in' })).toContainText('$31.20')
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('main')).toContainText('Before the coupon')
  await expect(page.getByRole('main')).toContainText('-$7.80')
  await expectGoodScreen(page)

  await desk.reload()
  await expect(row).toContainText('1 of 2')
  await expect(row).toContainText('$7.80')
  await row.getByRole('button', { name: 'Delete' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Delete the coupon' }).click()
  await expect(row).toHaveCount(0)
  await desk.close()
})

test('a player and a guest with a coupon of 100 % order without a card; a used-up coupon is reported at once', async ({
  page,
  context,
  browser,
}) => {
  const code = uniqueName('FREE').toUpperCase().slice(0, 30)
  const desk = await browser.newPage()
  await enter(desk, await signInDemo(context.request, 'organizer'))
  await makeCoupon(desk, code, '100')

  await enter(page, await signUpAndIn(context.request, 'Noor', 'Haddad'))
  await fillCart(page, "Women's Singles 3.5")
  await enterCoupon(page, code)
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('$0.00')
  await expect(page.getByRole('button', { name: 'Make Payment' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Join for free' }).click()
  const joined = page.getByRole('dialog', { name: 'You are in' })
  await expect(joined).toContainText('There was nothing to pay.')
  await joined.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('main')).toContainText('Nothing to pay')
  await expect(page.getByRole('main')).toContainText('-$39.00')

  // The same player tries to use the coupon once more.
  await fillCart(page, "Women's Singles 4.0")
  await enterCoupon(page, code)
  await expect(page.getByText('You have used this coupon already.').first()).toBeVisible()

  const guest = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await guest.goto('/leagues')
  await guest.getByRole('button', { name: /Add to Cart.*Women's Singles 3.0/ }).click()
  await guest.getByRole('link', { name: 'Continue' }).click()
  await enterCoupon(guest, code)
  await guest.getByLabel('First name').fill('Tove')
  await guest.getByLabel('Last name').fill('Lindgren')
  await guest.getByRole('textbox', { name: 'Email' }).fill(`tove-${Date.now()}@example.com`)
  await guest.getByRole('textbox', { name: 'Phone' }).fill('574 555 0168')
  await guest.getByRole('radio', { name: '3.0' }).check()
  await guest.getByRole('radio', { name: 'Female' }).check()
  await guest.getByRole('radio', { name: 'South Bend' }).check()
  await expect(guest.getByText('There is nothing to pay.')).toBeVisible()
  await expectGoodScreen(guest)
  await guest.getByRole('button', { name: 'Join for free' }).click()
  // The place is the guest's once the email is confirmed.
  await expect(guest.getByText(/^Your place is held until/)).toBeVisible()
  await expectGoodScreen(guest)
  await guest.close()

  // No uses are left. A visitor with the coupon in the cart sees that, and the total without it.
  const late = await browser.newPage()
  await enter(late, await signUpAndIn(context.request, 'Ama', 'Boateng'))
  await late.goto('/dashboard')
  await late.evaluate((kept) => localStorage.setItem('deuce.cart', JSON.stringify(kept)), {
    league_slug: 'fall',
    league_name: 'Fall',
    year: 2026,
    cart: [],
    coupon: code,
  })
  await fillCart(late, "Women's Singles 3.5")
  await expect(late.getByText('This coupon has been used up.')).toBeVisible()
  await expect(late.getByRole('region', { name: 'Your order' })).toContainText('$39.00')
  await late.getByRole('button', { name: 'Remove it' }).click()
  await expect(late.getByRole('button', { name: 'I have a coupon' })).toBeVisible()
  await late.close()
  await desk.close()
})

test('a free division is joined from the cart, without a payment step', async ({ page, context, browser }) => {
  const desk = await browser.newPage()
  await enter(desk, await signInDemo(context.request, 'organizer'))
  await desk.goto('/organizer/seasons')
  await desk.getByRole('link', { name: 'Winter 2026' }).click()
  await desk.getByRole('button', { name: "Change the price of Women's Singles 4.0, South Bend" }).click()
  await desk.getByRole('dialog').getByLabel('Price', { exact: false }).first().fill('0')
  await desk.getByRole('dialog').getByRole('button', { name: 'Save the price' }).click()
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await desk.close()

  await enter(page, await signUpAndIn(context.request, 'Lena', 'Brandt'))
  await page.goto('/dashboard/join-league/winter')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: "Women's Singles 4.0" }) })
  await expect(card).toContainText('Free')
  await page.getByRole('button', { name: /Add to Cart.*Women's Singles 4.0/ }).click()
  await page.goto('/dashboard/order-summary?step=payment')
  await expect(page).toHaveURL(/\/dashboard\/order-summary$/)
  await expect(page.getByRole('button', { name: 'I have a coupon' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Join for free' }).click()
  const joined = page.getByRole('dialog', { name: 'You are in' })
  await joined.getByRole('button', { name: 'Go to my league' }).click()
  await expect(page).toHaveURL(/\/dashboard\/myleague$/)
  await expect(page.getByRole('main')).toContainText("Women's Singles 4.0")
  await page
    .getByRole('button', { name: /Withdraw/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText("You have left Women's Singles 4.0.")).toBeVisible()
})
