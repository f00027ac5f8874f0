import { expect, type Page } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { enter, enterOpponent, uniqueName } from './people.ts'

/** The boards of the sets, first set first. */
const boards = (page: Page) => page.getByRole('group', { name: /^Set \d$/ })

/** The choices in each row of a set's board, the winner's row first. */
async function choicesIn(page: Page, set: number): Promise<string[][]> {
  const rows = page.getByRole('group', { name: `Set ${set}`, exact: true }).getByRole('group')
  const labels = (await rows.all()).map((row) =>
    row.getByRole('radio').evaluateAll((radios) => radios.map((radio) => radio.getAttribute('aria-label') ?? '')),
  )
  return Promise.all(labels)
}

const upTo = (last: number) => Array.from({ length: last + 1 }, (_, games) => String(games))

test.beforeEach(async ({ page, request }) => {
  await enter(page, await enterOpponent(request, 'Greta', uniqueName('Volley')))
  await page.goto('/dashboard/score-submission')
  await expect(page.getByRole('heading', { level: 1, name: 'Submit a score' })).toBeVisible()
})

test('only players who were found can be selected; other text is removed', async ({ page, request }) => {
  const last = uniqueName('Smash')
  await enterOpponent(request, 'Odile', last)
  const winner = page.getByRole('combobox', { name: 'Winner' })
  const list = page.getByRole('listbox', { name: 'Winner' })

  await winner.fill('Nobody At All')
  await expect(page.getByText('No results found').first()).toBeVisible()
  await expect(list.getByRole('option')).toHaveCount(0)
  await expectGoodScreen(page)
  await winner.press('Enter')
  await winner.press('Tab')
  await expect(winner).toHaveValue('')
  await expect(page.getByText('No results found')).toHaveCount(0)

  await winner.fill(last)
  await expect(list.getByRole('option')).toHaveText([`Odile ${last}`])
  await winner.press('Enter')
  await expect(winner).toHaveValue(`Odile ${last}`)
  await winner.fill('Odile the Great')
  await winner.press('Tab')
  await expect(winner).toHaveValue(`Odile ${last}`)

  // Text that was only typed is not sent as a player.
  const opponent = page.getByRole('combobox', { name: 'Opponent' })
  await opponent.fill('Somebody Else')
  await page.getByRole('button', { name: 'Submit Score' }).click()
  await expect(page.getByRole('region', { name: 'Please check the form' })).toBeVisible()
  await expect(opponent).toHaveValue('')
  await expect(opponent).toHaveAttribute('aria-invalid', 'true')
})

test('sets 1 and 2 offer 0 to 7 games, later ones 0 to 10, and all but the first can be removed', async ({ page }) => {
  const remove = page.getByRole('button', { name: /^Remove set/ })
  await expect(boards(page)).toHaveCount(2)
  await expect(
    page
      .getByRole('group', { name: /^(Winner|Opponent), set/ })
      .getByRole('radio', { name: '0', exact: true, checked: true }),
  ).toHaveCount(4)
  await expect(remove).toHaveText(['Remove set 2'])

  const add = page.getByRole('button', { name: 'Add a set' })
  for (const sets of [3, 4, 5]) {
    await add.click()
    await expect(boards(page)).toHaveCount(sets)
  }
  for (const set of [1, 2]) expect(await choicesIn(page, set)).toEqual([upTo(7), upTo(7)])
  for (const set of [3, 4, 5]) expect(await choicesIn(page, set)).toEqual([upTo(10), upTo(10)])
  await expect(remove).toHaveText([2, 3, 4, 5].map((set) => `Remove set ${set}`))
  // This is the longest possible match.
  await expect(add).toHaveAttribute('aria-disabled', 'true')

  // Removing a set keeps the sets after it.
  const games = (set: number, side: string, n: number) =>
    page
      .getByRole('group', { name: `${side}, set ${set}`, exact: true })
      .getByRole('radio', { name: String(n), exact: true })
  await games(3, 'Winner', 6).check()
  await games(4, 'Winner', 5).check()
  await page.getByRole('button', { name: 'Remove set 3' }).click()
  await expect(boards(page)).toHaveCount(4)
  await expect(games(3, 'Winner', 5)).toBeChecked()
  for (let left = 3; left > 0; left -= 1) await page.getByRole('button', { name: `Remove set ${left + 1}` }).click()
  await expect(boards(page)).toHaveCount(1)
  await expect(remove).toHaveCount(0)
})

