import { beforeEach, expect, test } from 'vitest'
import { listCourts } from '#/features/courts/contract.ts'
import { arrangeMatch, offerTimes } from '#/features/arranging/contract.ts'
import { addMatch } from '#/features/schedule/contract.ts'
import { getMatch, reportScore } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { changeCourt, createCourt, listOrganizerCourts, restoreCourt, retireCourt } from './contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')
let organizer: TestPlayer
let count = 0

const leeper = {
  area: 'South Bend',
  name: 'Leeper Park',
  address: '907 N Lafayette Blvd, South Bend',
  latitude: '41.6869',
  longitude: -86.2497,
  surface: 'Hard' as const,
  court_count: 10,
  has_lights: true,
}

/** Creates a court with a unique name. */
async function makeCourt(given: Partial<typeof leeper> = {}): Promise<{ id: number; name: string }> {
  count += 1
  const name = `Park ${count}`
  const made = await t.call(createCourt, { token: organizer.token, body: { ...leeper, name, ...given } })
  expect(made.status).toBe(201)
  return { id: made.body.id, name }
}

beforeEach(async () => {
  organizer = await makeOrganizer(t, ['south-bend'])
})

test('an organizer adds, changes, retires and restores a court of their area, and the audit log records it', async () => {
  const { token } = organizer
  const { id, name } = await makeCourt()
  const player = await makePlayer(t)
  const find = async (search = name) =>
    (await t.call(listCourts, { token: player.token, query: { search } })).body.courts
  expect(await find()).toEqual([
    {
      ...leeper,
      id,
      name,
      area: 'south-bend',
      latitude: 41.6869,
      map_url: 'https://www.openstreetmap.org/?mlat=41.6869&mlon=-86.2497#map=17/41.6869/-86.2497',
    },
  ])
  const map_url = 'https://maps.example/leeper'
  expect(
    await t.call(changeCourt, { token, params: { id }, body: { ...leeper, name, court_count: 12, map_url } }),
  ).toMatchObject({ status: 200 })
  expect(await find(`lafayette ${name}`)).toMatchObject([{ court_count: 12, map_url }])
  expect(await find('100%')).toEqual([])
  for (const _ of [1, 2]) expect((await t.call(retireCourt, { token, params: { id } })).status).toBe(200)
  expect(await find()).toEqual([])
  expect((await t.call(listOrganizerCourts, { token, query: { search: name } })).body.courts).toMatchObject([
    { id, retired: true },
  ])
  expect((await t.call(restoreCourt, { token, params: { id } })).status).toBe(200)
  expect(await find()).toMatchObject([{ id }])
  const entries = await t.db
    .selectFrom('audit_log')
    .select('kind')
    .where('subject', '=', `court ${id}`)
    .orderBy('id')
    .execute()
  expect(entries.map(({ kind }) => kind)).toEqual(['create_court', 'change_court', 'retire_court', 'restore_court'])
})

test('another area’s court is not found for an organizer, and players cannot add courts', async () => {
  const { id } = await makeCourt()
  const stranger = await makeOrganizer(t, ['dc'])
  const player = await makePlayer(t)
  const body = { ...leeper, name: 'Elsewhere' }
  const as = { token: stranger.token, params: { id } }
  expect((await t.call(changeCourt, { ...as, body })).status).toBe(404)
  expect((await t.call(retireCourt, as)).status).toBe(404)
  expect((await t.call(restoreCourt, as)).status).toBe(404)
  expect((await t.call(createCourt, { token: stranger.token, body })).status).toBe(403)
  expect((await t.call(createCourt, { token: player.token, body })).status).toBe(403)
  expect((await t.call(listOrganizerCourts, { token: stranger.token, query: {} })).body.courts).toEqual([])
})

