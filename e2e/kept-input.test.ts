import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { addMatch, emailOf, enter, makePerson, password, signUpAndIn } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** Reloads, then goes elsewhere and returns; the field keeps its text. */
async function expectKept(page: Page, find: () => ReturnType<Page['getByLabel']>, text: string): Promise<void> {
  await page.reload()
  await expect(find()).toHaveValue(text)
  const here = page.url()
  await page.goto('/dashboard/rules')
  await page.goto(here)
  await expect(find()).toHaveValue(text)
  await page.goto('/dashboard/rules')
  await page.goBack()
  await expect(find()).toHaveValue(text)
}

test('a message to the other side is kept until it is sent', async ({ page, request }) => {
  const [ann, bea] = [await makePerson(request, 'Ann', 'Kept'), await makePerson(request, 'Bea', 'Kept')]
  const match = await addMatch(request, ann, bea)
  await enter(page, ann.token)
  await page.goto(`/dashboard/matches/${match}`)
  const message = () => page.getByLabel('Message to the other side')
  await message().fill('I can bring balls.')
  await expectKept(page, message, 'I can bring balls.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(message()).toHaveValue('')
  await expect(page.getByRole('listitem').filter({ hasText: 'I can bring balls.' })).toBeVisible()
  await page.reload()
  await expect(message()).toHaveValue('')
})

test('a counteroffer opens again with what was typed', async ({ page, request }) => {
  const [ann, bea] = [await makePerson(request, 'Ann', 'Counter'), await makePerson(request, 'Bea', 'Counter')]
  const match = await addMatch(request, ann, bea)
  const offer = { times: [{ match_date: '2026/08/20', match_time: '18:00' }], note: '' }
  const made = await request.post(`/api/users/matchups/${match}/offers`, {
    headers: { authorization: `Bearer ${bea.token}` },
    data: offer,
  })
  expect(made.status(), await made.text()).toBe(201)
  await enter(page, ann.token)
  await page.goto(`/dashboard/matches/${match}`)
  await page.getByRole('button', { name: 'Offer other times' }).click()
  const note = () => page.getByLabel('Note')
  await note().fill('Mornings are better')
  await expectKept(page, note, 'Mornings are better')
})

test('a match to add keeps its opponent and court', async ({ page, request }) => {
  const [ann, bea] = [await makePerson(request, 'Ann', 'Added'), await makePerson(request, 'Bea', 'Added')]
  await enter(page, ann.token)
  await page.goto('/dashboard/add-match')
  await page.getByLabel('Opponent').fill('Bea Ad')
  await page.getByRole('option', { name: bea.name }).first().click()
  const court = () => page.getByLabel('Court')
  await court().fill('Behind the school')
  await expectKept(page, court, 'Behind the school')
  await expect(page.getByLabel('Opponent')).toHaveValue(bea.name)
})

test('settings keep unsaved input, and another player never sees it', async ({ page, request }) => {
  const token = await signUpAndIn(request, 'Mona', 'Typing')
  const other = await signUpAndIn(request, 'Olga', 'Typing')
  // With the page's own session instead of `enter`, which signs in again at each page.
  await page.goto('/')
  const signIn = async (of: string) => {
    await page.getByLabel('Email').fill(await emailOf(request, of))
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/dashboard/)
  }
  await signIn(token)
  await page.goto('/dashboard/settings')
  const name = () => page.getByLabel('First name')
  await name().fill('Monika')
  await expectKept(page, name, 'Monika')
  const contact = () => page.getByLabel('Name of the contact')
  await contact().fill('Dr. Typing')
  await expectKept(page, contact, 'Dr. Typing')
  await expect(name()).toHaveValue('Monika')

  await page.goto('/dashboard/settings/availability')
  await page.getByRole('button', { name: 'Clear the week' }).click()
  await page
    .getByRole('gridcell')
    .first()
    .or(page.getByRole('button', { name: /Monday/ }))
    .first()
    .click()
  await expect(page.getByText('Not saved yet.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Not saved yet.')).toBeVisible()

  await page.goto('/dashboard/settings/notifications')
  const mail = () => page.getByLabel(/, by email$/).first()
  await mail().selectOption('off')
  await expectKept(page, mail, 'off')

  // The session ends elsewhere; another player signs in on this tab.
  await request.post('/api/users/logout', { headers: { authorization: `Bearer ${token}` } })
  const mine = await page.evaluate(() => localStorage.getItem('deuce.token'))
  await request.post('/api/users/logout', { headers: { authorization: `Bearer ${JSON.parse(mine ?? '""')}` } })
  await page.reload()
  await signIn(other)
  await page.goto('/dashboard/settings')
  await expect(name()).toHaveValue('Olga')
  await expect(contact()).toHaveValue('')
  await page.goto('/dashboard/settings/availability')
  await expect(page.getByRole('button', { name: 'Save my availability' })).toBeVisible()
  await expect(page.getByText('Not saved yet.')).toHaveCount(0)
})

test('who, level and area chosen at /leagues are not asked again at the checkout and at sign-up', async ({ page }) => {
  const expectChosen = async () => {
    await expect(page.getByRole('radio', { name: 'Indianapolis' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Male', exact: true })).toBeChecked()
    await expect(page.getByRole('radio', { name: '4.0' })).toBeChecked()
  }
  await page.goto('/leagues?area=indianapolis&who=men&level=4.0')
  await page
    .getByRole('button', { name: /Add to Cart.*Men's Singles 4.0/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expectChosen()
  await page.goto('/signup')
  await expectChosen()
  await page.getByRole('radio', { name: '4.5' }).check()
  await page.reload()
  await expect(page.getByRole('radio', { name: '4.5' })).toBeChecked()
})
