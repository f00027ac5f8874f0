import { expect, test } from 'vitest'
import { deleteAccount, exportData, getEmergencyContact, updateEmergencyContact } from './contract.ts'
import { createApiKey } from '#/organizer/api-keys/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { startExport } from '#/organizer/desk/contract.ts'
import { getOrganizerPlayer, seeAsPlayer } from '#/organizer/players/contract.ts'
import { startApp, runJobs } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, password, type TestPlayer } from '#/test/make.ts'

const lines: string[] = []
const log = { level: 'trace' as const, write: (line: string) => void lines.push(line) }
const t = await startApp(undefined, {}, undefined, { log })
const bo = { name: 'Bo Lind', phone: '+1 574 555 0111' }

const save = ({ token }: TestPlayer, emergency_contact: unknown) =>
  t.send(updateEmergencyContact, { token, body: { emergency_contact } })
const read = async ({ token }: TestPlayer) => (await t.call(getEmergencyContact, { token })).body.emergency_contact
const seenBy = async ({ token }: TestPlayer, { id }: TestPlayer) =>
  (await t.call(getOrganizerPlayer, { token, params: { id } })).body.emergency_contact

test('a contact can be saved, changed and removed', async () => {
  const player = await makePlayer(t)
  expect(await read(player)).toBe(null)
  expect((await save(player, { name: ' Bo Lind ', phone: '(574) 555-0111' })).status).toBe(200)
  expect(await read(player)).toEqual(bo)
  expect((await save(player, { ...bo, name: 'Cy Lind' })).status).toBe(200)
  expect(await read(player)).toEqual({ ...bo, name: 'Cy Lind' })
  expect((await save(player, null)).status).toBe(200)
  expect(await read(player)).toBe(null)
})

test.each([
  ['no phone', { name: 'Bo' }, 'emergency_contact.phone'],
  ['no name', { name: ' ', phone: bo.phone }, 'emergency_contact.name'],
  ['a phone that is too short', { name: 'Bo', phone: '+1 574 55' }, 'emergency_contact.phone'],
  ['a name of two lines', { name: 'Bo\nLind', phone: bo.phone }, 'emergency_contact.name'],
  ['nothing at all', undefined, 'emergency_contact'],
])('%s is refused with an error at its field', async (_, contact, field) => {
  expect(await save(await makePlayer(t), contact)).toMatchObject({
    status: 422,
    body: { fields: { [field]: expect.any(String) } },
  })
})

test('only organizers of the player’s own area see the contact, not those of areas where the player plays', async () => {
  const player = await makePlayer(t)
  await save(player, bo)
  await joinLeague(t, player, { season: 'fall', division: 'womens-singles-3-5', area: 'dc' })
  const [here, there, owner] = [
    await makeOrganizer(t, ['south-bend']),
    await makeOrganizer(t, ['dc']),
    await makeOrganizer(t),
  ]
  expect(await seenBy(here, player)).toEqual(bo)
  expect(await seenBy(there, player)).toBe(null)
  expect(await seenBy(owner, player)).toEqual(bo)
  // An impersonation does not show the contact either.
  const look = await t.call(seeAsPlayer, { token: here.token, params: { id: player.id } })
  expect((await t.call(getEmergencyContact, { token: look.body.token })).status).toBe(403)
  expect((await t.send(updateEmergencyContact, { token: look.body.token, body: {} })).status).toBe(403)
})

test('no API key can read the contact, not even an owner’s', async () => {
  const player = await makePlayer(t)
  await save(player, bo)
  for (const organizer of [await makeOrganizer(t), await makeOrganizer(t, ['south-bend'])]) {
    const { body } = await t.call(createApiKey, {
      token: organizer.token,
      body: { name: 'Club web site', scopes: ['read:desk'] },
    })
    const { status, body: read_by_key } = await t.call(getOrganizerPlayer, {
      token: body.key,
      params: { id: player.id },
    })
    expect([status, read_by_key.emergency_contact]).toEqual([200, null])
    expect(read_by_key.phone).not.toBe(null)
    expect(await seenBy(organizer, player)).toEqual(bo)
  }
})

test('the contact is in the export, in no list, audit entry or log line, and is erased with the account', async () => {
  const player = await makePlayer(t)
  const owner = await makeOrganizer(t)
  await save(player, { name: 'Very Secret', phone: '+1 574 555 0199' })
  const { token } = player
  expect((await t.call(exportData, { token, body: { password } })).body.emergency_contact).toEqual({
    name: 'Very Secret',
    phone: '+1 574 555 0199',
  })
  await t.call(startExport, { token: owner.token, body: { kind: 'players' } })
  await runJobs(t)
  const parts = await t.db.selectFrom('task_parts').select('content').execute()
  expect(JSON.stringify(parts)).not.toMatch(/Very Secret|555 0199/)
  expect((await t.call(deleteAccount, { token, body: { password } })).status).toBe(200)
  const { body } = await t.call(listAuditLog, { token: owner.token })
  expect(JSON.stringify(body)).not.toMatch(/Very Secret|555 0199/)
  expect(lines.join('')).not.toMatch(/Very Secret|555 0199/)
  const row = await t.db
    .selectFrom('players')
    .select(['emergency_name', 'emergency_phone', 'confirmed_age', 'age_confirmed_at'])
    .where('id', '=', player.id)
    .executeTakeFirstOrThrow()
  expect(Object.values(row)).toEqual([null, null, null, null])
})
