import { expect, test } from 'vitest'
import { formatAreaSums, formatNextOf, formatSale, momentsOf } from './format.ts'

const season = { sale_from: null, sold_until: '2026/12/12' }
const from = { ...season, sale_from: '2026/12/01' }

test.each([
  ['draft', 'later', season, 'Not on sale'],
  ['draft', 'later', from, 'Not on sale; from Tue, Dec 1, 2026 once published'],
  ['draft', 'over', from, 'Not on sale'],
  ['upcoming', 'later', season, 'Not on sale yet'],
  ['upcoming', 'later', from, 'On sale from Tue, Dec 1, 2026'],
  ['upcoming', 'after_setup', season, 'On sale until Sat, Dec 12, 2026, once the league is set up'],
  ['playing', 'after_setup', from, 'On sale until Sat, Dec 12, 2026, once the league is set up'],
  ['playing', 'later', from, 'On sale from Tue, Dec 1, 2026'],
  ['on_sale', 'now', season, 'On sale until Sat, Dec 12, 2026'],
  ['playing', 'now', from, 'On sale until Sat, Dec 12, 2026'],
  ['playing', 'over', season, 'Was on sale until Sat, Dec 12, 2026'],
  ['upcoming', 'over', season, 'Was on sale until Sat, Dec 12, 2026'],
  ['closed', 'over', from, 'Was on sale until Sat, Dec 12, 2026'],
] as const)('the sale of a season that is %s and is sold %s reads: %s', (state, sale, days, sentence) => {
  expect(formatSale({ ...days, state, sale })).toBe(sentence)
})

const counted = (taken: number, waiting = 0, results = 0) => ({ taken, waiting, results })

test.each([
  [[counted(0)], 'nobody yet in 1 league'],
  [[counted(0), counted(0)], 'nobody yet in 2 leagues'],
  [[counted(1), counted(0)], '1 entry in 1 of 2 leagues'],
  [[counted(8, 2, 12), counted(7), counted(0)], '15 entries in 2 of 3 leagues, 2 waiting, 12 played'],
  [[counted(0, 1)], '0 entries in 1 of 1 leagues, 1 waiting'],
])('the leagues %o of an area are in sum: %s', (leagues, text) => {
  expect(formatAreaSums(leagues)).toBe(text)
})

const days = {
  sale: 'now',
  sale_from: '2026/05/01',
  sold_until: '2026/05/29',
  starting_date: '2026/05/15',
  ending_date: '2026/08/02',
  counts_until: '2026/08/09',
  stages: { 1: '2026/08/19', 2: '2026/08/29', 3: '2026/09/08' },
} as const

test.each([
  [days, '2026/05/10', 'Play begins on Fri, May 15, 2026.'],
  [days, '2026/05/20', 'The sale ends on Fri, May 29, 2026.'],
  [days, '2026/05/29', 'The sale ends today.'],
  [{ ...days, sale: 'later' as const }, '2026/04/20', 'The sale begins on Fri, May 1, 2026.'],
  [{ ...days, sale: 'over' as const }, '2026/06/20', 'Play ends on Sun, Aug 2, 2026.'],
  [{ ...days, sale: 'over' as const }, '2026/08/05', 'The last result counts on Sun, Aug 9, 2026.'],
  [days, '2026/12/01', null],
])('of the days %o, on %s the next is: %s', (season, today, text) => {
  expect(formatNextOf(momentsOf(season), today)).toBe(text)
})
