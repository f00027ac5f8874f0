import { expect, test } from 'vitest'
import { hash } from '@node-rs/argon2'
import { hashPassword, passwordFits, refuseGuessablePassword } from './password.ts'

test.each(['Deuce2026!', 'tennis123', 'TENNIS-league-1', 'organizer1', 'player player', 'Password-1'])(
  '%s is refused: without the product’s words too little remains',
  (password) => {
    expect(() => refuseGuessablePassword(password, {})).toThrow(expect.objectContaining({ code: 'invalid' }))
  },
)

test.each(['Welcome123', 'Summer2026', 'Wimbledon1', '        ', 'aaaaaaaa', 'abababab', 'hgfedcba', '23456789'])(
  '“%s” is refused: it is among the first to be guessed',
  (password) => {
    expect(() => refuseGuessablePassword(password, {})).toThrow(expect.objectContaining({ code: 'invalid' }))
  },
)

test.each(['ada.moreno@example.com', 'Ada-Moreno-1', 'MORENO2026', 'Zoë-O’Brien'])(
  '%s is refused: it is made of the account’s own name and email',
  (password) => {
    const account = { email: 'ada.moreno@example.com', first_name: 'Zoë', last_name: 'O’Brien' }
    expect(() => refuseGuessablePassword(password, account)).toThrow(expect.objectContaining({ code: 'invalid' }))
  },
)

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

test.each(['advantage-server', 'a tennis ball in the rain', '29384756', '🎾🏆☀🥵🎾🏆☀🥵', 'leaguered-mice-52'])(
  '%s is accepted',
  (password) => {
    expect(() => refuseGuessablePassword(password, {})).not.toThrow()
  },
)
