import { expect, type Page } from '@playwright/test'
import { expectGoodScreen, test, withoutComplaint } from './journey.ts'
import { enter, enterOpponent, reportScore, signUpAndIn, uniqueName } from './people.ts'

test.use({ viewport: { width: 360, height: 740 } })

const mixed = (page: Page) => page.getByRole('region', { name: /^Mixed Doubles, Fall/ })

test('a player looks for a partner, another offers, and the two enter together', async ({ page, browser, request }) => {
  const last = uniqueName('Pair')
  await enter(page, await signUpAndIn(request, 'Ann', last))
  await page.goto('/dashboard/join-league')
  await page.getByRole('link', { name: 'Look for a doubles partner' }).click()
  await page.getByRole('button', { name: /looking for a partner in Mixed Doubles, Fall/ }).click()
  await mixed(page).getByLabel('When do you prefer to play?').selectOption({ label: 'I prefer weekends' })

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await withoutComplaint(await context.newPage(), async (other) => {
    await enter(other, await signUpAndIn(request, 'Bea', last))
    await other.goto('/dashboard/partners')
    const ann = mixed(other)
      .getByRole('listitem')
      .filter({ hasText: `Ann ${last}` })
    await expect(ann).toContainText('Weekends')
    await expectGoodScreen(other)
    await ann.getByRole('button', { name: 'Offer to play' }).click()
    await expect(ann).toContainText('has to answer')
  })
  await context.close()

  await page.reload()
  await expect(mixed(page)).toContainText(`Bea ${last} would like to play with you.`)
  await expectGoodScreen(page)
  await mixed(page)
    .getByRole('button', { name: /^Accept/ })
    .click()
  await expect(mixed(page)).toContainText(`You and Bea ${last} have agreed to play`)
  await expectGoodScreen(page)
  await mixed(page)
    .getByRole('button', { name: `Enter with Bea ${last}` })
    .click()
  await page.getByRole('button', { name: /^Add to Cart.*Mixed Doubles/ }).click()
  await page.getByRole('link', { name: /Order summary/ }).click()
  await expect(page.getByRole('textbox', { name: "Partner's full name" })).toHaveValue(`Bea ${last}`)
})

test('a winner reads once that it was the first win, and a league-mate reacts', async ({ page, browser, request }) => {
  const last = uniqueName('Moment')
  const [ann, bea, cleo] = [
    await enterOpponent(request, 'Ann', last),
    await enterOpponent(request, 'Bea', last),
    await enterOpponent(request, 'Cleo', last),
  ]
  await reportScore(request, { winner: ann, opponent: bea, season: 'Summer 2', match_date: '2026/07/15' })
  await enter(page, ann)
  const results = await request.get('/api/users/scores', { headers: { authorization: `Bearer ${ann}` } })
  const [{ id }] = (await results.json()).results
  await page.goto(`/dashboard/results/${id}`)
  await expect(page.getByRole('main').getByText('Your first win.')).toBeVisible()
  await expectGoodScreen(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Your first win.')).toHaveCount(0)

  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await withoutComplaint(await context.newPage(), async (other) => {
    await enter(other, cleo)
    await other.goto(`/dashboard/results/${id}`)
    const reactions = other.getByRole('region', { name: 'Reactions' })
    await reactions.getByRole('button', { name: 'Great match' }).click()
    await expect(reactions.getByRole('button', { name: 'Great match 1' })).toHaveAttribute('aria-pressed', 'true')
    await expectGoodScreen(other)
  })
  await context.close()
})
