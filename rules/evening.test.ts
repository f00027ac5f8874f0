import { expect, test } from 'vitest'
import { moveMatch, type EveningMove } from './evening.ts'

const match = { match_time: '18:30', is_live: false, counts_until: '2026-11-29', time_zone: 'America/New_York' }
const at = { now: Date.parse('2026-10-13T23:00:00Z'), today: '2026-10-13' }
const to = (to_day: string, shift_minutes = 0): EveningMove => ({ to_day, shift_minutes })

test.each([
  ['the same time on another day', '18:30', to('2026-10-15'), '2026-10-15 18:30 null'],
  ['an hour later', '18:30', to('2026-10-15', 60), '2026-10-15 19:30 null'],
  ['past midnight', '23:30', to('2026-10-15', 60), '2026-10-16 00:30 null'],
  ['earlier, past midnight', '00:30', to('2026-10-15', -60), '2026-10-14 23:30 null'],
  ['a match without a time', null, to('2026-10-15', 60), '2026-10-15 null null'],
  ['canceled', '18:30', null, 'null null null'],
  ['later on the same evening', '18:30', to('2026-10-13', 60), '2026-10-13 19:30 null'],
  ['a time that is over', '18:30', to('2026-10-13', 15), '2026-10-13 18:45 past'],
  ['a day that is over', null, to('2026-10-12'), '2026-10-12 null past'],
  ['the last day that counts', '18:30', to('2026-11-29'), '2026-11-29 18:30 null'],
  ['after the last day that counts', '18:30', to('2026-11-30'), '2026-11-30 18:30 after_season'],
  ['a time that the clocks repeat', '01:30', to('2026-11-01'), '2026-11-01 01:30 repeated'],
] as const)('%s', (_, match_time, move, expected) => {
  const moved = moveMatch({ ...match, match_time }, move, at)
  expect(`${moved.match_date} ${moved.match_time} ${moved.problem}`).toBe(expected)
})

test('a match whose points are being entered is left alone, moved or canceled', () => {
  for (const move of [to('2026-10-15'), null])
    expect(moveMatch({ ...match, is_live: true }, move, at).problem).toBe('live')
})
