import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setOrganization, organization } from '#/contract/organization.ts'
import { disputeScore } from '#/features/confirmation/contract.ts'
import { getPublicResult, reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { inTransaction } from '#/server/db.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { joinLeague, makePlayer } from '#/test/make.ts'
import { getFrontDoor } from './contract.ts'

const noon = '2026-05-20T16:00:00Z'
const url = await freshDatabase()
const t = await startApp(noon, {}, url)
const other = await startApp(noon, {}, url)
const open = organization()
beforeEach(() => void t.clock.set(noon))
afterEach(() => setOrganization(open))

const read = async (app = t) => (await app.call(getFrontDoor, {})).body
const season = async (slug: string) => (await read()).seasons.find((each) => each.slug === slug)
const ask = (headers = {}) => t.server.inject({ url: '/api/public/front-door', headers })
const league = { season: 'summer-1', division: 'womens-singles-3-5', area: 'south-bend' } as const

test('an installation without players shows what can be joined, from when and at what price', async () => {
  const door = await read()
  expect(door).toMatchObject({ sports: ['tennis'], next: null, players: 0, results: [], tables: [] })
  expect(
    door.seasons.map(({ slug, year, entries, price, highest_price, divisions }) => ({
      slug,
      year,
      entries,
      price,
      highest_price,
      divisions,
    })),
  ).toEqual(
    ['summer-1', 'summer-2', 'fall', 'winter'].map((slug) => ({
      slug,
      year: 2026,
      entries: 0,
      price: 39,
      highest_price: 49,
      divisions: 13,
    })),
  )
  expect(door.seasons[0]).toMatchObject({
    starting_date: '2026/05/15',
    ending_date: '2026/08/02',
    sold_until: '2026/05/29',
  })
  expect(door.areas).toEqual(['south-bend', 'indianapolis', 'dc'].map((area) => ({ area, players: 0 })))
})

test('the front door counts players who joined, each once, and not those who were refunded', async () => {
  const ada = await makePlayer(t)
  await joinLeague(t, ada, { season: 'winter', division: 'womens-singles-3-5' })
  const { league_id } = await joinLeague(t, ada, { season: 'fall', division: 'womens-singles-3-5' })
  await joinLeague(t, await makePlayer(t, { location: 'dc' }), { season: 'fall', division: 'womens-singles-3-5' })
  expect(await read()).toMatchObject({
    players: 2,
    areas: [
      { area: 'south-bend', players: 1 },
      { area: 'indianapolis', players: 0 },
      { area: 'dc', players: 1 },
    ],
  })
  expect(await season('fall')).toMatchObject({ entries: 2 })
  await t.db.updateTable('purchases').set({ status: 'Refunded' }).where('league_id', '=', league_id).execute()
  expect(await season('fall')).toMatchObject({ entries: 1 })
})

test('a result is shown with the names of a shared result, and with its table; disputed results and no-shows are not', async () => {
  const {
    people: [ann, bea, cleo],
  } = await makeLeague(t, 3, league)
  const report = async (...[winner, opponent, line, given]: Parameters<typeof scoreBody>) =>
    (
      await t.call(reportScore, {
        token: winner.token,
        body: scoreBody(winner, opponent, line, { division: league.division, ...given }),
      })
    ).body.id
  const id = await report(ann, bea, '6-4 3-6 10-7')
  const shared = (await t.call(getPublicResult, { params: { id } })).body
  const door = await read()
  expect(shared).toMatchObject({ winner: { name: 'Player N.' }, opponent: { name: 'Player N.' } })
  expect(door.results).toEqual([
    {
      id,
      winner: shared.winner.name,
      opponent: shared.opponent.name,
      score_line: '6-4 3-6 10-7',
      set_games: shared.set_games,
      sport: 'tennis',
      is_tie: false,
      match_date: '2026/05/18',
      area: 'south-bend',
      level_name: "Women's Singles 3.5",
    },
  ])
  expect(door.tables).toMatchObject([
    { area: 'south-bend', league_name: 'Summer 1', year: 2026, level_name: "Women's Singles 3.5" },
  ])
  expect(door.tables[0]?.players[0]).toEqual({ rank: 1, name: shared.winner.name, wins: 1, losses: 0 })

  await report(cleo, ann, '', { match_status: 'Opponent did not show', match_date: '2026/05/19' })
  const disputed = await report(cleo, bea, '6-0 6-0', { match_date: '2026/05/19' })
  expect((await read()).results.map((each) => each.id)).toEqual([disputed, id])
  await t.call(disputeScore, {
    token: bea.token,
    params: { id: disputed },
    body: { version: 1, reason: 'Never played.' },
  })
  expect((await read()).results.map((each) => each.id)).toEqual([id])
  // Only the name of a person is shown.
  expect(JSON.stringify(await read())).not.toMatch(/@|\+1|player_id|email/)
})

test('in a league with flights, the top of the first flight is shown', async () => {
  const division = 'womens-singles-4-0'
  const { people, entry_ids } = await makeLeague(t, 4, { ...league, division, area: 'indianapolis' })
  const [one, two] = people
  const body = scoreBody(one, two, '6-4 6-4', { division, match_area: 'Indianapolis' })
  expect((await t.call(reportScore, { token: one.token, body })).status).toBe(201)
  for (const [index, entry_id] of entry_ids.entries())
    await t.db
      .updateTable('standings')
      .set({ flight: index < 2 ? 1 : 2, rank: (index % 2) + 1 })
      .where('entry_id', '=', entry_id)
      .execute()
  const table = (await read()).tables.find(({ area }) => area === 'indianapolis')
  expect(table?.players.map(({ rank, wins }) => [rank, wins])).toEqual([
    [1, 1],
    [2, 0],
    [1, 0],
    [2, 0],
  ])
})

test('the front door is served from memory until its data changes, even in another process', async () => {
  const before = await read()
  await read(other)
  const changeUnseen = (change: string) =>
    inTransaction(t.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(change).execute(tx)
    })
  await changeUnseen(`update divisions set price_cents = price_cents + 100`)
  expect(await read()).toEqual(before)

  const changes: Record<string, string> = {
    'a price': `update leagues set price_cents = 4200 where area = 'dc'`,
    'an early price': `update leagues set early_price_cents = 1000, early_until = '2026-05-21' where area = 'dc'`,
    'what is offered': `update leagues set offered = false where division_id = (select id from divisions where slug = 'mens-doubles')`,
    'the days of a season': `update seasons set ending_date = '2026-08-03' where slug = 'summer-1'`,
    'a division that is sold no more': `update divisions set retired_at = now() where slug = 'mixed-doubles'`,
    'an area that is archived': `update areas set archived_at = now() where slug = 'dc'`,
    'the name of a player': `update players set first_name = 'Zoe'`,
    'a new area': `insert into areas (slug, name, time_zone, position) values ('bay', 'Bay', 'America/New_York', 9)`,
  }
  let last = await read()
  for (const [name, change] of Object.entries(changes)) {
    await sql.raw(change).execute(t.db)
    const now = await read()
    expect([name, now]).not.toEqual([name, last])
    expect([name, await read(other)]).toEqual([name, now])
    last = now
  }
})

test('a client with the current response gets 304, and the sale ends with its day', async () => {
  const first = await ask()
  expect(first.statusCode).toBe(200)
  const again = await ask({ 'if-none-match': String(first.headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect(await season('summer-1')).toBeDefined()
  t.clock.set('2026-05-30T04:00:00Z')
  expect(await season('summer-1')).toBeUndefined()
})

test('if nothing is on sale, the front door says when the next sale begins; during set-up it shows nothing', async () => {
  await sql`update leagues set offered = false`.execute(t.db)
  expect(await read()).toMatchObject({ seasons: [], next: null, sports: ['tennis'] })
  await sql`update seasons set sale_from = '2026-10-01' where slug = 'winter'`.execute(t.db)
  expect((await read()).next).toEqual({ name: 'Winter', year: 2026, sale_from: '2026/10/01' })
  await sql`update leagues set offered = true`.execute(t.db)
  expect((await read()).seasons.map(({ slug }) => slug)).toEqual(['summer-1', 'summer-2', 'fall'])
  await sql`update organization set opened_at = null`.execute(t.db)
  setOrganization({ ...open, is_open: false })
  expect(await read()).toMatchObject({ seasons: [], next: null })
  await sql`update organization set opened_at = now()`.execute(t.db)
})
