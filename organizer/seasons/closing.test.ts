import { afterEach, beforeEach, expect, test } from 'vitest'
import { reportScore } from '#/features/matches/contract.ts'
import { disputeScore } from '#/features/confirmation/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { getTask } from '#/organizer/desk/contract.ts'
import { getOrganizerLeague } from '#/organizer/leagues/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { countEveryMeeting, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { startSession } from '#/server/session.ts'
import * as calls from './contract.ts'

const begin = '2026-07-02T16:00:00Z'
const t = await startApp(begin)
let token = ''
const at = async (iso: string) => {
  t.clock.set(iso)
  token = (await makeOrganizer(t)).token
}
beforeEach(() => at(begin))
afterEach(() => t.clock.set(begin))

const division = 'womens-singles-3-5'

/** A season from July 1 to 31, with two players, who signed in again at that instant. */
async function makeSeason(name: string, iso = '2026-07-20T16:00:00Z') {
  const created = await t.call(calls.createSeason, {
    token,
    body: {
      name,
      starting_date: '2026/07/01',
      ending_date: '2026/07/31',
      sale_from: '2026/07/02',
      sale_until: '2026/07/10',
    },
  })
  expect(created.status).toBe(201)
  const { id } = created.body
  await t.db.updateTable('leagues').set({ offered: true, capacity: null }).where('season_id', '=', id).execute()
  const season = await t.db.selectFrom('seasons').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
  await countEveryMeeting(t)
  const league = await makeLeague(t, 2, { season: season.slug, division })
  await at(iso)
  for (const player of league.people) player.token = await startSession(t.db, player.id, t.clock.now())
  const [ada, bea] = league.people
  const report = (match_date: string, line = '6-4 6-4') =>
    t.call(reportScore, { token: ada.token, body: scoreBody(ada, bea, line, { season: name, match_date }) })
  return { id, name, ...league, ada, bea, report }
}

const look = async (id: number) => (await t.call(calls.readSeasonClosing, { token, params: { id } })).body
const go = (id: number, key: string, reason = 'It is over') =>
  t.call(calls.clearObstacle, { token, params: { id }, body: { key, reason } })
const keysOf = async (id: number) =>
  Object.fromEntries((await look(id)).obstacles.map(({ kind, ways }) => [kind, ways.map(({ key }) => key)]))
const acts = async (subject: string) =>
  (await t.call(listAuditLog, { token, query: { subject } })).body.audit_entries.map(({ kind, reason }) => ({
    kind,
    reason,
  }))

/** Goes a way once more: it is refused in words, with the list as it is. */
async function expectGone(id: number, key: string) {
  const again = await go(id, key)
  expect(again.status).toBe(409)
  expect(again.body.code).toBe('closing_changed')
  expect(again.body.state).toEqual(await look(id))
}

test('only an owner sees and goes the ways, and an unknown key or a missing reason is refused', async () => {
  const { id, ada } = await makeSeason('Permission')
  const local = await makeOrganizer(t, ['south-bend'])
  for (const given of [local.token, ada.token])
    expect((await t.call(calls.readSeasonClosing, { token: given, params: { id } })).status).toBe(403)
  expect((await t.call(calls.readSeasonClosing, { params: { id } })).status).toBe(401)
  expect((await t.call(calls.readSeasonClosing, { token, params: { id: 999_999 } })).status).toBe(404)
  expect((await go(999_999, 'confirm')).status).toBe(404)
  await expectGone(id, 'confirm')
  await expectGone(id, 'end 2026-07-05')
  await expectGone(id, 'nonsense')
  expect((await go(id, '')).status).toBe(422)
  expect((await go(id, 'close', ' ')).status).toBe(422)
})

test('a running season ends today or yesterday, once, with the reason in the audit log', async () => {
  const { id } = await makeSeason('Last day')
  expect(await look(id)).toMatchObject({
    ready: false,
    closed: false,
    until: '2026/07/19',
    obstacles: [
      {
        kind: 'last_day',
        text: 'Matches count until Fri, Aug 7, 2026, 18 days from now.',
        path: `/organizer/seasons/${id}`,
        ways: [
          { key: 'end 2026-07-20', title: 'Set the last day to today' },
          { key: 'end 2026-07-19', title: 'Close it now: yesterday, Sun, Jul 19, 2026, was the last day' },
        ],
      },
    ],
  })
  expect((await go(id, 'end 2026-07-20')).body.message).toBe('Last day 2026 closes after Mon, Jul 20, 2026.')
  expect(await look(id)).toMatchObject({ ready: true, closed: false, obstacles: [] })
  await expectGone(id, 'end 2026-07-20')
  expect((await go(id, 'close')).body.message).toContain('is closed. Matches counted until Sun, Jul 19')
  expect(await look(id)).toEqual({ ready: true, closed: true, until: null, obstacles: [] })
  expect((await go(id, 'close')).body.code).toBe('season_over')
  expect(await acts(`season ${id}`)).toContainEqual({ kind: 'close_season', reason: 'It is over' })
})

