import { beforeEach, expect, test } from 'vitest'
import { startApp } from '#/test/app.ts'
import { joinLeague, makePlayer } from '#/test/make.ts'
import { getDivision, listDivisions, listSeasons } from './contract.ts'
import { openSeasons } from './jobs.ts'
import { saleDay } from './queries.ts'

const noon = '2026-07-15T16:00:00Z'
const t = await startApp(noon)
beforeEach(() => {
  t.clock.set(noon)
})

async function onSaleAt(instant: string): Promise<string[]> {
  t.clock.set(instant)
  await openSeasons(t.db, saleDay(t.clock.now()))
  const { body } = await t.call(listSeasons, {})
  return body.items.map(({ slug, year }) => `${slug} ${year}`)
}

test('the four seasons on sale are listed by first day, with their dates', async () => {
  const { status, body } = await t.call(listSeasons, {})
  expect(status).toBe(200)
  expect(body).toMatchObject({ total: 4, skip: 0 })
  expect(
    body.items.map(({ name, year, starting_date, ending_date }) => [name, year, starting_date, ending_date]),
  ).toEqual([
    ['Summer 2', 2026, '2026/07/30', '2026/09/30'],
    ['Fall', 2026, '2026/09/22', '2026/11/29'],
    ['Winter', 2026, '2026/11/22', '2027/02/28'],
    ['Summer 1', 2027, '2027/05/15', '2027/08/02'],
  ])
})

test.each([
  [
    'the last minute of its fourteenth day, Eastern time',
    '2026-10-07T03:59:00Z',
    ['fall 2026', 'winter 2026', 'summer-1 2027', 'summer-2 2027'],
  ],
  ['the first minute after it', '2026-10-07T04:00:00Z', ['winter 2026', 'summer-1 2027', 'summer-2 2027', 'fall 2027']],
  [
    "New Year's Eve in the areas, next year in London",
    '2027-01-01T04:30:00Z',
    ['summer-1 2027', 'summer-2 2027', 'fall 2027', 'winter 2027'],
  ],
])('a season is sold until %s', async (_, instant, expected) => {
  expect(await onSaleAt(instant)).toEqual(expected)
})

test('tomorrow’s seasons are created before midnight, so that there are always four', async () => {
  t.clock.set('2028-10-07T03:30:00Z')
  await openSeasons(t.db, saleDay(t.clock.now()))
  t.clock.set('2028-10-07T04:00:00Z')
  expect((await t.call(listSeasons, {})).body.total).toBe(4)
})

test('opening seasons many times simultaneously creates each season and league once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => openSeasons(t.db, '2031-03-01')))
  const leagues = await t.db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .select(['seasons.slug', 'seasons.name'])
    .where('year', '=', 2031)
    .execute()
  expect(leagues).toHaveLength(4 * 13 * 3)
  expect(new Set(leagues.map(({ name }) => name))).toEqual(new Set(['Summer 1', 'Summer 2', 'Fall', 'Winter']))
})

test('a season shows its number of entries', async () => {
  const ada = await makePlayer(t)
  const bea = await makePlayer(t, { location: 'dc' })
  await joinLeague(t, ada, { season: 'winter', division: 'womens-singles-3-5' })
  const left = await joinLeague(t, ada, { season: 'winter', division: 'mixed-doubles' })
  await joinLeague(t, bea, { season: 'winter', division: 'womens-singles-3-5' })
  await t.db
    .updateTable('purchases')
    .set({ status: 'Refunded' })
    .where('league_id', '=', left.league_id)
    .where('player_id', '=', ada.id)
    .execute()
  const { body } = await t.call(listSeasons, {})
  expect(body.items.map(({ slug, entries }) => [slug, entries])).toEqual([
    ['summer-2', 0],
    ['fall', 0],
    ['winter', 2],
    ['summer-1', 0],
  ])
})

test('lists are paged, and an invalid page number is refused', async () => {
  const second = await t.call(listSeasons, { query: { page: 2, per_page: 3 } })
  expect(second.body).toMatchObject({ total: 4, skip: 3, items: [{ slug: 'summer-1' }] })
  const divisions = await t.call(listDivisions, { query: { page: 2, per_page: 10 } })
  expect(divisions.body).toMatchObject({ total: 13, skip: 10 })
  expect(divisions.body.items).toHaveLength(3)
  for (const page of ['0', 'one', '-1', '1.5']) {
    const refused = await t.send(listSeasons, { query: { page } })
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid', fields: { page: expect.any(String) } } })
  }
})

test('divisions are listed with dollar prices, their audience, and a picture each', async () => {
  const { body } = await t.call(listDivisions, {})
  expect(body).toMatchObject({ total: 13, skip: 0 })
  expect(body.items.find(({ slug }) => slug === 'womens-singles-3-5')).toEqual({
    id: expect.any(Number),
    name: "Women's Singles 3.5",
    slug: 'womens-singles-3-5',
    image: '/courts/womens-singles-3-5.svg',
    price: 39,
    kind: 'singles',
    level: '3.5',
    gender: 'Female',
    is_mixed: false,
    age_from: null,
    age_to: null,
    sport: 'tennis',
    exceptions: [],
    joined: [
      { season: 'winter', year: 2026, area: 'dc', entries: 1 },
      { season: 'winter', year: 2026, area: 'south-bend', entries: 1 },
    ],
  })
  expect(new Set(body.items.map(({ image }) => image)).size).toBe(13)
})

test('a division lists the seasons in which it is on sale', async () => {
  const { body } = await t.call(listDivisions, {})
  const mixed = body.items.find(({ slug }) => slug === 'mixed-doubles')
  const one = await t.call(getDivision, { params: { id: mixed?.id } })
  expect(one.body).toMatchObject({ ...mixed, level: null, gender: null, price: 49 })
  expect(one.body.seasons.map(({ slug }) => slug)).toEqual(['summer-2', 'fall', 'winter', 'summer-1'])
})

test('an unknown division is not found, and an invalid id is refused', async () => {
  expect(await t.send(getDivision, { path: '/public/divisions/999' })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
  expect(await t.send(getDivision, { path: '/public/divisions/abc' })).toMatchObject({
    status: 422,
    body: { fields: { id: expect.any(String) } },
  })
})
