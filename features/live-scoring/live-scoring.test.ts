import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { keepMemoryFresh } from '#/app/memory.ts'
import type { CallInput } from '#/contract/endpoint.ts'
import { getMatch, listMyMatches, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { getPublicBracket } from '#/features/playoffs/contract.ts'
import { playoffSeasons } from '#/features/playoffs/season-fixture.ts'
import { withdrawEntry } from '#/organizer/entries/contract.ts'
import { voidResult } from '#/organizer/matches/contract.ts'
import { LIVE_HOURS, playLive, type LiveEvent } from '#/rules/live-scoring.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import { startSession } from '#/server/session.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { openStream } from '#/test/stream.ts'
import { listLiveScores } from '#/features/leagues/live-contract.ts'
import { deleteLiveScore, getLiveScore, getPublicLiveScore, writeLiveScore } from './contract.ts'

const NOW = '2026-05-20T16:00:00Z'
const t = await startApp(NOW, {}, await freshDatabase())
const origin = await t.server.listen({ port: 0, host: '127.0.0.1' })
const memory = keepMemoryFresh(t.app, t.url, t.server.log)
afterAll(() => memory.stop())
afterEach(() => t.clock.set(NOW))

type Sent = CallInput<typeof writeLiveScore>['body']['events'][number]
const penOf = (name: string) => `${name}-`.padEnd(20, '0')
const setup = { format: 'best_of_three', deciding: 'tie_break', first_server: 1 } as const

/** 'A' and 'B' win a point, 'a' and 'b' a game, 'u' undoes; a number repeats: 'A4b3'. */
function taps(text: string): Sent[] {
  const at = t.clock.now().getTime()
  return [...text.matchAll(/([ABabu])(\d*)/g)].flatMap(([, letter = '', times]) => {
    const side = letter.toLowerCase() === 'a' ? (1 as const) : (2 as const)
    const tap: Sent =
      letter === 'u' ? { kind: 'undo', at } : { kind: letter === letter.toUpperCase() ? 'point' : 'game', side, at }
    return Array.from({ length: times ? Number(times) : 1 }, () => tap)
  })
}

/** Three players of a league, with an open match of the first two. */
async function league(division = 'womens-singles-3-5') {
  const { people, league_id, entry_ids } = await makeLeague(t, 3, {
    season: 'summer-1',
    area: 'dc',
    division,
  })
  const match_id = await arrange(t, league_id, entry_ids[0], entry_ids[1], null)
  return { people, league_id, entry_ids, match_id }
}

const write = (who: { token: string }, id: number, version: number, text: string, given: object = {}) =>
  t.call(writeLiveScore, {
    token: who.token,
    params: { id },
    body: { version, pen: penOf('ann'), events: taps(text), ...given },
  })
const start = (who: { token: string }, id: number, text = '', given: object = {}) =>
  write(who, id, 0, text, { setup, ...given })
const read = (who: { token: string }, id: number) => t.call(getLiveScore, { token: who.token, params: { id } })
const lineOf = async (who: { token: string }, id: number) => {
  const { live } = (await read(who, id)).body
  return live && `${live.line} ${live.state.called.join('-')}`
}
/** The status and the code of a refusal. */
const coded = (reply: { status: number; body: unknown }) => said(reply).slice(0, 2)
/** A refusal's status, code and current state. */
const said = ({ status, body }: { status: number; body: unknown }) => {
  const { code, state } = body as { code?: string; state?: { line?: string; version?: number } }
  return [status, code, state?.line, state?.version].filter((each) => each !== undefined)
}

test('a player scores, and the league follows point by point', async () => {
  const { people, match_id } = await league()
  const [ann, bea, cleo] = people
  expect((await start(ann, match_id, 'a2bA3')).body).toEqual({ version: 6 })
  expect((await write(ann, match_id, 6, 'B')).body).toEqual({ version: 7 })
  for (const who of [ann, bea, cleo]) expect(await lineOf(who, match_id)).toBe('2-1 40-15')
  const seen = (await read(cleo, match_id)).body
  expect(seen).toMatchObject({
    is_reported: false,
    scoring: null,
    live: { scored_by: `${ann.first_name} ${ann.last_name}`, is_live: true, state: { server: 2, court: 'right' } },
  })
  const hers = (await read(bea, match_id)).body
  expect([hers.scoring?.side, hers.scoring?.log.length, hers.scoring?.pen]).toEqual([2, 7, penOf('ann')])
})

test('the season’s way to win a game at deuce is kept with a live score, and mixed pairs know who receives', async () => {
  const division = 'womens-singles-4-0'
  const { people, match_id, league_id } = await league(division)
  const { season_id, division_id } = await t.db
    .selectFrom('leagues')
    .select(['season_id', 'division_id'])
    .where('id', '=', league_id)
    .executeTakeFirstOrThrow()
  const [ann] = people
  const rulesAre = (rules: Partial<SeasonRules> | null) =>
    t.db.updateTable('seasons').set({ rules }).where('id', '=', season_id).execute()
  const { rules: before } = await t.db
    .selectFrom('seasons')
    .select('rules')
    .where('id', '=', season_id)
    .executeTakeFirstOrThrow()
  const divisionIs = (given: object) => t.db.updateTable('divisions').set(given).where('id', '=', division_id).execute()
  const { sport, kind, gender, is_mixed } = await t.db
    .selectFrom('divisions')
    .selectAll()
    .where('id', '=', division_id)
    .executeTakeFirstOrThrow()
  await divisionIs({ sport: 'padel', kind: 'doubles', gender: null, is_mixed: true })
  await rulesAre({ padel_deuce: 'star_point' })
  const given = { setup: { ...setup, format: 'padel_best_of_three' } }
  expect((await read(ann, match_id)).body.scoring).toMatchObject({ rules: { padel_deuce: 'star_point' }, mixed: true })
  await start(ann, match_id, 'A3B3AB', given)
  expect((await read(ann, match_id)).body.live).toMatchObject({
    setup: { deuce: 'star_point', no_ad: false, mixed: true, pairs: true },
    state: { deuce: 'deuce', court: 'right' },
  })
  // A match that has begun keeps its rules.
  await rulesAre({ padel_deuce: 'golden_point' })
  await write(ann, match_id, 8, 'BA')
  expect((await read(ann, match_id)).body.live?.state).toMatchObject({ deuce: 'deciding_point', court: 'same_gender' })
  await write(ann, match_id, 10, 'B')
  expect(await lineOf(ann, match_id)).toBe('0-1 0-0')

  await t.call(deleteLiveScore, { token: ann.token, params: { id: match_id } })
  await divisionIs({ sport, kind, gender, is_mixed })
  await rulesAre({ formats: ['fast4'] })
  await start(ann, match_id, 'a3b3A4B4', { setup: { ...setup, format: 'fast4' } })
  expect((await read(ann, match_id)).body.live).toMatchObject({
    setup: { deuce: 'deciding_point', no_ad: true },
    state: { deuce: 'deciding_point', court: 'receiver', points: [4, 4] },
  })
  await write(ann, match_id, 14, 'B')
  expect(await lineOf(ann, match_id)).toBe('3-4 0-0')

  await t.call(deleteLiveScore, { token: ann.token, params: { id: match_id } })
  await rulesAre({ stopped: 'leader' })
  await start(ann, match_id, 'a6b2a')
  const timeIsUp = { events: [{ kind: 'time', at: t.clock.now().getTime() }] }
  expect(await write(ann, match_id, 9, '', timeIsUp)).toMatchObject({ status: 200 })
  expect((await read(ann, match_id)).body.live).toMatchObject({
    setup: { stopped: 'leader' },
    line: '6-0 1-2',
    state: { over: { winner: 1, status: 'Stopped by time or weather' } },
  })
  await t.call(deleteLiveScore, { token: ann.token, params: { id: match_id } })
  await rulesAre(before)
  await start(ann, match_id, 'a6b2a')
  expect(await write(ann, match_id, 9, '', timeIsUp)).toMatchObject({ status: 409 })
})

test('the stored score follows from the log', async () => {
  const { people, match_id } = await league()
  await start(people[0], match_id, 'a6b3A3B')
  await write(people[0], match_id, 13, 'uAu2B')
  const stored = await t.db
    .selectFrom('live_scores')
    .selectAll()
    .where('match_id', '=', match_id)
    .executeTakeFirstOrThrow()
  const log = await t.db
    .selectFrom('live_score_events')
    .select('event')
    .where('match_id', '=', match_id)
    .orderBy('number')
    .execute()
  const played = playLive(
    stored.setup,
    log.map(({ event }): LiveEvent => event),
  )
  expect([stored.version, 'state' in played && played.state]).toEqual([log.length, stored.state])
})

test('only a match’s players and the area’s organizers can score it, and strangers do not learn that it exists', async () => {
  const { people, match_id } = await league()
  const [ann, , cleo] = people
  const stranger = await makePlayer(t)
  const [organizer, elsewhere] = [await makeOrganizer(t, ['dc']), await makeOrganizer(t, ['indianapolis'])]
  expect(coded(await start(cleo, match_id, 'A'))).toEqual([403, 'not_allowed'])
  for (const who of [stranger, elsewhere]) {
    expect(coded(await start(who, match_id, 'A'))).toEqual([404, 'not_found'])
    expect(coded(await read(who, match_id))).toEqual([404, 'not_found'])
  }
  expect((await start(organizer, match_id, 'A', { pen: penOf('desk') })).status).toBe(200)
  expect((await read(organizer, match_id)).body.scoring).toMatchObject({ side: null, log: [{ kind: 'point' }] })
  for (const who of [cleo, stranger])
    expect((await t.call(deleteLiveScore, { token: who.token, params: { id: match_id } })).status).toBe(
      who === cleo ? 403 : 404,
    )
  expect((await t.call(getPublicLiveScore, { params: { id: match_id } })).status).toBe(404)
  expect(coded(await read(ann, 999_999))).toEqual([404, 'not_found'])
})

test('only one phone scores at a time: after another takes over scoring, the first can no longer add entries', async () => {
  const { people, match_id } = await league()
  const [ann, bea] = people
  await start(ann, match_id, 'A2')
  const bea_pen = { pen: penOf('bea') }
  expect(said(await write(bea, match_id, 2, 'B', bea_pen))).toEqual([409, 'live_pen_taken', '0-0', 2])
  expect((await write(bea, match_id, 2, 'B', { ...bea_pen, take: true })).body).toEqual({ version: 3 })
  // Ann has tapped without a network in the meantime.
  expect(said(await write(ann, match_id, 2, 'A3'))).toEqual([409, 'live_pen_taken', '0-0', 3])
  // Taking over does not replace the entries that the device is missing.
  expect(said(await write(ann, match_id, 2, 'A', { take: true }))).toEqual([409, 'live_score_changed', '0-0', 3])
  expect(await lineOf(bea, match_id)).toBe('0-0 30-15')
})

test('if two players start simultaneously, one succeeds', async () => {
  const { people, match_id } = await league()
  const [ann, bea] = people
  const replies = await Promise.all([
    start(ann, match_id, 'A'),
    start(bea, match_id, 'B', { pen: penOf('bea') }),
    start(bea, match_id, 'B2', { pen: penOf('bea-tablet') }),
  ])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await read(ann, match_id)).body.live?.version).toBe(
    replies.find(({ status }) => status === 200)?.body.version,
  )
})

