import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { expectFittingScreen } from './journey.ts'
import { call, test } from './own-demo.ts'
import { enter } from './people.ts'

// These results change the demo's tables.
type Side = { name: string }
type Match = { id: number; division: string; one: Side; two: Side }

/** Ten open tennis singles matches with names that no two share. */
async function listOpen(request: APIRequestContext, desk: string): Promise<Match[]> {
  const found: Match[] = []
  for (const state of ['overdue', 'to_arrange', 'arranged']) {
    const query = `/organizer/matches?state=${state}&per_page=100`
    const { matches } = await call<{ matches: (Match & { sport: string; playoff_stage: number | null })[] }>(
      request,
      desk,
      'GET',
      query,
    )
    found.push(
      ...matches.filter(
        ({ one, two, sport, playoff_stage }) =>
          sport === 'tennis' && playoff_stage === null && !`${one.name}${two.name}`.includes('&'),
      ),
    )
  }
  const seen = new Set<string>()
  return found
    .filter(({ one, two }) => {
      const isNew = !seen.has(one.name) && !seen.has(two.name)
      seen.add(one.name).add(two.name)
      return isNew
    })
    .slice(0, 10)
}

test('ten paper results are entered by keyboard alone in less than 90 seconds', async ({ page, request, desk }) => {
  const matches = await listOpen(request, desk)
  expect(matches).toHaveLength(10)
  await enter(page, desk)
  await page.goto('/organizer/matches/new')
  const field = page.getByRole('combobox', { name: 'Match' })
  await field.waitFor()
  const keys = { pressed: 0 }

  const lines = [
    '6-4 6-3',
    '64 36 107',
    '3-6 2-6',
    'w/o',
    '6-2 2-1 ret',
    '7-6 6-4',
    '46 64 810',
    '6-0 6-1',
    '64 64',
    '57 67',
  ]
  const began = Date.now()
  for (const [index, match] of matches.entries()) {
    await expect(field).toBeFocused()
    await type(page, keys, shortNames(match))
    await page.getByRole('option').first().waitFor()
    await press(page, keys, 'Enter')
    await expect(page.getByLabel(/^Score,/)).toBeFocused()
    await type(page, keys, lines[index] ?? '6-4 6-4')
    if (index === 0) {
      // The place is typed once and stays.
      for (const key of Array.from({ length: 8 }, () => 'Tab')) {
        if (await page.getByLabel('Where').evaluate((one) => one === document.activeElement)) break
        await press(page, keys, key)
      }
      await expect(page.getByLabel('Where')).toBeFocused()
      if ((await page.getByLabel('Where').inputValue()) === '') await type(page, keys, 'Leeper Park')
    }
    await press(page, keys, 'Enter')
    await expect(page.getByRole('heading', { name: `Entered now: ${index + 1}` })).toBeVisible()
  }
  const seconds = (Date.now() - began) / 1000
  console.log(`ten results by keyboard: ${seconds.toFixed(1)} s, ${keys.pressed} keystrokes`)
  expect(seconds).toBeLessThan(90)
  await expectFittingScreen(page)

  // The score that was read from the loser's side is shown from the winner's.
  const third = matches[2]
  const row = page.getByRole('listitem').filter({ hasText: third?.two.name ?? '' })
  await expect(row.first()).toContainText('6-3 6-2')

  // A result that was a mistake comes back into the form.
  const [last] = matches.slice(-1)
  await page.getByRole('button', { name: `Undo ${last?.one.name} and ${last?.two.name}` }).click()
  await expect(page.getByRole('heading', { name: 'Entered now: 9' })).toBeVisible()
  await expect(page.getByLabel(/^Score,/)).toHaveValue('57 67')
  await expect(page.getByLabel('Where')).not.toHaveValue('')
  await page.getByLabel(/^Score,/).press('Enter')
  await expect(page.getByRole('heading', { name: 'Entered now: 10' })).toBeVisible()
})

/** The first name of one side and the last name of the other. */
function shortNames({ one, two }: Match): string {
  return `${one.name} ${two.name.split(' ').at(-1)}`.toLowerCase()
}

async function type(page: Page, keys: { pressed: number }, text: string): Promise<void> {
  keys.pressed += text.length
  await page.keyboard.type(text)
}

async function press(page: Page, keys: { pressed: number }, key: string): Promise<void> {
  keys.pressed += 1
  await page.keyboard.press(key)
}
