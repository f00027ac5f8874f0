import { beforeAll, expect, test } from 'vitest'
import { listLeaguePlayers } from '#/features/players/contract.ts'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { addMatch } from '#/features/schedule/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { startSession } from '#/server/session.ts'
import { startApp } from '#/test/app.ts'
import { joinLeague, type TestPlayer } from '#/test/make.ts'
import { listResults, reportScore } from './contract.ts'
import { makeLeague, scoreBody } from './score-fixture.ts'

const t = await startApp('2026-11-25T17:00:00Z')
const league = { season: 'winter', area: 'south-bend', division: 'womens-singles-3-0' } as const
let [ann, bea]: TestPlayer[] = []
let league_id = 0

beforeAll(async () => {
  await openSeasons(t.db, saleDay(t.clock.now()))
  const made = await makeLeague(t, 2, league)
  ;[ann, bea] = made.people
  league_id = made.league_id
  t.clock.set('2027-01-05T17:00:00Z')
  await openSeasons(t.db, saleDay(t.clock.now()))
  ann = { ...ann, token: await startSession(t.db, ann.id, t.clock.now()) }
})

test('in January the new year means the winter that is being played', async () => {
  const given = { season: 'Winter', year: 2027, match_date: '2027/01/05' }
  const reported = await t.call(reportScore, { token: ann!.token, body: scoreBody(ann!, bea!, '6-1 6-1', given) })
  expect(reported).toMatchObject({ status: 201 })
  const query = { season: 'winter', year: 2027, division: league.division }
  const table = await t.call(listStandings, { token: ann!.token, query })
  expect(table.body).toMatchObject({ league_id, year: 2026, total: 2, has_results: true })
  expect((await t.call(listResults, { token: ann!.token, query })).body.total).toBe(1)
  const body = { league: 'winter', yr: 2027, level: league.division }
  expect((await t.call(listLeaguePlayers, { token: ann!.token, body })).body.total).toBe(2)
  const match = { season: 'winter', year: 2027, opponent: { id: bea!.id }, match_date: '2027/01/20' }
  expect(await t.call(addMatch, { token: ann!.token, body: match })).toMatchObject({ status: 201 })
})

test('once somebody has joined the next winter, its year means that one', async () => {
  t.clock.set('2027-11-23T17:00:00Z')
  await openSeasons(t.db, saleDay(t.clock.now()))
  const people = [ann!, bea!]
  for (const player of people) player.token = await startSession(t.db, player.id, t.clock.now())
  for (const player of people) await joinLeague(t, player, league)
  const query = { season: 'winter', year: 2027, division: league.division }
  expect((await t.call(listStandings, { token: ann!.token, query })).body).toMatchObject({ year: 2027, total: 2 })
  const given = { season: 'Winter', year: 2027, match_date: '2027/11/23' }
  await t.call(reportScore, { token: ann!.token, body: scoreBody(ann!, bea!, '6-1 6-1', given) })
  expect((await t.call(listResults, { token: ann!.token, query })).body.total).toBe(1)
})