test('a result of today is counted by setting the last day to today', async () => {
  const { id, report } = await makeSeason('Results of today')
  expect((await report('2026/07/20')).status).toBe(201)
  expect(await keysOf(id)).toMatchObject({ results_after: ['end 2026-07-20'], last_day: ['end 2026-07-20'] })
  expect((await go(id, 'end 2026-07-20')).status).toBe(200)
  expect(await keysOf(id)).toEqual({ unconfirmed: ['confirm'] })
  // Closing loses no result: it ends today by itself.
  expect((await go(id, 'close')).body.message).toContain('closes after Mon, Jul 20')
})

test('a season that has not begun can be deleted while nobody has joined, or ends on its second day', async () => {
  const created = await t.call(calls.createSeason, {
    token,
    body: { name: 'Later', starting_date: '2026/09/01', ending_date: '2026/10/31' },
  })
  const { id } = created.body
  expect(await keysOf(id)).toEqual({ not_begun: ['delete', 'end 2026-09-02'] })
  expect((await go(id, 'end 2026-09-02')).body.message).toContain('closes after Wed, Sep 2, 2026')
  expect(await look(id)).toMatchObject({ ready: true, until: '2026/09/02' })
  await expectGone(id, 'delete')
  const other = await t.call(calls.createSeason, {
    token,
    body: { name: 'Never', starting_date: '2026/09/01', ending_date: '2026/10/31' },
  })
  expect((await go(other.body.id, 'delete')).body.message).toBe('Never 2026 is deleted.')
  expect((await go(other.body.id, 'delete')).status).toBe(404)
  expect(await acts(`season ${other.body.id}`)).toContainEqual({ kind: 'delete_season', reason: 'It is over' })
})

test('results that can still be answered are confirmed', async () => {
  const { id, report } = await makeSeason('Unconfirmed')
  for (const day of ['2026/07/12', '2026/07/13']) expect((await report(day)).status).toBe(201)
  expect(await keysOf(id)).toMatchObject({ unconfirmed: ['confirm'] })
  expect((await go(id, 'confirm')).body).toEqual({ message: '2 results are confirmed.', task_id: null })
  expect(await keysOf(id)).not.toHaveProperty('unconfirmed')
  await expectGone(id, 'confirm')
})

test.each([
  ['count_disputed', '1 result counts as last reported.', 1],
  ['void_disputed', '1 result is voided.', 0],
])('a disputed result is cleared by %s', async (key, message, played) => {
  const { id, bea, league_id, report } = await makeSeason(key === 'count_disputed' ? 'Counted' : 'Voided')
  const match_id = (await report('2026/07/12')).body.id
  const dispute = await t.call(disputeScore, {
    token: bea.token,
    params: { id: match_id },
    body: { version: 1, reason: 'It was 6-3' },
  } as never)
  expect(dispute.status).toBe(200)
  expect(await keysOf(id)).toMatchObject({ disputed: ['count_disputed', 'void_disputed'] })
  expect((await go(id, key)).body).toEqual({ message, task_id: null })
  expect(await keysOf(id)).not.toHaveProperty('disputed')
  await expectGone(id, key)
  const league = await t.call(getOrganizerLeague, { token, params: { id: league_id } })
  expect(league.body.matches).toMatchObject({ played, disputed: 0 })
})

test('matches without a score are settled by the record, or all as not played', async () => {
  const { id, league_id, entry_ids } = await makeSeason('Unplayed')
  const make = async (play_by: string) => {
    const match_id = await arrange(t, league_id, ...entry_ids, null)
    await t.db.updateTable('matches').set({ play_from: '2026-07-01', play_by }).where('id', '=', match_id).execute()
    return match_id
  }
  await make('2026-07-15')
  const later = await make('2026-07-31')
  const overdue = (await look(id)).obstacles.find(({ kind }) => kind === 'unplayed')!
  expect(overdue.text).toBe('2 matches have no score, 1 of them overdue.')
  expect(overdue.ways.map(({ key }) => key)).toEqual(['settle_overdue', 'not_played'])
  expect((await go(id, 'settle_overdue')).body).toEqual({ message: '1 match is settled.', task_id: null })
  await expectGone(id, 'settle_overdue')
  expect((await go(id, 'not_played')).status).toBe(200)
  expect(await keysOf(id)).not.toHaveProperty('unplayed')
  await expectGone(id, 'not_played')
  expect(await acts(`match ${later}`)).toEqual([{ kind: 'settle_unplayed', reason: 'It is over' }])
})

