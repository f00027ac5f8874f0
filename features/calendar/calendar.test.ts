import ICAL from 'ical.js'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteMatch, reportScore } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { arrangeMatch } from '#/features/arranging/contract.ts'
import { deleteAccount } from '#/features/settings/contract.ts'
import { startSession } from '#/server/session.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, password, type TestPlayer } from '#/test/make.ts'
import { getCalendar, renewCalendar } from './contract.ts'
import { sendCalendars } from './jobs.ts'
import { makeMatch } from './match-fixture.ts'

const noon = '2026-07-15T16:00:00Z'
const t = await startApp(noon)
const { emailsTo } = mailboxOf(t)

beforeEach(() => void t.clock.set(noon))

const set = ({ token }: TestPlayer, id: number, match_date: string | null, match_time: string | null = null) =>
  t.call(arrangeMatch, { token, params: { id }, body: { match_date, match_time, match_location: 'Leeper Park' } })

/** The events emailed to a player, oldest first: method, sequence, start, status. */
async function eventsTo(player: TestPlayer) {
  const emails = (await emailsTo(player)).filter(({ calendar }) => calendar !== undefined)
  return emails.map(({ calendar }) => {
    const read = new ICAL.Component(ICAL.parse(calendar?.content ?? ''))
    for (const zone of read.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
    const event = new ICAL.Event(read.getAllSubcomponents('vevent')[0])
    expect(read.getFirstPropertyValue('method')).toBe(calendar?.method)
    return {
      method: calendar?.method,
      uid: event.uid,
      sequence: event.sequence,
      start: event.startDate.toJSDate().toISOString(),
    }
  })
}

async function feedOf({ token }: TestPlayer): Promise<{ path: string }> {
  const { body } = await t.call(getCalendar, { token })
  return { path: new URL(body.url).pathname }
}

async function readFeed(path: string) {
  const { body } = await t.server.inject({ url: path })
  return new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}

describe('the email of an appointment', () => {
  test('the email about an appointment is sent to both sides when a match is set, moved and called off, as one event with a growing sequence', async () => {
    const { id, one, two } = await makeMatch(t)
    await set(one, id, '2026/08/04', '18:00')
    await eventsTo(one)
    await set(two, id, '2026/08/05', '19:30')
    await eventsTo(one)
    await set(one, id, null)
    const events = await eventsTo(one)
    expect(events.map(({ method, sequence, start }) => [method, sequence, start])).toEqual([
      ['REQUEST', 0, '2026-08-04T22:00:00.000Z'],
      ['REQUEST', 1, '2026-08-05T23:30:00.000Z'],
      ['CANCEL', 2, '2026-08-05T23:30:00.000Z'],
    ])
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(1)
    expect(await eventsTo(two)).toEqual(events)
    // The match is agreed again, and the same event is sent.
    await set(two, id, '2026/08/06', '18:00')
    expect((await eventsTo(one)).at(-1)).toMatchObject({ method: 'REQUEST', sequence: 3, uid: events[0]?.uid })
    expect((await readFeed((await feedOf(one)).path)).map(({ uid }) => uid)).toContain(events[0]?.uid)
  })

  test('the email about an appointment is not sent again by a second run, by two runs at once, or if nothing has changed', async () => {
    const { id, one } = await makeMatch(t)
    await set(one, id, '2026/08/04', '18:00')
    await Promise.all([1, 2, 3].map(() => sendCalendars(t.app)))
    await set(one, id, '2026/08/04', '18:00')
    await sendCalendars(t.app)
    expect(await eventsTo(one)).toHaveLength(1)
  })

  test('the email about an appointment cancels the event of a deleted match, whatever deletes it', async () => {
    const { id, one, two } = await makeMatch(t)
    await set(one, id, '2026/08/04', '18:00')
    await eventsTo(two)
    expect((await t.call(deleteMatch, { token: one.token, params: { id } })).status).toBe(200)
    expect((await eventsTo(two)).map(({ method, sequence }) => [method, sequence])).toEqual([
      ['REQUEST', 0],
      ['CANCEL', 1],
    ])
    // The match is deleted without a workflow, so the scheduled job has to find it.
    const other = await makeMatch(t)
    await set(other.one, other.id, '2026/08/04', '18:00')
    await eventsTo(other.two)
    await t.db.updateTable('matches').set({ canceled_at: t.clock.now() }).where('id', '=', other.id).execute()
    await sendCalendars(t.app)
    expect((await eventsTo(other.two)).map(({ method }) => method)).toEqual(['REQUEST', 'CANCEL'])
  })

  test('the email about an appointment is not sent for a match that was played or is in the past', async () => {
    const { id, one, two } = await makeMatch(t)
    await set(one, id, '2026/08/04', '18:00')
    await eventsTo(two)
    t.clock.set('2026-08-05T16:00:00Z')
    const token = await startSession(t.db, one.id, t.clock.now())
    const body = scoreBody(one, two, '6-0 6-0', { season: 'Summer 2', match_date: '2026/08/04', matchup_id: id })
    expect((await t.call(reportScore, { token, body })).status).toBe(201)
    await sendCalendars(t.app)
    expect(await eventsTo(two)).toHaveLength(1)
  })

  test('the email about an appointment names only its recipient and contains nobody else’s email address', async () => {
    const { id, one, two } = await makeMatch(t)
    await set(one, id, '2026/08/04', '18:00')
    const content =
      (await emailsTo(one)).find(({ calendar }) => calendar)?.calendar?.content.replaceAll('\r\n ', '') ?? ''
    expect(content).toContain(one.email)
    expect(content).not.toContain(two.email)
  })
})

describe('the calendar’s address', () => {
  test('the calendar’s address stays the same, even if requested simultaneously, and shows only the player’s matches', async () => {
    const { id, one, two } = await makeMatch(t)
    const urls = await Promise.all([1, 2, 3, 4].map(async () => (await feedOf(one)).path))
    expect(new Set(urls).size).toBe(1)
    await set(one, id, '2026/08/04', '23:30')
    await runJobs(t)
    const stranger = await makePlayer(t)
    expect(await readFeed((await feedOf(stranger)).path)).toEqual([])
    const events = await readFeed((await feedOf(two)).path)
    expect(events.map(({ summary }) => summary)).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`${one.first_name} ${one.last_name}`),
        expect.stringContaining('Play-offs: Finals'),
      ]),
    )
    await set(one, id, null)
    await t.db
      .updateTable('matches')
      .set({ play_from: '2026-08-03', play_by: '2026-08-16' })
      .where('id', '=', id)
      .execute()
    const deadline = (await readFeed((await feedOf(two)).path)).find(({ summary }) => summary.startsWith('Last day'))
    expect(deadline?.startDate.toString()).toBe('2026-08-16')
  })

  test('the calendar’s address stops working at once when it is renewed, and when the account is closed or suspended', async () => {
    const player = await makePlayer(t)
    const old = (await feedOf(player)).path
    expect((await t.server.inject({ url: old })).statusCode).toBe(200)
    const renewed = new URL((await t.call(renewCalendar, { token: player.token })).body.url).pathname
    expect((await t.server.inject({ url: old })).statusCode).toBe(404)
    expect((await t.server.inject({ url: renewed })).statusCode).toBe(200)
    await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', player.id).execute()
    expect((await t.server.inject({ url: renewed })).statusCode).toBe(404)
    await t.db.updateTable('players').set({ suspended_at: null }).where('id', '=', player.id).execute()
    expect((await t.call(deleteAccount, { token: player.token, body: { password } })).status).toBe(200)
    expect((await t.server.inject({ url: renewed })).statusCode).toBe(404)
  })

  test.each([
    '/calendar/',
    '/calendar/x.ics',
    `/calendar/${'A'.repeat(43)}.ics`,
    `/calendar/${'A'.repeat(43)}`,
    '/calendar/..%2F..%2Fetc.ics',
  ])('the calendar’s address returns 404 for an invalid token: %s', async (url) =>
    expect((await t.server.inject({ url })).statusCode).toBe(404),
  )

  test('the calendar’s address is encrypted in the database, and not shown during an impersonation', async () => {
    const player = await makePlayer(t)
    const { path } = await feedOf(player)
    const token = path.slice('/calendar/'.length, -'.ics'.length)
    const row = await t.db
      .selectFrom('calendar_feeds')
      .selectAll()
      .where('player_id', '=', player.id)
      .executeTakeFirstOrThrow()
    expect(row.token.includes(token)).toBe(false)
    expect(row.token_hash.includes(token)).toBe(false)
    const organizer = await makeOrganizer(t)
    await t.db
      .updateTable('sessions')
      .set({ impersonated_by_id: organizer.id })
      .where('player_id', '=', player.id)
      .execute()
    for (const call of [getCalendar, renewCalendar])
      expect((await t.call(call, { token: player.token })).status).toBe(403)
  })

  test('the calendar’s address needs two statements to send 304 for an unchanged calendar of 200 events, and sends the whole calendar after a change', async () => {
    const { id, one } = await makeMatch(t)
    await set(one, id, '2026/08/04', '18:00')
    await runJobs(t)
    await sql`
      insert into matches (league_id, area, entry_one_id, entry_two_id, match_date, match_time, created_at)
      select m.league_id, m.area, m.entry_one_id, m.entry_two_id, date '2026-08-01' + n, '18:00', m.created_at
      from matches m, generate_series(1, 199) n where m.id = ${id}`.execute(t.db)
    const { path } = await feedOf(one)
    const first = await t.server.inject({ url: path })
    expect(first.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect((await readFeed(path)).filter(({ summary }) => summary.startsWith('Tennis')).length).toBe(200)
    const statements = vi.spyOn(t.db.getExecutor(), 'executeQuery')
    const etag = String(first.headers.etag)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      statements.mockClear()
      const again = await t.server.inject({ url: path, headers: { 'if-none-match': tag } })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
      expect(statements.mock.calls.length).toBeLessThanOrEqual(2)
      expect(statements.mock.calls.length).toBeGreaterThan(0)
    }
    await set(one, id, '2026/08/05', '18:00')
    const changed = await t.server.inject({ url: path, headers: { 'if-none-match': etag } })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
  })
})

test('a match with a date can be downloaded as a file by its players only', async () => {
  const { id, one, two } = await makeMatch(t)
  const get = (token: string) =>
    t.server.inject({ url: `/api/users/matchups/${id}/calendar`, headers: { authorization: `Bearer ${token}` } })
  expect((await get(one.token)).statusCode).toBe(404)
  await set(one, id, '2026/08/04', '18:00')
  await runJobs(t)
  const file = await get(two.token)
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  const [event] = new ICAL.Component(ICAL.parse(file.body)).getAllSubcomponents('vevent')
  expect(new ICAL.Event(event).summary).toContain(`${one.first_name} ${one.last_name}`)
  expect((await get((await makePlayer(t)).token)).statusCode).toBe(404)
})