test.each([
  ['latitude', '91'],
  ['latitude', 'north'],
  ['longitude', -181],
  ['surface', 'Ice'],
  ['court_count', 0],
  ['court_count', 1.5],
  ['map_url', 'javascript:alert(1)'],
  ['map_url', 'http://maps.example'],
  ['name', 'Leeper Park, court 4'],
  ['name', ' '],
  ['name', 'half an emoji \ud83c'],
  ['area', 'Atlantis'],
])('a court with the %s %s is refused', async (field, value) => {
  const { token } = organizer
  expect(await t.send(createCourt, { token, body: { ...leeper, name: 'Bad', [field]: value } })).toMatchObject({
    status: 422,
    body: { fields: { [field]: expect.any(String) } },
  })
})

test('two courts of an area cannot have the same name, even if they are added at the same time', async () => {
  const { token } = organizer
  const answers = await Promise.all(
    ['Twin Park', 'twin park', 'TWIN PARK'].map((name) => t.call(createCourt, { token, body: { ...leeper, name } })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
})

async function makeMatch(): Promise<{ id: number; one: TestPlayer; two: TestPlayer }> {
  const [one, two] = [await makePlayer(t), await makePlayer(t)]
  for (const player of [one, two]) await joinLeague(t, player, { season: 'summer-2', division: 'womens-singles-3-5' })
  const added = await t.call(addMatch, {
    token: one.token,
    body: { season: 'summer-2', opponent: { id: two.id }, match_date: null, match_location: '' },
  })
  expect(added.status).toBe(201)
  return { id: added.body.id, one, two }
}

test('a match can be set at a listed court, by id or name, and at any other place', async () => {
  const { id: court_id, name } = await makeCourt()
  const { id, one } = await makeMatch()
  const set = async (body: { court_id?: number | null; match_location?: string }) => {
    const { status } = await t.call(arrangeMatch, {
      token: one.token,
      params: { id },
      body: { match_date: '2026/08/12', match_time: '18:00', ...body },
    })
    return status === 200 ? (await t.call(getMatch, { token: one.token, params: { id } })).body : status
  }
  expect(await set({ court_id })).toMatchObject({ court_id, match_location: name })
  expect(await set({ court_id, match_location: 'the one by the river' })).toMatchObject({
    court_id,
    match_location: 'the one by the river',
  })
  expect(await set({ match_location: `${name.toUpperCase()}, court 4` })).toMatchObject({ court_id })
  expect(await set({ match_location: `${name}side` })).toMatchObject({ court_id: null, map_url: null })
  const { id: elsewhere } = await t.db
    .insertInto('courts')
    .values({ ...leeper, area: 'dc', latitude: 38.9, created_at: t.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await set({ court_id: elsewhere })).toBe(422)
  const offer = (of: number) =>
    t.call(offerTimes, {
      token: one.token,
      params: { id },
      body: { times: [{ match_date: '2026/08/12', match_time: '18:00', match_location: '', court_id: of }], note: '' },
    })
  expect(await offer(elsewhere)).toMatchObject({
    status: 422,
    body: { fields: { 'times.0.court_id': 'Please choose a court of this area.' } },
  })
  expect((await offer(court_id)).status).toBe(201)
  await t.call(retireCourt, { token: organizer.token, params: { id: court_id } })
  expect(await set({ court_id })).toBe(422)
  expect((await offer(court_id)).status).toBe(422)
})

test('a score names the court of the match', async () => {
  const { id: court_id, name } = await makeCourt()
  const [one, two] = [await makePlayer(t), await makePlayer(t)]
  for (const player of [one, two]) await joinLeague(t, player, { season: 'summer-2', division: 'womens-singles-3-5' })
  t.clock.set('2026-08-05T16:00:00Z')
  const body = scoreBody(one, two, '6-0 6-0', {
    season: 'Summer 2',
    match_date: '2026/08/04',
    match_location: `${name}, court 1`,
  })
  const reported = await t.call(reportScore, { token: one.token, body })
  expect(reported.status).toBe(201)
  expect((await t.call(getMatch, { token: one.token, params: { id: reported.body.id } })).body).toMatchObject({
    court_id,
    match_location: `${name}, court 1`,
  })
})
