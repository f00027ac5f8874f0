import { expect, type Locator, type Page } from '@playwright/test'
import { expectFittingScreen, expectGoodScreen, withoutComplaint } from './journey.ts'
import { playTo, test } from './own-demo.ts'
import { enter, signInDemo, uniqueName } from './people.ts'

const wide = { width: 1280, height: 900 }

/** Types a day, yyyy-mm-dd, into a field of a dialog. */
async function typeDay(dialog: Locator, label: RegExp, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-')
  const field = dialog.getByRole('group', { name: label })
  await field.getByRole('spinbutton', { name: /^month/ }).fill(month)
  await field.getByRole('spinbutton', { name: /^day/ }).fill(date)
  await field.getByRole('spinbutton', { name: /^year/ }).fill(year)
}

type Days = { first: string; last: string; saleFrom?: string }

/** Opens the dialog in the list of seasons, and fills it in. */
async function fillSeason(owner: Page, name: string, { first, last, saleFrom }: Days): Promise<Locator> {
  await owner.getByRole('button', { name: 'Create a season' }).click()
  const dialog = owner.getByRole('dialog', { name: 'Create a season' })
  await dialog.getByLabel('Name').fill(name)
  await typeDay(dialog, /^First day$/, first)
  await typeDay(dialog, /^Last day$/, last)
  if (saleFrom !== undefined) await typeDay(dialog, /^First day of the sale/, saleFrom)
  return dialog
}

/** The seasons that a visitor can choose among the leagues. */
function seasonsOf(visitor: Page): Locator {
  return visitor.getByRole('navigation', { name: 'Seasons' })
}

