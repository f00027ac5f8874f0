import { expect } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { emailOf, enter, joinLeague, reportScore, signInDemo, signUpAndIn, uniqueName } from './people.ts'

const division = 'mens-singles-5-0'

test('an organizer gives a place away: the table says for whom and since when, and the result keeps its player', async ({
  page,
  request,
}) => {
  const make = async (first_name: string) => {
    const last = uniqueName('Handover')
    const token = await signUpAndIn(request, first_name, last)
    return { token, name: `${first_name} ${last}` }
  }
  const [ann, ben, zed] = [await make('Ann'), await make('Ben'), await make('Zed')]
  for (const { token } of [ann, ben])
    await joinLeague(request, token, { league_slug: 'summer-2', division, price: '39.00' })
  await reportScore(request, { winner: ann.token, opponent: ben.token, season: 'Summer 2', match_date: '2026/07/15' })

  await enter(page, await signInDemo(request, 'organizer'))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/organizer/entries?search=${ann.name.split(' ')[1]}`)
  await page.getByRole('link', { name: ann.name }).first().click()
  await page.getByRole('button', { name: 'Replace a player' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace a player' })
  await expect(dialog).toContainText('Results so far stay the leaving player’s')
  await dialog.getByRole('combobox', { name: 'New player' }).fill(await emailOf(request, zed.token))
  await page.getByRole('option', { name: zed.name }).click()
  await dialog.getByLabel('Reason').fill('Moved away')
  await expectGoodScreen(page)
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByRole('heading', { level: 1, name: zed.name })).toBeVisible()

  await page.goto(`/dashboard/standings/s?area=south-bend&season=summer-2&division=${division}`)
  const line = page.getByRole('row').filter({ hasText: zed.name })
  await expect(line).toContainText(`for ${ann.name} from Jul 15`)
  await expectGoodScreen(page)
  await line.getByRole('button', { name: 'Why this place?' }).click()
  await expect(page.getByRole('dialog')).toContainText(`${zed.name} for ${ann.name} from Jul 15.`)

  await page.goto('/dashboard/results/r?area=south-bend')
  await expect(page.locator('main')).toContainText(ann.name)
  await expect(page.locator('main')).not.toContainText(zed.name)
})
