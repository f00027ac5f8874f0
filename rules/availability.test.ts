import { expect, test } from 'vitest'
import { mergeAway, mergeHours } from './availability.ts'

const on = (weekday: number, from: string, to: string) => ({ weekday, from, to })

test.each([
  ['no hours', [], []],
  ['overlapping ranges become one', [on(1, '18:00', '20:00'), on(1, '19:00', '21:30')], [on(1, '18:00', '21:30')]],
  ['touching ranges become one', [on(1, '19:00', '20:00'), on(1, '18:00', '19:00')], [on(1, '18:00', '20:00')]],
  ['a range inside another disappears', [on(1, '06:00', '23:00'), on(1, '09:00', '10:00')], [on(1, '06:00', '23:00')]],
  ['a repeated range is kept once', [on(1, '09:00', '10:00'), on(1, '09:00', '10:00')], [on(1, '09:00', '10:00')]],
  [
    'days do not run into each other',
    [on(2, '06:00', '07:00'), on(1, '22:00', '23:00')],
    [on(1, '22:00', '23:00'), on(2, '06:00', '07:00')],
  ],
])('%s', (_, hours, merged) => expect(mergeHours(hours)).toEqual(merged))

test.each([
  [
    'days that overlap',
    [
      ['2026-07-01', '2026-07-05'],
      ['2026-07-04', '2026-07-09'],
    ],
    [['2026-07-01', '2026-07-09']],
  ],
  [
    'days that touch, over the end of a month',
    [
      ['2026-08-01', '2026-08-02'],
      ['2026-07-30', '2026-07-31'],
    ],
    [['2026-07-30', '2026-08-02']],
  ],
  [
    'days apart',
    [
      ['2026-07-01', '2026-07-01'],
      ['2026-07-03', '2026-07-03'],
    ],
    [
      ['2026-07-01', '2026-07-01'],
      ['2026-07-03', '2026-07-03'],
    ],
  ],
])('away: %s', (_, away, merged) => {
  const spans = (pairs: string[][]) => pairs.map(([from = '', to = '']) => ({ from, to }))
  expect(mergeAway(spans(away))).toEqual(spans(merged))
})
