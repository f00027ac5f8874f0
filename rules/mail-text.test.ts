import { expect, test } from 'vitest'
import { fillFields, toSubject, unknownFields } from './mail-text.ts'

const values = { first_name: 'Ada', organization: 'Bayside', area: 'Fitzroy', subject: 'You are in: Fall 2026' }

test.each([
  ['Hello {first_name}', []],
  ['{subject} at {organization}, {area}', []],
  ['Hello {name}', ['name']],
  ['{}', ['']],
  ['{ first_name }', [' first_name ']],
  ['{constructor} {first_name}', ['constructor']],
  ['a { b', []],
])('%s', (text, unknown) => {
  expect(unknownFields(text)).toEqual(unknown)
})

test('each field is filled in once, even if its value looks like another field', () => {
  expect(fillFields('{first_name}, {subject}', values)).toBe('Ada, You are in: Fall 2026')
  expect(fillFields('Hello {first_name}', { ...values, first_name: '{organization}' })).toBe('Hello {organization}')
  expect(fillFields('{unknown} stays', values)).toBe('{unknown} stays')
})

test.each([
  ['Hello\r\nBcc: all@example.com', 'Hello Bcc: all@example.com'],
  ['Hello\u2028Bcc: x', 'Hello Bcc: x'],
  ['  two   spaces ', 'two spaces'],
  ['x'.repeat(300), 'x'.repeat(200)],
])('a subject is one line', (text, subject) => {
  expect(toSubject(text)).toBe(subject)
})
