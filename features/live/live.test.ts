import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { keepMemoryFresh } from '#/app/memory.ts'
import { logOut } from '#/features/accounts/contract.ts'
import { offerTimes, sendMessage } from '#/features/arranging/contract.ts'
import { confirmScore } from '#/features/confirmation/contract.ts'
import { deleteMatch, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { markRead } from '#/features/notifications/contract.ts'
import { freshDatabase, runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer } from '#/test/make.ts'
import { startSession } from '#/server/session.ts'
import { openStream, type Stream } from '#/test/stream.ts'
import { readerOf } from '#/contract/document-reader.ts'
import { STREAM_PATH } from '#/contract/topics.ts'
import { documentKeyOf } from '#/server/document-cookie.ts'

const t = await startApp('2026-05-20T16:00:00Z', {}, await freshDatabase())
const origin = await t.server.listen({ port: 0, host: '127.0.0.1' })
const memory = keepMemoryFresh(t.app, t.url, t.server.log)
afterAll(() => memory.stop())

const streams: Stream[] = []
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close()
})
async function watch(token: string, topics?: readonly string[], after?: string): Promise<Stream> {
  const stream = await openStream(origin, token, { ...(topics && { topics }), ...(after !== undefined && { after }) })
  streams.push(stream)
  expect(stream.response.status).toBe(200)
  await stream.opened()
  return stream
}

let divisions = 0
const slugs = ['womens', 'mens'].flatMap((who) =>
  ['3-0', '3-5', '4-0', '4-5', '5-0'].map((level) => `${who}-singles-${level}`),
)
/** Three players in a separate league, with an open match of the first two. */
async function league() {
  const division = slugs[divisions++ % slugs.length] ?? ''
  const { people, league_id, entry_ids } = await makeLeague(t, 3, { season: 'summer-1', area: 'dc', division })
  const match_id = await arrange(t, league_id, entry_ids[0], entry_ids[1], null)
  return { people, league_id, match_id, entry_ids }
}
/** Waits until the stream has sent exactly these topics. */
const expectTold = async (stream: Stream, topics: readonly string[]) => {
  await expect.poll(() => stream.topics()).toEqual(topics)
}

test('a reported score is sent to those who watch its match, its league, its area or its desk', async () => {
  const { people, league_id, match_id } = await league()
  const [ann, bea, cleo] = people
  const organizer = await makeOrganizer(t, ['dc'])
  const own = [`match:${match_id}`, `league:${league_id}`, 'area:dc']
  const [player, other, desk] = [
    await watch(bea.token, own),
    await watch(cleo.token, [`league:${league_id}`]),
    await watch(organizer.token, [`match:${match_id}`, 'desk:dc']),
  ]
  const body = scoreBody(ann, bea, '6-4 6-4', { matchup_id: match_id, match_area: 'DC' })
  expect((await t.call(reportScore, { token: ann.token, body })).status).toBe(201)
  await expectTold(player, own.toSorted())
  await expectTold(other, [`league:${league_id}`])
  await expectTold(desk, ['desk:dc', `match:${match_id}`])
  // All changes in one transaction are sent as one event.
  expect(player.told.at(-1)?.toSorted()).toEqual(own.toSorted())
})

test('only commits send events', async () => {
  const { people, league_id, match_id } = await league()
  const stream = await watch(people[0].token, [`match:${match_id}`, `league:${league_id}`])
  const before = stream.told.length
  await t.db
    .transaction()
    .execute(async (tx) => {
      await tx.updateTable('matches').set({ match_date: '2026-06-01' }).where('id', '=', match_id).execute()
      throw new Error('no')
    })
    .catch(() => {})
  await t.db.updateTable('matches').set({ round: 3 }).where('id', '=', match_id).execute()
  await expect.poll(() => stream.told.length).toBe(before + 1)
  expect(stream.told.at(-1)).toEqual([`match:${match_id}`])
})

test('offers, messages and a match that is called off are sent to the match’s players', async () => {
  const { people, match_id, league_id } = await league()
  const [ann, bea] = people
  const stream = await watch(bea.token, [`match:${match_id}`])
  let told = stream.told.length
  const next = async () => {
    await expect.poll(() => stream.told.length).toBeGreaterThan(told)
    told = stream.told.length
  }
  const times = [{ match_date: '2026/05/25', match_time: '18:00', match_location: 'Leeper Park' }]
  const offer = await t.call(offerTimes, { token: ann.token, params: { id: match_id }, body: { times, note: '' } })
  expect([offer.status, offer.body]).toMatchObject([201, {}])
  await next()
  const message = { token: ann.token, params: { id: match_id }, body: { text: 'See you there.' } }
  expect((await t.call(sendMessage, message)).status).toBe(201)
  await next()
  const cleo = await watch(people[2].token, [`league:${league_id}`])
  expect((await t.call(deleteMatch, { token: ann.token, params: { id: match_id } })).status).toBe(200)
  await next()
  await expectTold(cleo, [`league:${league_id}`])
})

