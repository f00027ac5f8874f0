import { expect, test } from 'vitest'
import { standardRules } from '#/rules/season-rules.ts'
import { countsUntil, seasonDates, soldUntil, type TemplateSlug } from '#/rules/season.ts'
import { countingLeagues, isPlayoffScore } from './report.ts'

const edition = (season_slug: TemplateSlug, year: number) => ({
  league_id: year,
  area: 'dc',
  season_slug,
  year,
  ...seasonDates(season_slug, year),
  sold_after: null,
  sold_until: soldUntil(seasonDates(season_slug, year)),
  counts_until: countsUntil(seasonDates(season_slug, year), standardRules),
  division_slug: 'mixed-doubles',
  division_name: 'Mixed Doubles',
  winner_entry_id: 1,
  opponent_entry_id: 2,
  rules: standardRules,
})

test.each([
  ['in the season', 'summer-1', [2026], '2026-06-10', 2026],
  ['on its first day', 'summer-1', [2025, 2026], '2026-05-15', 2026],
  ['7 days after the last', 'summer-1', [2026, 2027], '2026-08-09', 2026],
  ['8 days after the last, of the next edition', 'summer-1', [2026, 2027], '2026-08-10', 2027],
  ['8 days after the last, of two who are not in the next', 'summer-1', [2026], '2026-08-10', null],
  ['ahead of the season', 'summer-1', [2026], '2026-05-01', 2026],
  ['in a season that the two are not in, of the next edition', 'summer-1', [2027], '2026-06-10', 2027],
  ['in a season still on sale that the two are not in', 'summer-1', [2027], '2026-05-20', null],
  ['a year too early', 'summer-1', [2026], '2025-05-01', null],
  ['over New Year', 'winter', [2026, 2027], '2027-01-03', 2026],
  ['in March after a leap day', 'winter', [2027], '2028-03-06', 2027],
] as const)('a match %s counts for the right edition', (_, season, years, match_date, expected) => {
  const counting = countingLeagues(
    years.map((year) => edition(season, year)),
    match_date,
  )
  expect(counting.map(({ year }) => year)).toEqual(expected === null ? [] : [expected])
})

const withPlayoffs = { ...edition('summer-1', 2026), playoff_match_id: 7, playoff_until: '2026-08-19' }

test.each([
  ['on the season’s last day', '2026-08-02', false],
  ['on the day after it, within the days of grace', '2026-08-03', true],
  ['on the last day on which the stage counts', '2026-08-19', true],
  ['a day later', '2026-08-20', false],
  ['a year later', '2027-06-10', false],
])('without a card, a match of play-off opponents is a play-off match %s: %s', (_, match_date, expected) => {
  expect(isPlayoffScore(withPlayoffs, match_date, false)).toBe(expected)
  expect(isPlayoffScore(edition('summer-1', 2026), match_date, false)).toBe(false)
})

test('a match named by its card is a play-off match whenever it was played', () => {
  expect(isPlayoffScore(withPlayoffs, '2026-10-01', true)).toBe(true)
})

test('a match now between two who met in last year’s bracket counts for this year’s season', () => {
  const counting = countingLeagues([withPlayoffs, edition('summer-1', 2027)], '2027-06-10')
  expect(counting.map(({ year }) => year)).toEqual([2027])
  expect(countingLeagues([withPlayoffs], '2027-06-10')).toEqual([])
})

test.each([
  ['on the day on which the second joined', '2026-05-10', '2026-05-10', true],
  ['on the day before', '2026-05-09', '2026-05-10', false],
  ['on the season’s first day, although one joins later', '2026-05-15', '2026-05-20', true],
])('a match played before the season counts %s: %s, entered on %s', (_, match_date, entered_on, expected) => {
  const counting = countingLeagues([{ ...edition('summer-1', 2026), entered_on }], match_date)
  expect(counting.length > 0).toBe(expected)
})
