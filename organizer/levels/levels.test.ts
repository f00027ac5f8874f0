import { beforeEach, expect, test } from 'vitest'
import { listedLevels } from '#/contract/levels.ts'
import { getUser, signUp } from '#/features/accounts/contract.ts'
import { searchPlayers } from '#/features/matches/contract.ts'
import { listDivisions } from '#/features/seasons/contract.ts'
import { updateProfile } from '#/features/settings/contract.ts'
import { getConfig } from '#/features/site/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { createDivision, retireDivision } from '#/organizer/divisions/contract.ts'
import { changeLevel } from '#/organizer/players/contract.ts'
import { ratingLevels } from '#/rules/level-list.ts'
import { starterLevels } from '#/rules/starter-levels.ts'
import type { Level } from '#/rules/levels.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, password } from '#/test/make.ts'
import * as calls from './contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')
let token = ''
let people = 0

beforeEach(async () => {
  token = (await makeOrganizer(t)).token
})

const save = (levels: readonly { key?: string; name: string }[], version?: string) =>
  t.call(calls.saveLevels, { token, body: { levels: [...levels], ...(version !== undefined && { version }) } })

const listed = async () => (await t.call(calls.listOrganizerLevels, { token })).body

/** Adds levels to the existing ones. Returns all. */
async function addLevels(...names: string[]): Promise<Level[]> {
  const { body } = await save([...listedLevels(), ...names.map((name) => ({ name }))])
  return body.levels
}

function signUpAt(singles_level: string) {
  people += 1
  return t.call(signUp, {
    body: {
      first_name: 'Lev',
      last_name: 'Elle',
      email: `level-${people}@example.com`,
      phone: '+1 574 555 0100',
      singles_level,
      gender: 'Female',
      location: 'South Bend',
      password,
    },
  })
}

const division = (level: string, name: string) =>
  t.call(createDivision, {
    token,
    body: { name, kind: 'singles', level, gender: '', price: '20', picture: 'fall' },
  })

test('the demo has the levels of the specification, and pages and the config include them', async () => {
  expect(listedLevels()).toEqual(starterLevels)
  expect((await t.call(getConfig, {})).body.organization.levels).toEqual(starterLevels)
  expect((await listed()).levels.map(({ key, divisions, has_players }) => [key, divisions, has_players])).toEqual(
    starterLevels.map(({ key, name }) => [key, [`Men's Singles ${name}`, `Women's Singles ${name}`], key === '3.5']),
  )
})

test('an owner adds, renames and reorders levels; players and divisions follow by key, and it is audited', async () => {
  const player = await makePlayer(t, { singles_level: '3.5' })
  expect((await signUpAt('2.5')).body.fields).toEqual({ singles_level: 'Please choose your singles level.' })
  const changed = await save([{ name: '2.5' }, ...starterLevels.map((level) => ({ ...level })), { name: 'Pro' }])
  expect(changed.body.levels.map(({ key, name }) => [key, name])).toEqual([
    ['2.5', '2.5'],
    ...starterLevels.map(({ key, name }) => [key, name]),
    ['pro', 'Pro'],
  ])
  expect((await signUpAt('2.5')).status).toBe(201)
  expect((await signUpAt(' PRO ')).status).toBe(201)
  const renamed = (await listed()).levels.map(({ key, name }) => ({ key, name: key === '3.5' ? 'Club' : name }))
  expect((await save(renamed.toReversed())).status).toBe(200)
  expect(listedLevels().map(({ key }) => key)).toEqual(['pro', '5.0', '4.5', '4.0', '3.5', '3.0', '2.5'])
  expect((await t.call(getUser, { token: player.token })).body.user.singles_level).toBe('3.5')
  const [found] = (await t.call(searchPlayers, { token, body: { search: player.last_name } })).body
  expect(found?.singles_level).toBe('3.5')
  const { items } = (await t.call(listDivisions, {})).body
  expect(items.filter(({ level }) => level === '3.5')).toHaveLength(2)
  // The name is accepted too.
  const mine = await makePlayer(t)
  const { user } = (await t.call(getUser, { token: mine.token })).body
  const profile = { ...user, phone: '+1 574 555 0100', gender: 'Female', location: 'dc', doubles_level: '' } as const
  const stored = await t.call(updateProfile, { token: mine.token, body: { ...profile, singles_level: 'club' } })
  expect(stored.status).toBe(200)
  expect((await t.call(getUser, { token: mine.token })).body.user.singles_level).toBe('3.5')
  const { audit_entries } = (await t.call(listAuditLog, { token, query: { kind: 'change_levels' } })).body
  expect(audit_entries[0]).toMatchObject({
    summary: 'Changed the levels',
    before: { levels: ['2.5', '3.0', '3.5', '4.0', '4.5', '5.0', 'Pro (pro)'] },
    after: { levels: ['Pro (pro)', '5.0', '4.5', '4.0', 'Club (3.5)', '3.0', '2.5'] },
  })
  expect((await save((await listed()).levels.map(({ key, name }) => ({ key, name })))).status).toBe(200)
  expect((await t.call(listAuditLog, { token, query: { kind: 'change_levels' } })).body.total).toBe(2)
})

