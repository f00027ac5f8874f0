import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { bringCookies, enter, leaveToken, password, signUpAndIn } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })

async function toPayment(page: Page, season: string, division: RegExp): Promise<void> {
  await page.goto(`/dashboard/join-league/${season}`)
  await page.getByRole('button', { name: division }).click()
  await page.getByRole('link', { name: 'Order summary' }).click()
  await page.getByRole('button', { name: 'Make Payment' }).click()
}

async function emailOf(request: APIRequestContext, token: string): Promise<string> {
  const answer = await request.get('/api/users', { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { user: { email: string } }).user.email
}

async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('dialog', { name: 'You are in' })).toBeVisible()
}

test('a player who has paid sees the next steps on the profile and in My league, and withdraws there', async ({
  page,
}) => {
  await enter(page, await signUpAndIn(page.request, 'Kim', 'Keys'))
  await page.goto('/dashboard')
  await expect(page.getByText('No result found')).toBeVisible()
  await toPayment(page, 'winter', /Add to Cart.*Women's Singles 5.0/)
  await pay(page)

  await page.goto('/dashboard')
  const ahead = page.getByRole('region', { name: /^Next: Winter/ })
  await expect(ahead).toContainText('The draw')
  await expect(ahead).toContainText('the first day of the season')
  await expect(ahead).toContainText('If too few join')
  await expect(ahead).toContainText('You can withdraw until')
  await expect(ahead.getByRole('link', { name: 'Invite a friend' })).toBeVisible()
  await expect(page.getByText('No result found')).toHaveCount(0)
  await expect(page.locator('main').getByRole('link', { name: 'Join a league' })).toHaveCount(0)

  await page.goto('/dashboard/standings?area=dc&season=winter&division=mens-singles-3-0')
  await expect(page.locator('main').getByRole('link', { name: 'Join a league' })).toHaveCount(0)

  await page.goto('/dashboard/myleague')
  await expect(page.getByText('Current')).toBeVisible()
  await expect(page.getByText('You can withdraw until')).toBeVisible()
  // No match can be reported before the season's first day.
  await expect(page.getByRole('link', { name: /^Submit Score/ })).toHaveCount(0)
  await page.getByRole('button', { name: "Withdraw from Women's Singles 5.0" }).click()
  const question = page.getByRole('alertdialog', { name: "Leave Women's Singles 5.0?" })
  await expect(question).toContainText('$39.00 goes back to your card.')
  await expectGoodScreen(page)
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText("You have left Women's Singles 5.0.")).toBeVisible()
  await expect(page.getByText('No League available')).toBeVisible()
})

/** A new player at the card step whose session has ended on another device. Returns the email. */
async function endAtTheCard(page: Page, division: RegExp): Promise<string> {
  const token = await signUpAndIn(page.request, 'Ada', 'Ender')
  const email = await emailOf(page.request, token)
  await enter(page, token)
  await toPayment(page, 'fall', division)
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  await page.request.post('/api/users/logout', { headers: { authorization: `Bearer ${token}` }, data: {} })
  return email
}

/** Signs in again after the session has expired, and returns to the card step. */
async function signInAgain(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await expectGoodScreen(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
}

test('a session that ends at the card step is noticed without a press, and signing in leads back', async ({ page }) => {
  const email = await endAtTheCard(page, /Add to Cart.*Women's Singles 4.0/)
  await signInAgain(page, email)
  await pay(page)
})

test('a press at the card step after the session has ended shows the reason and keeps the cart, and signing in leads back', async ({
  page,
}) => {
  // Without the live stream, the page notices the expired session only when the button is pressed.
  await page.route('**/dashboard/live?*', (route) => route.fulfill({ status: 503 }))
  const email = await endAtTheCard(page, /Add to Cart.*Women's Singles 4.5/)
  await page.getByRole('button', { name: /4242 4242 4242 4242/ }).click()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await signInAgain(page, email)
  await pay(page)

  // A player who signs out does not return to the screen.
  await page.getByRole('button', { name: 'Go to my league' }).click()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Your session has ended.')).toHaveCount(0)
})

test('a half-typed score survives a reload and the end of the session, and signing in leads back to it', async ({
  page,
}) => {
  const ada = await signUpAndIn(page.request, 'Abby', 'Ender')
  const email = await emailOf(page.request, ada)
  await bringCookies(page.context(), ada)
  await leaveToken(page, ada)
  await toPayment(page, 'summer-2', /Add to Cart.*Women's Singles 4.5/)
  await pay(page)
  await page.goto('/dashboard/score-submission')
  await page.getByLabel('Match location').fill('Leeper Park')
  await page.getByLabel('Match notes').fill('Windy')
  const game = page.getByRole('group', { name: 'Winner, set 1' }).getByRole('radio', { name: '6', exact: true })
  await game.check()
  await page.reload()
  await expect(page.getByLabel('Match location')).toHaveValue('Leeper Park')
  await expect(page.getByLabel('Match notes')).toHaveValue('Windy')
  await expect(game).toBeChecked()
  await page.request.post('/api/users/logout', { headers: { authorization: `Bearer ${ada}` }, data: {} })
  await page.reload()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/score-submission$/)
  await expect(page.getByLabel('Match location')).toHaveValue('Leeper Park')
})
