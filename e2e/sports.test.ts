import { expect } from '@playwright/test'
import { expectFittingScreen, test } from './journey.ts'
import { enter, joinLeague, signInDemo, signUpAndIn, uniqueName } from './people.ts'

const sports = ['Padel', 'Pickleball', 'Badminton', 'Squash', 'Table tennis']

// Tests a sport with sets of games and one with games of points. The tests in rules/ cover the scores of every sport.
for (const { sport, typed, line, word, figures } of [
  { sport: 'Padel', typed: '64 46 108', line: '6-4 4-6 10-8', word: 'Set', figures: ['Sets', 'Games'] },
  {
    sport: 'Squash',
    typed: '117 911 118 116',
    line: '11-7 9-11 11-8 11-6',
    word: 'Game',
    figures: ['Games', 'Points'],
  },
])
  test(`${sport}: from a new division to the table`, async ({ page, request, browser }) => {
    const name = `${sport} ${uniqueName('Open')}`
    const desk = await browser.newContext()
    const owner = await desk.newPage()
    await enter(owner, await signInDemo(request, 'organizer'))
    await owner.goto('/organizer/seasons/divisions')
    await owner.getByRole('button', { name: 'Create a division' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    for (const each of [...sports, sport]) {
      await dialog.getByLabel('Sport').selectOption(each)
      await expect(dialog.getByLabel('Picture').locator('option')).toHaveText([each])
    }
    await dialog.getByRole('radio', { name: 'Singles' }).check()
    await dialog.getByLabel('Price').fill('20')
    await dialog.getByRole('button', { name: 'Create the division' }).click()
    await expect(owner.getByRole('row').filter({ hasText: name })).toContainText(`${sport}, singles`)
    await desk.close()

    const division = name.toLowerCase().replaceAll(' ', '-')
    const last = uniqueName('Rally')
    const [ada, bea] = [await signUpAndIn(request, 'Ada', last), await signUpAndIn(request, 'Bea', last)]
    for (const token of [ada, bea])
      await joinLeague(request, token, { league_slug: 'summer-2', division, price: '20.00' })

    await enter(page, ada)
    await page.goto('/dashboard/score-submission')
    for (const [label, first] of [
      ['Winner', 'Ada'],
      ['Opponent', 'Bea'],
    ] as const) {
      await page.getByRole('combobox', { name: label }).fill(`${first} ${last}`)
      await page.getByRole('option', { name: `${first} ${last}` }).click()
    }
    await page.getByLabel('Score line').fill(typed)
    await expect(page.getByRole('group', { name: new RegExp(`^${word} \\d$`) })).toHaveCount(line.split(' ').length)
    await expect(page.getByRole('status').filter({ hasText: `Ada ${last} d. Bea ${last}` })).toContainText(line)
    await expectFittingScreen(page)
    await page.getByLabel('Match location').fill('Leeper Park')
    await page.getByRole('button', { name: 'Submit Score' }).click()

    await expect(page.getByRole('columnheader', { name: `${word} 1` })).toBeAttached()
    await expect(page.getByText(line).first()).toBeVisible()
    await page.goto(`/dashboard/standings/s?area=south-bend&season=summer-2&division=${division}`)
    for (const figure of figures)
      await expect(page.getByRole('columnheader', { name: figure, exact: true })).toBeAttached()
    await page.goto('/dashboard/rules')
    await expect(page.getByRole('heading', { name: sport, exact: true })).toBeVisible()
  })
