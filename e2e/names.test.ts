import { expect, type Locator } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { addMatch, enter, makePerson, reportScore, uniqueName, type Person } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** The left edges of these pieces of text in an element. */
function placesOf(element: Locator, pieces: readonly string[]): Promise<number[]> {
  return element.evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const nodes: Text[] = []
    while (walker.nextNode()) nodes.push(walker.currentNode as Text)
    return wanted.map((piece) => {
      const node = nodes.find(({ data }) => data.includes(piece))
      if (!node) throw new Error(`no text node has ${piece}: ${root.textContent}`)
      const range = document.createRange()
      range.setStart(node, node.data.indexOf(piece))
      range.setEnd(node, node.data.indexOf(piece) + piece.length)
      return range.getBoundingClientRect().left
    })
  }, pieces)
}

const sorted = (places: readonly number[]) => places.toSorted((a, b) => a - b)

/** A person of the tests' league, with another name. */
async function makeNamed(
  page: Parameters<typeof makePerson>[0],
  first_name: string,
  last_name: string,
): Promise<Person> {
  const person = await makePerson(page, uniqueName('Dana'), 'Levi')
  const headers = { authorization: `Bearer ${person.token}` }
  const { user } = await (await page.get('/api/users', { headers })).json()
  const { email, phone, singles_level, gender, location } = user
  const data = { first_name, last_name, email, phone, singles_level, gender, location }
  expect((await page.put('/api/users', { headers, data })).status()).toBe(200)
  return { ...person, name: `${first_name} ${last_name}` }
}

test('names written from right to left reorder neither each other nor the words and scores beside them', async ({
  page,
  request,
}) => {
  const [dana, avi] = [await makeNamed(request, 'דנה', 'לוי'), await makeNamed(request, 'אבי', 'כהן')]
  const match = await addMatch(request, dana, avi)
  await enter(page, dana.token)
  await page.goto(`/dashboard/matches/${match}`)
  const title = page.getByRole('heading', { level: 1 })
  // Without marks that would be copied along.
  await expect(title).toHaveText('You against אבי כהן')
  // On one line.
  await page.setViewportSize({ width: 1280, height: 800 })
  const wide = await placesOf(title, ['You', 'against', 'אבי כהן'])
  expect(wide).toEqual(sorted(wide))
  await expectGoodScreen(page)

  await reportScore(request, {
    winner: dana.token,
    opponent: avi.token,
    season: 'Summer 2',
    match_date: '2026/07/15',
  })
  await page.goto('/dashboard/results/r?area=south-bend')
  const row = page.getByRole('row').filter({ hasText: 'דנה לוי' }).first()
  const places = await placesOf(row, ['דנה לוי', 'אבי כהן', '6-4'])
  expect(places).toEqual(sorted(places))
})

test('a player with one name signs up with it and sees it as their whole name', async ({ page }) => {
  const name = uniqueName('Madonna')
  await page.goto('/signup')
  await page.getByLabel('First name').fill(name)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page.getByText('Please enter your last name.').first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'I have one name' }).check()
  await expect(page.getByLabel('Last name')).toBeHidden()
  await expect(page.getByText('Please enter your last name.')).toHaveCount(0)
  await expectGoodScreen(page)
  await page.getByRole('textbox', { name: 'Email' }).fill(`${name.toLowerCase()}@example.com`)
  await page.getByRole('textbox', { name: 'Phone' }).fill('574 555 0123')
  await page.getByRole('textbox', { name: 'Password' }).fill('a drop shot at dusk')
  await page.getByRole('radio', { name: '3.5' }).check()
  await page.getByRole('radio', { name: 'Female' }).check()
  await page.getByRole('radio', { name: 'South Bend' }).check()
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page.getByText(`Welcome to Deuce, ${name}.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill('a drop shot at dusk')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
  await page.goto('/dashboard/settings')
  await expect(page.getByRole('checkbox', { name: 'I have one name' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name)
})
