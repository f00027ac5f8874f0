import { afterEach, expect, test } from 'vitest'
import { getUser, signIn, signUp } from '#/features/accounts/contract.ts'
import { updateProfile } from '#/features/settings/contract.ts'
import { getConfig } from '#/features/site/contract.ts'
import { enterPlayer, listOrganizerEntries } from '#/organizer/entries/contract.ts'
import { changeOrganization, getOrganization } from '#/organizer/organization/contract.ts'
import { usualGenders } from '#/rules/gender.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, password } from '#/test/make.ts'

const t = await startApp('2026-05-20T16:00:00Z')
const { token } = await makeOrganizer(t)
const change = (body: object) => t.send(changeOrganization, { token, body })
const more = [
  ...usualGenders,
  { name: 'Non-binary', women: true, men: true },
  { name: 'Another', women: false, men: false },
]

afterEach(() => change({ genders: usualGenders, gender_required: true }))

let made = 0
async function signUpAs(gender: unknown) {
  made += 1
  const email = `gender-${made}@example.com`
  const rest = { phone: '+1 574 555 0101', singles_level: '3.5', location: 'South Bend', email, password }
  const answer = await t.send(signUp, { body: { first_name: 'Sam', last_name: 'Lee', ...rest, gender } })
  if (answer.status !== 201) return { answer, user: undefined }
  const session = (await t.call(signIn, { body: { email, password } })).body.token
  return { answer, session, rest, user: (await t.call(getUser, { token: session })).body.user }
}

test('an organization asks for Female or Male and requires one, until it says otherwise', async () => {
  expect((await t.call(getOrganization, { token })).body).toMatchObject({
    genders: usualGenders,
    gender_required: true,
  })
  for (const gender of ['Non-binary', '', null, undefined])
    expect((await signUpAs(gender)).answer).toMatchObject({
      status: 422,
      body: { fields: { gender: 'Please choose your gender.' } },
    })
  expect((await signUpAs('Female')).user).toMatchObject({ gender: 'Female', profile_complete: true })
})

test('an organization adds answers, which everybody may choose and visitors can read', async () => {
  expect(await change({ genders: more })).toMatchObject({ status: 200 })
  expect((await t.call(getConfig, {})).body.organization).toMatchObject({ genders: more, gender_required: true })
  expect((await signUpAs('non-BINARY')).user).toMatchObject({ gender: 'Non-binary' })
  expect((await signUpAs('')).answer).toMatchObject({ status: 422 })
})

test('without a required answer a profile is complete, and a client that does not know the answer keeps it', async () => {
  await change({ gender_required: false })
  const { user, session, rest } = await signUpAs('')
  expect(user).toMatchObject({ gender: null, profile_complete: true })
  const save = (gender: unknown) =>
    t.send(updateProfile, { token: session ?? '', body: { ...rest, first_name: 'Sam', last_name: 'Lee', gender } })
  const stored = async () => (await t.call(getUser, { token: session ?? '' })).body.user.gender
  expect(await save('Male')).toMatchObject({ status: 200 })
  expect(await save(undefined)).toMatchObject({ status: 200 })
  expect(await stored()).toBe('Male')
  expect(await save(null)).toMatchObject({ status: 200 })
  expect(await stored()).toBeNull()
})

test('everybody may join every division, and the desk marks whom it is not meant for', async () => {
  await change({ genders: more, gender_required: false })
  const division = 'womens-singles-3-5'
  const misfits: Record<string, unknown> = {}
  for (const gender of ['Female', 'Male', 'Non-binary', 'Another', null]) {
    const player = await makePlayer(t, { gender, last_name: 'Meantfor' })
    const { entry_id } = await joinLeague(t, player, { season: 'summer-1', division })
    const { entries } = (await t.call(listOrganizerEntries, { token, query: { search: player.email } })).body
    misfits[gender ?? 'none'] = entries.find(({ id }) => id === entry_id)?.players[0]?.misfit
  }
  expect(misfits).toEqual({ Female: null, Male: 'gender', 'Non-binary': null, Another: 'gender', none: null })
})

test('an organizer enters a new player with another answer, and with none if none is required', async () => {
  await change({ genders: more, gender_required: false })
  const { league_id } = await joinLeague(t, await makePlayer(t), {
    season: 'summer-1',
    division: 'womens-singles-4-0',
  })
  for (const gender of ['Another', undefined]) {
    made += 1
    const new_player = {
      first_name: 'Desk',
      last_name: 'Entered',
      email: `gender-${made}@example.com`,
      phone: '+1 574 555 0101',
      singles_level: '4.0',
      gender,
    }
    expect(
      await t.send(enterPlayer, { token, body: { league_id, new_player, amount: 0, reason: 'At the club' } }),
    ).toMatchObject({ status: 201 })
  }
})

test('answers of one name, and an answer that is required but not offered, are refused', async () => {
  expect(await change({ genders: [...usualGenders, { name: 'male', women: true, men: true }] })).toMatchObject({
    status: 422,
    body: { fields: { 'genders.2.name': 'There is an answer of this name.' } },
  })
  expect(await change({ genders: [] })).toMatchObject({
    status: 422,
    body: { fields: { gender_required: 'Without answers, players cannot be required to choose one.' } },
  })
  expect(await change({ genders: [], gender_required: false })).toMatchObject({ status: 200 })
  expect((await signUpAs(undefined)).user).toMatchObject({ gender: null })
})
