import { expect, type Page } from '@playwright/test'
import { expectGoodScreen } from './journey.ts'
import { call, test } from './own-demo.ts'
import { enter, signInDemo, signUpAndIn, uniqueName } from './people.ts'

const mixed = 'Mixed Doubles 40+'
const forWhom = `${mixed} is for players who turn 40 in 2026 or earlier.`

/** Creates the division at the desk. */
async function makeDivision(desk: Page): Promise<void> {
  await desk.goto('/organizer/seasons/divisions')
  await expect(desk.getByRole('table')).toContainText('Mixed Doubles')
  await desk.getByRole('button', { name: 'Create a division' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Create a division' })
  await dialog.getByLabel('Name').fill(mixed)
  await dialog.getByRole('radio', { name: 'Singles' }).check({ force: true })
  await dialog.getByLabel('For', { exact: false }).selectOption('Mixed pairs: a woman and a man')
  await dialog.getByLabel('From age').fill('forty')
  await dialog.getByLabel('Price').fill('29')
  await dialog.getByRole('button', { name: 'Create the division' }).click()
  await expect(dialog.getByText('Please enter an age from 1 to 120.').first()).toBeVisible()
  await dialog.getByLabel('From age').fill('40')
  await dialog.getByLabel('Up to age').fill('30')
  await dialog.getByLabel('Up to age').press('Tab')
  await dialog.getByRole('button', { name: 'Create the division' }).click()
  await expect(dialog.getByText('Only doubles can be mixed.').first()).toBeVisible()
  await expect(dialog.getByText('Please enter an age that is not lower than the first.').first()).toBeVisible()
  await expectGoodScreen(desk)
  await dialog.getByRole('radio', { name: 'Doubles' }).check({ force: true })
  await dialog.getByLabel('Up to age').fill('')
  await dialog.getByRole('button', { name: 'Create the division' }).click()
  const row = desk.getByRole('row').filter({ hasText: mixed })
  await expect(row).toContainText('Tennis, doubles, mixed pairs, 40 and over')
}

test('an owner creates a mixed division with an age limit; a player without a year of birth is asked for it and joins', async ({
  page,
  context,
  browser,
  request,
}) => {
  const desk = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await enter(desk, await signInDemo(context.request, 'organizer'))
  await makeDivision(desk)
  const row = desk.getByRole('row').filter({ hasText: mixed })
  await row.getByRole('button', { name: `Change ${mixed}` }).click()
  const dialog = desk.getByRole('dialog', { name: `Change ${mixed}` })
  await expect(dialog.getByLabel('From age')).toHaveValue('40')
  await expect(dialog.getByLabel('Up to age')).toHaveValue('')
  await expect(dialog.getByLabel('For', { exact: false })).toHaveValue('mixed')
  await dialog.getByRole('button', { name: 'Save the division' }).click()
  await expect(dialog).toBeHidden()

  await page.setViewportSize({ width: 360, height: 740 })
  const token = await signUpAndIn(context.request, 'Ida', uniqueName('Yearling'))
  await enter(page, token)
  await page.goto('/dashboard/join-league/fall')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: mixed }) })
  await expect(card).toContainText('40 and over')
  await card.getByRole('button', { name: /Add to Cart/ }).click()
  await page.getByRole('link', { name: 'Order summary' }).click()

  // The age limit is shown, and the year of birth is optional.
  await expect(page.getByText(forWhom)).toBeVisible()
  await expect(page.getByText('A woman and a man play together.')).toBeVisible()
  const year = page.getByLabel('Year of birth')
  await expectGoodScreen(page)
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(page.getByRole('button', { name: 'Pay $29.00' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the order' }).click()

  await year.fill('84x')
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(page.getByText('Please enter a year with four digits, like 1984.').first()).toBeVisible()
  await year.fill('2030')
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(page.getByText('This year has not begun yet.').first()).toBeVisible()
  await expectGoodScreen(page)
  await year.fill('1995')
  await expect(page.getByText(`${forWhom} You can still play.`)).toBeVisible()
  // The year is not sent yet, but a reload keeps it.
  await page.reload()
  await expect(year).toHaveValue('1995')
  await expect(page.getByText(`${forWhom} You can still play.`)).toBeVisible()
  await year.fill('1980')
  await expect(page.getByText(forWhom)).toHaveCount(0)
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await expect(page.getByRole('button', { name: 'Pay $29.00' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/\b1980\b/)

  // The year is asked for only once.
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await expect(page.getByRole('button', { name: 'Make Payment' })).toBeVisible()
  await expect(year).toHaveCount(0)
  await expect(page.getByText(forWhom)).toHaveCount(0)
  await page.getByRole('button', { name: 'Make Payment' }).click()
  await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click()
  await page.getByRole('button', { name: 'Pay $29.00' }).click()
  await expect(page.getByRole('dialog', { name: 'You are in' })).toContainText('$29.00')

  // The dialog for a partner's name has the note too.
  await page.goto('/dashboard/myleague')
  await page.getByRole('button', { name: 'Name your partner' }).click()
  await expect(page.getByRole('dialog', { name: `Your partner in ${mixed}` })).toHaveAccessibleDescription(
    /^A woman and a man play together\. We email an invitation/,
  )

  // The profile has the year; with another year the division does not fit.
  await page.goto('/dashboard/settings')
  await expect(page.getByLabel('Year of birth')).toHaveValue('1980')
  await page.getByLabel('Year of birth').fill('1999')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await page.goto('/dashboard/join-league/winter')
  await expect(page.getByText('Meant for players who turn 40 in 2026 or earlier.')).toBeVisible()
  await expectGoodScreen(page)

  // The organizer sees the year on the player's page.
  const { user } = await call<{ user: { id: number } }>(request, token, 'GET', '/users')
  await desk.goto(`/organizer/players/${user.id}`)
  await expect(desk.getByText('1999')).toBeVisible()
  await desk.close()
})

test('a visitor filters the leagues by age group, and enters the year of birth when buying as a guest', async ({
  page,
  context,
  browser,
}) => {
  const desk = await browser.newPage()
  await enter(desk, await signInDemo(context.request, 'organizer'))
  await makeDivision(desk)
  await desk.close()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/leagues?season=fall&area=south-bend')
  const ages = page.getByRole('group', { name: 'At what age?' })
  await expect(ages.getByRole('radio', { name: 'Any' })).toBeChecked()
  const row = page.getByRole('row').filter({ hasText: mixed })
  await expect(row).toContainText('40 and over')
  await ages.getByRole('radio', { name: '40 and over' }).check()
  await expect(page).toHaveURL(/age=40-(&|$)/)
  // Divisions for the chosen age group come first.
  const fitting = page.getByRole('table', { name: 'What fits you in South Bend' })
  await expect(
    fitting
      .or(page.getByRole('table', { name: 'All divisions in South Bend' }))
      .getByRole('rowheader')
      .first(),
  ).toContainText(mixed)
  // The choice survives another season and a reload; an invalid value means any.
  await page.getByRole('link', { name: /^Winter 2026/ }).click()
  await expect(page).toHaveURL(/age=40-.*season=winter/)
  await page.reload()
  await expect(ages.getByRole('radio', { name: '40 and over' })).toBeChecked()
  await page.goto('/leagues?season=fall&area=south-bend&age=%3Cb%3E')
  await expect(ages.getByRole('radio', { name: 'Any' })).toBeChecked()

  await row.getByRole('button', { name: /Add/ }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText(forWhom)).toBeVisible()
  await page.getByLabel('Year of birth').fill('1990')
  await expect(page.getByText(`${forWhom} You can still play.`)).toBeVisible()
  // The total stays visible above the scrolled content.
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByLabel('First name').fill('Gil')
  await page.getByLabel('Last name').fill(uniqueName('Guest'))
  await page.getByLabel('Email', { exact: true }).fill(`gil-${Date.now()}@example.com`)
  await page.getByLabel('Phone').fill('574 555 0188')
  await page.getByRole('radio', { name: '3.5' }).check({ force: true })
  await page.getByRole('radio', { name: 'Male', exact: true }).check({ force: true })
  await page.getByRole('button', { name: 'Continue to the card' }).click()
  await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click()
  await page.getByRole('button', { name: 'Pay $29.00' }).click()
  await expect(page.getByRole('dialog', { name: 'You are in' })).toContainText('$29.00')
  await page.goto('/dashboard/settings')
  await expect(page.getByLabel('Year of birth')).toHaveValue('1990')
})