test('more than fifty matches are settled by a task, which two presses start once', async () => {
  const { id, league_id, entry_ids } = await makeSeason('Many')
  for (let made = 0; made < 101; made += 1) await arrange(t, league_id, ...entry_ids, null)
  const first = (await go(id, 'not_played')).body
  expect(first.message).toBe('50 matches are settled as not played. The rest is under way.')
  const second = (await go(id, 'not_played')).body
  await runJobs(t)
  expect(await keysOf(id)).not.toHaveProperty('unplayed')
  if (second.task_id !== null) expect(second.task_id).toBe(first.task_id)
  const task = await t.call(getTask, { token, params: { id: first.task_id! } })
  expect(task.body).toMatchObject({ state: 'done' })
})

test('the play-offs that are not finished are canceled, and nothing follows', async () => {
  const { id, league_id, entry_ids } = await makeSeason('Play-offs')
  await t.db.insertInto('playoffs').values({ league_id, made_at: t.clock.now() }).execute()
  await t.db
    .insertInto('playoff_seeds')
    .values(entry_ids.map((entry_id, index) => ({ league_id, entry_id, seed: index + 1 })))
    .execute()
  const final = await arrange(t, league_id, ...entry_ids, null)
  await t.db.updateTable('matches').set({ playoff_stage: 3, playoff_slot: 1 }).where('id', '=', final).execute()
  expect(await keysOf(id)).toMatchObject({ playoffs: ['cancel_playoffs'] })
  expect((await go(id, 'cancel_playoffs')).status).toBe(200)
  expect(await keysOf(id)).not.toHaveProperty('playoffs')
  await expectGone(id, 'cancel_playoffs')
  await runJobs(t)
  expect(await keysOf(id)).not.toHaveProperty('playoffs')
  expect((await t.call(getOrganizerLeague, { token, params: { id: league_id } })).body.playoffs).toMatchObject({
    state: 'canceled',
  })
  expect(await acts(`league ${league_id}`)).toEqual([{ kind: 'cancel_playoffs', reason: 'It is over' }])
})

test('a wait-list ends with the sale', async () => {
  const { id, league_id } = await makeSeason('Wait-list', '2026-07-05T16:00:00Z')
  const waiting: TestPlayer = await makePlayer(t)
  await t.db.updateTable('leagues').set({ capacity: 2 }).where('id', '=', league_id).execute()
  await t.db.insertInto('wait_list').values({ league_id, player_id: waiting.id, created_at: t.clock.now() }).execute()
  expect(await keysOf(id)).toMatchObject({ wait_list: ['end_sale'] })
  expect((await go(id, 'end_sale')).status).toBe(200)
  await runJobs(t)
  expect(await keysOf(id)).not.toHaveProperty('wait_list')
  await expectGone(id, 'end_sale')
})

test('open orders are asked about, and failed refunds tried again', async () => {
  const { id, league_id } = await makeSeason('Money')
  const line = await t.db
    .selectFrom('purchases')
    .select(['id', 'order_id', 'price_cents'])
    .where('league_id', '=', league_id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await t.db
    .insertInto('refunds')
    .values({
      kind: 'part',
      order_id: line.order_id,
      purchase_id: line.id,
      amount_cents: 100,
      state: 'failed',
      failed_reason: 'The card was closed',
      requested_at: t.clock.now(),
    })
    .execute()
  expect(await keysOf(id)).toMatchObject({ refunds: ['retry_refunds'] })
  expect((await go(id, 'retry_refunds')).body.message).toBe('1 refund is tried again.')
  expect(await keysOf(id)).not.toHaveProperty('refunds')
  await expectGone(id, 'retry_refunds')
  await t.db.updateTable('purchases').set({ status: 'Pending' }).where('id', '=', line.id).execute()
  expect(await keysOf(id)).toMatchObject({ orders: ['check_orders'] })
  for (const _ of [1, 2]) expect((await go(id, 'check_orders')).body.message).toBe('1 order is being checked.')
})
