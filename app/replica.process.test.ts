import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { checkServers } from '#/db/requirements.ts'
import { updatePrivacy } from '#/features/settings/contract.ts'
import { signUp } from '#/features/accounts/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { getMatch, getResult, listMyMatches, listResults, reportScore } from '#/features/matches/contract.ts'
import { comparePlayers, listLeaguePlayers } from '#/features/players/contract.ts'
import { getBracket, getPublicBracket, listPlayoffs } from '#/features/playoffs/contract.ts'
import { listDivisions } from '#/features/seasons/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { explainPlace, listFullStandings, readChances } from '#/features/standings/place-contract.ts'
import type { CallInput, Endpoint } from '#/contract/endpoint.ts'
import { openDatabase } from '#/server/db.ts'
import { REQUEST_LIMITS } from '#/server/pool-limits.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { makePlayer, type TestPlayer } from '#/test/make.ts'
import { startWithStandby } from '#/test/standby.ts'
import { readsThatMayLag } from './replica-reads.ts'

const { url, standbyUrl, stopStandby } = await startWithStandby()
const settings = { DATABASE_URL: url, DATABASE_REPLICA_URL: standbyUrl }
const today = '2026-05-20T16:00:00Z'
// A limit in milliseconds, longer than the product's because test machines are busy.
const replica_lag = 8_000
const one = await startApp(today, settings, url, { replica_lag })
const two = await startApp(today, settings, url, { replica_lag })
const standby = openDatabase(standbyUrl, REQUEST_LIMITS)
afterAll(() => standby.destroy())

