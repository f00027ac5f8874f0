import { expect, test } from 'vitest'
import { formatSale } from './format.ts'

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
