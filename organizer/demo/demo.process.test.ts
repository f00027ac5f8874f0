import { expect, test } from 'vitest'
import { getUser } from '#/features/accounts/contract.ts'
import { getTask } from '#/organizer/desk/contract.ts'
import { seedDemo } from '#/organizer/demo-league/seed.ts'
import { rankLeague } from '#/features/standings/queries.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer } from '#/test/make.ts'
import { getDemoClock, playForward } from './contract.ts'
import { readDemoClock } from './queries.ts'
import { demoPassword } from '#/test/dev-secrets.ts'

const t = await startApp('2026-07-31T16:00:00Z', { DEMO: '1' })
await seedDemo(t.app, demoPassword)
const owner = await makeOrganizer(t)

test(
  'playing the demo forward brings entries, results, settled disputes, and play-offs with a champion',
  { timeout: 240_000 },
  async () => {
    const before = await t.db
      .selectFrom('matches')
      .select((of) => of.fn.countAll<number>().as('results'))
      .where('score_id', 'is not', null)
      .executeTakeFirstOrThrow()
    const started = await t.call(playForward, { token: owner.token, body: { date: '2026/09/12' } })
    expect(started.status).toBe(201)
    const { task_id } = started.body
    expect((await t.call(getDemoClock, { token: owner.token })).body.task_id).toBe(task_id)
    expect(await t.send(playForward, { token: owner.token, body: { date: '2026/12/01' } })).toMatchObject({
      status: 409,
      body: { code: 'demo_playing' },
    })
    await runJobs(t)

    const task = (await t.call(getTask, { token: owner.token, params: { id: task_id } })).body
    expect(task).toMatchObject({ state: 'done', done: 43, outcome: { days: 43 } })
    const outcome = task.outcome as Record<string, number>
    expect(outcome['entries']).toBeGreaterThan(10)
    expect(outcome['results']).toBeGreaterThan(20)
    const after = await t.db
      .selectFrom('matches')
      .select((of) => of.fn.countAll<number>().as('results'))
      .where('score_id', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(after.results - before.results).toBe(outcome['results'])

    // Summer 1 ended on August 2, and no score is dated in the future.
    const late = await t.db.selectFrom('scores').select('id').where('match_date', '>', '2026-09-12').execute()
    expect(late).toEqual([])
    const made = await t.db
      .selectFrom('playoffs')
      .innerJoin('leagues', 'leagues.id', 'playoffs.league_id')
      .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
      .innerJoin('matches', (join) => join.onRef('matches.league_id', '=', 'leagues.id').on('playoff_stage', '=', 3))
      .select(['leagues.id', 'matches.score_id'])
      .where('seasons.slug', '=', 'summer-1')
      .where('seasons.year', '=', 2026)
      .execute()
    expect(made.length).toBeGreaterThan(5)
    expect(made.filter(({ score_id }) => score_id === null)).toEqual([])

    // The stored table is the same as the table calculated from the results.
    const { id = 0 } = made[0] ?? {}
    const kept = await t.db
      .selectFrom('standings')
      .select(['entry_id', 'rank', 'wins'])
      .where('league_id', '=', id)
      .orderBy('rank')
      .execute()
    expect(kept).toEqual((await rankLeague(t.db, id)).map(({ entry_id, rank, wins }) => ({ entry_id, rank, wins })))

    // The organizer who moved the clock six weeks is still signed in, and a new process reads the same clock.
    expect((await t.call(getUser, { token: owner.token })).status).toBe(200)
    const clock = { now: () => new Date(0), setAhead: (ms: number) => void (ahead = ms) }
    let ahead = 0
    await readDemoClock({ ...t.app, clock })
    expect(ahead).toBe(43 * 86_400_000)
  },
)

test('time moves only forward, and only up to a limit', async () => {
  const { token } = owner
  for (const date of ['2026/09/12', '2020/01/01', '2029/01/01', 'soon'])
    expect(await t.send(playForward, { token, body: { date } })).toMatchObject({
      status: 422,
      body: { fields: { date: expect.any(String) } },
    })
})

test('only owners move the demo’s clock, and nobody does outside the demo', async () => {
  const organizer = await makeOrganizer(t, ['dc'])
  expect((await t.call(playForward, { token: organizer.token, body: { date: '2026/12/01' } })).status).toBe(403)
  const player = await makePlayer(t)
  expect((await t.call(getDemoClock, { token: player.token })).status).toBe(403)
  t.app.config.DEMO = false
  expect((await t.call(getDemoClock, { token: owner.token })).status).toBe(404)
  t.app.config.DEMO = true
})
