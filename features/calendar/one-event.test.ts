import ICAL from 'ical.js'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { arrangeMatch, callOffMatch, offerTimes, takeTime } from '#/features/arranging/contract.ts'
import { deleteMatch, reportScore, getMatch } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { listOrganizerEntries, replacePlayer, withdrawEntry } from '#/organizer/entries/contract.ts'
import { drawLeague, previewDraw } from '#/organizer/schedule/contract.ts'
import { startSession } from '#/server/session.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { getCalendar } from './contract.ts'
import { sendCalendars } from './jobs.ts'
import { makeMatch, summer } from './match-fixture.ts'

const noon = '2026-07-15T16:00:00Z'
const t = await startApp(noon)
const { emailsTo } = mailboxOf(t)

beforeEach(() => void t.clock.set(noon))

const set = ({ token }: TestPlayer, id: number, match_date: string | null, given = {}) =>
  t.call(arrangeMatch, {
    token,
    params: { id },
    body: { match_date, match_time: match_date && '18:00', match_location: 'Leeper Park', ...given },
  })

/** An event as a calendar shows it. */
type Version = { uid: string; sequence: number; start: string; location: string; status: string }

function versionsIn(text: string): Version[] {
  const read = new ICAL.Component(ICAL.parse(text))
  for (const zone of read.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return read.getAllSubcomponents('vevent').flatMap((component) => {
    const event = new ICAL.Event(component)
    if (!event.summary.startsWith('Tennis')) return []
    return {
      uid: event.uid,
      sequence: event.sequence,
      start: event.startDate.toJSDate().toISOString(),
      location: event.location,
      status: String(component.getFirstPropertyValue('status')),
    }
  })
}

async function inFeed({ token }: TestPlayer): Promise<Version[]> {
  const { body } = await t.call(getCalendar, { token })
  return versionsIn((await t.server.inject({ url: new URL(body.url).pathname })).body)
}

async function inFile({ token }: TestPlayer, id: number): Promise<Version[]> {
  const url = `/api/users/matchups/${id}/calendar`
  const file = await t.server.inject({ url, headers: { authorization: `Bearer ${token}` } })
  return file.statusCode === 404 ? [] : versionsIn(file.body)
}

/** The events emailed to a player, oldest first, after all jobs have run, the clock's too. */
async function inEmails(player: TestPlayer): Promise<Version[]> {
  await sendCalendars(t.app)
  return (await emailsTo(player)).flatMap(({ calendar }) => (calendar ? versionsIn(calendar.content) : []))
}

/** Checks that feed, file and email show one event of the match with a growing sequence, before and after jobs have run. */
function follow(player: TestPlayer, id: number) {
  const seen: Version[] = []
  return async function look(expected: { start: string | null }): Promise<void> {
    for (const when of ['before', 'after']) {
      const [feed, file] = [await inFeed(player), await inFile(player, id)]
      expect(file, `${when} the jobs`).toEqual(feed)
      expect(feed.map(({ start }) => start)).toEqual(expected.start === null ? [] : [expected.start])
      const emailed = when === 'before' ? undefined : (await inEmails(player)).at(-1)
      if (emailed && expected.start !== null) expect(emailed).toEqual(feed[0])
      if (emailed && expected.start === null) expect(emailed.status).toBe('CANCELLED')
      for (const version of [...feed, ...(emailed ? [emailed] : [])]) {
        const last = seen.at(-1)
        if (last) expect(version.uid).toBe(last.uid)
        const { sequence, ...what } = version
        const { sequence: before, ...same } = last ?? { sequence: -1 }
        if (JSON.stringify(what) === JSON.stringify(same)) expect(sequence).toBeGreaterThanOrEqual(before)
        else expect(sequence).toBeGreaterThan(before)
        seen.push(version)
      }
      if (when === 'before') await inEmails(player)
    }
  }
}

test('a match is one event in the feed, the file and the email, whatever changes it, before and after the jobs', async () => {
  const { id, one, two } = await makeMatch(t)
  const looks = [follow(one, id), follow(two, id)]
  const look = async (start: string | null) => {
    for (const each of looks) await each({ start })
  }
  await look(null)
  await set(one, id, '2026/08/04')
  await look('2026-08-04T22:00:00.000Z')
  await set(two, id, '2026/08/05')
  await look('2026-08-05T22:00:00.000Z')
  await set(two, id, '2026/08/05', { match_time: '19:30' })
  await look('2026-08-05T23:30:00.000Z')
  await set(one, id, '2026/08/05', { match_time: '19:30', match_location: 'Potawatomi Park' })
  await look('2026-08-05T23:30:00.000Z')
  await t.call(callOffMatch, { token: one.token, params: { id }, body: { reason: 'My knee hurts.' } })
  await look(null)
  const times = [{ match_date: '2026/08/06', match_time: '18:00' }]
  const { body: offer } = await t.call(offerTimes, { token: two.token, params: { id }, body: { times } })
  const { body: seen } = await t.call(getMatch, { token: one.token, params: { id } })
  const time_id = seen.arranging.offers[0]?.times[0]?.id ?? 0
  await t.call(takeTime, { token: one.token, params: { id, offer_id: offer.id }, body: { time_id } })
  await look('2026-08-06T22:00:00.000Z')
  // Set, moved and moved back before a job has run.
  for (const day of ['2026/08/07', '2026/08/08', '2026/08/06']) await set(one, id, day, { match_location: '' })
  await look('2026-08-06T22:00:00.000Z')
  // Canceled and brought back without a workflow.
  for (const canceled_at of [t.clock.now(), null]) {
    await t.db.updateTable('matches').set({ canceled_at }).where('id', '=', id).execute()
    await look(canceled_at ? null : '2026-08-06T22:00:00.000Z')
  }
  expect((await t.call(deleteMatch, { token: one.token, params: { id } })).status).toBe(200)
  await look(null)
})

test('a match that was changed and then deleted before a job ran is canceled after its last version', async () => {
  const { id, one, two } = await makeMatch(t)
  await set(one, id, '2026/08/04')
  const [first] = await inEmails(two)
  for (const day of ['2026/08/05', '2026/08/06', '2026/08/07']) await set(one, id, day)
  const [shown] = await inFeed(two)
  expect(shown?.sequence).toBe(3)
  await t.call(deleteMatch, { token: one.token, params: { id } })
  const canceled = (await inEmails(two)).at(-1)
  expect(canceled).toMatchObject({ uid: first?.uid, sequence: 4, status: 'CANCELLED' })
})

test('a match keeps its event when its result is reported and voided', async () => {
  const { id, one, two } = await makeMatch(t)
  await set(one, id, '2026/08/04')
  const [before] = await inFeed(two)
  t.clock.set('2026-08-05T02:00:00Z')
  const token = await startSession(t.db, one.id, t.clock.now())
  const body = scoreBody(one, two, '6-0 6-0', { season: 'Summer 2', match_date: '2026/08/04', matchup_id: id })
  expect((await t.call(reportScore, { token, body })).status).toBe(201)
  const fresh = { ...two, token: await startSession(t.db, two.id, t.clock.now()) }
  const [played] = await inFeed(fresh)
  expect(played).toMatchObject({ uid: before?.uid, start: before?.start })
  expect(await inFile(fresh, id)).toEqual([played])
  await t.db.updateTable('matches').set({ score_id: null }).where('id', '=', id).execute()
  const [voided] = await inFeed(fresh)
  expect(voided).toMatchObject({ uid: before?.uid })
  expect(voided?.sequence).toBeGreaterThanOrEqual(played?.sequence ?? 0)
})

test('a player who replaces another gets the event, and the one who leaves gets its cancellation', async () => {
  const { id, one, two } = await makeMatch(t)
  await set(one, id, '2026/08/04')
  const [first] = await inEmails(one)
  const [organizer, comes] = [await makeOrganizer(t), await makePlayer(t)]
  const { entries } = (await t.call(listOrganizerEntries, { token: organizer.token, query: { search: one.email } }))
    .body
  const body = { leaving_player_id: one.id, email: comes.email, reason: 'Injured' }
  const params = { id: entries[0]?.id ?? 0 }
  expect((await t.call(replacePlayer, { token: organizer.token, params, body })).status).toBe(200)
  const [shown] = await inFeed(two)
  expect(shown).toMatchObject({ uid: first?.uid, sequence: 1 })
  expect(await inFeed(one)).toEqual([])
  expect(await inFeed(comes)).toEqual([shown])
  expect((await inEmails(comes)).at(-1)).toEqual(shown)
  expect((await inEmails(two)).at(-1)).toEqual(shown)
  expect((await inEmails(one)).slice(1)).toEqual([{ ...shown, status: 'CANCELLED' }])
  expect((await emailsTo(one)).find(({ subject }) => subject.startsWith('Removed from your calendar'))).toBeDefined()
  // The next change concerns only the two who play.
  await set(two, id, '2026/08/05')
  expect(await inEmails(one)).toHaveLength(2)
  expect((await inEmails(comes)).at(-1)).toEqual((await inFeed(two))[0])
  // Withdrawn: both are emailed the cancellation.
  const withdraw = { token: organizer.token, params, body: { refund: false, reason: 'Moved away' } }
  expect((await t.call(withdrawEntry, withdraw)).status).toBe(200)
  for (const player of [comes, two])
    expect((await inEmails(player)).at(-1)).toMatchObject({ uid: first?.uid, sequence: 3, status: 'CANCELLED' })
})

test('a match with a date keeps its event when the draw of its league is replaced', async () => {
  const { token } = await makeOrganizer(t)
  const { people, entry_ids, league_id } = await makeLeague(t, 3, {
    season: 'summer-2',
    area: 'dc',
    division: 'mens-singles-3-0',
  })
  const params = { id: league_id }
  const draw = async (redraw: boolean) => {
    const query = { redraw: redraw ? 'yes' : 'no' } as const
    const { digest } = (await t.call(previewDraw, { token, params, query })).body
    expect((await t.call(drawLeague, { token, params, body: { digest, redraw, reason: 'Too late' } })).status).toBe(200)
  }
  await draw(false)
  const matches = () => t.db.selectFrom('matches').select('id').where('league_id', '=', league_id).execute()
  const drawn = await matches()
  const { id } = await t.db
    .selectFrom('matches')
    .select('id')
    .where('league_id', '=', league_id)
    .where('entry_one_id', '=', entry_ids[0])
    .limit(1)
    .executeTakeFirstOrThrow()
  await set(people[0], id, '2026/08/04')
  const [shown] = await inEmails(people[0])
  await draw(true)
  expect((await matches()).filter(({ id: now }) => drawn.some((before) => before.id === now))).toEqual([{ id }])
  expect(await inFeed(people[0])).toEqual([shown])
  expect(await inFile(people[0], id)).toEqual([shown])
  expect(await inEmails(people[0])).toEqual([shown])
})

test('the event of a match names its sport', async () => {
  const { id, one } = await makeMatch(t)
  await set(one, id, '2026/08/04')
  await t.db.updateTable('divisions').set({ sport: 'padel' }).where('slug', '=', summer.division).execute()
  const [emailed] = (await emailsTo(one)).flatMap(({ calendar }) => calendar?.content ?? [])
  expect(emailed).toContain('SUMMARY:Padel: ')
  await t.db.updateTable('divisions').set({ sport: 'tennis' }).where('slug', '=', summer.division).execute()
})

test('changes made at once each raise the sequence by one', async () => {
  const { id, one, two } = await makeMatch(t)
  await set(one, id, '2026/08/04')
  await inEmails(one)
  const days = ['2026/08/05', '2026/08/06', '2026/08/07', '2026/08/08']
  const answers = await Promise.all(days.map((day, n) => set(n % 2 === 0 ? one : two, id, day)))
  expect(answers.map(({ status }) => status)).toEqual(days.map(() => 200))
  const [shown] = await inFeed(one)
  expect(shown?.sequence).toBe(days.length)
  expect((await inEmails(one)).at(-1)).toEqual(shown)
  expect((await inEmails(two)).at(-1)).toEqual(shown)
})

test('an event that the previous release emails has the UID and the sequence of its match', async () => {
  const { id, one } = await makeMatch(t)
  await set(one, id, '2026/08/04')
  const store = () =>
    sql`
      insert into calendar_events as event
        (match_id, area, entry_one_id, entry_two_id, uid, sequence, match_date, match_time, match_location, changed_at)
      select m.id, m.area, m.entry_one_id, m.entry_two_id, gen_random_uuid()::text, 0, m.match_date, m.match_time, m.match_location, now()
      from matches m where m.id = ${id}
      on conflict on constraint calendar_events_once do update set sequence = event.sequence + 1, canceled_at = null,
        match_date = excluded.match_date, changed_at = excluded.changed_at`.execute(t.db)
  const stored = () =>
    t.db.selectFrom('calendar_events').select(['uid', 'sequence']).where('match_id', '=', id).executeTakeFirstOrThrow()
  await store()
  const shown = async () => (await inFeed(one))[0]
  expect(await shown()).toMatchObject(await stored())
  for (const day of ['2026/08/05', '2026/08/06']) await set(one, id, day)
  await store()
  expect(await stored()).toMatchObject({ sequence: 2 })
  expect(await shown()).toMatchObject(await stored())
})