const stateOf = ({ app }: typeof one) => app.replica?.state
const ready = async () => {
  const answer = await one.server.inject('/health/ready')
  return JSON.parse(answer.body) as { replica: string }
}
/** Freezes the standby in its current state. */
const freeze = () => sql`select pg_wal_replay_pause()`.execute(standby)
const thaw = () => sql`select pg_wal_replay_resume()`.execute(standby)
async function catchUp() {
  await expect.poll(async () => [stateOf(one), stateOf(two)]).toEqual(['used', 'used'])
}
/** Waits until everyone's last change is an hour old and known to the standby. */
async function restAll() {
  await sql`update sessions set wrote_at = now() - interval '1 hour'`.execute(one.db)
  const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(one.db)
  await expect
    .poll(
      async () =>
        (
          await sql<{ there: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as there`.execute(
            standby,
          )
        ).rows[0]?.there,
    )
    .toBe(true)
}
const resultsOf = async (t: typeof one, { token }: TestPlayer) =>
  (
    await t.call(listResults, {
      token,
      query: { season: 'summer-1', year: '2026', division: 'womens-singles-3-5', area: 'south-bend' },
    })
  ).body.total

const league = await makeLeague(one, 4, { season: 'summer-1', division: 'womens-singles-3-5', area: 'south-bend' })
const [ann, bea, cat, dot] = league.people
beforeEach(async () => {
  await thaw()
  await catchUp()
  await restAll()
})

test('a player without recent changes reads from the replica; a recent change is visible at once in every process', async () => {
  const before = await resultsOf(two, cat)
  await freeze()
  expect((await one.call(reportScore, { token: ann.token, body: scoreBody(ann, bea, '6-4 6-3') })).status).toBe(201)
  expect(await resultsOf(one, cat)).toBe(before)
  expect(await resultsOf(two, cat)).toBe(before)
  expect(await resultsOf(one, ann)).toBe(before + 1)
  expect(await resultsOf(two, ann)).toBe(before + 1)
  expect(await ready()).toEqual(expect.objectContaining({ replica: 'used' }))
})

test('a page that received a live event gets the change, although the replica does not have it yet', async () => {
  const results = '/api/users/scores?season=summer-1&year=2026&division=womens-singles-3-5&area=south-bend'
  const read = async (headers: Record<string, string> = {}) => {
    const answer = await two.server.inject({
      url: results,
      headers: { authorization: `Bearer ${dot.token}`, ...headers },
    })
    return (JSON.parse(answer.body) as { total: number }).total
  }
  const before = await read()
  await freeze()
  await one.call(reportScore, { token: bea.token, body: scoreBody(bea, dot, '6-4 6-3') })
  expect(await read()).toBe(before)
  expect(await read({ 'cache-control': 'no-cache' })).toBe(before + 1)
})

test('a replica that lags too far is not used until it has caught up', async () => {
  const before = await resultsOf(one, dot)
  await freeze()
  await one.call(reportScore, { token: ann.token, body: scoreBody(ann, cat, '6-4 6-3') })
  await expect.poll(() => resultsOf(two, dot), { timeout: replica_lag + 20_000, interval: 100 }).toBe(before + 1)
  await expect.poll(async () => (await ready()).replica).toBe('behind')
  await thaw()
  await catchUp()
  expect(await resultsOf(two, dot)).toBe(before + 1)
})

test('a new account and a new session read from the primary', async () => {
  await freeze()
  const eve = await makePlayer(one)
  const { players } = (await two.call(listStandings, { token: eve.token, query: {} })).body
  expect(players).toBeInstanceOf(Array)
  expect((await two.call(comparePlayers, { token: eve.token, query: { player_two: ann.id } })).status).toBe(200)
  const fresh = {
    first_name: 'Fay',
    last_name: 'Fresh',
    email: 'fay@example.com',
    phone: '+1 574 555 0100',
    singles_level: '3.5',
    gender: 'Female',
    location: 'south-bend',
    password: 'a quiet word with the net',
  } as CallInput<typeof signUp>['body']
  expect((await one.call(signUp, { body: fresh })).status).toBeLessThan(300)
})

test('a player’s own change is never missing, in any process, while changes and reads race', async () => {
  const people = [ann, bea, cat, dot]
  await Promise.all(
    people.map(async ({ id, token }, index) => {
      for (let round = 0; round < 40; round += 1) {
        const [writer, reader] = (round + index) % 2 === 0 ? [one, two] : [two, one]
        const shows = round % 2 === 0
        const written = await writer.call(updatePrivacy, { token, body: { shows_phone: shows, shows_email: false } })
        expect(written.status).toBe(200)
        const { rows } = await reader.app.replica!.read(
          await reader.app.sessions.find({ authorization: `Bearer ${token}` }, reader.clock.now()),
          async (db) => sql<{ shows_phone: boolean }>`select shows_phone from players where id = ${id}`.execute(db),
        )
        expect(rows).toEqual([{ shows_phone: shows }])
      }
    }),
  )
})

test('every read that may lag gets the same response from the replica as from the primary', async () => {
  const result = await one.db
    .selectFrom('matches')
    .select('id')
    .where('score_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const { token } = bea
  const season = { league: 'summer-1', yr: 2026, level: 'womens-singles-3-5' }
  const inputs = new Map<Endpoint, object>([
    [listResults, { query: {} }],
    [getResult, { params: { id: result.id } }],
    [listMyMatches, { query: {} }],
    [getMatch, { params: { id: result.id } }],
    [listStandings, { query: {} }],
    [listFullStandings, { query: {} }],
    [explainPlace, { query: { league_id: league.league_id, entry_id: league.entry_ids[0] } }],
    [readChances, { params: { id: league.league_id } }],
    [listPlayoffs, { query: {}, body: { city: 'south-bend', division: 'womens-singles-3-5', stage: 1 } }],
    [getPublicBracket, { query: { city: 'south-bend', division: 'womens-singles-3-5' } }],
    [getBracket, { query: { city: 'south-bend', division: 'womens-singles-3-5' } }],
    [listLeaguePlayers, { query: {}, body: season }],
    [comparePlayers, { query: { player_two: ann.id } }],
    [listDivisions, { query: {} }],
  ])
  expect(new Set(inputs.keys())).toEqual(readsThatMayLag)
  const plain = await startApp(today, {}, url)
  const { replica } = one.app
  for (const [endpoint, input] of inputs) {
    const asked: boolean[] = []
    one.app.replica = replica && {
      ...replica,
      read: (caller, ask) => replica.read(caller, (db) => (asked.push(db.isTransaction), ask(db))),
    }
    const answer = await one.call(endpoint, { ...input, token } as never)
    one.app.replica = replica
    expect(answer.status).toBe(200)
    expect({ path: endpoint.path, asked }).toEqual({ path: endpoint.path, asked: [true] })
    expect(answer).toEqual(await plain.call(endpoint, { ...input, token } as never))
  }
})

test('a replica of another database is refused; an unavailable one is ignored', async () => {
  await checkServers(settings)
  const other = await freshDatabase()
  await expect(checkServers({ DATABASE_URL: url, DATABASE_REPLICA_URL: other })).rejects.toThrow(
    `DATABASE_REPLICA_URL: ${new URL(other).host} is not the database of DATABASE_URL, but another one.`,
  )
  const away = Object.assign(new URL(standbyUrl), { port: '1' }).href
  await checkServers({ DATABASE_URL: url, DATABASE_REPLICA_URL: away })
})

test('losing the replica has no effect', async () => {
  const before = await resultsOf(one, dot)
  await stopStandby()
  const answers = await Promise.all(Array.from({ length: 20 }, () => resultsOf(one, dot)))
  expect(answers).toEqual(answers.map(() => before))
  await one.call(reportScore, { token: bea.token, body: scoreBody(bea, cat, '6-4 6-3') })
  expect(await resultsOf(two, dot)).toBe(before + 1)
  await expect.poll(async () => (await ready()).replica).toBe('away')
})
