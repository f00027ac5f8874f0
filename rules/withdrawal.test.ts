import { expect, test } from 'vitest'
import { canWithdraw, lastWithdrawalDay } from './withdrawal.ts'

test.each<[what: string, time_zone: string, now: string, can: boolean]>([
  ['weeks before the season', 'America/Indiana/Indianapolis', '2026-07-15T16:00:00Z', true],
  ['in the last second of the day before', 'America/Indiana/Indianapolis', '2026-09-22T03:59:59Z', true],
  ['at midnight of the first day', 'America/Indiana/Indianapolis', '2026-09-22T04:00:00Z', false],
  ['at the same moment an hour further west', 'America/Chicago', '2026-09-22T04:00:00Z', true],
  ['during the season', 'America/Chicago', '2026-10-10T12:00:00Z', false],
])('a player may withdraw from a season that starts on September 22: %s', (_, time_zone, now, can) => {
  expect(canWithdraw({ starting_date: '2026-09-22', time_zone }, new Date(now))).toBe(can)
})

test.each([
  ['2026-09-22', '2026-09-21'],
  ['2026-11-01', '2026-10-31'],
  ['2028-03-01', '2028-02-29'],
])('the last day to withdraw from a season that starts on %s is %s', (first, last) => {
  expect(lastWithdrawalDay(first)).toBe(last)
})
