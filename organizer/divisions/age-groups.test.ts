import { expect, test } from 'vitest'
import { getDivision, listDivisions } from '#/features/seasons/contract.ts'
import { purchase } from '#/features/checkout/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, makeToken } from '#/test/make.ts'
import { changeDivision, createDivision, listOrganizerDivisions } from './contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const { token } = await makeOrganizer(t)

let made = 0
const formOf = (given: object) => ({
  name: `Division of ages ${(made += 1)}`,
  kind: 'doubles',
  level: '',
  gender: '',
  price: '20',
  picture: 'fall',
  ...given,
})
const create = (given: object) => t.send(createDivision, { token, body: formOf(given) })
async function createOne(given: object): Promise<number> {
  const { status, body } = await create(given)
  expect({ status, body }).toMatchObject({ status: 201 })
  return (body as unknown as { id: number }).id
}
const change = (id: number, given: object) => {
  const { kind: _, ...form } = formOf(given)
  return t.send(changeDivision, { path: `/organizer/divisions/${id}`, token, body: form })
}
const read = async (id: number) => (await t.call(getDivision, { params: { id } })).body

test('a division can have ages and be for mixed pairs: created, listed, changed, and in the audit log', async () => {
  const id = await createOne({ is_mixed: true, age_from: 40, age_to: null })
  const shown = { is_mixed: true, gender: null, age_from: 40, age_to: null }
  expect(await read(id)).toMatchObject(shown)
  const { divisions } = (await t.call(listOrganizerDivisions, { token })).body
  expect(divisions.find((division) => division.id === id)).toMatchObject(shown)
  const { items } = (await t.call(listDivisions, { query: { per_page: 100 } })).body
  expect(items.find((division) => division.id === id)).toMatchObject(shown)

  expect((await change(id, { is_mixed: false, gender: 'Female', age_from: 18, age_to: 35 })).status).toBe(200)
  expect(await read(id)).toMatchObject({ is_mixed: false, gender: 'Female', age_from: 18, age_to: 35 })
  const { audit_entries } = (await t.call(listAuditLog, { token, query: { per_page: 2 } })).body
  expect(audit_entries).toMatchObject([
    { before: { is_mixed: true, age_from: 40, age_to: null }, after: { is_mixed: false, age_from: 18, age_to: 35 } },
    { after: { is_mixed: true, age_from: 40, age_to: null } },
  ])
  expect((await change(id, { is_mixed: false, age_from: null, age_to: null })).status).toBe(200)
  expect(await read(id)).toMatchObject({ is_mixed: false, gender: null, age_from: null, age_to: null })
})

test('all earlier divisions are for everybody, and the starter kit’s mixed doubles are mixed', async () => {
  const { items } = (await t.call(listDivisions, { query: { per_page: 100 } })).body
  const kit = items.filter(({ slug }) => !slug.startsWith('division-of-ages'))
  expect(kit).toHaveLength(13)
  expect(kit.filter(({ age_from, age_to }) => age_from !== null || age_to !== null)).toEqual([])
  expect(kit.filter(({ is_mixed }) => is_mixed).map(({ slug, gender }) => [slug, gender])).toEqual([
    ['mixed-doubles', null],
  ])
})

test('fields that an older form leaves out keep their values, but a gender ends a mixed division', async () => {
  const id = await createOne({ is_mixed: true, age_from: 40 })
  expect(await read(id)).toMatchObject({ is_mixed: true, age_from: 40, age_to: null })
  expect((await change(id, {})).status).toBe(200)
  expect(await read(id)).toMatchObject({ is_mixed: true, age_from: 40, age_to: null })
  expect((await change(id, { gender: 'Male' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ is_mixed: false, gender: 'Male', age_from: 40 })
  // The lower age is still 40.
  expect(await change(id, { age_to: 39 })).toMatchObject({
    status: 422,
    body: { fields: { age_to: expect.any(String) } },
  })
  expect((await change(id, { age_to: 40 })).status).toBe(200)
  const singles = await createOne({ kind: 'singles' })
  expect(await change(singles, { is_mixed: true })).toMatchObject({
    status: 422,
    body: { fields: { gender: 'Only doubles can be mixed.' } },
  })
})

test.each<[string, object, string]>([
  ['from greater than to', { age_from: 40, age_to: 39 }, 'age_to'],
  ['an age of zero', { age_from: 0 }, 'age_from'],
  ['a negative age', { age_to: -1 }, 'age_to'],
  ['an age over the limit', { age_from: 121 }, 'age_from'],
  ['half a year', { age_from: 17.5 }, 'age_from'],
  ['a text', { age_to: '18' }, 'age_to'],
  ['a list', { age_from: [40] }, 'age_from'],
  ['an object', { age_to: { toString: 18 } }, 'age_to'],
  ['an unsafe integer', { age_from: 1e300 }, 'age_from'],
  ['mixed singles', { kind: 'singles', is_mixed: true }, 'gender'],
  ['a mixed pair of women', { is_mixed: true, gender: 'Female' }, 'gender'],
  ['mixed as a text', { is_mixed: 'yes' }, 'is_mixed'],
  ['mixed as a gender', { gender: 'Mixed' }, 'gender'],
])('%s is refused at its field, when it is created and when it is changed', async (_, given, field) => {
  const refused = { status: 422, body: { fields: { [field]: expect.any(String) } } }
  expect(await create(given)).toMatchObject(refused)
  const { kind = 'doubles' } = given as { kind?: string }
  expect(await change(await createOne({ kind }), given)).toMatchObject(refused)
})

test('an age group added while the division is in a cart refuses nobody: an order by a player outside it is placed', async () => {
  const id = await createOne({ kind: 'singles' })
  const [young, unknown] = [await makePlayer(t, { year_of_birth: 2001 }), await makePlayer(t)]
  const cart = [{ id }]
  expect((await change(id, { age_from: 55 })).status).toBe(200)
  for (const player of [young, unknown]) {
    const body = { league_slug: 'fall', cart, price: 20, confirmationToken: await makeToken(t) }
    expect((await t.call(purchase, { token: player.token, body })).status).toBe(201)
  }
  // In mixed doubles, two players of one gender may play too, and the division may become mixed later.
  const doubles = await createOne({})
  const { slug } = await read(doubles)
  await joinLeague(t, await makePlayer(t), { season: 'fall', division: slug })
  expect((await change(doubles, { is_mixed: true })).status).toBe(200)
})

test('when two owners change one division at once, one version wins, and never a contradictory mix', async () => {
  const id = await createOne({ age_from: 18, age_to: 35 })
  const answers = await Promise.all([
    change(id, { age_from: 40, age_to: null }),
    change(id, { age_to: 30 }),
    change(id, { age_from: 20 }),
  ])
  expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
  const { age_from, age_to } = await read(id)
  expect(age_from === null || age_to === null || age_from <= age_to).toBe(true)
})

test('organizers who are not owners, and players, cannot change divisions', async () => {
  const id = await createOne({})
  const organizer = await makeOrganizer(t, ['dc'])
  for (const other of [organizer, await makePlayer(t)]) {
    const { kind: _, ...body } = formOf({ age_from: 40 })
    const path = `/organizer/divisions/${id}`
    expect((await t.send(changeDivision, { path, token: other.token, body })).status).toBe(403)
  }
  expect(await read(id)).toMatchObject({ age_from: null })
})
