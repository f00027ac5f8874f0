import { expect, test } from 'vitest'
import { makeLeague } from '#/features/matches/score-fixture.ts'
import { getTask } from '#/organizer/desk/contract.ts'
import { workTask } from '#/organizer/desk/tasks.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer } from '#/test/make.ts'
import { arrangeMatch } from '#/features/arranging/contract.ts'
import { drawLeague, drawSeason, previewDraw, previewDraws } from './contract.ts'
import { drawSeasonWork } from './draw.ts'
import { drawLeagues } from '#/features/schedule/jobs.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'

const t = await startApp('2026-05-05T16:00:00Z')
const { token } = await makeOrganizer(t)
const summer = { season: 'summer-1', area: 'south-bend' } as const

const preview = async (id: number, redraw: 'yes' | 'no' = 'no') =>
  (await t.call(previewDraw, { token, params: { id }, query: { redraw } })).body
const draw = (id: number, digest: string, redraw = false, reason = '') =>
  t.call(drawLeague, { token, params: { id }, body: { digest, redraw, reason } })
const cardsOf = (league_id: number) =>
  t.db
    .selectFrom('matches')
    .select(['id', 'entry_one_id', 'entry_two_id', 'match_date', 'play_from', 'play_by', 'round'])
    .where('league_id', '=', league_id)
    .orderBy('id')
    .execute()
const actsOf = async (id: number) =>
  (await t.call(listAuditLog, { token, query: { subject: `league ${id}` } })).body.audit_entries

test('the preview shows round by round what the draw then creates, weeks before the first day, once', async () => {
  const { league_id, people } = await makeLeague(t, 3, { ...summer, division: 'womens-singles-3-0' })
  const shown = await preview(league_id)
  expect(shown).toMatchObject({ entries: 3, new_entries: 3, byes: true, added: 6, removed: 0, kept: 0, problem: null })
  expect(shown.shortage).toBeNull()
  expect(shown.rounds.map(({ round, cards }) => [round, cards.length])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
    [5, 1],
    [6, 1],
  ])
  expect(shown.rounds.map(({ bye }) => bye).toSorted()).toEqual(
    [...people, ...people].map(({ first_name, last_name }) => `${first_name} ${last_name}`).toSorted(),
  )
  expect([shown.rounds[0]?.play_from, shown.rounds[5]?.play_by]).toEqual(['2026/05/15', '2026/08/02'])
  expect(await cardsOf(league_id)).toEqual([])
  const answers = await Promise.all([1, 2, 3].map(() => draw(league_id, shown.digest)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await cardsOf(league_id)).toHaveLength(6)
  expect(await actsOf(league_id)).toMatchObject([{ kind: 'draw', after: { matches: 6 } }])
  expect((await preview(league_id)).problem).toBe('nothing')
})

test('a league that has changed since the preview is not drawn; an early draw is kept up to date automatically', async () => {
  const { league_id, people } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-3-5' })
  const { digest } = await preview(league_id)
  await joinLeague(t, await makePlayer(t), { ...summer, division: 'womens-singles-3-5' })
  expect((await draw(league_id, digest)).body.code).toBe('draw_changed')
  expect(await cardsOf(league_id)).toEqual([])
  expect((await draw(league_id, (await preview(league_id)).digest)).status).toBe(200)
  await joinLeague(t, await makePlayer(t), { ...summer, division: 'womens-singles-3-5' })
  await drawLeagues(t.db, t.clock.now())
  expect(await cardsOf(league_id)).toHaveLength(12)
  const [one] = people
  await t.db.updateTable('purchases').set({ status: 'Refunded' }).where('player_id', '=', one.id).execute()
  await drawLeagues(t.db, t.clock.now())
  expect(await cardsOf(league_id)).toHaveLength(6)
})