test('of two simultaneous entries after the same point, one is added', async () => {
  const { people, match_id } = await league()
  const [ann] = people
  await start(ann, match_id, '')
  const replies = await Promise.all(Array.from({ length: 5 }, () => write(ann, match_id, 0, 'A')))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await lineOf(ann, match_id)).toBe('0-0 15-0')
})

test('a request repeated with the same key adds its entries once', async () => {
  const { people, match_id } = await league()
  const [ann] = people
  await start(ann, match_id, '')
  const send = () =>
    t.server.inject({
      method: 'PUT',
      url: `/api/users/matchups/${match_id}/live-score`,
      headers: { authorization: `Bearer ${ann.token}`, 'idempotency-key': `tap-${match_id}` },
      payload: { version: 0, pen: penOf('ann'), events: taps('A2') },
    })
  const [first, second] = [await send(), await send()]
  expect([first.statusCode, second.statusCode, second.headers['idempotency-replayed'], second.json()]).toEqual([
    200,
    200,
    'true',
    { version: 2 },
  ])
  expect(await lineOf(ann, match_id)).toBe('0-0 30-0')
})

test('every kind of entry is stored and can be read by the other player', async () => {
  const { people, match_id } = await league()
  const [ann, bea] = people
  const at = t.clock.now().getTime()
  const sets = [
    { score_1: 6, score_2: 4 },
    { score_1: 3, score_2: 2 },
  ]
  const events = [
    { kind: 'point', side: 1, at },
    { kind: 'game', side: 2, at },
    { kind: 'server', side: 1, at },
    { kind: 'undo', at },
    { kind: 'score', sets, points: { score_1: 3, score_2: 1 }, server: 2, at },
    { kind: 'retire', side: 2, at },
  ] as const
  expect((await start(ann, match_id, '', { events })).body).toEqual({ version: 6 })
  const { live, scoring } = (await read(bea, match_id)).body
  expect(scoring?.log).toEqual(events)
  expect(live?.state).toMatchObject({ sets, over: { winner: 1, status: 'Retired' } })
})