test('a draft is hidden, gets its leagues in the grid, and is sold from its first day of sale; the next season with its name copies it', async ({
  page: owner,
  browser,
  request,
  desk,
}) => {
  await owner.setViewportSize(wide)
  await enter(owner, desk)
  await owner.goto('/organizer/seasons')
  const draft = await fillSeason(owner, 'Evenings', {
    first: '2026-09-01',
    last: '2026-11-30',
    saleFrom: '2026-07-16',
  })
  await expectGoodScreen(owner)
  await draft.getByRole('button', { name: 'Create the season' }).click()
  await expect(owner.getByRole('heading', { level: 1, name: 'Evenings 2026' })).toBeVisible()
  await expect(owner.getByText('Not on sale; from Thu, Jul 16, 2026 once published').first()).toBeVisible()

  // The new season has the leagues of the previous one. One is taken off sale, and another gets a higher price.
  await owner.getByRole('link', { name: 'Divisions and limits' }).click()
  const grid = owner.getByRole('group', { name: 'DC' })
  await grid.getByRole('checkbox', { name: /^Women's Singles 3.5/ }).uncheck()
  await owner.getByRole('button', { name: 'Save the divisions' }).click()
  await expect(owner.getByText('1 league has been changed.')).toBeVisible()
  await owner.getByRole('link', { name: 'Back to the season' }).click()
  const league = (name: string) => owner.getByRole('row').filter({ hasText: name }).filter({ hasText: ', DC' })
  await expect(league("Women's Singles 3.5")).toContainText('Not offered')
  await owner.getByRole('button', { name: "Change the price of Women's Singles 4.0, DC" }).click()
  const price = owner.getByRole('dialog', { name: "Price of Women's Singles 4.0" })
  await price.getByRole('textbox', { name: /^Price/ }).fill('45')
  await price.getByRole('button', { name: 'Save the price' }).click()
  await expect(league("Women's Singles 4.0")).toContainText('$45.00')

  const phone = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  await withoutComplaint(await phone.newPage(), async (visitor) => {
    const expectUnseen = async () => {
      await visitor.goto('/')
      await expect(visitor.getByRole('heading', { level: 2, name: 'Open to join' })).toBeVisible()
      await expect(visitor.getByText('Evenings')).toHaveCount(0)
      await visitor.goto('/leagues?season=evenings')
      await expect(seasonsOf(visitor).getByRole('link', { name: /^Fall 2026/ })).toBeVisible()
      await expect(seasonsOf(visitor).getByRole('link', { name: /^Evenings/ })).toHaveCount(0)
    }
    await expectUnseen()

    // A published season is sold from its first day of sale.
    await owner.getByRole('button', { name: 'Publish the season' }).click()
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Publish it' }).click()
    await expect(owner.getByText('On sale from Thu, Jul 16, 2026').first()).toBeVisible()
    await expectUnseen()
    await playTo(request, desk, '2026/07/16', [owner, visitor])
    await visitor.goto('/')
    await visitor.getByRole('link', { name: /^Evenings 2026/ }).click()
    await expect(visitor).toHaveURL('/leagues?season=evenings')
    await visitor.getByRole('radio', { name: 'DC' }).check()
    const offered = visitor.getByRole('table', { name: 'All divisions in DC' }).getByRole('row')
    await expect(offered.filter({ hasText: "Women's Singles 4.0" })).toContainText('$45.00')
    await expect(offered.filter({ hasText: "Women's Singles 3.5" })).toHaveCount(0)

    // A second season with its name is sold beside it, with the same leagues at the same prices.
    await owner.goto('/organizer/seasons')
    const second = await fillSeason(owner, 'Evenings', {
      first: '2027-03-01',
      last: '2027-05-31',
      saleFrom: '2026-07-16',
    })
    await second.getByRole('checkbox', { name: 'Start as a draft' }).uncheck()
    await second.getByRole('button', { name: 'Create the season' }).click()
    await expect(owner.getByRole('heading', { level: 1, name: 'Evenings 2027' })).toBeVisible()
    await expect(league("Women's Singles 3.5")).toContainText('Not offered')
    await visitor.reload()
    await seasonsOf(visitor)
      .getByRole('link', { name: /^Evenings 2027/ })
      .click()
    await expect(visitor).toHaveURL(/season=evenings&year=2027/)
    await expect(visitor.getByRole('columnheader', { name: 'Price' })).toHaveCount(1)
    await expect(offered.filter({ hasText: "Women's Singles 4.0" })).toContainText('$45.00')
    await expect(offered.filter({ hasText: "Women's Singles 3.5" })).toHaveCount(0)

    // The season can be deleted, because nobody has joined it.
    await owner.getByRole('button', { name: 'Delete the season' }).click()
    await expectGoodScreen(owner)
    await owner.getByLabel('Type “delete” to confirm').fill('delete')
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Delete the season' }).click()
    await expect(owner.getByRole('heading', { level: 1, name: 'Seasons' })).toBeVisible()
    await expect(owner.getByRole('link', { name: 'Evenings 2026' })).toBeVisible()
    await expect(owner.getByRole('link', { name: 'Evenings 2027' })).toHaveCount(0)
    await visitor.reload()
    await expect(seasonsOf(visitor).getByRole('link', { name: /^Evenings 2026/ })).toBeVisible()
    await expect(seasonsOf(visitor).getByRole('link', { name: /^Evenings 2027/ })).toHaveCount(0)
  })
  await phone.close()
})

test('a half-made season and a half-changed grid survive a reload and Back, and two presses save once', async ({
  page,
  request,
}) => {
  const name = uniqueName('Half')
  const changes: string[] = []
  page.on('request', (sent) => {
    if (sent.method() !== 'GET' && sent.url().includes('/api/organizer/')) changes.push(sent.method())
  })
  await page.setViewportSize(wide)
  await enter(page, await signInDemo(request, 'organizer'))
  await page.goto('/organizer')
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Seasons' }).click()
  const dialog = await fillSeason(page, name, { first: '2027-01-10', last: '2027-03-20' })
  const expectKept = async () => {
    await page.getByRole('button', { name: 'Create a season' }).click()
    await expect(dialog.getByLabel('Name')).toHaveValue(name)
    await expect(dialog.getByRole('group', { name: /^Last day$/ })).toContainText(/03.*20.*2027/)
  }
  await page.reload()
  await expectKept()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.goForward()
  await expectKept()
  await dialog.getByRole('button', { name: 'Create the season' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: `${name} 2027` })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: `${name} 2027` })).toHaveCount(1)
  // Going back does not create the season again.
  await page.getByRole('button', { name: 'Create a season' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(changes).toEqual(['POST'])

  await page.getByRole('link', { name: `${name} 2027` }).click()
  await page.getByRole('link', { name: 'Divisions and limits' }).click()
  const area = page.getByRole('group', { name: 'South Bend' })
  const division = area.getByRole('checkbox', { name: /^Mixed Doubles/ })
  const limit = area.getByRole('textbox', { name: 'Limit of Mixed Doubles, South Bend' })
  const unsaved = page.getByText('Not saved yet.')
  await expect(division).toBeChecked()
  await expect(unsaved).toHaveCount(0)
  await division.uncheck()
  await limit.fill('7')
  await page.reload()
  await expect(division).not.toBeChecked()
  await expect(limit).toHaveValue('7')
  await expect(area.getByText('No entries; not saved yet')).toHaveCount(1)
  await expect(unsaved).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: `${name} 2027` })).toBeVisible()
  await page.goForward()
  await expect(division).not.toBeChecked()
  await expectGoodScreen(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectFittingScreen(page)
  await page.getByRole('button', { name: 'Undo the changes' }).click()
  await expect(division).toBeChecked()
  await expect(limit).toHaveValue('')
  await expect(unsaved).toHaveCount(0)
  expect(changes).toEqual(['POST'])
  await limit.fill('7')
  await page.getByRole('button', { name: 'Save the divisions' }).dblclick()
  await expect(page.getByText('1 league has been changed.')).toBeVisible()
  await expect(unsaved).toHaveCount(0)
  expect(changes).toEqual(['POST', 'PUT'])
  await page.reload()
  // On a phone the areas are closed.
  await page.locator('summary').filter({ hasText: 'South Bend' }).click()
  await expect(limit).toHaveValue('7')
  await expect(unsaved).toHaveCount(0)
})
