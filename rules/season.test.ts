import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { standardRules } from './season-rules.ts'
import { addDays } from './day.ts'
import { countsFor, countsUntil, seasonDates, seasonsOnSale, seasonTemplates } from './season.ts'

test.each([
  ['summer-1', 2026, '2026-05-15', '2026-08-02'],
  ['summer-2', 2026, '2026-07-30', '2026-09-30'],
  ['fall', 2026, '2026-09-22', '2026-11-29'],
  ['winter', 2026, '2026-11-22', '2027-02-28'],
  ['winter', 2027, '2027-11-22', '2028-02-28'],
] as const)('%s %i runs from %s to %s', (slug, year, starting_date, ending_date) => {
  expect(seasonDates(slug, year)).toEqual({ starting_date, ending_date })
})

test.each([
  ['2026-01-10', 'summer-1 2026, summer-2 2026, fall 2026, winter 2026'],
  ['2026-05-15', 'summer-1 2026, summer-2 2026, fall 2026, winter 2026'],
  ['2026-05-29', 'summer-1 2026, summer-2 2026, fall 2026, winter 2026'],
  ['2026-05-30', 'summer-2 2026, fall 2026, winter 2026, summer-1 2027'],
  ['2026-08-13', 'summer-2 2026, fall 2026, winter 2026, summer-1 2027'],
  ['2026-08-14', 'fall 2026, winter 2026, summer-1 2027, summer-2 2027'],
  ['2026-10-06', 'fall 2026, winter 2026, summer-1 2027, summer-2 2027'],
  ['2026-10-07', 'winter 2026, summer-1 2027, summer-2 2027, fall 2027'],
  ['2026-12-06', 'winter 2026, summer-1 2027, summer-2 2027, fall 2027'],
  ['2026-12-07', 'summer-1 2027, summer-2 2027, fall 2027, winter 2027'],
  ['2026-12-31', 'summer-1 2027, summer-2 2027, fall 2027, winter 2027'],
  ['2027-01-01', 'summer-1 2027, summer-2 2027, fall 2027, winter 2027'],
])('on %s the shop has %s', (today, expected) => {
  const shop = seasonsOnSale(today)
  expect(shop.map(({ slug, year }) => `${slug} ${year}`).join(', ')).toBe(expected)
})

test(
  'on each day of four years, the shop has every season once, ordered by first day, and none past its second week',
  { tags: 'slow' },
  () => {
    const slugs = seasonTemplates.map(({ slug }) => slug).toSorted()
    const wrong: string[] = []
    for (let day = '2026-01-01'; day < '2030-01-01'; day = addDays(day, 1)) {
      const shop = seasonsOnSale(day)
      const isRight =
        isDeepStrictEqual(shop.map(({ slug }) => slug).toSorted(), slugs) &&
        isDeepStrictEqual(
          shop,
          shop.toSorted((a, b) => a.starting_date.localeCompare(b.starting_date)),
        ) &&
        shop.every(
          ({ slug, year, starting_date, ending_date }) =>
            isDeepStrictEqual({ starting_date, ending_date }, seasonDates(slug, year)) &&
            day <= addDays(starting_date, 14) &&
            day > addDays(seasonDates(slug, year - 1).starting_date, 14),
        )
      if (!isRight) wrong.push(day)
    }
    expect(wrong).toEqual([])
  },
)

test.each([
  ['2026-09-21', false],
  ['2026-09-22', true],
  ['2026-11-29', true],
  ['2026-12-06', true],
  ['2026-12-07', false],
])('a match on %s counts for fall 2026: %s', (match_date, expected) => {
  const fall = seasonDates('fall', 2026)
  expect(countsFor(match_date, { ...fall, counts_until: countsUntil(fall, standardRules) })).toBe(expected)
})
