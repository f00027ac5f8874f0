import { expect } from '@playwright/test'
import { expectGoodScreen, test } from './journey.ts'
import { enter, signInDemo } from './people.ts'

// The demo's last season with play-offs is over by July: they have a champion.
const bracket = '/play-offs/index?city=south-bend&division=womens-singles-3-5'

test('a player goes from the city to the champion, stage by stage, and sends a friend the link', async ({
  page,
  request,
}) => {
  await enter(page, await signInDemo(request))
  await page.goto('/dashboard/play-offs/index?city=south-bend')
  await expect(page).toHaveURL(/\/play-offs\/d\?city=south-bend$/)
  await page.goto('/dashboard/play-offs/index')
  await expect(page).toHaveURL(/\/dashboard\/play-offs$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Play-offs in South Bend' })).toBeVisible()
  await page.getByRole('link', { name: "See play-offs of Women's Singles 3.5" }).click()

  await expect(page.getByRole('heading', { level: 1, name: "Women's Singles 3.5" })).toBeVisible()
  await expect(page.getByText('South Bend, Winter 2025 play-offs')).toBeVisible()
  const stages = page.getByRole('navigation', { name: 'Stages' })
  for (const [name, day] of [
    [/^Quarter-finals/, 'Mar 20'],
    [/^Semi-finals/, 'Mar 30'],
    [/^Finals/, 'Apr 15'],
    [/^Champion/, 'Decided'],
  ] as const)
    await expect(stages.getByRole('link', { name })).toContainText(day)
  await stages.getByRole('link', { name: /^Finals/ }).click()
  const final = page.getByRole('table', { name: 'Finals' }).getByRole('row').nth(1)
  await expect(final).toContainText(/\d-\d|w\.o\./)
  const winner = await final.locator('th, td').filter({ hasText: 'Won' }).innerText()
  await stages.getByRole('link', { name: /^Champion/ }).click()
  await expect(page.getByText(/^beat .+ in the final/)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/^[^\d\n]+?(?=\s*(seed|\d|\n))/.exec(winner)?.[0] ?? 'nobody')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the link' }).click()
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain(`${bracket}&season=winter&year=2025`)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save the picture' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('womens-singles-3-5-play-offs.png')
})

test('the dashboard says whom I may meet, and Play Offs begins with my own brackets', async ({ page, request }) => {
  await enter(page, await signInDemo(request), { documents: false })
  const league = {
    league_name: 'Fall',
    league_slug: 'fall',
    level_name: "Women's Singles 3.5",
    level_slug: 'womens-singles-3-5',
    year: 2025,
    area: 'south-bend',
  }
  const seat = {
    league_id: 1,
    league,
    stage: 2,
    third_place: false,
    consolation: false,
    seed: 1,
    seeds: 5,
    play_by: '2026/12/19',
  }
  const playoff = { ...seat, opponents: ['Vivian Emerson', 'Rosa Duarte'] }
  await page.route('**/api/users/activity', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), playoff } })
  })
  // Without its cookie the document comes without the data, which the browser then reads itself.
  await page.goto('/dashboard')
  const next = page.getByRole('region', { name: 'Your semi-final' })
  await expect(next).toContainText('seed 1 of 5')
  await expect(next).toContainText('Against the winner of Vivian Emerson against Rosa Duarte')
  await expect(next).toContainText('To be played by Sat, Dec 19, 2026')
  await expectGoodScreen(page)
  await next.getByRole('link', { name: /^See the bracket/ }).click()
  await expect(page.getByText('South Bend, Fall 2025 play-offs')).toBeVisible()

  await page.goto('/dashboard/play-offs')
  const mine = page.getByRole('region', { name: 'My leagues' })
  await expectGoodScreen(page)
  await mine.getByRole('link', { name: "Women's Singles 3.5, Winter 2025" }).click()
  await expect(page.getByText('South Bend, Winter 2025 play-offs')).toBeVisible()
})

test('anyone with the link sees the bracket, and a chat shows its picture', async ({ page, request }) => {
  await page.goto(bracket)
  await expect(page.getByRole('heading', { level: 1, name: "Women's Singles 3.5" })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Bracket' })).toBeVisible()
  const html = await (await request.get(bracket)).text()
  const [, picture = ''] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? []
  const answer = await request.get(picture.replaceAll('&amp;', '&'))
  expect(answer.headers()['content-type']).toBe('image/png')
  expect((await answer.body()).subarray(1, 4).toString()).toBe('PNG')
  await page.getByRole('img', { name: /^To share/ }).scrollIntoViewIfNeeded()
  await expect
    .poll(() => page.getByRole('img', { name: /^To share/ }).evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(1200)
})

test('on a phone the bracket moves round by round, with its buttons and with the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(bracket)
  const drawn = page.getByRole('region', { name: 'Drawn bracket' })
  const final = drawn.getByRole('heading', { name: /^Finals/ })
  await drawn.getByRole('heading').first().scrollIntoViewIfNeeded()
  await expect(final).not.toBeInViewport()
  await page.getByRole('group', { name: 'Rounds' }).getByRole('button', { name: 'Finals', exact: true }).click()
  await expect(final).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Finals', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await drawn.getByRole('link').last().focus()
  // The first round is at the left edge again; a tall bracket's headings may be above the screen.
  await expect(async () => {
    await page.keyboard.press('ArrowLeft')
    expect(await drawn.evaluate((box) => box.scrollLeft)).toBeLessThan(20)
  }).toPass()
  await expect(page.getByRole('button', { name: 'Finals', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await expectGoodScreen(page)
})
