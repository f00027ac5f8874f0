import ICAL from 'ical.js'
import { beforeEach, expect, test } from 'vitest'
import type { CallInput } from '#/contract/endpoint.ts'
import { arrangeMatch, callOffMatch, offerTimes } from '#/features/arranging/contract.ts'
import { sendCalendars } from '#/features/calendar/jobs.ts'
import { getMatch, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { moveEvening, previewEvening } from './contract.ts'

const noon = '2026-05-18T16:00:00Z'
const t = await startApp(noon)
const { emailsTo } = mailboxOf(t)
let organizer: TestPlayer
let day = 18
const target = '2026/05/30'
const elsewhere = '2026/05/29'

beforeEach(async () => {
  t.clock.set(noon)
  organizer = await makeOrganizer(t, ['south-bend'])
  // Each test has an evening to itself.
  day += 1
})
const wire = () => `2026/05/${day}`

const set = ({ token }: TestPlayer, id: number, match_date: string | null, match_time: string | null = '18:30') =>
  t.call(arrangeMatch, { token, params: { id }, body: { match_date, match_time, match_location: 'Leeper Park' } })

/** A match of two new players, set for the evening. */
async function makeSet(match_time = '18:30') {
  const { people, entry_ids, league_id } = await makeLeague(t, 2, {
    season: 'summer-1',
    area: 'south-bend',
    division: 'womens-singles-4-0',
  })
  const id = await arrange(t, league_id, entry_ids[0], entry_ids[1], null)
  const [ann, bea] = people
  expect((await set(ann, id, wire(), match_time)).status).toBe(200)
  return { ann, bea, id, league_id, entry_ids }
}

type Body = CallInput<typeof previewEvening>['body']
const evening = (given: Partial<Body> = {}): Body => ({
  area: 'South Bend',
  day: wire(),
  to_day: target,
  ...given,
})
const look = (given: Partial<Body> = {}, { token } = organizer) =>
  t.call(previewEvening, { token, body: evening(given) })
async function move(given: Partial<Body> = {}, digest?: string, { token } = organizer) {
  const seen = digest ?? (await look(given)).body.digest
  return t.call(moveEvening, { token, body: { ...evening(given), digest: seen, reason: 'Rain' } })
}
async function dateOf(id: number) {
  const match = await t.db
    .selectFrom('matches')
    .select(['match_date', 'match_time', 'match_location'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return `${match.match_date} ${match.match_time?.slice(0, 5)} ${match.match_location}`
}
/** Runs the clock's calendar job, and returns a player's emails about the evening. */
async function newsOf(player: TestPlayer) {
  await sendCalendars(t.app)
  return (await emailsTo(player)).filter(({ subject }) => subject.includes('by the organizers'))
}

test('an evening moves as in its preview, each player is notified once with the calendar event, and the audit log has it', async () => {
  const { ann, bea, id } = await makeSet()
  const late = await makeSet('20:00')
  await newsOf(ann)
  const { body } = await look()
  expect(body).toMatchObject({ moved: 2, warnings: [] })
  expect(body.matches).toMatchObject([
    { match_id: id, match_time: '18:30', new_date: target, new_time: '18:30', problem: null, warnings: [] },
    { match_id: late.id, match_time: '20:00', new_date: target, new_time: '20:00' },
  ])
  expect(await move()).toMatchObject({ status: 200, body: { moved: 2, left: 0 } })
  expect(await dateOf(id)).toBe('2026-05-30 18:30 Leeper Park')
  for (const player of [ann, bea]) {
    const news = await newsOf(player)
    expect(news.map(({ subject }) => subject)).toEqual([
      'Moved by the organizers: Sat, May 30, 2026, 6:30 PM, at Leeper Park',
    ])
    expect(news[0]?.text).toContain('“Rain”')
    expect(news[0]?.calendar?.method).toBe('REQUEST')
    const [event] = new ICAL.Component(ICAL.parse(news[0]?.calendar?.content ?? '')).getAllSubcomponents('vevent')
    expect(event?.getFirstPropertyValue('sequence')).toBe(1)
  }
  const timeline = (await t.call(getMatch, { token: ann.token, params: { id } })).body.arranging.timeline
  expect(timeline.at(-1)).toMatchObject({ by: 'organizer', text: expect.stringContaining('“Rain”') })
  const audited = await t.db
    .selectFrom('audit_log')
    .select(['summary', 'reason'])
    .where('kind', '=', 'move_evening')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(audited).toMatchObject({ reason: 'Rain', summary: expect.stringContaining('2 matches') })
})

test('moved twice, or by two organizers at once, an evening moves once', async () => {
  const { ann, id } = await makeSet()
  const { digest } = (await look()).body
  const both = await Promise.all([move({}, digest), move({}, digest)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'evening_changed' })
  expect(await dateOf(id)).toContain('2026-05-30')
  expect(await newsOf(ann)).toHaveLength(1)
})

test('a player who moves their own match at the same moment is not overruled', async () => {
  const { ann, id } = await makeSet()
  const { digest } = (await look()).body
  const [moved, own] = await Promise.all([move({}, digest), set(ann, id, elsewhere)])
  expect(own.status).toBe(200)
  expect([200, 409]).toContain(moved.status)
  expect(await dateOf(id)).toContain('2026-05-29')
  const { status } = await move({}, digest)
  expect(status).toBe(409)
})

test('times are canceled: players arrange again, and nobody has called off', async () => {
  const { ann, bea, id } = await makeSet()
  await newsOf(ann)
  // It is raining, and the matches should have begun.
  t.clock.set(`2026-05-${day}T23:00:00Z`)
  expect(await move({ to_day: null })).toMatchObject({ status: 200, body: { moved: 1 } })
  expect(await dateOf(id)).toBe('null undefined ')
  const news = await newsOf(bea)
  expect(news.map(({ subject }) => subject)).toEqual(['Called off by the organizers: your match'])
  expect(news[0]?.calendar?.method).toBe('CANCEL')
  const { arranging } = (await t.call(getMatch, { token: ann.token, params: { id } })).body
  expect(arranging.state).not.toBe('agreed')
  expect(arranging.effort?.sides.map(({ text }) => text).join() ?? '').not.toContain('called off')
})

test('a player with two matches is notified once and gets both events', async () => {
  const { ann, id, league_id, entry_ids } = await makeSet()
  const third = await makePlayer(t)
  const { entry_id } = await joinLeague(t, third, {
    season: 'summer-1',
    area: 'south-bend',
    division: 'womens-singles-4-0',
  })
  const other = await arrange(t, league_id, entry_ids[0], entry_id, null)
  expect((await set(third, other, wire(), '20:30')).status).toBe(200)
  await newsOf(ann)
  expect(await move()).toMatchObject({ body: { moved: 2 } })
  const news = await newsOf(ann)
  expect(news.map(({ subject }) => subject)).toEqual(['Moved by the organizers: 2 matches'])
  expect(news[0]?.calendar?.content.match(/BEGIN:VEVENT/g)).toHaveLength(2)
  expect(await dateOf(id)).toContain('2026-05-30')
})

test('a match with a score is left alone, and one whose points are being entered is named', async () => {
  const played = await makeSet()
  const live = await makeSet()
  const plain = await makeSet()
  const scored = await t.call(reportScore, {
    token: played.ann.token,
    body: scoreBody(played.ann, played.bea, '6-4 6-4', { match_date: '2026/05/17' }),
  })
  expect(scored).toMatchObject({ status: 201 })
  await t.db
    .insertInto('live_scores')
    .values({
      match_id: live.id,
      setup: '{}' as never,
      version: 0,
      state: '{}' as never,
      line: '',
      is_over: false,
      pen: 'a device',
      pen_player_id: live.ann.id,
      started_at: t.clock.now(),
      changed_at: t.clock.now(),
    })
    .execute()
  const { body } = await look()
  expect(body.matches.map(({ match_id, problem }) => [match_id, problem])).toEqual([
    [live.id, 'live'],
    [plain.id, null],
  ])
  expect(await move()).toMatchObject({ body: { moved: 1, left: 1 } })
  expect(await dateOf(live.id)).toContain(`2026-05-${day} 18:30`)
})

test('hours narrow the evening, a shift moves the times, and clashes are shown', async () => {
  const early = await makeSet('17:00')
  const late = await makeSet('20:00')
  const other = await arrange(t, late.league_id, late.entry_ids[0], early.entry_ids[0], null)
  expect((await set(late.ann, other, target, '21:00')).status).toBe(200)
  const given = { from_time: '19:00', to_time: '22:00', shift_minutes: 30 }
  const { body } = await look(given)
  expect(body.matches).toMatchObject([{ match_id: late.id, new_time: '20:30' }])
  expect(body.matches[0]?.warnings).toEqual([
    expect.stringContaining(`${late.ann.first_name} ${late.ann.last_name} has another match around that time.`),
  ])
  expect(await move(given)).toMatchObject({ body: { moved: 1, left: 0 } })
  expect(await dateOf(early.id)).toContain(`2026-05-${day} 17:00`)
})

test('open offers for a moved match end, and a call-off afterwards works', async () => {
  const { ann, bea, id } = await makeSet()
  const times = [{ match_date: elsewhere, match_time: '10:00', match_location: '' }]
  expect((await t.call(offerTimes, { token: bea.token, params: { id }, body: { times } } as never)).status).toBe(201)
  await move()
  const { arranging } = (await t.call(getMatch, { token: ann.token, params: { id } })).body
  expect(arranging).toMatchObject({ state: 'agreed', offers: [] })
  expect((await t.call(callOffMatch, { token: ann.token, params: { id }, body: { reason: 'Away' } })).status).toBe(200)
})

test('strangers, other areas and garbage are refused, and nothing moves', async () => {
  const { ann, id } = await makeSet()
  const stranger = await makeOrganizer(t, ['dc'])
  const { digest } = (await look()).body
  expect((await look({}, ann)).status).toBe(403)
  expect(await look({}, stranger)).toMatchObject({ status: 403, body: { code: 'not_your_area' } })
  expect((await move({}, digest, stranger)).status).toBe(403)
  expect((await move({}, digest, ann)).status).toBe(403)
  expect((await move({}, 'guessed')).status).toBe(409)
  for (const bad of [
    { to_day: wire() },
    { to_day: '2026/02/30' },
    { from_time: '20:00', to_time: '19:00' },
    { from_time: '25:00' },
    { shift_minutes: 721 },
    { shift_minutes: 0.5 },
    { court_id: -1 },
  ])
    expect((await look(bad)).status).toBe(422)
  const { token } = organizer
  expect((await t.call(moveEvening, { token, body: { ...evening(), digest, reason: ' ' } })).status).toBe(422)
  expect((await look({ to_day: '2026/05/01' })).body.matches).toMatchObject([{ match_id: id, problem: 'past' }])
  expect((await move({ to_day: '2026/05/01' })).status).toBe(409)
  expect(await dateOf(id)).toContain(`2026-05-${day} 18:30`)
})
