import { expect, test } from 'vitest'
import { getUser, signIn, signUp } from '#/features/accounts/contract.ts'
import { updateYearOfBirth } from '#/features/accounts/year-contract.ts'
import { searchPlayers } from '#/features/matches/contract.ts'
import { listLeaguePlayers } from '#/features/players/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { getOrganizerPlayer, mergePlayers, seeAsPlayer } from '#/organizer/players/contract.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, password, type TestPlayer } from '#/test/make.ts'
import { deleteAccount, exportData, updateProfile } from './contract.ts'

const lines: string[] = []
const log = { level: 'trace' as const, write: (line: string) => void lines.push(line) }
const t = await startApp('2026-07-15T16:00:00Z', {}, undefined, { log })

const save = ({ token }: TestPlayer, year_of_birth: unknown) =>
  t.send(updateYearOfBirth, { token, body: { year_of_birth } })
const yearOf = async ({ token }: TestPlayer) => (await t.call(getUser, { token })).body.user.year_of_birth
const profileOf = ({ email }: TestPlayer, given: object = {}) => ({
  first_name: 'Ada',
  last_name: 'Moreno',
  email,
  phone: '+1 574 555 0177',
  singles_level: '3.5',
  gender: 'Female',
  location: 'South Bend',
  ...given,
})

test('the year is empty at first, is saved alone or with the profile, stays if a profile omits it, and can be removed', async () => {
  const player = await makePlayer(t)
  const saveProfile = (given: object) => t.send(updateProfile, { token: player.token, body: profileOf(player, given) })
  expect(await yearOf(player)).toBe(null)
  expect((await save(player, 1984)).status).toBe(200)
  expect(await yearOf(player)).toBe(1984)
  expect((await saveProfile({})).status).toBe(200)
  expect(await yearOf(player)).toBe(1984)
  expect((await saveProfile({ year_of_birth: 1985 })).status).toBe(200)
  expect(await yearOf(player)).toBe(1985)
  expect((await saveProfile({ year_of_birth: null })).status).toBe(200)
  expect(await yearOf(player)).toBe(null)
  expect((await save(player, 2026)).status).toBe(200)
  expect((await save(player, null)).status).toBe(200)
  expect(await yearOf(player)).toBe(null)
})

test.each<[string, unknown]>([
  ['a year before all players', 1899],
  ['a year that has not begun', 2027],
  ['two digits', 84],
  ['a text', '1984'],
  ['a date', '1984-05-01'],
  ['a part of a year', 1984.5],
  ['a list', [1984]],
])('%s is refused with an error at its field, with the profile too, and changes nothing', async (_, year_of_birth) => {
  const player = await makePlayer(t, { year_of_birth: 1990 })
  const refused = { status: 422, body: { fields: { year_of_birth: expect.any(String) } } }
  expect(await save(player, year_of_birth)).toMatchObject(refused)
  const body = profileOf(player, { year_of_birth, first_name: 'New' })
  expect(await t.send(updateProfile, { token: player.token, body })).toMatchObject(refused)
  expect((await t.call(getUser, { token: player.token })).body.user).toMatchObject({
    year_of_birth: 1990,
    first_name: 'Player',
  })
})

test('the call for the year alone requires a year or null', async () => {
  expect(await save(await makePlayer(t), undefined)).toMatchObject({
    status: 422,
    body: { fields: { year_of_birth: expect.any(String) } },
  })
})

test('the current year is the organization’s: on the evening of New Year’s Eve the next one has not begun', async () => {
  const player = await makePlayer(t)
  t.clock.set('2027-01-01T03:00:00Z')
  const again = (await t.call(signIn, { body: { email: player.email, password } })).body.token
  expect((await save({ ...player, token: again }, 2027)).status).toBe(422)
  t.clock.set('2027-01-01T06:00:00Z')
  expect((await save({ ...player, token: again }, 2027)).status).toBe(200)
  t.clock.set('2026-07-15T16:00:00Z')
})

test('the year is optional at sign-up', async () => {
  const who = { ...profileOf({ email: 'new-year@example.com' } as TestPlayer), password }
  expect((await t.send(signUp, { body: { ...who, year_of_birth: 2030 } })).status).toBe(422)
  expect((await t.send(signUp, { body: { ...who, year_of_birth: 1970 } })).status).toBe(201)
  const { body } = await t.call(signIn, { body: { email: who.email, password } })
  expect(body.user.year_of_birth).toBe(1970)
})