test('a request with an impossible entry is refused as a whole, with the current score', async () => {
  const { people, match_id } = await league()
  const [ann] = people
  await start(ann, match_id, 'a6')
  for (const text of ['a6A', 'u7', 'a6u13'])
    expect(said(await write(ann, match_id, 6, text))).toEqual([409, 'live_event_impossible', '6-0', 6])
  const at = t.clock.now().getTime()
  const score = { kind: 'score', sets: [{ score_1: 9, score_2: 2 }], points: { score_1: 0, score_2: 0 }, server: 1, at }
  expect(coded(await write(ann, match_id, 6, '', { events: [score] }))).toEqual([409, 'live_event_impossible'])
  expect((await read(ann, match_id)).body.live?.version).toBe(6)
})

test('invalid input is refused', async () => {
  const { people, match_id } = await league()
  const [ann] = people
  const good = { version: 0, pen: penOf('ann'), setup, events: taps('A') }
  const bad = [
    { ...good, version: -1 },
    { ...good, version: 1.5 },
    { ...good, pen: 'short' },
    { ...good, pen: 'a b'.repeat(10) },
    { ...good, events: [{ kind: 'ace', side: 1, at: 0 }] },
    { ...good, events: [{ kind: 'point', side: 3, at: 0 }] },
    { ...good, events: [{ kind: 'point', side: 1 }] },
    { ...good, events: [{ kind: 'score', sets: [], points: { score_1: 0 }, server: 1, at: 0 }] },
    { ...good, events: taps('A201') },
    { ...good, events: 'A' },
    { ...good, setup: { ...setup, format: 'no_such_format' } },
    { ...good, setup: { ...setup, format: 'squash_best_of_five' } },
    { ...good, setup: { ...setup, first_server: 0 } },
  ]
  for (const body of bad) {
    const reply = await t.send(writeLiveScore, {
      token: ann.token,
      path: `/users/matchups/${match_id}/live-score`,
      body,
    })
    expect([body, reply.status]).toEqual([body, 422])
  }
  expect((await read(ann, match_id)).body.live).toBeNull()
  // Without a setup there is no live score to add to.
  expect(coded(await write(ann, match_id, 0, 'A'))).toEqual([409, 'live_score_ended'])
  expect(coded(await write(ann, match_id, 5, 'A', { setup }))).toEqual([409, 'live_score_ended'])
})

