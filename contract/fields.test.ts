import { expect, test } from 'vitest'
import { email, phone } from './fields.ts'

test.each([
  ['joerg@müller.example', 'joerg@xn--mller-kva.example'],
  ['joerg@MÜLLER.example', 'joerg@xn--mller-kva.example'],
  ['joerg@mu\u0308ller.example', 'joerg@xn--mller-kva.example'],
  ['joerg@xn--mller-kva.example', 'joerg@xn--mller-kva.example'],
  ['ana@correo.españa.example', 'ana@correo.xn--espaa-rta.example'],
  ['  yuki@日本。example ', 'yuki@xn--wgv71a.example'],
  ['Ada@Example.com', 'Ada@Example.com'],
])('%s is the email %s', (typed, read) => {
  expect(email.parse(typed)).toBe(read)
})

test.each([
  'joerg',
  'joerg@',
  '@müller.example',
  'joerg@müller',
  'joerg@müller.example/path',
  'joerg@mül ler.example',
  'joerg@müller.example:25',
  'jo@erg@müller.example',
  'jörg@example.com',
])('%s is not an email', (typed) => {
  expect(email.safeParse(typed).error?.issues[0]?.message).toBe('Please enter an email like name@example.com.')
})

test.each([
  ['(574) 555-0123 x12', undefined],
  ['574-555-0123 ext. 12', undefined],
  ['4.4791E+11', 'A spreadsheet has rounded this number. Please format its column as text and enter it again.'],
  ['call me maybe', 'Please use digits, with a plus in front of the dial code. An extension is written as x12.'],
])('the phone number %s has the problem %s', (typed, problem) => {
  expect(phone.safeParse(typed).error?.issues[0]?.message).toBe(problem)
})
