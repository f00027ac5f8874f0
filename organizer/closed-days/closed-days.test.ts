import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallInput } from '#/contract/endpoint.ts'
import { arrangeMatch, offerTimes } from '#/features/arranging/contract.ts'
import { makerOfPairs } from '#/features/arranging/pair-fixture.ts'
import { suggestTimes } from '#/features/availability/contract.ts'
import { insertDueReminders } from '#/features/reminders/queries.ts'
import { makeLeague } from '#/features/matches/score-fixture.ts'
import { previewDraw } from '#/organizer/schedule/contract.ts'
import { inTransaction } from '#/server/db.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { createClosedDays, deleteClosedDays, listClosedDays, previewClosedDays } from './contract.ts'

const start = '2026-05-18T16:00:00Z'
const t = await startApp(start)
const { emailsTo } = mailboxOf(t)
const owner = await makeOrganizer(t)
let organizer: TestPlayer
beforeEach(async () => {
  t.clock.set(start)
  organizer = await makeOrganizer(t, ['south-bend'])
})
afterEach(() => t.db.deleteFrom('closed_days').execute())

/** A match of South Bend that is to be played from May 25 to 31. */
const makePair = makerOfPairs(t, { play_from: '2026-05-25', play_by: '2026-05-31' })
async function southBend() {
  for (;;) {
    const pair = await makePair()
    if (pair.area === 'south-bend') return pair
  }
}

type Span = CallInput<typeof previewClosedDays>['body']
const fair: Span = { area: 'South Bend', from: '2026/05/30', to: '2026/05/31' }