test('a log has a maximum length', async () => {
  const { people, match_id } = await league()
  const [ann] = people
  await start(ann, match_id, '')
  let version = 0
  for (; version < 2_000; version += 200)
    expect((await write(ann, match_id, version, 'Au'.repeat(100))).status).toBe(200)
  expect(coded(await write(ann, match_id, version, 'A'))).toEqual([409, 'live_score_full'])
})

test('reporting the score ends the live score, and later entries are refused', async () => {
  const { people, match_id } = await league()
  const [ann, bea, cleo] = people
  await start(ann, match_id, 'a6b3')
  const body = scoreBody(ann, bea, '6-0 6-3', { matchup_id: match_id, match_area: 'DC' })
  expect((await t.call(reportScore, { token: bea.token, body })).status).toBe(201)
  expect((await read(cleo, match_id)).body).toMatchObject({ is_reported: true, live: null })
  expect(coded(await write(ann, match_id, 9, 'A'))).toEqual([409, 'already_reported'])
  expect(coded(await start(ann, match_id))).toEqual([409, 'already_reported'])
  // After a result is voided, live scoring starts from the beginning.
  const organizer = await makeOrganizer(t, ['dc'])
  const voided = await t.call(voidResult, {
    token: organizer.token,
    params: { id: match_id },
    body: { version: 1, reason: 'Wrong match', again: true },
  })
  expect([voided.status, voided.body]).toMatchObject([200, {}])
  expect((await read(ann, match_id)).body).toMatchObject({
    is_reported: false,
    live: null,
    scoring: { closed: null, log: [] },
  })
  expect((await start(ann, match_id, 'A')).status).toBe(200)
})