test('changes of an inbox are sent only to its player, when a notification arrives and when it is read elsewhere', async () => {
  const { people, match_id } = await league()
  const [ann, bea] = people
  await runJobs(t)
  const [mine, other] = [await watch(bea.token, ['notifications']), await watch(ann.token, ['notifications'])]
  const body = scoreBody(ann, bea, '6-4 6-4', { matchup_id: match_id, match_area: 'DC' })
  await t.call(reportScore, { token: ann.token, body })
  const [told, ofOther] = [mine.told.length, other.told.length]
  await runJobs(t)
  await expect.poll(() => mine.told.length).toBeGreaterThan(told)
  const arrived = mine.told.length
  await t.call(markRead, { token: bea.token, body: {} })
  await expect.poll(() => mine.told.length).toBeGreaterThan(arrived)
  expect(other.told.length).toBe(ofOther)
})

test('nobody learns about a match, an order or a desk that is not theirs, nor whether it exists', async () => {
  const { people, match_id, league_id } = await league()
  const [ann, bea, cleo] = people
  const { order_id } = await t.db
    .selectFrom('purchases')
    .select('order_id')
    .where('player_id', '=', ann.id)
    .executeTakeFirstOrThrow()
  const elsewhere = await makeOrganizer(t, ['indianapolis'])
  const secrets = [`match:${match_id}`, `order:${order_id}`, 'desk:dc', 'match:999999', `order:${randomUUID()}`]
  const strangers = [
    await watch(cleo.token, [...secrets, `league:${league_id}`]),
    await watch(elsewhere.token, [...secrets, `league:${league_id}`]),
  ]
  const owner = await watch(ann.token, secrets)
  const body = scoreBody(ann, bea, '6-4 6-4', { matchup_id: match_id, match_area: 'DC' })
  await t.call(reportScore, { token: ann.token, body })
  await t.db
    .updateTable('purchases')
    .set({ refund_requested_at: t.clock.now() })
    .where('order_id', '=', order_id)
    .execute()
  for (const stranger of strangers) await expectTold(stranger, [`league:${league_id}`])
  await expectTold(owner, [`match:${match_id}`, `order:${order_id}`].toSorted())
  expect(strangers.map((stranger) => stranger.topics())).toEqual([[`league:${league_id}`], [`league:${league_id}`]])
})