test('a redraw keeps dated matches, spreads the rest over the remaining days, and needs a reason', async () => {
  const { league_id, people, entry_ids } = await makeLeague(t, 4, { ...summer, division: 'womens-singles-4-0' })
  await draw(league_id, (await preview(league_id)).digest)
  const [kept] = await cardsOf(league_id)
  const arranger = people[entry_ids.indexOf(kept?.entry_one_id ?? 0)]
  t.clock.set('2026-05-29T16:00:00Z')
  const day = { match_date: '2026/06/01', match_time: null, match_location: '' }
  await t.call(arrangeMatch, { token: arranger?.token, params: { id: kept?.id ?? 0 }, body: day })
  const shown = await preview(league_id, 'yes')
  expect(shown).toMatchObject({ kept: 1, added: 11, removed: 11 })
  expect((await draw(league_id, shown.digest, true)).body.fields).toMatchObject({ reason: expect.any(String) })
  const input = () => draw(league_id, shown.digest, true, 'Two courts are closed.')
  const answers = await Promise.all([input(), input()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const cards = await cardsOf(league_id)
  expect(cards.find(({ id }) => id === kept?.id)).toMatchObject({ match_date: '2026-06-01' })
  const pairs = cards.map(({ entry_one_id: one, entry_two_id: two }) => [one, two].toSorted((a, b) => a - b).join('-'))
  expect(pairs).toHaveLength(12)
  expect(new Set(pairs).size).toBe(6)
  const redrawn = cards.filter(({ id }) => id !== kept?.id)
  expect(redrawn.map(({ play_from }) => play_from).toSorted()[0]).toBe('2026-05-29')
  expect(
    redrawn
      .map(({ play_by }) => play_by)
      .toSorted()
      .at(-1),
  ).toBe('2026-08-02')
  expect(await actsOf(league_id)).toMatchObject([
    { kind: 'redraw', reason: 'Two courts are closed.' },
    { kind: 'draw' },
  ])
  t.clock.set('2026-05-05T16:00:00Z')
})

test('a whole season is drawn as a task with progress; leagues that have changed are skipped and listed; running it again changes nothing', async () => {
  const fall = { season: 'fall', area: 'dc' } as const
  const first = await makeLeague(t, 3, { ...fall, division: 'womens-singles-3-0' })
  const second = await makeLeague(t, 2, { ...fall, division: 'womens-singles-3-5' })
  const query = { season: 'fall', year: 2026, area: 'dc' }
  const { body: shown } = await t.call(previewDraws, { token, query })
  expect(shown).toMatchObject({ added: 7, removed: 0, problem: null, total: 2 })
  expect(shown.leagues.map(({ shortage }) => shortage)).toEqual([null, { matches: 1, needed: 4 }])
  const start = (digest: string) => t.call(drawSeason, { token, body: { ...query, digest } })
  expect((await start('another')).body.code).toBe('draw_changed')
  const { task_id: id } = (await start(shown.digest)).body
  await joinLeague(t, await makePlayer(t), { ...fall, division: 'womens-singles-3-5' })
  await runJobs(t)
  const { body: task } = await t.call(getTask, { token, params: { id } })
  expect(task).toMatchObject({
    state: 'done',
    done: 2,
    total: 2,
    outcome: { added: 6, removed: 0, too_small: [], changed: ["Women's Singles 3.5, DC"] },
  })
  expect(await cardsOf(first.league_id)).toHaveLength(6)
  expect(await cardsOf(second.league_id)).toHaveLength(0)
  // Puts the task into the state that a crash between its work and its end would leave.
  await t.db.updateTable('tasks').set({ state: 'running' }).where('id', '=', id).execute()
  await workTask(t.app, id, { draw_season: drawSeasonWork })
  expect(await cardsOf(first.league_id)).toHaveLength(6)
  expect(await actsOf(first.league_id)).toHaveLength(1)
})

test('nothing is drawn outside the organizer’s areas, or if there is nothing to draw', async () => {
  const { league_id } = await makeLeague(t, 2, { ...summer, division: 'womens-singles-4-5' })
  const elsewhere = await makeOrganizer(t, ['dc'])
  const { digest } = await preview(league_id)
  const given = { token: elsewhere.token, params: { id: league_id } }
  expect((await t.call(previewDraw, given)).status).toBe(404)
  expect((await t.call(drawLeague, { ...given, body: { digest } })).status).toBe(404)
  const season = { season: 'summer-1', year: 2026, area: 'south-bend' }
  expect((await t.call(previewDraws, { token: elsewhere.token, query: season })).status).toBe(403)
  expect((await t.call(drawSeason, { token: elsewhere.token, body: { ...season, digest } })).status).toBe(403)
  expect(
    (await t.call(previewDraws, { token: elsewhere.token, query: { season: 'summer-1', year: 2026 } })).body.leagues,
  ).toEqual([])
  expect(await t.send(previewDraws, { token, query: { season: 'fall' } })).toMatchObject({ status: 422 })
  expect((await t.call(previewDraws, { token, query: { season: 'fall', year: 2099 } })).status).toBe(404)

  const alone = await joinLeague(t, await makePlayer(t), { ...summer, division: 'womens-singles-5-0' })
  const shown = await preview(alone.league_id)
  expect(shown.problem).toBe('too_few')
  expect((await draw(alone.league_id, shown.digest)).status).toBe(409)
  t.clock.set('2026-08-03T16:00:00Z')
  const later = await makeOrganizer(t)
  const over = await t.call(drawLeague, { token: later.token, params: { id: league_id }, body: { digest } })
  expect(over.body.code).toBe('season_over')
})

test('a league with too few matches for play-offs is listed before the draw and after it', async () => {
  t.clock.set('2026-05-05T16:00:00Z')
  const { token: owner } = await makeOrganizer(t)
  const division = 'mens-singles-3-0'
  const { league_id } = await makeLeague(t, 2, { season: 'summer-2', area: 'dc', division })
  const shown = await t.call(previewDraw, { token: owner, params: { id: league_id }, query: {} })
  expect(shown.body.shortage).toEqual({ matches: 1, needed: 4 })
  const body = { digest: shown.body.digest, redraw: false, reason: '' }
  const drawn = await t.call(drawLeague, { token: owner, params: { id: league_id }, body })
  expect(drawn.body.message).toBe(
    'Drawn: 1 match added. Each entry has 1 match in the schedule, and the play-offs need 4 played. Without more entries, or matches that players add, there are no play-offs.',
  )
  await makeLeague(t, 2, { season: 'summer-2', area: 'dc', division: 'mens-singles-3-5' })
  const query = { season: 'summer-2', year: 2026, area: 'dc' } as const
  const { digest } = (await t.call(previewDraws, { token: owner, query })).body
  const { task_id: id } = (await t.call(drawSeason, { token: owner, body: { ...query, digest } })).body
  await runJobs(t)
  const { body: task } = await t.call(getTask, { token: owner, params: { id } })
  expect(task.outcome).toMatchObject({ added: 1, too_small: ["Men's Singles 3.5, DC"] })
})
