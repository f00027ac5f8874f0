import { expect, test } from 'vitest'
import { fillMessage, messageFieldsIn } from './message-text.ts'

test.each([
  ['Hi {first_name}', { first_name: 'Ada' }, 'Hi Ada'],
  ['Hi {first_name}', {}, 'Hi player'],
  ['You owe {amount_due} for {league}.', { amount_due: '$39.00' }, 'You owe $39.00 for your league.'],
  ['{league}', { league: '{first_name}' }, '{first_name}'],
  ['{unknown} {}', {}, '{unknown} {}'],
])('%s with %o reads %s', (text, values, filled) => {
  expect(fillMessage(text, values)).toBe(filled)
})

test('the fields of several texts are listed once', () => {
  expect(messageFieldsIn('{league}: {first_name}', '{league} {unknown}')).toEqual(['first_name', 'league'])
})