const preview = (body: Span = fair, { token } = organizer) => t.call(previewClosedDays, { token, body })
async function add(given: object = {}, span: Span = fair, by = organizer) {
  const { digest } = (await preview(span, by)).body
  const body = { ...span, name: 'County fair', move_windows: true, digest, ...given }
  return t.call(createClosedDays, { token: by.token, body })
}
async function windowOf(id: number) {
  const { play_from, play_by } = await t.db
    .selectFrom('matches')
    .select(['play_from', 'play_by'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return `${play_from} ${play_by}`
}

test('days are added, listed and deleted, windows move as in the preview, and the audit log records it', async () => {
  const { id } = await southBend()
  const { body } = await preview()
  expect(body.windows.find(({ match_id }) => match_id === id)).toMatchObject({
    play_by: '2026/05/31',
    new_play_by: '2026/06/02',
    area: 'south-bend',
  })
  const made = await add()
  expect(made).toMatchObject({
    status: 201,
    body: { message: expect.stringMatching(/^County fair is on the list\. \d+ window/) },
  })
  expect(await windowOf(id)).toBe('2026-05-25 2026-06-02')
  const list = async () => (await t.call(listClosedDays, { token: organizer.token })).body.closed_days
  expect(await list()).toEqual([
    {
      id: made.body.id,
      area: 'south-bend',
      name: 'County fair',
      from: '2026/05/30',
      to: '2026/05/31',
      can_delete: true,
    },
  ])
  const params = { id: made.body.id }
  expect((await t.call(deleteClosedDays, { token: organizer.token, params })).status).toBe(200)
  expect((await t.call(deleteClosedDays, { token: organizer.token, params })).status).toBe(404)
  expect(await list()).toEqual([])
  const entries = await t.db
    .selectFrom('audit_log')
    .select('kind')
    .where('subject', '=', `closed days ${made.body.id}`)
    .orderBy('id')
    .execute()
  expect(entries.map(({ kind }) => kind)).toEqual(['add_closed_days', 'delete_closed_days'])
})

test('windows stay if the organizer does not move them, and none moves twice', async () => {
  const { id } = await southBend()
  expect((await add({ move_windows: false })).status).toBe(201)
  expect(await windowOf(id)).toBe('2026-05-25 2026-05-31')
  const again = await add()
  expect(again).toMatchObject({ status: 422, body: { fields: { from: 'These days are on the list already.' } } })
  expect(await windowOf(id)).toBe('2026-05-25 2026-05-31')
})

test('two organizers who add the same days at once add them once, and windows move once', async () => {
  const { id } = await southBend()
  const { digest } = (await preview()).body
  const body = { ...fair, name: 'County fair', move_windows: true, digest }
  const both = await Promise.all([organizer, owner].map(({ token }) => t.call(createClosedDays, { token, body })))
  expect(both.map(({ status }) => status).toSorted()[0]).toBe(201)
  expect(both.map(({ status }) => status).toSorted()[1]).toBeGreaterThanOrEqual(400)
  expect(await windowOf(id)).toBe('2026-05-25 2026-06-02')
})

test('a preview that is out of date is refused, and nothing is stored', async () => {
  const { digest } = (await preview()).body
  const { id } = await southBend()
  const late = await add({ digest })
  expect(late).toMatchObject({ status: 409, body: { code: 'closed_days_changed' } })
  expect(await windowOf(id)).toBe('2026-05-25 2026-05-31')
  expect((await t.call(listClosedDays, { token: organizer.token })).body.total).toBe(0)
})

test('strangers, other areas and garbage are refused; days of all areas are the owners’', async () => {
  const player = await makePlayer(t)
  const stranger = await makeOrganizer(t, ['dc'])
  expect((await preview(fair, player)).status).toBe(403)
  expect(await preview(fair, stranger)).toMatchObject({ status: 403, body: { code: 'not_your_area' } })
  const everywhere = { ...fair, area: null }
  expect(await preview(everywhere)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  const made = await add({}, everywhere, owner)
  expect(made.status).toBe(201)
  const params = { id: made.body.id }
  const inDc = (await t.call(listClosedDays, { token: stranger.token })).body.closed_days
  expect(inDc).toMatchObject([{ area: null, can_delete: false }])
  for (const { token } of [stranger, organizer])
    expect((await t.call(deleteClosedDays, { token, params })).status).toBe(404)
  expect((await t.call(deleteClosedDays, { token: owner.token, params })).status).toBe(200)
  for (const bad of [{ from: '2026/06/01' }, { from: '2026/02/30' }, { to: '2027/05/30' }, { area: 'Atlantis' }])
    expect((await preview({ ...fair, ...bad })).status).toBe(422)
  const own = await add()
  expect((await t.call(deleteClosedDays, { token: stranger.token, params: { id: own.body.id } })).status).toBe(404)
})

test('players with a match on these days are notified once, with their matches, and keep the date', async () => {
  const { ann, bea, id } = await southBend()
  const date = { match_date: '2026/05/30', match_time: '10:00', match_location: 'Leeper Park' }
  await t.call(arrangeMatch, { token: ann.token, params: { id }, body: date })
  const { body } = await preview()
  expect(body.appointments.filter(({ match_id }) => match_id === id)).toMatchObject([
    { match_date: '2026/05/30', match_time: '10:00' },
  ])
  expect((await add()).status).toBe(201)
  for (const player of [ann, bea]) {
    const emails = (await emailsTo(player)).filter(({ subject }) => subject === 'No play planned: County fair')
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain('Sat, May 30, 2026, 10:00 AM')
  }
  expect(await t.db.selectFrom('matches').select('match_date').where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
    match_date: '2026-05-30',
  })
})

test('a time on a closed day is set and offered with a warning, suggested never, and is no effort', async () => {
  const { ann, bea, id } = await southBend()
  expect((await add({ move_windows: false })).status).toBe(201)
  const on = (match_date: string) => ({ match_date, match_time: '10:00', match_location: 'Leeper Park' })
  const warning = 'Sat, May 30, 2026 is a day without play (County fair): the organizers expect nobody to play then.'
  const offered = await t.call(offerTimes, {
    token: ann.token,
    params: { id },
    body: { times: [on('2026/05/30'), on('2026/05/29')] },
  } as never)
  expect(offered).toMatchObject({ status: 201, body: { warnings: [warning] } })
  const stored = await t.db
    .selectFrom('match_offer_times as t')
    .innerJoin('match_offers as o', 'o.id', 't.offer_id')
    .select(['t.match_date', 't.suits'])
    .where('o.match_id', '=', id)
    .orderBy('t.match_date')
    .execute()
  expect(stored).toEqual([
    { match_date: '2026-05-29', suits: true },
    { match_date: '2026-05-30', suits: false },
  ])
  const set = await t.call(arrangeMatch, { token: bea.token, params: { id }, body: on('2026/05/30') })
  expect(set).toMatchObject({ status: 200, body: { warnings: [warning] } })
  const other = await southBend()
  const { suggestions } = (await t.call(suggestTimes, { token: other.ann.token, params: { id: other.id } })).body
  expect(suggestions.length).toBeGreaterThan(0)
  expect(suggestions.map(({ match_date }) => match_date).filter((day) => day >= '2026/05/30')).toEqual([])
})

test('the reminder of the last days counts days with play', async () => {
  const { id } = await southBend()
  const due = (now: string) =>
    inTransaction(t.db, async (tx) => insertDueReminders(tx, 'window_ending', new Date(now))).then((found) =>
      found.filter(({ match_id }) => match_id === id),
    )
  expect((await add({ move_windows: false })).status).toBe(201)
  expect(await due('2026-05-25T16:00:00Z')).toEqual([])
  expect(await due('2026-05-26T16:00:00Z')).toHaveLength(2)
})

test('a draw keeps the days out of every round and names them', async () => {
  const { league_id } = await makeLeague(t, 4, { season: 'fall', area: 'south-bend', division: 'womens-singles-3-5' })
  const look = async () => (await t.call(previewDraw, { token: organizer.token, params: { id: league_id } })).body
  const before = await look()
  const last = before.rounds.at(-1)!
  const span = { area: 'South Bend', from: last.play_by, to: last.play_by }
  expect((await add({ name: 'Club tournament' }, span)).status).toBe(201)
  const after = await look()
  expect(after.rounds.at(-1)!.play_by < last.play_by).toBe(true)
  expect(after.closed_days).toEqual([{ name: 'Club tournament', from: last.play_by, to: last.play_by }])
  expect(after.digest).not.toBe(before.digest)
})
