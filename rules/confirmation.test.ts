import { describe, expect, test } from 'vitest'
import { actionsOf, answerUntil, confirmationState, isCounted, isFinal, type Answer } from './confirmation.ts'

const reported = new Date('2026-07-14T22:00:00Z')
const answer_until = answerUntil(reported)

describe('the state of a version', () => {
  test.each<[answer: Answer | null, at: string, state: string]>([
    [null, '2026-07-14T22:00:00Z', 'unconfirmed'],
    [null, '2026-07-15T21:59:59.999Z', 'unconfirmed'],
    [null, '2026-07-15T22:00:00Z', 'confirmed'],
    ['confirmed', '2026-07-14T22:00:01Z', 'confirmed'],
    ['disputed', '2026-07-14T22:00:01Z', 'disputed'],
    ['disputed', '2026-08-14T22:00:01Z', 'disputed'],
    ['settled', '2026-07-14T22:00:01Z', 'settled'],
  ])('answered %s, at %s: %s', (answer, at, state) => {
    expect(confirmationState({ answer, answer_until }, new Date(at))).toBe(state)
  })

  // The deadline is exactly 24 hours later, even across a clock change.
  test.each([
    ['2026-03-07T23:59:00-05:00', '2026-03-09T00:59:00-04:00'],
    ['2026-10-31T23:59:00-04:00', '2026-11-01T22:59:00-05:00'],
    ['2028-02-28T12:00:00-05:00', '2028-02-29T12:00:00-05:00'],
    ['2026-12-31T23:59:00-05:00', '2027-01-01T23:59:00-05:00'],
  ])('a score reported at %s can be answered until %s', (from, until) => {
    expect(answerUntil(new Date(from))).toEqual(new Date(until))
  })
})

test.each([
  ['unconfirmed', true, false],
  ['confirmed', true, true],
  ['disputed', false, false],
  ['settled', true, true],
] as const)('%s: counted %s, final %s', (state, counted, final) => {
  expect([isCounted(state), isFinal(state)]).toEqual([counted, final])
})

describe('permissions by role', () => {
  test.each([
    ['unconfirmed', 'author', false, ['edit']],
    ['unconfirmed', 'author', true, ['edit']],
    ['unconfirmed', 'other', false, ['confirm', 'correct', 'dispute']],
    ['unconfirmed', 'other', true, ['confirm', 'dispute']],
    ['unconfirmed', 'organizer', false, ['settle']],
    ['confirmed', 'author', false, []],
    ['confirmed', 'other', false, []],
    ['confirmed', 'organizer', false, ['settle']],
    ['disputed', 'author', false, []],
    ['disputed', 'other', false, []],
    ['disputed', 'organizer', false, ['settle']],
    ['settled', 'author', false, []],
    ['settled', 'other', false, []],
    ['settled', 'organizer', false, ['settle']],
    ['unconfirmed', null, false, []],
    ['disputed', null, false, []],
  ] as const)('%s, %s, corrected %s: %j', (state, role, has_corrected, actions) => {
    expect(actionsOf(state, role, has_corrected)).toEqual(actions)
  })
})
