import { expect, type Page } from '@playwright/test'
import { expectGoodScreen } from './journey.ts'
import { test } from './own-demo.ts'
import { enter, signInDemo, signUpAndIn } from './people.ts'

/** Opens the fall at the desk, and the dialog for additional divisions. */
async function openDialog(desk: Page) {
  await desk.goto('/organizer/seasons')
  await desk.getByRole('link', { name: /^Fall 2026/ }).click()
  await desk.getByRole('button', { name: 'Second division' }).click()
  return desk.getByRole('dialog', { name: 'Second division of Fall 2026' })
}

const addToCart = (page: Page, division: string) =>
  page.getByRole('button', { name: new RegExp(`Add to Cart.*${division}`) }).click()

test('an owner makes additional divisions cheaper; a player buys two, and one more later', async ({
  page,
  context,
  browser,
}) => {
  const desk = await browser.newPage()
  await enter(desk, await signInDemo(context.request, 'organizer'))
  const dialog = await openDialog(desk)
  await dialog.getByRole('radio', { name: 'A percentage less' }).check()
  await dialog.getByRole('button', { name: 'Save the discount' }).click()
  await expectGoodScreen(desk)
  await dialog.getByRole('textbox', { name: 'Percent' }).fill('10')
  await dialog.getByRole('button', { name: 'Save the discount' }).click()
  await expect(desk.getByText('Each additional division of a player is 10 % off.')).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, await signUpAndIn(context.request, 'Ida', 'Second'))
  await page.goto('/dashboard/join-league/fall')
  await expect(page.getByText('Each additional division of this season is 10 % off.')).toBeVisible()
  await addToCart(page, "Women's Singles 3.5")
  await expect(page.getByText('$39.00', { exact: true }).last()).toBeVisible()
  await addToCart(page, "Women's Singles 4.0")
  await expect(page.getByText('$74.10')).toBeVisible()
  await page.getByRole('link', { name: 'Order summary' }).click()
  const order = page.getByRole('region', { name: 'Your order' })
  await expect(order).toContainText('Second division: -$3.90')
  await expect(order).toContainText('$74.10')
  await expect(page.getByRole('main')).toContainText('$3.90 off as second division')
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click()

  // The owner changes it in the meantime: the old total is not charged.
  const again = await openDialog(desk)
  await again.getByRole('radio', { name: 'An amount less' }).check()
  await again.getByRole('textbox', { name: 'Amount' }).fill('9')
  await again.getByRole('button', { name: 'Save the discount' }).click()
  await expect(desk.getByText('Each additional division of a player is $9.00 off.')).toBeVisible()
  await page.getByRole('button', { name: 'Pay $74.10' }).click()
  await expect(page.getByRole('main')).toContainText('your order costs $69.00 now, not $74.10')
  await expect(order).toContainText('$69.00')
  await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click()
  await page.getByRole('button', { name: 'Pay $69.00' }).click()
  await expect(page.getByRole('dialog', { name: 'You are in' })).toContainText('$69.00')
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('main')).toContainText('$9.00 off as second division')
  await expect(page.getByRole('main')).toContainText('$78.00')

  // Another division is added later. A full league shows this player's price.
  await page.route(/\/api\/public\/places/, (route) =>
    route.fulfill({ json: { places: Array.from({ length: 20 }, (_, id) => ({ division_id: id + 1, free: 0 })) } }),
  )
  // Without the document cookie the browser reads the places itself.
  await page.context().clearCookies({ name: 'deuce.document' })
  await page.goto('/dashboard/join-league/fall')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: "Women's Singles 3.0" }) })
  await expect(card).toContainText(
    'Joining costs $30.00 today, $9.00 less as an additional division of this season. You pay the price on the day you join.',
  )
  await page.unroute(/\/api\/public\/places/)
  await page.goto('/dashboard/join-league/fall')
  await addToCart(page, "Women's Singles 3.0")
  await expect(page.getByText('$30.00')).toBeVisible()
  await page.getByRole('link', { name: 'Order summary' }).click()
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click()
  await page.getByRole('button', { name: 'Pay $30.00' }).click()
  await expect(page.getByRole('dialog', { name: 'You are in' })).toContainText('$30.00')

  await desk.goto('/organizer/payments')
  await expect(desk.getByText('$9.00 off as second division').first()).toBeVisible()
  await desk.close()
})

test('a guest sees the discount for two divisions, and pays less', async ({ page, context, browser }) => {
  const desk = await browser.newPage()
  await enter(desk, await signInDemo(context.request, 'organizer'))
  const dialog = await openDialog(desk)
  await dialog.getByRole('radio', { name: 'A percentage less' }).check()
  await dialog.getByRole('textbox', { name: 'Percent' }).fill('50')
  await dialog.getByRole('button', { name: 'Save the discount' }).click()
  await expect(desk.getByText('Each additional division of a player is 50 % off.')).toBeVisible()
  await desk.close()

  await page.goto('/leagues?season=fall')
  await expect(page.getByText('Each additional division of this season is 50 % off.')).toBeVisible()
  for (const division of ["Women's Singles 3.5", "Women's Singles 4.0"]) await addToCart(page, division)
  await expect(page.getByText('$58.50')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('$58.50')
})