test('a level in use cannot be removed, and the refusal says who has it', async () => {
  const all = await addLevels('Wall', 'Net', 'Free')
  const without = (name: string) =>
    save(all.filter((level) => level.name !== name).map(({ key, name: said }) => ({ key, name: said })))
  const { id } = (await division('wall', 'Wall singles')).body
  expect(await without('Wall')).toMatchObject({
    status: 409,
    body: { code: 'level_in_use', message: 'Wall cannot be removed: it is the level of Wall singles.' },
  })
  // A retired division still has its level.
  await t.call(retireDivision, { token, params: { id } })
  expect((await without('Wall')).body).toMatchObject({ code: 'level_in_use' })
  const players = await Promise.all([1, 2].map(() => makePlayer(t)))
  for (const player of players)
    await t.call(changeLevel, {
      token,
      params: { id: player.id },
      body: { singles_level: 'net', reason: 'Plays there' },
    })
  expect(await without('Net')).toMatchObject({
    status: 409,
    body: {
      message: 'Net cannot be removed: it is the level of 2 players.',
      state: { levels: [{ key: 'net', name: 'Net', divisions: [], players: 2 }] },
    },
  })
  expect((await without('Free')).status).toBe(200)
  expect(listedLevels().map(({ name }) => name)).not.toContain('Free')
})

test('when players choose a level while an owner removes it, either they have it and it remains, or neither', async () => {
  for (const round of [1, 2, 3]) {
    const name = `Race ${round}`
    const all = await addLevels(name)
    const key = all.at(-1)!.key
    const rest = all.filter((level) => level.key !== key).map((level) => ({ key: level.key, name: level.name }))
    const [removed, ...signed] = await Promise.all([
      save(rest),
      signUpAt(key),
      signUpAt(key),
      division(key, `Race singles ${round}`),
    ])
    const taken = signed.some(({ status }) => status === 201)
    expect([removed.status, removed.body.code, taken]).toEqual(
      removed.status === 200 ? [200, undefined, false] : [409, 'level_in_use', true],
    )
    const refused = signed.map(({ status }) => status).filter((status) => status !== 201)
    expect(refused.filter((status) => status !== 409 && status !== 422)).toEqual([])
  }
})

test('of two owners who save at once, the second is notified, and nothing is lost', async () => {
  const { levels, version } = await listed()
  const before = levels.map(({ key, name }) => ({ key, name }))
  const answers = await Promise.all(['One', 'Two'].map((name) => save([...before, { name }], version)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict' })
  expect((await listed()).levels).toHaveLength(levels.length + 1)
})

test.each([
  ['no level', [], 'levels'],
  ['too many', Array.from({ length: 21 }, (_, n) => ({ name: `Level ${n}` })), 'levels'],
  ['a name twice', [{ name: 'Same' }, { name: 'same' }], 'levels.1.name'],
  ['no name', [{ name: ' ' }], 'levels.0.name'],
  ['a long name', [{ name: 'x'.repeat(31) }], 'levels.0.name'],
  ['a key with other letters', [{ key: 'A b', name: 'Open' }], 'levels.0.key'],
  ['a line break', [{ name: 'a\nb' }], 'levels.0.name'],
])('%s is refused at its field, and nothing is stored', async (_, levels, field) => {
  const { version } = await listed()
  const refused = await save(levels)
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]])
  expect((await listed()).version).toBe(version)
})

test('an organizer who is not an owner sees the levels and cannot change them', async () => {
  const organizer = await makeOrganizer(t, ['dc'])
  expect((await t.call(calls.listOrganizerLevels, { token: organizer.token })).status).toBe(200)
  const body = { levels: [...ratingLevels] }
  expect((await t.call(calls.saveLevels, { token: organizer.token, body })).status).toBe(403)
})