test('organizers of the area see the year on the profile; other organizers, league-mates and visitors do not', async () => {
  const player = await makePlayer(t, { first_name: 'Bea', last_name: 'Yearling', year_of_birth: 1903 })
  const mate = await makePlayer(t)
  const league = { season: 'fall', division: 'womens-singles-3-5' }
  await joinLeague(t, player, league)
  await joinLeague(t, mate, league)
  const seenBy = async ({ token }: TestPlayer) => t.call(getOrganizerPlayer, { token, params: { id: player.id } })
  expect((await seenBy(await makeOrganizer(t, ['south-bend']))).body.year_of_birth).toBe(1903)
  expect((await seenBy(await makeOrganizer(t))).body.year_of_birth).toBe(1903)
  expect((await seenBy(await makeOrganizer(t, ['dc']))).status).toBe(404)
  expect((await seenBy(mate)).status).toBe(403)
  const mates = await t.call(listLeaguePlayers, {
    token: mate.token,
    body: { league: 'fall', yr: 2026, level: league.division },
  })
  expect(mates.body.players.map(({ id }) => id)).toContain(player.id)
  const found = await t.call(searchPlayers, { token: mate.token, body: { search: 'Yearling' } })
  for (const answer of [mates, found]) expect(JSON.stringify(answer.body)).not.toMatch(/year_of_birth|1903/)
})

/**
 * The calls whose replies may contain it: the player's own and, at the desk, a player's page and the search for a
 * player to enter, both only for players in the organizer's areas.
 */
const knows = [
  'GET /users',
  'POST /users/export',
  'POST /users/signin',
  'POST /users/signin/passkey',
  'POST /google/user-oauth',
  'POST /users/identities/link',
  'POST /users/signup/purchase',
  'POST /public/partner-invitations/signup',
  'POST /public/owner',
  'GET /organizer/players/{id}',
  'POST /organizer/players/{id}/data',
  'GET /organizer/entrants',
]

test('no other call returns a year of birth, public or not', async () => {
  const document = (await t.server.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { responses: unknown }>>
    components?: unknown
  }>()
  expect(JSON.stringify(document.components ?? {})).not.toContain('year_of_birth')
  const found = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls)
      .filter(([, { responses }]) => /"\w*birth\w*":/i.test(JSON.stringify(responses)))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(found.toSorted()).toEqual(knows.toSorted())
})

test('the year is in the export, in no log line and no audit entry, and is erased with the account', async () => {
  const player = await makePlayer(t)
  const owner = await makeOrganizer(t)
  await save(player, 1904)
  const { token } = player
  expect((await t.call(exportData, { token, body: { password } })).body.account.year_of_birth).toBe(1904)
  expect((await t.call(deleteAccount, { token, body: { password } })).status).toBe(200)
  const { body } = await t.call(listAuditLog, { token: owner.token })
  // A randomly generated id may contain these digits too.
  const written = `${JSON.stringify(body)}${lines.join('')}`.replaceAll(
    /[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}/g,
    '',
  )
  expect(written).toContain('/api/users/year-of-birth')
  expect(written).not.toContain('1904')
  const row = t.db.selectFrom('players').select('year_of_birth').where('id', '=', player.id)
  expect(await row.executeTakeFirst()).toEqual({ year_of_birth: null })
  expect((await save(player, 1904)).status).toBe(401)
})

test('an impersonating organizer cannot change the year', async () => {
  const player = await makePlayer(t, { year_of_birth: 1984 })
  const look = await t.call(seeAsPlayer, { token: (await makeOrganizer(t)).token, params: { id: player.id } })
  expect((await save({ ...player, token: look.body.token }, 1985)).status).toBe(403)
  expect(await yearOf(player)).toBe(1984)
})

test.each<[string, keep: number | null, from: number | null, kept: number | null]>([
  ['the one of the account that stays', 1984, 1985, 1984],
  ['the other one where it has none', null, 1985, 1985],
  ['none where nobody has said', null, null, null],
])('merging two accounts leaves %s, and the audit log has neither', async (_, keep_year, from_year, kept) => {
  const owner = await makeOrganizer(t)
  const keep = await makePlayer(t, { year_of_birth: keep_year })
  const from = await makePlayer(t, { year_of_birth: from_year })
  const merged = await t.call(mergePlayers, {
    token: owner.token,
    params: { id: keep.id },
    body: { from_id: from.id, reason: 'Same person' },
  })
  expect(merged.status).toBe(200)
  expect(await yearOf(keep)).toBe(kept)
  const closed = t.db.selectFrom('players').select('year_of_birth').where('id', '=', from.id)
  expect(await closed.executeTakeFirst()).toEqual({ year_of_birth: null })
  const [entry] = (await t.call(listAuditLog, { token: owner.token, query: { kind: 'merge_players' } })).body
    .audit_entries
  expect(JSON.stringify(entry)).not.toMatch(/198[45]/)
})
