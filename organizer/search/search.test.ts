import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatOrderNumber } from '#/contract/format.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { listOrganizerEntries } from '#/organizer/entries/contract.ts'
import { listOrganizerMatches } from '#/organizer/matches/contract.ts'
import { listPayments } from '#/organizer/payments/contract.ts'
import { changeLevel } from '#/organizer/players/contract.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer } from '#/test/make.ts'
import { searchDesk, type SearchGroup } from './contract.ts'
import { deskPages } from './pages.ts'

const t = await startApp('2026-05-20T16:00:00Z')
const { token } = await makeOrganizer(t)
const organizer = await makeOrganizer(t, ['indianapolis'])
const zoe = await makePlayer(t, {
  first_name: 'Zoë',
  last_name: 'Núñez-Østby',
  email: 'zoe.n@club.example',
  phone: '+61 412 345 123',
})
const obrien = await makePlayer(t, { first_name: 'Fiona', last_name: "O'Brien", location: 'indianapolis' })

async function search(q: string, as = token): Promise<readonly SearchGroup[]> {
  const answer = await t.call(searchDesk, { token: as, query: { q } })
  expect(answer.status).toBe(200)
  return answer.body.groups
}

async function find(q: string, kind: SearchGroup['kind'], as = token) {
  return (await search(q, as)).find((group) => group.kind === kind)?.items ?? []
}

const idsOf = async (...asked: Parameters<typeof find>) => (await find(...asked)).map(({ id }) => id)

test.each(['zoe', 'ZOË', 'nunez', 'zoe nunez ostby', 'ostby zo', 'zoe.n@club.example', 'zoe.n@club'])(
  'a player is found by %j',
  async (q) => {
    expect((await find(q, 'player'))[0]).toEqual({
      id: String(zoe.id),
      title: 'Zoë Núñez-Østby',
      detail: 'zoe.n@club.example · +61 412 345 123 · South Bend',
      path: `/organizer/players/${zoe.id}`,
    })
  },
)

test('an apostrophe need not be typed, and a name that begins with the search is before one that has it elsewhere', async () => {
  expect(await idsOf('obrien', 'player')).toEqual([String(obrien.id)])
  expect(await idsOf("o'brien", 'player')).toEqual([String(obrien.id)])
  const inside = await makePlayer(t, { first_name: 'Ulla', last_name: 'Grafiona' })
  const second = await makePlayer(t, { first_name: 'Anna', last_name: 'Fionason' })
  expect(await idsOf('fiona', 'player')).toEqual([obrien, second, inside].map(({ id }) => String(id)))
})

const phones = [
  '345 123',
  '345123',
  '0412345123',
  '0412 345 123',
  '+61 412',
  '+61 (0)412 345',
  '0061412345123',
  '345/123',
]

test.each(phones)('a phone is found by the digits %j', async (q) => {
  expect(await idsOf(q, 'player')).toContain(String(zoe.id))
})

test('entries, matches and payments are found by the same digits and folded names', async () => {
  const { people } = await makeLeague(t, 2, { season: 'summer-1', division: 'womens-singles-4-5' })
  const [ann, bea] = people
  await t.db
    .updateTable('players')
    .set({ first_name: 'Şule', last_name: 'Ägren', name: 'Şule Ägren', phone: '+61 491 570 156' })
    .where('id', '=', ann.id)
    .execute()
  const { id } = (
    await t.call(reportScore, {
      token: ann.token,
      body: scoreBody(ann, bea, '6-4 6-3', { division: 'womens-singles-4-5' }),
    })
  ).body
  for (const text of ['0491 570 156', '570156', '+61 491', 'sule agren', 'Şule']) {
    const [entries, matches, payments] = await Promise.all([
      t.call(listOrganizerEntries, { token, query: { search: text } }),
      t.call(listOrganizerMatches, { token, query: { player: text } }),
      t.call(listPayments, { token, query: { search: text } }),
    ])
    expect([text, entries.body.entries.map(({ players }) => players[0]?.id)]).toEqual([text, [ann.id]])
    expect([text, matches.body.matches.map((match) => match.id)]).toEqual([text, [id]])
    expect([text, payments.body.lines.map(({ player_id }) => player_id)]).toEqual([text, [ann.id]])
  }
})

