import { expect, test } from 'vitest'
import { disputeScore } from '#/features/confirmation/contract.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer } from '#/test/make.ts'
import { getOverviewCharts, getToDo } from './contract.ts'

const t = await startApp('2026-05-20T16:00:00Z')
const { token } = await makeOrganizer(t)
const area = 'dc'
const query = { area, season: 'summer-1', year: 2026 } as const

test('the figures of each chart, and what there is to do, are those of the leagues', async () => {
  const division = 'womens-singles-4-0'
  const { people, entry_ids, league_id } = await makeLeague(t, 3, { season: 'summer-1', division, area })
  const [ann, bea] = people
  await arrange(t, league_id, entry_ids[0], entry_ids[2], '2026-05-18')
  const { body } = await t.call(reportScore, { token: ann.token, body: scoreBody(ann, bea, '6-4 6-3', { division }) })
  const dispute = { token: bea.token, params: { id: body.id }, body: { version: 1, reason: 'It was 6-2.' } }
  await t.call(disputeScore, dispute)
  await t.db.updateTable('leagues').set({ capacity: 8 }).where('id', '=', league_id).execute()
  await t.db.updateTable('players').set({ email_bounced_at: t.clock.now() }).where('id', '=', ann.id).execute()

  const { charts } = (await t.call(getOverviewCharts, { token, query })).body
  expect(charts).toMatchObject({
    entries: { total: 3, before: [], before_by_now: null },
    money: [{ area, card: 3 * 39, cash: 0 }],
    answers: { results: { in_time: 1, total: 1 }, offers: { in_time: 0, total: 0 } },
    fill: [{ leagues: 1, entries: 3, limited: 3, places: 8 }],
  })
  expect(charts?.entries.series).toEqual([{ day: '2026/05/20', value: 3 }])
  expect(charts?.matches.played.at(-1)?.value).toBe(1)
  expect(charts?.matches.planned.at(-1)?.value).toBe(2)

  const toDo = (await t.call(getToDo, { token, query })).body
  expect(toDo.disputes).toMatchObject([{ id: body.id, reason: 'It was 6-2.' }])
  expect(toDo.refunds).toEqual([])
  expect(toDo.bounced).toMatchObject({ total: 1, players: [{ id: ann.id }] })
  expect(toDo.small).toMatchObject({ total: 1, leagues: [{ id: league_id, area, entries: 3 }] })
})

test('no other area’s organizer and no player sees them', async () => {
  const elsewhere = await makeOrganizer(t, ['indianapolis'])
  for (const call of [getToDo, getOverviewCharts]) {
    expect(await t.send(call, { token: elsewhere.token, query })).toMatchObject({ status: 403 })
    expect((await t.send(call, { token: (await makePlayer(t)).token, query })).status).toBe(403)
  }
  const theirs = (await t.call(getToDo, { token: elsewhere.token })).body
  expect([theirs.disputes, theirs.bounced.total]).toEqual([[], 0])
})