test('a task’s progress is sent only to the person who started it', async () => {
  const [organizer, owner] = [await makeOrganizer(t, ['dc']), await makeOrganizer(t)]
  const { id } = await t.db
    .insertInto('tasks')
    .values({
      kind: 'nothing',
      organizer_id: organizer.id,
      area: 'dc',
      input: sql`'{}'::jsonb`,
      created_at: t.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [mine, other] = [
    await watch(organizer.token, [`task:${id}`]),
    await watch(owner.token, [`task:${id}`, 'desk:dc']),
  ]
  const step = (values: { done?: number; state?: 'done' }) =>
    t.db.updateTable('tasks').set(values).where('id', '=', id).execute()
  for (const values of [{ done: 1 }, { done: 2 }, { state: 'done' as const }]) {
    const told = mine.told.length
    await step(values)
    await expect.poll(() => mine.told.length).toBe(told + 1)
  }
  // Storing the same progress again is not a change.
  await step({ done: 2 })
  await sql`select tell('desk:dc')`.execute(t.db)
  await expectTold(other, ['desk:dc'])
  expect([mine.told.length, mine.topics()]).toEqual([3, [`task:${id}`]])
})

test('without topics a stream watches everything about its player', async () => {
  const { people, match_id, league_id } = await league()
  const [ann, bea] = people
  const stream = await watch(bea.token)
  const body = scoreBody(ann, bea, '6-4 6-4', { matchup_id: match_id, match_area: 'DC' })
  await t.call(reportScore, { token: ann.token, body })
  await runJobs(t)
  const all = [`league:${league_id}`, `match:${match_id}`, 'notifications'].toSorted()
  await expect.poll(() => stream.topics()).toEqual(all)
})

test('a client that returns with the id of the last event gets exactly what it missed', async () => {
  const { people, match_id, league_id } = await league()
  const [ann, bea] = people
  const both = [`match:${match_id}`, `league:${league_id}`]
  const first = await watch(ann.token, both)
  await t.db.updateTable('matches').set({ round: 2 }).where('id', '=', match_id).execute()
  await expect.poll(() => first.told.at(-1)).toEqual([`match:${match_id}`])
  first.close()
  await first.ended
  const body = scoreBody(ann, bea, '6-4 6-4', { matchup_id: match_id, match_area: 'DC' })
  await t.call(reportScore, { token: ann.token, body })
  await expect
    .poll(async () => {
      const again = await watch(ann.token, both, first.id())
      await expect.poll(() => again.told.length).toBeGreaterThan(0)
      return again.topics()
    })
    .toEqual(both.toSorted())
  // With an invalid id or an id from another process, the stream gets all the topics that it watches.
  const unknown = [`league:${league_id}`, 'league:123456']
  for (const after of ['0123456789ab-7', 'garbage', `${first.id().split('-')[0]}-x`])
    await expectTold(await watch(bea.token, unknown, after), unknown.toSorted())
})

test('a stream needs a live session and a valid query', async () => {
  const { token } = await makePlayer(t)
  for (const dead of [undefined, 'x', 'A'.repeat(43)]) {
    const { response } = await openStream(origin, dead)
    expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8'])
  }
  const many = Array.from({ length: 51 }, (_, index) => `league:${index + 1}`)
  for (const topics of [['everything'], ['match:0'], ['match:1;drop'], [''], many]) {
    const { response } = await openStream(origin, token, { topics })
    expect([topics[0], response.status]).toEqual([topics[0], 422])
  }
  expect(
    (await fetch(`${origin}/api/live`, { method: 'HEAD', headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(405)
})

test('signing out closes that session’s streams within a second, and no others', async () => {
  const { token, id } = await makePlayer(t)
  const [here, elsewhere] = [await watch(token), await watch(await startSession(t.db, id, t.clock.now()))]
  const from = performance.now()
  await t.call(logOut, { token })
  await here.ended
  expect(performance.now() - from).toBeLessThan(5_000)
  expect([here.reason(), elsewhere.isOpen()]).toEqual(['session', true])
  expect((await openStream(origin, token)).response.status).toBe(401)
})

test('a suspended player gets no more events, and an organizer who loses an area gets no more events of its desk', async () => {
  const player = await makePlayer(t)
  const suspended = await watch(player.token)
  await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', player.id).execute()
  await suspended.ended
  expect(suspended.reason()).toBe('session')

  const organizer = await makeOrganizer(t, ['dc', 'south-bend'])
  const desk = await watch(organizer.token, ['desk:dc', 'desk:south-bend'])
  await t.db.deleteFrom('organizer_areas').where('player_id', '=', organizer.id).where('area', '=', 'dc').execute()
  await expect
    .poll(async () => {
      const before = desk.told.length
      await sql`select tell('desk:dc'), tell('desk:south-bend')`.execute(t.db)
      await expect.poll(() => desk.told.length).toBeGreaterThan(before)
      return desk.told.at(-1)
    })
    .toEqual(['desk:south-bend'])
})

test('only the last ten of a player’s 20 streams stay open', async () => {
  const { token } = await makePlayer(t)
  const all: Stream[] = []
  for (let made = 0; made < 20; made += 1) all.push(await watch(token, ['notifications']))
  await Promise.all(all.slice(0, 10).map((stream) => stream.ended))
  expect(all.map((stream) => stream.isOpen())).toEqual([...Array(10).fill(false), ...Array(10).fill(true)])
  expect(new Set(all.slice(0, 10).map((stream) => stream.reason()))).toEqual(new Set(['replaced']))
})

test('a confirmed score updates the reporter’s page', async () => {
  const { people, match_id } = await league()
  const [ann, bea] = people
  const body = scoreBody(ann, bea, '6-4 6-4', { matchup_id: match_id, match_area: 'DC' })
  await t.call(reportScore, { token: ann.token, body })
  const stream = await watch(ann.token, [`match:${match_id}`])
  await expect.poll(() => stream.told.length).toBe(1)
  await t.call(confirmScore, { token: bea.token, params: { id: match_id }, body: { version: 1 } })
  await expect.poll(() => stream.told.length).toBe(2)
})

test('a page opens its stream with only the document cookie, and it ends with the session', async () => {
  const { people, match_id } = await league()
  const [ann, bea] = people
  const cookie = `deuce.document=${documentKeyOf(bea.token)}; deuce.reader=${readerOf(bea.token)}:UTC`
  const open = async (headers: Record<string, string>) => {
    const topics = [`match:${match_id}`, 'notifications']
    const stream = await openStream(origin, undefined, { topics, headers, path: STREAM_PATH })
    streams.push(stream)
    return stream
  }
  const stream = await open({ cookie })
  expect(stream.response.status).toBe(200)
  await stream.opened()
  const body = scoreBody(ann, bea, '6-4 6-4', { matchup_id: match_id, match_area: 'DC' })
  expect((await t.call(reportScore, { token: ann.token, body })).status).toBe(201)
  await expectTold(stream, [`match:${match_id}`])

  // The stream is refused with a token, from another site of the domain, and without the session's name that the page's
  // script sets.
  for (const headers of [
    { authorization: `Bearer ${bea.token}` },
    { cookie, 'sec-fetch-site': 'same-site' },
    { cookie, 'sec-fetch-site': 'cross-site' },
    { cookie: `deuce.document=${documentKeyOf(bea.token)}` },
  ])
    expect((await open(headers)).response.status).toBe(401)

  expect((await t.call(logOut, { token: bea.token })).status).toBe(200)
  await stream.ended
  expect(stream.reason()).toBe('session')
  expect((await open({ cookie })).response.status).toBe(401)
})