test('a league is found by words of its area, division and season in any order', async () => {
  const { league_id } = await makeLeague(t, 2, { season: 'summer-1', division: 'mens-singles-4-0', area: 'dc' })
  for (const q of ['dc mens 4.0 2026 summer 1', '2026 singles 4.0 mens summer 1 dc', '4.0 MEN’S d'])
    expect([q, (await idsOf(q, 'league'))[0]]).toEqual([q, String(league_id)])
  const [first] = await find('mens singles 4.0 summer 1 2026', 'league')
  expect(first?.title).toBe("Men's Singles 4.0, Summer 1 2026")
  expect(first?.path).toBe(`/organizer/leagues/${league_id}`)
  expect(first?.detail).toMatch(/2 entries$/)
  expect(await find('mens singles 4.0 summer 1 1999', 'league')).toEqual([])
})

test('a match is found by its two players in any order, by both sides of “v”, and by its id', async () => {
  const { people } = await makeLeague(t, 2, { season: 'summer-1', division: 'womens-singles-5-0' })
  const [nora, monica] = people
  const names = [
    [nora.id, 'Nora', 'Nolan'],
    [monica.id, 'Mónica', 'de Reyes'],
  ] as const
  for (const [id, first_name, last_name] of names)
    await t.db
      .updateTable('players')
      .set({ first_name, last_name, name: `${first_name} ${last_name}` })
      .where('id', '=', id)
      .execute()
  const body = scoreBody(nora, monica, '6-4 6-3', { division: 'womens-singles-5-0' })
  const { id } = (await t.call(reportScore, { token: nora.token, body })).body
  for (const q of [
    'nolan reyes',
    'REYES nolan',
    'nora nolan monica reyes',
    'nolan v reyes',
    'Nora vs. Mónica',
    `${id}`,
    `match ${id}`,
    `#${id}`,
  ])
    expect([q, (await find(q, 'match'))[0]]).toMatchObject([
      q,
      {
        id: String(id),
        title: 'Nora Nolan beat Mónica de Reyes',
        path: `/organizer/matches/${id}`,
      },
    ])
  expect((await find('nolan reyes', 'match'))[0]?.detail).toMatch(/^6-4 6-3 · Women's Singles 5.0, Summer 1 2026 · /)
  expect(await find('nolan nolan', 'match')).toEqual([])
  expect(await find('nora', 'match')).toEqual([])
  expect(await find('nolan reyes', 'match', organizer.token)).toEqual([])
  expect(await find(`${id}`, 'match', organizer.token)).toEqual([])
})

test('an order is found by its number, by the beginning of it, and by its payer', async () => {
  const { people } = await makeLeague(t, 2, { season: 'summer-1', division: 'womens-singles-3-0' })
  const [payer] = people
  const { id } = await t.db
    .selectFrom('orders')
    .select('id')
    .where('player_id', '=', payer.id)
    .executeTakeFirstOrThrow()
  const number = formatOrderNumber(id)
  for (const q of [number, number.toLowerCase().replaceAll(' ', ''), number.slice(0, 9), id, payer.email])
    expect([q, (await find(q, 'order'))[0]]).toMatchObject([
      q,
      {
        id,
        title: `Order ${number}`,
        path: `/organizer/payments/${id}`,
      },
    ])
  expect(await find(number, 'order', organizer.token)).toEqual([])
  expect(await find(payer.email, 'order', organizer.token)).toEqual([])
})

test('pages are found by their title, by other words for them, and by what is done there', async () => {
  const titleOf = async (q: string, as = token) => (await find(q, 'page', as))[0]?.title
  expect(await titleOf('payments')).toBe('Payments')
  expect(await titleOf('enter result')).toBe('Enter a result')
  expect(await titleOf('new coupon')).toBe('Coupons')
  expect(await titleOf('excel')).toBe('Import and export')
  expect(await titleOf('rain')).toBe('Move an evening')
  expect((await search('payments'))[0]?.kind).toBe('page')
  // An organizer is shown no page of the owners.
  expect(await titleOf('new coupon', organizer.token)).toBeUndefined()
  expect(await titleOf('payments', organizer.token)).toBe('Payments')
})

test('every screen of the desk with a fixed address is among the pages', async () => {
  const routes = await readFile(join(import.meta.dirname, '../../app/screens/organizer-routes.tsx'), 'utf8')
  const fixed = [...routes.matchAll(/<Route path="([^":*]+)"/g)].map(([, path]) => `/organizer/${path}`)
  expect(fixed.length).toBeGreaterThan(30)
  const known = new Set(deskPages.map(({ path }) => path))
  expect(fixed.filter((path) => !known.has(path))).toEqual([])
})

test('an audit entry is found by its summary and subject, where the caller may see it', async () => {
  const reason = 'Asked on the phone'
  await t.call(changeLevel, { token, params: { id: zoe.id }, body: { singles_level: '4.5', reason } })
  expect((await find('zoe nunez level', 'audit'))[0]).toMatchObject({
    title: expect.stringContaining('Zoë Núñez-Østby'),
    path: `/organizer/record?subject=player+${zoe.id}`,
  })
  expect(await find(`player ${zoe.id}`, 'audit')).toHaveLength(1)
  expect(await find('zoe nunez level', 'audit', organizer.token)).toEqual([])
})

test('an organizer of an area finds its players only', async () => {
  expect(await idsOf('obrien', 'player', organizer.token)).toEqual([String(obrien.id)])
  for (const q of ['zoe', 'zoe.n@club.example', ...phones])
    expect(await idsOf(q, 'player', organizer.token)).toEqual([])
  for (const { title } of await find('singles', 'league', organizer.token)) expect(title).toMatch(/Singles/)
  const areas = new Set((await find('singles', 'league', organizer.token)).map(({ detail }) => detail.split(' · ')[0]))
  expect([...areas]).toEqual(['Indianapolis'])
})

test.each([
  '',
  ' ',
  '%',
  '_',
  '\\',
  '%%%',
  "';--",
  '()',
  '+',
  '...',
  '\u0000',
  '😀',
  '\uD800',
  '%a_',
  '0',
  '99999999999',
  'v',
  'a v b',
  '---- v ----',
])('garbage finds nothing wrong: %j', async (q) => {
  for (const { items } of await search(q)) expect(items.length).toBeLessThanOrEqual(6)
})

test.each(['%', '_', '\\', '%%%', '__'])('%s is no wildcard', async (q) => {
  expect(await search(q)).toEqual([])
})

test('the search is bounded: six of a kind, a hundred letters, players cannot call it', async () => {
  for (let number = 0; number < 9; number += 1) await makePlayer(t, { first_name: 'Bounded' })
  expect(await find('bounded', 'player')).toHaveLength(6)
  expect((await t.call(searchDesk, { token, query: { q: 'a'.repeat(10_000) } })).status).toBe(422)
  expect((await t.call(searchDesk, { token, query: { q: 'a\u0000b' } })).status).toBe(400)
  expect((await t.call(searchDesk, { token, query: { q: 'ab '.repeat(33) } })).status).toBe(200)
  expect((await t.call(searchDesk, { token: zoe.token, query: { q: 'zoe' } })).status).toBe(403)
  expect((await t.call(searchDesk, { query: { q: 'zoe' } })).status).toBe(401)
})

test('a player whose account is closed is not found, and the newest of several alike comes first', async () => {
  const older = await makePlayer(t, { first_name: 'Twice', last_name: 'Alike' })
  t.clock.set('2026-05-21T16:00:00Z')
  const newer = await makePlayer(t, { first_name: 'Twice', last_name: 'Alike' })
  expect(await idsOf('twice alike', 'player')).toEqual([String(newer.id), String(older.id)])
  await t.db.updateTable('players').set({ deleted_at: t.clock.now() }).where('id', '=', newer.id).execute()
  expect(await idsOf('twice alike', 'player')).toEqual([String(older.id)])
})