test('a simultaneous report and tap leave the match with its result and without a live score', async () => {
  const { people, match_id } = await league()
  const [ann, bea] = people
  await start(ann, match_id, '')
  const body = scoreBody(ann, bea, '6-4 6-4', { matchup_id: match_id, match_area: 'DC' })
  const [report, tap] = await Promise.all([
    t.call(reportScore, { token: bea.token, body }),
    write(ann, match_id, 0, 'A'),
  ])
  expect([report.status, [200, 409].includes(tap.status)]).toEqual([201, true])
  expect((await read(ann, match_id)).body).toMatchObject({ is_reported: true, live: null })
})

test('a match cannot be scored live once a side has left, nor after its season', async () => {
  const { people, match_id, entry_ids } = await league('mens-singles-3-0')
  const [ann, , cleo] = people
  await start(ann, match_id, 'a2')
  t.clock.set('2026-09-20T16:00:00Z')
  const later = { token: await startSession(t.db, ann.id, t.clock.now()) }
  expect(coded(await write(later, match_id, 2, 'A'))).toEqual([409, 'season_over'])
  expect((await read(later, match_id)).body.scoring?.closed).toBe('This season is over.')
  t.clock.set(NOW)
  const organizer = await makeOrganizer(t, ['dc'])
  const left = await t.call(withdrawEntry, {
    token: organizer.token,
    params: { id: entry_ids[1] },
    body: { reason: 'Injured', refund: false },
  })
  expect([left.status, left.body]).toMatchObject([200, {}])
  expect((await read(cleo, match_id)).body.live?.is_live ?? false).toBe(false)
  expect((await write(ann, match_id, 2, 'A')).status).toBeGreaterThanOrEqual(404)
  expect((await t.call(listLiveScores, { token: cleo.token, query: {} })).body.live_scores).toEqual([])
})

test('after three hours without a tap a match is no longer live, and the next tap continues it', async () => {
  const { people, match_id, league_id } = await league('mens-singles-3-5')
  const [ann, bea, cleo] = people
  await start(ann, match_id, 'a6b3')
  const listed = async () =>
    (await t.call(listLiveScores, { token: cleo.token, query: { league_id } })).body.live_scores.map(({ line }) => line)
  const card = async () => (await t.call(getMatch, { token: bea.token, params: { id: match_id } })).body.live
  expect([await listed(), await card()]).toEqual([['6-0 0-3'], { line: '6-0 0-3', is_over: false }])
  t.clock.set('2026-05-20T19:00:01Z')
  expect([await listed(), await card()]).toEqual([[], null])
  expect((await read(cleo, match_id)).body.live).toMatchObject({ line: '6-0 0-3', is_live: false })
  expect((await write(ann, match_id, 9, 'b')).status).toBe(200)
  expect([await listed(), await card()]).toEqual([['6-0 0-4'], { line: '6-0 0-4', is_over: false }])
})

test('live matches are listed for the players of their leagues', async () => {
  const { people, match_id, league_id } = await league('mens-singles-4-0')
  const [ann, , cleo] = people
  const stranger = await makePlayer(t)
  await start(ann, match_id, 'a6b2')
  const list = async (who: TestPlayer, query: { league_id?: number } = {}) =>
    (await t.call(listLiveScores, { token: who.token, query })).body.live_scores
  expect(await list(cleo)).toMatchObject([
    { match_id, league_id, line: '6-0 0-2', is_over: false, player_one: expect.any(String) },
  ])
  expect(await list(cleo, { league_id: league_id + 1 })).toEqual([])
  expect([await list(stranger), await list(stranger, { league_id })]).toEqual([[], []])
  expect((await t.call(listMyMatches, { token: ann.token, query: {} })).body.matchups[0]?.live).toEqual({
    line: '6-0 0-2',
    is_over: false,
  })
})