test('totals accept only digits, and are computed from the sets until they are typed', async ({ page }) => {
  const total = page.getByLabel('Total, winner')
  await expect(total).toHaveValue('0')
  await page.getByRole('group', { name: 'Winner, set 1' }).getByRole('radio', { name: '6', exact: true }).check()
  await expect(total).toHaveValue('1')
  for (const [typed, kept] of [
    ['2', '2'],
    ['1a2', '12'],
    ['-3', '3'],
    ['4.5', '45'],
    ['two', '1'],
  ] as const) {
    await total.fill(typed)
    await expect(total).toHaveValue(kept)
  }
})

test('a match can end in five other ways, two of them without sets', async ({ page }) => {
  const status = page.getByRole('group', { name: 'Match status' }).getByRole('radio')
  const statuses = [
    'Retired',
    'Match ended in a tie',
    'Stopped by time or weather',
    'Opponent did not show',
    'Canceled within 4 hours of match',
  ]
  await expect(status).toHaveCount(1 + statuses.length)
  await expect(status.first()).toBeChecked()
  await expect(status.first()).toHaveAccessibleName(/^Played to the end/)
  for (const [index, name] of statuses.entries()) {
    await expect(status.nth(index + 1)).toHaveAccessibleName(new RegExp(`^${name}`))
    await status.nth(index + 1).check()
    await expect(boards(page)).toHaveCount(index < 3 ? 2 : 0)
  }
})

test('a day is chosen with the keyboard: weeks begin on Monday, the heading zooms out to years and decades', async ({
  page,
}) => {
  const field = page.getByRole('group', { name: 'Match date' })
  await expect(field).toContainText('07/15/2026')
  await page.getByRole('button', { name: /^Open calendar/ }).press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Choose: Match date' })
  await expect(calendar.getByRole('columnheader', { includeHidden: true })).toHaveText([
    'Mon',
    'Tue',
    'Wed',
    'Thu',
    'Fri',
    'Sat',
    'Sun',
  ])
  // July 1, 2026 is a Wednesday.
  await expect(calendar.getByRole('row', { includeHidden: true }).nth(1).getByRole('gridcell').nth(2)).toHaveText('1')
  await expect(calendar.getByRole('button', { name: /July 15, 2026/ })).toBeFocused()
  await expectGoodScreen(page)

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(calendar.getByRole('button', { name: /^July 2026\s?, choose a month$/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar.getByRole('group', { name: 'Months of 2026' }).getByRole('button')).toHaveCount(12)
  await expect(calendar.getByRole('button', { name: 'July 2026', exact: true })).toBeFocused()

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(calendar.getByRole('button', { name: /^2026\s?, choose a year$/ })).toBeFocused()
  await page.keyboard.press('Enter')
  const years = calendar.getByRole('group', { name: 'Years 2020-2029' }).getByRole('button')
  await expect(years).toHaveText(Array.from({ length: 10 }, (_, year) => String(2020 + year)))
  await expect(calendar.getByRole('button', { name: 'Previous decade' })).toBeVisible()
  await expect(calendar.getByRole('button', { name: '2026' })).toBeFocused()
  await expectGoodScreen(page)

  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(calendar.getByRole('group', { name: 'Months of 2025' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(calendar.getByRole('button', { name: /^Apr/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(calendar.getByRole('button', { name: /April 1, 2025/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(calendar).toHaveCount(0)
  await expect(field).toContainText('04/02/2025')
})
