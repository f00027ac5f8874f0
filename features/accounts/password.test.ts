import { expect, test } from 'vitest'
import { hash } from '@node-rs/argon2'
import { hashPassword, passwordFits, refuseCommonPassword } from './password.ts'

test.each(['Deuce2026!', 'tennis123', 'TENNIS-league-1', 'organizer1', 'player player', 'Password-1'])(
  '%s is refused: without the product’s words too little remains',
  (password) => {
    expect(() => refuseCommonPassword(password)).toThrow(expect.objectContaining({ code: 'invalid' }))
  },
)

test('a common password in wide letters is refused', () => {
  expect(() => refuseCommonPassword('ｐａｓｓｗｏｒｄ１')).toThrow(expect.objectContaining({ code: 'invalid' }))
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

test('an older hash of a password as it was typed still fits that password', async () => {
  const stored = await hash(decomposed)
  expect(await passwordFits(decomposed, stored)).toBe(true)
  expect(await passwordFits(composed, stored)).toBe(false)
  expect(await passwordFits(`${decomposed}x`, stored)).toBe(false)
})

test.each(['advantage-deuce', 'a tennis ball in the rain', '29384756', '🎾🎾🎾🎾', 'leaguered-mice-52'])(
  '%s is accepted',
  (password) => {
    expect(() => refuseCommonPassword(password)).not.toThrow()
  },
)