test('a live score can be ended and deleted once', async () => {
  const { people, match_id } = await league()
  const [ann, bea] = people
  await start(ann, match_id, 'a2')
  const end = (who: TestPlayer) => t.call(deleteLiveScore, { token: who.token, params: { id: match_id } })
  expect((await end(bea)).status).toBe(200)
  expect(coded(await end(ann))).toEqual([409, 'live_score_ended'])
  expect(coded(await write(ann, match_id, 2, 'A'))).toEqual([409, 'live_score_ended'])
  const { rows } = await sql`select from live_score_events where match_id = ${match_id}`.execute(t.db)
  expect(rows).toEqual([])
})

test('each point is sent to those who follow the match, each set also to related pages, and nothing to strangers', async () => {
  const { people, match_id, league_id } = await league('mens-singles-4-5')
  const [ann, , cleo] = people
  const stranger = await makePlayer(t)
  const topics = [`live:${match_id}`, `live-league:${league_id}`, `match:${match_id}`, `league:${league_id}`]
  const streams = await Promise.all([cleo, stranger].map(({ token }) => openStream(origin, token, { topics })))
  const [subscriber, other] = streams
  for (const stream of streams) await stream.opened()
  await start(ann, match_id, '')
  await expect
    .poll(() => subscriber?.topics())
    .toEqual(expect.arrayContaining([`live-league:${league_id}`, `live:${match_id}`]))
  const before = subscriber!.told.length
  await write(ann, match_id, 0, 'A')
  await expect.poll(() => subscriber!.told.length).toBe(before + 1)
  expect(subscriber!.told.at(-1)).toEqual([`live:${match_id}`])
  expect(other!.topics()).not.toContain(`live:${match_id}`)
  expect(subscriber!.topics()).not.toContain(`match:${match_id}`)
  for (const stream of streams) stream.close()
})

test('a device’s clock cannot run ahead of the server’s', async () => {
  const { people, match_id } = await league()
  const ahead = { kind: 'point', side: 1, at: t.clock.now().getTime() + 86_400_000 }
  await start(people[0], match_id, '', { events: [ahead] })
  expect((await read(people[0], match_id)).body.scoring?.log[0]?.at).toBe(t.clock.now().getTime())
})

test('anyone can follow a play-off match, and the bracket shows it until it is reported', async () => {
  const play = playoffSeasons(t, { joining: '2026-05-20T16:00:00Z', closed: '2026-08-10T16:00:00Z' })
  const { ranked, division } = await play.makeBracketOf(5, 'womens-singles-4-0')
  const stage = (await play.listStage(division, 2)).body
  const row = stage.items.find(({ match_id }) => match_id !== null)
  const id = row?.match_id ?? 0
  const scorer = ranked.find(({ name }) => name === row?.player_one) ?? ranked[0]
  // The live score as a page reads it: from memory while nothing has changed.
  const shown = async () => {
    const { stages } = (await t.call(getPublicBracket, { query: { city: 'south-bend', division } })).body
    return stages.flatMap(({ rows }) => rows).find(({ match_id }) => match_id === id)?.live
  }
  const pub = () => t.call(getPublicLiveScore, { params: { id } })
  expect([await shown(), (await pub()).body.live]).toEqual([null, null])
  const started = await start(scorer, id, 'a6b2A')
  expect([started.status, started.body]).toMatchObject([200, {}])
  expect(await shown()).toEqual({ line: '6-0 0-2', is_over: false })
  expect((await write(scorer, id, 9, 'b')).status).toBe(200)
  expect(await shown()).toEqual({ line: '6-0 0-3', is_over: false })
  t.clock.set(new Date(t.clock.now().getTime() + LIVE_HOURS * 3_600_000 + 1_000).toISOString())
  expect(await shown()).toBeNull()
  expect((await write(scorer, id, 10, 'A')).status).toBe(200)
  expect(await shown()).toEqual({ line: '6-0 0-3', is_over: false })
  expect((await pub()).body).toMatchObject({
    is_playoff: true,
    player_one: 'Player N.',
    player_two: 'Player N.',
    live: { line: '6-0 0-3', state: { called: ['15', '0'] } },
  })
  expect(JSON.stringify((await pub()).body)).not.toMatch(/pen|log|scored_by|version/)
  // A player of another league can follow the match too.
  const stranger = await makePlayer(t)
  expect((await read(stranger, id)).body.scoring).toBeNull()
  expect((await read(scorer, id)).body.scoring?.closed).toBeNull()
  expect(coded(await write(stranger, id, 9, 'A'))).toEqual([403, 'not_allowed'])
})
