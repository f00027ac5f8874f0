import { expect, test } from 'vitest'
import { getUser, signIn, signUp } from '#/features/accounts/contract.ts'
import { embedStandings } from '#/features/embed/contract.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { updateProfile } from '#/features/settings/contract.ts'
import { createOwner } from '#/organizer/setup/contract.ts'
import { enterPlayer } from '#/organizer/entries/contract.ts'
import { listOrganizerPlayers } from '#/organizer/players/contract.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { joinLeague, makeOrganizer, makePlayer, password } from '#/test/make.ts'

const t = await startApp('2026-05-20T16:00:00Z')
const { emailsTo } = mailboxOf(t)

const madonna = { first_name: 'Madonna', last_name: '', one_name: true }
const rest = { phone: '+1 574 555 0101', singles_level: '3.5', gender: 'Female', location: 'South Bend' } as const
const division = 'womens-singles-3-5'
const league = { season: 'summer-1', division, area: 'south-bend' } as const

test('a player who says so signs up with one name, and it is their whole name', async () => {
  const email = 'madonna@example.com'
  expect(await t.call(signUp, { body: { ...madonna, ...rest, email, password } })).toMatchObject({ status: 201 })
  const { token } = (await t.call(signIn, { body: { email, password } })).body
  expect((await t.call(getUser, { token })).body.user).toMatchObject(madonna)
  const { name } = await t.db.selectFrom('players').select('name').where('email', '=', email).executeTakeFirstOrThrow()
  expect(name).toBe('Madonna')
})

test('a blank last name is refused of everybody else, and a last name beside the one name', async () => {
  const body = { ...rest, email: 'somebody@example.com', password, first_name: 'Madonna' }
  const refusal = (message: string) => ({ status: 422, body: { fields: { last_name: message } } })
  for (const given of [{}, { last_name: ' ' }, { last_name: '', one_name: false }])
    expect(await t.send(signUp, { body: { ...body, ...given } })).toMatchObject(refusal('Please enter your last name.'))
  expect(await t.call(signUp, { body: { ...body, last_name: 'Ciccone', one_name: true } })).toMatchObject(
    refusal('Please leave the last name blank, or say that there are two names.'),
  )
  // Also beside other problems.
  const { body: several } = await t.send(signUp, { body: { ...body, last_name: '', gender: '', phone: '' } })
  expect(several).toMatchObject({ fields: { last_name: 'Please enter your last name.', gender: expect.any(String) } })
})

test('a profile changes to one name and back, and a client that knows only two names keeps working', async () => {
  const player = await makePlayer(t)
  const save = (names: object) =>
    t.send(updateProfile, { token: player.token, body: { ...rest, email: player.email, ...names } })
  const names = async () => {
    const { first_name, last_name, one_name } = (await t.call(getUser, { token: player.token })).body.user
    return { first_name, last_name, one_name }
  }
  expect(await save(madonna)).toMatchObject({ status: 200 })
  expect(await names()).toEqual(madonna)
  expect(await save({ first_name: 'Madonna', last_name: '' })).toMatchObject({ status: 422 })
  expect(await names()).toEqual(madonna)
  expect(await save({ first_name: 'Ada', last_name: 'Moreno' })).toMatchObject({ status: 200 })
  expect(await names()).toEqual({ first_name: 'Ada', last_name: 'Moreno', one_name: false })
})

test('a player with one name has no full stop in tables for visitors and no blank in emails', async () => {
  const [one, two] = [await makePlayer(t, madonna), await makePlayer(t, { first_name: 'Ada', last_name: 'Moreno' })]
  await joinLeague(t, one, league)
  await joinLeague(t, two, league)
  expect(
    await t.call(reportScore, {
      token: one.token,
      body: scoreBody(one, two, '6-4 6-3', { division, match_area: 'south-bend' }),
    }),
  ).toMatchObject({ status: 201 })
  const { standings } = (await t.call(embedStandings, { params: { area: 'south-bend', division } })).body
  expect(standings.map(({ name }) => name)).toEqual(['Madonna', 'Ada M.'])
  const question = (await emailsTo(two)).map(({ text }) => text).join()
  expect(question).toMatch(/Madonna (?=[a-z])/)
  expect(question).not.toMatch(/Madonna(?: {2}| ?\.)/)
  const receipt = (await emailsTo(one))[0]
  expect(receipt).toMatchObject({ to: { name: 'Madonna' }, text: expect.stringMatching(/^Hello Madonna,/) })
})

test('the desk sorts one name among the last names', async () => {
  const owner = await makeOrganizer(t)
  for (const last_name of ['Zzmab', 'Zzmaz']) await makePlayer(t, { first_name: 'Sorted', last_name })
  await makePlayer(t, { first_name: 'Zzmadonna', last_name: '', one_name: true })
  const { players } = (await t.call(listOrganizerPlayers, { token: owner.token, query: { search: 'zzma' } })).body
  expect(players.map(({ name }) => name)).toEqual(['Sorted Zzmab', 'Zzmadonna', 'Sorted Zzmaz'])
})

test('an organizer enters a player with one name, and only if they say so', async () => {
  const owner = await makeOrganizer(t)
  const { league_id } = await joinLeague(t, await makePlayer(t), league)
  const enter = (names: object) => {
    const { location: _, ...profile } = rest
    const new_player = { ...profile, ...names, email: 'cher@example.com' }
    return t.send(enterPlayer, {
      token: owner.token,
      body: { league_id, new_player, amount: 0, reason: 'Paid at the club' },
    })
  }
  expect(await enter({ first_name: 'Cher', last_name: '' })).toMatchObject({
    status: 422,
    body: { fields: { 'new_player.last_name': 'Please enter a last name.' } },
  })
  const entered = await enter({ first_name: 'Cher', one_name: true })
  expect(entered).toMatchObject({ status: 201, body: { message: expect.stringMatching(/^Cher is in/) } })
})

test('an owner can have one name too', async () => {
  expect(createOwner.body.safeParse({ token: 'x', ...madonna, email: 'a@example.com', password })).toMatchObject({
    success: true,
  })
})
