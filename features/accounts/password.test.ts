import { expect, test } from 'vitest'
import { hash } from '@node-rs/argon2'
import { hashPassword, passwordFits, refuseGuessablePassword } from './password.ts'

test('a common password in wide letters is refused', () => {
  expect(() => refuseGuessablePassword('ｐａｓｓｗｏｒｄ１', {})).toThrow(expect.objectContaining({ code: 'invalid' }))
})

const composed = 'Café-München-77'.normalize('NFC')
const decomposed = composed.normalize('NFD')

test.each([
  ['composed', 'decomposed', composed, decomposed],
  ['decomposed', 'composed', decomposed, composed],
  ['with a ligature', 'without it', 'oﬃce-rain-82', 'office-rain-82'],
])('a password chosen %s fits when it is typed %s', async (_, __, chosen, typed) => {
  const stored = await hashPassword(chosen)
  expect(await passwordFits(typed, stored)).toBe(true)
  expect(await passwordFits(`${typed}x`, stored)).toBe(false)
})

test('an older hash, made from the password exactly as it was typed, still fits it', async () => {
  const stored = await hash(decomposed)
  expect(await passwordFits(decomposed, stored)).toBe(true)
  expect(await passwordFits(composed, stored)).toBe(false)
  expect(await passwordFits(`${decomposed}x`, stored)).toBe(false)
})
