import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addOpenDays, countOpenDays, isClosed, moveLastDay } from './closed-days.ts'
import { addDays } from './day.ts'
import { spreadRounds } from './schedule.ts'

const november = (day: number) => `2026-11-${String(day).padStart(2, '0')}`
const thanksgiving = { from: november(26), to: november(29) }
const tournament = { from: november(14), to: november(14) }

test.each([
  [25, false],
  [26, true],
  [29, true],
  [30, false],
])('November %i is closed: %s', (day, expected) => {
  expect(isClosed(november(day), [thanksgiving])).toBe(expected)
})

test('days of overlapping spans are closed once', () => {
  const closed = [thanksgiving, { from: november(28), to: november(30) }]
  expect(countOpenDays(november(21), november(30), closed)).toBe(5)
})

test.each([
  [25, 0, [], '2026-11-25'],
  [25, 1, [], '2026-11-26'],
  [25, 1, [thanksgiving], '2026-11-30'],
  [25, 3, [thanksgiving], '2026-12-02'],
  [26, 1, [thanksgiving], '2026-11-30'],
] as const)('November %i and %i open days later', (day, days, closed, expected) => {
  expect(addOpenDays(november(day), days, closed)).toBe(expected)
})

test.each([
  ['a window without the closed days stays', 1, 13, 1, '2026-11-13'],
  ['a window that ends on them gets four days more', 20, 27, 1, '2026-12-01'],
  ['a window that contains them gets four days more', 20, 30, 1, '2026-12-04'],
  ['days that are already over are not given back', 20, 30, 28, '2026-12-02'],
  ['a window cannot end after the last day that counts', 20, 30, 1, '2026-12-04'],
])('%s', (_, from, to, today, expected) => {
  const terms = { before: [], after: [thanksgiving], today: november(today), counts_until: '2026-12-31' }
  expect(moveLastDay({ from: november(from), to: november(to) }, terms)).toBe(expected)
  const until = { ...terms, counts_until: november(30) }
  const earliest = expected < november(30) ? expected : november(30)
  expect(moveLastDay({ from: november(from), to: november(to) }, until)).toBe(earliest)
})

test('days that were closed before move a window no second time', () => {
  const terms = { before: [thanksgiving], today: november(1), counts_until: '2026-12-31' }
  const window = { from: november(20), to: '2026-12-01' }
  expect(moveLastDay(window, { ...terms, after: [thanksgiving, thanksgiving] })).toBe('2026-12-01')
  expect(moveLastDay(window, { ...terms, after: [thanksgiving, { from: '2026-12-01', to: '2026-12-01' }] })).toBe(
    '2026-12-02',
  )
})

test('rounds are spread over the days with play, and begin and end on one', () => {
  expect(spreadRounds(3, november(1), november(30), [thanksgiving, tournament])).toEqual([
    { round: 1, from: november(1), to: november(8) },
    { round: 2, from: november(9), to: november(17) },
    { round: 3, from: november(18), to: november(30) },
  ])
  expect(spreadRounds(2, november(24), november(29), [thanksgiving])).toEqual([
    { round: 1, from: november(24), to: november(24) },
    { round: 2, from: november(25), to: november(25) },
  ])
})

test('with no day open, rounds are spread as without closed days', () => {
  expect(spreadRounds(2, november(26), november(29), [thanksgiving])).toEqual(
    spreadRounds(2, november(26), november(29)),
  )
})

test('rounds differ by one open day at most, in order, and never begin or end on a closed day', () => {
  const span = fc
    .tuple(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 9 }))
    .map(([first, more]) => ({ from: addDays(november(1), first), to: addDays(november(1), first + more) }))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.array(span, { maxLength: 4 }), (rounds, closed) => {
      const last = addDays(november(1), 59)
      const open = countOpenDays(november(1), last, closed)
      fc.pre(open >= rounds)
      const weeks = spreadRounds(rounds, november(1), last, closed)
      const counts = weeks.map(({ from, to }) => countOpenDays(from, to, closed))
      expect(counts.reduce((sum, each) => sum + each)).toBe(open)
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      for (const { from, to } of weeks) expect([isClosed(from, closed), isClosed(to, closed)]).toEqual([false, false])
      for (const [index, { from }] of weeks.slice(1).entries()) expect(from > weeks[index]!.to).toBe(true)
    }),
  )
})
