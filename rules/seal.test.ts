import { expect, test } from 'vitest'
import { isOver, type SealFacts } from './seal.ts'

const facts: SealFacts = {
  counts_until: '2026-08-20',
  results: 6,
  disputed: false,
  answer_until: new Date('2026-08-20T20:00:00Z'),
  last_version_at: new Date('2026-08-19T20:00:00Z'),
  announced: false,
  playoffs_due: false,
  playoffs_until: null,
}

test.each<[string, Partial<SealFacts>, string, boolean]>([
  ['the last day that counts', {}, '2026-08-20', false],
  ['the day after, when its scores can still be answered', {}, '2026-08-21', false],
  ['two days after', {}, '2026-08-22', true],
  ['a disputed result', { disputed: true }, '2026-12-10', false],
  ['a result that can still be answered', { answer_until: new Date('2026-08-22T16:01:00Z') }, '2026-08-22', false],
  [
    'a result whose time to answer has just passed',
    { answer_until: new Date('2026-08-22T16:00:00Z') },
    '2026-08-22',
    true,
  ],
  ['a result stored less than a day ago', { last_version_at: new Date('2026-08-21T16:01:00Z') }, '2026-08-22', false],
  ['an unplayed match whose outcome the clock has announced', { announced: true }, '2026-08-23', false],
  ['play-offs that the clock will make', { playoffs_due: true }, '2026-08-22', false],
  ['an open final within its days', { playoffs_until: '2026-09-25' }, '2026-09-25', false],
  [
    'an open final whose last day for a score can still be answered',
    { playoffs_until: '2026-09-25' },
    '2026-10-03',
    false,
  ],
  ['a final that nobody has played', { playoffs_until: '2026-09-25' }, '2026-10-04', true],
  ['no result at all', { results: 0, answer_until: null, last_version_at: null }, '2027-12-10', false],
])('%s', (_what, given, today, over) => {
  expect(isOver({ ...facts, ...given }, today, new Date(`${today}T16:00:00Z`))).toBe(over)
})
