import { expect } from '@playwright/test'
import type { Activity } from '#/features/activity/contract.ts'
import { call, playTo, test } from './own-demo.ts'
import { enter, signInDemo } from './people.ts'

/** The heading of each first picture. */
const headings: Record<Activity['moment'], RegExp> = {
  nothing_joined: /^Your first match$/,
  before_draw: /^Next: /,
  first_match: /^Your first match$/,
  mid_season: /^Next match$/,
  match_today: /^Today$/,
  last_week: /^Last week of the season$/,
  overdue: /^Late$/,
  all_played: /^All your matches are played$/,
  playoffs: /^(Next match|Your .+)$/,
  knocked_out: /^(Out in the .+|Your play-offs are over)$/,
  champion: /^Champion$/,
  season_over: / is over$/,
  between_seasons: / is over$/,
}

test('home follows a season of the demo, and nothing on it contradicts it', async ({ page, request, desk }) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 780 })
  const seen = new Set<string>()
  for (const day of [
    '2026/07/15',
    '2026/08/01',
    '2026/09/26',
    '2026/10/03',
    '2026/10/12',
    '2026/10/20',
    '2026/11/20',
  ]) {
    if (day !== '2026/07/15') await playTo(request, desk, day, [page])
    const token = await signInDemo(request)
    await enter(page, token)
    const { moment, next } = await call<Activity>(request, token, 'GET', '/users/activity')
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 2, name: headings[moment] }).first()).toBeVisible()
    if (next?.match.window_over !== false) await expect(page.getByRole('link', { name: /^Find a time/ })).toHaveCount(0)
    seen.add(moment)
  }
  expect(seen.size).toBeGreaterThan(3)
})
