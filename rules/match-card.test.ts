import { expect, test } from 'vitest'
import { isUpcoming } from './match-card.ts'

test.each([
  ['tomorrow', '2026-06-11', '08:00', true],
  ['tomorrow without a time', '2026-06-11', null, true],
  ['yesterday', '2026-06-09', '23:00', false],
  ['yesterday without a time', '2026-06-09', null, false],
  ['today, later', '2026-06-10', '18:31', true],
  ['today, this very minute', '2026-06-10', '18:30', true],
  ['today, a minute ago', '2026-06-10', '18:29', false],
  ['today without a time', '2026-06-10', null, false],
  ['without a date', null, null, true],
  ['without a date, at a time gone by', null, '08:00', true],
])('a match %s is upcoming or not', (_, match_date, match_time, expected) => {
  expect(isUpcoming({ match_date, match_time }, { day: '2026-06-10', time: '18:30' })).toBe(expected)
})
