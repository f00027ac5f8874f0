import { expect, test } from 'vitest'
import { organization } from '#/contract/organization.ts'
import { getText, listTexts } from '#/features/texts/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer } from '#/test/make.ts'
import { getOrganizerText, listOrganizerTexts, previewText, saveText } from './contract.ts'

const t = await startApp()
const owner = await makeOrganizer(t)
const { token } = owner

type Key = Parameters<typeof t.call<typeof saveText>>[1]['params']['key']
const save = (key: Key, body: { title?: string; text: string; asks_again?: boolean; version?: number }) =>
  t.call(saveText, { token, params: { key }, body })
const read = (key: Key) => t.call(getText, { params: { key } })

test('without texts, there is nothing to read and nothing to accept', async () => {
  expect((await t.call(listTexts, {})).body).toEqual({ texts: [], minimum_age: null })
  expect((await read('terms')).status).toBe(404)
  const { body } = await t.call(listOrganizerTexts, { token })
  expect(body.texts.map(({ key, version }) => [key, version])).toEqual([
    ['rules', 0],
    ['terms', 0],
    ['privacy', 0],
    ['waiver', 0],
    ['refunds', 0],
  ])
  expect((await t.call(getOrganizerText, { token, params: { key: 'waiver' } })).body).toMatchObject({
    version: 0,
    title: 'Waiver',
    text: '',
    versions: [],
  })
  expect(organization().texts).toEqual([])
})

test('a text is published as sanitized HTML, and each change is a version that can still be read', async () => {
  const first = await save('terms', { title: 'Our terms', text: 'Be **kind**. <script>alert(1)</script>' })
  expect(first).toMatchObject({
    status: 200,
    body: { key: 'terms', version: 1, title: 'Our terms', html: expect.stringContaining('<strong>kind</strong>') },
  })
  expect(first.body.html).not.toMatch(/script|alert/)
  expect((await read('terms')).body).toEqual(first.body)
  expect((await save('terms', { text: 'Be very kind.', asks_again: true, version: 1 })).body).toMatchObject({
    version: 2,
    title: 'Our terms',
  })
  expect((await read('terms')).body).toMatchObject({ version: 2, html: '<p>Be very kind.</p>' })
  const old = await t.call(getOrganizerText, { token, params: { key: 'terms' }, query: { version: 1 } })
  expect(old.body).toMatchObject({ version: 1, text: 'Be **kind**. <script>alert(1)</script>' })
  expect(old.body.versions.map(({ version, asks_again, saved_by }) => [version, asks_again, saved_by])).toEqual([
    [2, true, `${owner.first_name} ${owner.last_name}`],
    [1, true, `${owner.first_name} ${owner.last_name}`],
  ])
  expect((await t.call(getOrganizerText, { token, params: { key: 'terms' }, query: { version: 7 } })).status).toBe(404)
  expect(organization().texts).toMatchObject([{ key: 'terms', version: 2, asked_version: 2 }])
  const { body } = await t.call(listAuditLog, { token, query: { subject: 'text terms' } })
  expect(body.audit_entries.map(({ summary }) => summary)).toEqual([
    'Saved version 2 of “Our terms”, which players are asked to accept',
    'Saved version 1 of “Our terms”, which players are asked to accept',
  ])
})

test('saving the same text creates no version, and an empty one removes the page until it is restored', async () => {
  await save('privacy', { text: 'We keep little.' })
  expect((await save('privacy', { text: 'We keep little.' })).body.version).toBe(1)
  expect((await save('privacy', { text: '' })).body).toMatchObject({ version: 2, text: '', html: '' })
  expect((await read('privacy')).status).toBe(404)
  expect((await t.call(listTexts, {})).body.texts.map(({ key }) => key)).not.toContain('privacy')
  expect((await save('privacy', { text: 'We keep less.' })).body.version).toBe(3)
  expect((await read('privacy')).body.version).toBe(3)
  // Removing a missing text does nothing.
  expect((await save('refunds', { text: '' })).body.version).toBe(0)
})

test('the rules need no acceptance: playing means agreeing to them', async () => {
  await save('rules', { text: 'White shoes only.' })
  const { texts } = (await t.call(listTexts, {})).body
  expect(texts.find(({ key }) => key === 'rules')).toMatchObject({ version: 1, to_accept: false })
})

test('two owners who save at once do not overwrite each other', async () => {
  const other = await makeOrganizer(t)
  const { version } = (await save('waiver', { text: 'First.' })).body
  const both = await Promise.all([
    t.call(saveText, { token, params: { key: 'waiver' }, body: { text: 'Mine.', version } }),
    t.call(saveText, { token: other.token, params: { key: 'waiver' }, body: { text: 'Theirs.', version } }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  // Both save the first version of a text at once, without naming an earlier one.
  const first = await Promise.all(
    ['One.', 'Two.', 'Three.'].map((text) => t.call(saveText, { token, params: { key: 'refunds' }, body: { text } })),
  )
  const saved = first.filter(({ status }) => status === 200).map(({ body }) => body.version)
  expect(new Set(saved).size).toBe(saved.length)
  expect(first.every(({ status }) => [200, 409].includes(status))).toBe(true)
})

test('owners save texts, all organizers read and preview them, and players do neither', async () => {
  const organizer = await makeOrganizer(t, ['dc'])
  const player = await makePlayer(t)
  const body = { text: 'Mine now.' }
  const params = { key: 'terms' } as const
  expect((await t.call(saveText, { token: organizer.token, params, body })).status).toBe(403)
  expect((await t.call(getOrganizerText, { token: organizer.token, params })).status).toBe(200)
  expect((await t.call(previewText, { token: organizer.token, body: { text: '*x*' } })).body.html).toBe(
    '<p><em>x</em></p>',
  )
  for (const call of [getOrganizerText, saveText, previewText])
    expect((await t.send(call, { path: call.path.replace('{key}', 'terms'), token: player.token, body })).status).toBe(
      403,
    )
})

test.each([
  ['an unknown text', { key: 'secrets' }, { text: 'x' }, 422],
  ['no text', { key: 'terms' }, {}, 422],
  ['a number', { key: 'terms' }, { text: 7 }, 422],
  ['a blank title', { key: 'terms' }, { title: ' ', text: 'x' }, 422],
  ['a title of two lines', { key: 'terms' }, { title: 'a\nb', text: 'x' }, 422],
  ['control characters', { key: 'terms' }, { text: 'a\u0000b' }, 422],
  ['a text that is too long', { key: 'terms' }, { text: 'x'.repeat(60_001) }, 422],
])('%s is refused', async (_, { key }, body, status) => {
  const before = (await read('terms')).body.version
  expect((await t.send(saveText, { path: `/organizer/texts/${key}`, token, body })).status).toBe(status)
  expect((await read('terms')).body.version).toBe(before)
})
