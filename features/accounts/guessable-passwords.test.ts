import { expect, test } from 'vitest'
import { organization } from '#/contract/organization.ts'
import { changePassword } from '#/features/settings/contract.ts'
import { guessableSentence, type Guessable } from '#/rules/guessable.ts'
import { startApp } from '#/test/app.ts'
import { makePlayer, makeUnprovedPlayer, password } from '#/test/make.ts'
import { resetPassword, signIn, signUp, verifyEmail } from './contract.ts'
import { insertAccountToken } from './mail-tokens.ts'

const t = await startApp()

const newPlayer = {
  first_name: 'Leonor',
  last_name: 'Vidal',
  phone: '+1 574 555 0101',
  singles_level: '3.5',
  gender: 'Female',
  location: 'South Bend',
} as const
const email = 'lvidal88@example.com'

const guesses: readonly (readonly [string, Guessable])[] = [
  ['        ', 'row'],
  ['aaaaaaaa', 'row'],
  ['abcdefgh', 'row'],
  ['12345678', 'common'],
  ['qwertyui', 'common'],
  ['asdfghj321', 'row'],
  ['Football1!', 'common'],
  ['Leonor123', 'own'],
  ['v1d4l-2026', 'own'],
  [email, 'own'],
  ['lvidal88', 'own'],
  ['Welcome123', 'common'],
  ['Summer2026', 'local'],
  ['Wimbledon1', 'local'],
  ['southbend', 'local'],
  ['deuce-2026', 'local'],
  [`${organization().name}-club`, 'local'],
]

test.each(guesses)('sign-up refuses “%s”, and says why', async (guess, problem) => {
  expect(await t.call(signUp, { body: { ...newPlayer, email, password: guess } })).toMatchObject({
    status: 422,
    body: { fields: { password: guessableSentence[problem] } },
  })
})

const namesHere: readonly (readonly [string, Guessable])[] = [
  ['southbend', 'local'],
  ['Leonor123', 'own'],
]

test.each(namesHere)('a mailed link does not take “%s”, and still works for another', async (guess, problem) => {
  for (const [call, purpose] of [
    [verifyEmail, 'verify_email'],
    [resetPassword, 'reset_password'],
  ] as const) {
    const player = await makeUnprovedPlayer(t, { first_name: 'Leonor' })
    const token = await insertAccountToken(t.db, { purpose, player_id: player.id, email: player.email }, t.clock.now())
    const send = (chosen: string) => t.call(call, { body: { token: token ?? '', password: chosen } })
    expect(await send(guess)).toMatchObject({
      status: 422,
      body: { fields: { password: guessableSentence[problem] } },
    })
    expect((await send('a new word with the net')).status).toBe(200)
  }
})

test.each(namesHere)('a change of password does not take “%s”', async (guess, problem) => {
  const player = await makePlayer(t, { first_name: 'Leonor' })
  expect(await t.call(changePassword, { token: player.token, body: { password, new_password: guess } })).toMatchObject({
    status: 422,
    body: { fields: { new_password: guessableSentence[problem] } },
  })
  expect((await t.call(signIn, { body: { email: player.email, password } })).status).toBe(200)
})
