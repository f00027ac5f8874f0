import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { createArea, listOrganizerAreas } from '#/organizer/areas/contract.ts'
import { createCourt } from '#/organizer/courts/contract.ts'
import { changeDivision, listOrganizerDivisions } from '#/organizer/divisions/contract.ts'
import { moveEntry } from '#/organizer/entries/contract.ts'
import { giveWalkovers, voidResult } from '#/organizer/matches/contract.ts'
import {
  changeLeagues,
  changeSeason,
  createSeason,
  listOrganizerSeasons,
  rollOverSeason,
  setCapacity,
} from '#/organizer/seasons/contract.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { countEveryMeeting, joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { exportAuditLog, listAuditLog, undoAct } from './contract.ts'

// Summer 1 of 2026 is being played and on sale.
const start = '2026-05-20T16:00:00Z'
const t = await startApp(start)
await countEveryMeeting(t)
const { subjectsTo } = mailboxOf(t)
const owner = await makeOrganizer(t)
const { token } = owner
const local = await makeOrganizer(t, ['south-bend'])
afterEach(() => t.clock.set(start))
const reason = 'A slip of the hand'
const area = 'south-bend'

const levels = ['3-0', '3-5', '4-0', '4-5', '5-0'].flatMap((level) => [
  `womens-singles-${level}`,
  `mens-singles-${level}`,
])
const divisionOf = () => levels.shift() ?? ''
const movedFrom = ['womens-singles-4-5', 'womens-singles-5-0', 'mens-singles-5-0']

const entryOf = async (kind: string, subject?: string) => {
  const { body } = await t.call(listAuditLog, { token, query: { kind, ...(subject && { subject }) } })
  const [entry] = body.audit_entries
  if (!entry) throw new Error(`no entry of ${kind}`)
  return entry
}
const undo = (id: number, by = token) =>
  t.send(undoAct, { path: `/organizer/audit-log/${id}/undo`, token: by, body: { reason } })
async function matchRow(match_id: number) {
  const row = await t.db.selectFrom('matches').selectAll().where('id', '=', match_id).executeTakeFirst()
  // Calendars count each change of a match, also one that is undone.
  const { calendar_changed_at: _at, calendar_sequence: _sequence, ...match } = row ?? {}
  return row && match
}
const table = async (league_id: number) =>
  (await sql`select * from standings where league_id = ${league_id} order by entry_id`.execute(t.db)).rows
const leagueId = async (division: string, season = 'summer-1') =>
  (
    await t.db
      .selectFrom('leagues')
      .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
      .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
      .select('leagues.id')
      .where('divisions.slug', '=', division)
      .where('seasons.slug', '=', season)
      .where('seasons.year', '=', 2026)
      .where('leagues.area', '=', area)
      .executeTakeFirstOrThrow()
  ).id

/** Undoes an entry twice at once, and expects that it happened once, as the log then says. */
async function undoOnce(id: number, kind: string) {
  const answers = await Promise.all([undo(id), undo(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'undone_already' })
  const { body } = await t.call(listAuditLog, { token, query: {} })
  const recorded = body.audit_entries.find(({ undoes }) => undoes?.id === id)
  expect(recorded).toMatchObject({ kind, reason, undo: null })
  expect(body.audit_entries.find((entry) => entry.id === id)).toMatchObject({ undo: 'done' })
}

async function played(division = divisionOf()) {
  const { people, entry_ids, league_id } = await makeLeague(t, 2, { season: 'summer-1', area, division })
  const id = await arrange(t, league_id, ...entry_ids, '2026-05-18', '10:00')
  const body = scoreBody(people[0], people[1], '6-4 6-3', { match_date: '2026/05/18' })
  expect(await t.call(reportScore, { token: people[0].token, body })).toMatchObject({ status: 201 })
  return { people, entry_ids, league_id, id }
}
const voided = (id: number, again = true, by = token) =>
  t.call(voidResult, { token: by, params: { id }, body: { version: 1, reason, again } })

describe('a voided result', () => {
  test.each([true, false])('comes back as it was, once, and its players are notified; again: %s', async (again) => {
    const { people, id, league_id } = await played()
    const before = [await matchRow(id), await table(league_id)]
    expect((await voided(id, again)).status).toBe(200)
    const entry = await entryOf('void_result', `match ${id}`)
    expect(entry).toMatchObject({ undo: 'possible', undo_why: null })
    await undoOnce(entry.id, 'undo')
    const [match, rows] = [await matchRow(id), await table(league_id)]
    expect([match, rows]).toEqual(before)
    for (const player of people) expect(await subjectsTo(player)).toContain('One of your results counts again')
  })

  test('stays void once the match was played again', async () => {
    const { people, id } = await played()
    await voided(id)
    const { id: entry_id } = await entryOf('void_result', `match ${id}`)
    const body = scoreBody(people[1], people[0], '6-1 6-1', { match_date: '2026/05/19' })
    expect((await t.call(reportScore, { token: people[1].token, body })).status).toBe(201)
    expect(await entryOf('void_result', `match ${id}`)).toMatchObject({
      undo: 'impossible',
      undo_why: 'The match has a new result since.',
    })
    expect(await undo(entry_id)).toMatchObject({
      status: 409,
      body: { code: 'not_undoable', message: 'The match has a new result since. It can no longer be undone.' },
    })
  })

  test('is not restored by a stranger, an organizer of another area, or without a reason', async () => {
    const { people, id } = await played()
    await voided(id)
    const entry = await entryOf('void_result', `match ${id}`)
    const elsewhere = await makeOrganizer(t, ['dc'])
    expect(await undo(entry.id, people[0].token)).toMatchObject({ status: 403 })
    expect(await undo(entry.id, elsewhere.token)).toMatchObject({ status: 404 })
    const path = `/organizer/audit-log/${entry.id}/undo`
    expect(await t.send(undoAct, { path, token, body: { reason: ' ' } })).toMatchObject({ status: 422 })
    expect(await undo(999_999_999)).toMatchObject({ status: 404 })
    expect(await undo(entry.id, local.token)).toMatchObject({ status: 200 })
  })
})

test('a walkover is taken back: the match is open again with its day', async () => {
  const { people, entry_ids, league_id } = await makeLeague(t, 2, { season: 'summer-1', area, division: divisionOf() })
  const id = await arrange(t, league_id, ...entry_ids, '2026-05-17', '10:00')
  const before = [await matchRow(id), await table(league_id)]
  const body = { matches: [{ id, winner: 'one' as const }], reason }
  expect(await t.call(giveWalkovers, { token, body })).toMatchObject({ status: 200 })
  await undoOnce((await entryOf('give_walkover', `match ${id}`)).id, 'undo')
  // The walkover stays among the versions of the score, as a voided one.
  const after = { ...(await matchRow(id)), voided_at: null, voided_version: null }
  expect([after, await table(league_id)]).toEqual(before)
  for (const player of people) expect(await subjectsTo(player)).toContain('An organizer has voided one of your results')
  expect(await t.call(giveWalkovers, { token, body })).toMatchObject({ status: 200 })
})

describe('a moved entry', () => {
  async function moved() {
    const [from, to] = [movedFrom.shift() ?? '', await leagueId('womens-singles-3-5', 'summer-1')]
    const { people, entry_ids, league_id } = await makeLeague(t, 3, { season: 'summer-1', area, division: from })
    const ids = [
      await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-07-10', '10:00'),
      await arrange(t, league_id, entry_ids[2], entry_ids[0], null),
    ]
    await t.db.updateTable('matches').set({ round: 1 }).where('id', 'in', ids).execute()
    await t.db.updateTable('entries').set({ drawn_at: t.clock.now() }).where('id', 'in', entry_ids).execute()
    const state = async () => ({
      entries: await sql`select * from entries where league_id = ${league_id} order by id`
        .execute(t.db)
        .then(({ rows }) => rows),
      lines: await sql`
        select p.id, p.league_id, p.status, p.price_cents from purchases p join entries e on e.purchase_id = p.id
        where e.league_id = ${league_id} order by p.id`
        .execute(t.db)
        .then(({ rows }) => rows),
      matches: await Promise.all(ids.map(matchRow)),
      table: await table(league_id),
    })
    const before = await state()
    const answer = await t.call(moveEntry, { token, params: { id: entry_ids[0] }, body: { league_id: to, reason } })
    expect(answer.status).toBe(200)
    const entry = await entryOf('move_entry', `entry ${entry_ids[0]}`)
    return { people, entry_ids, league_id, to, state, before, entry, moved_id: answer.body.entry_id }
  }

  test('is back with its draw and its open matches, and is notified', async () => {
    const { people, state, before, entry } = await moved()
    expect((await state()).matches).toEqual([undefined, undefined])
    await undoOnce(entry.id, 'move_entry')
    expect(await state()).toEqual(before)
    expect((await subjectsTo(people[0])).filter((subject) => subject.startsWith('You now play'))).toHaveLength(2)
  })

  test('stays where it is once it has played there, was moved on, or its place was given away', async () => {
    const first = await moved()
    await t.db.updateTable('leagues').set({ capacity: 2 }).where('id', '=', first.league_id).execute()
    expect(await undo(first.entry.id)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/is full: /) },
    })
    await t.db.updateTable('leagues').set({ capacity: null }).where('id', '=', first.league_id).execute()
    const on = {
      token,
      params: { id: first.moved_id },
      body: { league_id: await leagueId('womens-singles-4-0', 'summer-1'), reason },
    }
    expect((await t.call(moveEntry, on)).status).toBe(200)
    expect(await entryOf('move_entry', `entry ${first.entry_ids[0]}`)).toMatchObject({
      undo: 'impossible',
      undo_why: 'The entry was moved, withdrawn or refunded since.',
    })

    const second = await moved()
    const rival = await makePlayer(t)
    await joinLeague(t, rival, { season: 'summer-1', area, division: 'womens-singles-3-5' })
    const body = scoreBody(second.people[0], rival, '6-4 6-3', { match_date: '2026/05/20' })
    expect((await t.call(reportScore, { token: second.people[0].token, body })).status).toBe(201)
    expect(await undo(second.entry.id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("A match was played in Women's Singles 3.5 since.") },
    })
  })
})

describe('a limit', () => {
  const capacityOf = async (id: number) =>
    (await t.db.selectFrom('leagues').select('capacity').where('id', '=', id).executeTakeFirstOrThrow()).capacity
  const limit = (id: number, capacity: number | null, by = token) =>
    t.call(setCapacity, { token: by, params: { id }, body: { capacity } })

  test('is what it was, and an organizer of its area may undo it', async () => {
    const id = await leagueId('womens-singles-4-5', 'fall')
    const before = await capacityOf(id)
    await limit(id, 8, local.token)
    expect(await undo((await entryOf('limit_league', `league ${id}`)).id, local.token)).toMatchObject({ status: 200 })
    expect(await capacityOf(id)).toBe(before)
    await limit(id, 6)
    await undoOnce((await entryOf('limit_league', `league ${id}`)).id, 'limit_league')
    expect(await capacityOf(id)).toBe(before)
  })

  test('stays if it was changed again, or if players have entered since', async () => {
    const id = await leagueId('womens-singles-5-0', 'fall')
    await limit(id, 8)
    const first = await entryOf('limit_league', `league ${id}`)
    await limit(id, 1)
    expect(await undo(first.id)).toMatchObject({
      status: 409,
      body: { message: 'The limit was changed again on Wed, May 20, 2026. It can no longer be undone.' },
    })
    t.clock.set('2026-05-21T16:00:00Z')
    await limit(id, 2)
    const raised = await entryOf('limit_league', `league ${id}`)
    for (let count = 0; count < 2; count += 1)
      await joinLeague(t, await makePlayer(t), { season: 'fall', area, division: 'womens-singles-5-0' })
    t.clock.set('2026-05-22T16:00:00Z')
    await t.db.updateTable('purchases').set({ created_at: t.clock.now() }).where('league_id', '=', id).execute()
    expect(await undo(raised.id)).toMatchObject({
      body: { message: '2 players have entered the league since. It can no longer be undone.' },
    })
  })
})

describe('a price', () => {
  const seasonId = async () =>
    (
      await t.db
        .selectFrom('seasons')
        .select('id')
        .where('slug', '=', 'fall')
        .where('year', '=', 2026)
        .executeTakeFirstOrThrow()
    ).id

  test('of leagues is what it was, and only an owner may undo it', async () => {
    const params = { id: await seasonId() }
    const league_ids = [await leagueId('mens-singles-3-0', 'fall'), await leagueId('mens-singles-3-5', 'fall')]
    const rows = async () =>
      (
        await sql`select to_jsonb(l) - 'version' as league from leagues l where id = any(${league_ids}::int[]) order by id`.execute(
          t.db,
        )
      ).rows
    const stored = await t.db.selectFrom('leagues').select('division_id').where('id', 'in', league_ids).execute()
    const before = await rows()
    const leagues = stored.map(({ division_id }) => ({
      area,
      division_id,
      offered: true,
      price: 25,
      early_price: 20,
      early_until: '2026/07/30',
      capacity: 12,
    }))
    expect(await t.call(changeLeagues, { token, params, body: { leagues } })).toMatchObject({ status: 200 })
    expect(await rows()).not.toEqual(before)
    const entry = await entryOf('change_leagues')
    expect(await undo(entry.id, local.token)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    const { body } = await t.call(listAuditLog, { token: local.token, query: { kind: 'change_leagues' } })
    expect(body.audit_entries[0]).toMatchObject({ undo: 'impossible', undo_why: 'Only an owner can undo this.' })
    await undoOnce(entry.id, 'change_leagues')
    expect(await rows()).toEqual(before)
  })

  test('of leagues stays once it was changed again', async () => {
    const params = { id: await seasonId() }
    const { division_id } = await t.db
      .selectFrom('leagues')
      .select('division_id')
      .where('id', '=', await leagueId('mens-singles-4-0', 'fall'))
      .executeTakeFirstOrThrow()
    const set = (price: number) =>
      t.call(changeLeagues, { token, params, body: { leagues: [{ area, division_id, offered: true, price }] } })
    await set(25)
    const { id } = await entryOf('change_leagues')
    await set(26)
    expect(await undo(id)).toMatchObject({
      body: { code: 'not_undoable', message: expect.stringMatching(/ was changed again on /) },
    })
  })

  test('of a division is what it was', async () => {
    const read = async () =>
      (await t.call(listOrganizerDivisions, { token })).body.divisions.find(({ slug }) => slug === 'mens-singles-4-5')
    const before = await read()
    if (!before) throw new Error('no division')
    const { id, name, level, gender } = before
    const body = { name, level, gender, price: 50, picture: 'summer-2' as const }
    expect(await t.call(changeDivision, { token, params: { id }, body })).toMatchObject({ status: 200 })
    expect((await read())?.price).toBe(50)
    const entry = await entryOf('change_division')
    await undoOnce(entry.id, 'change_division')
    expect(await read()).toEqual(before)
    await t.call(changeDivision, { token, params: { id }, body })
    const other = await entryOf('change_division')
    await t.call(changeDivision, { token, params: { id }, body: { ...body, price: 51 } })
    expect(await undo(other.id)).toMatchObject({ status: 409, body: { code: 'not_undoable' } })
  })

  test('of additional divisions is what it was; other days are changed by hand', async () => {
    const params = { id: await seasonId() }
    const row = () => t.db.selectFrom('seasons').selectAll().where('id', '=', params.id).executeTakeFirst()
    const before = await row()
    const body = { second_division: { percent: 20 } }
    expect(await t.call(changeSeason, { token, params, body })).toMatchObject({ status: 200 })
    await undoOnce((await entryOf('change_season')).id, 'change_season')
    expect(await row()).toEqual(before)
    await t.call(changeSeason, { token, params, body: { sale_until: '2026/09/10' } })
    expect(await entryOf('change_season')).toMatchObject({ undo: null })
  })
})

describe('a new season', () => {
  const seasons = async () =>
    (await t.call(listOrganizerSeasons, { token, query: { per_page: 100 } })).body.seasons
      .map(({ id }) => id)
      .toSorted()
  const make = (name: string) =>
    t.call(createSeason, { token, body: { name, starting_date: '2026/08/01', ending_date: '2026/10/31' } })

  test('is gone, and so is one that was rolled over', async () => {
    const before = await seasons()
    const { body } = await make('Indoors')
    await undoOnce((await entryOf('create_season', `season ${body.id}`)).id, 'delete_season')
    expect(await seasons()).toEqual(before)
    const { id } = (await make('Ladder nights')).body
    const kept = await seasons()
    const next = await t.call(rollOverSeason, { token, params: { id }, query: {} })
    await undoOnce((await entryOf('roll_over', `season ${next.body.id}`)).id, 'delete_season')
    expect(await seasons()).toEqual(kept)
  })

  test('stays once somebody has joined it', async () => {
    const { id } = (await make('Club championship')).body
    await t.db.updateTable('leagues').set({ offered: true }).where('season_id', '=', id).execute()
    const { slug } = await t.db.selectFrom('seasons').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
    await joinLeague(t, await makePlayer(t), { season: slug, area, division: 'womens-singles-3-5' } as never)
    expect(await undo((await entryOf('create_season', `season ${id}`)).id)).toMatchObject({
      status: 409,
      body: { message: 'Somebody has joined the season since. It can no longer be undone.' },
    })
  })
})

describe('a new area', () => {
  const areas = async () => (await t.call(listOrganizerAreas, { token })).body.areas.map(({ slug }) => slug)
  const make = async (name: string) =>
    (await t.call(createArea, { token, body: { name, time_zone: 'America/Chicago' } })).body.slug

  test('is gone with its leagues', async () => {
    const before = await areas()
    const slug = await make('Elkhart')
    expect(await areas()).toContain(slug)
    await undoOnce((await entryOf('create_area', `area ${slug}`)).id, 'undo')
    expect(await areas()).toEqual(before)
  })

  test('stays once something happened there', async () => {
    const slug = await make('Goshen')
    await makePlayer(t, { area: slug } as never)
    await t.db
      .updateTable('players')
      .set({ area: slug })
      .where('id', '=', (await makePlayer(t)).id)
      .execute()
    expect(await undo((await entryOf('create_area', `area ${slug}`)).id)).toMatchObject({
      status: 409,
      body: { message: 'Players live there. It can no longer be undone.' },
    })
  })
})

test('a change names its audit entry, if that is the only one that can be undone', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const put = async (url: string, body: object) =>
    (await t.server.inject({ method: 'PUT', url: `/api${url}`, headers, payload: JSON.stringify(body) })).headers[
      'audit-id'
    ]
  const id = await leagueId('mens-singles-5-0', 'fall')
  const audit_id = await put(`/organizer/leagues/${id}/capacity`, { capacity: 7 })
  expect(String((await entryOf('limit_league', `league ${id}`)).id)).toBe(audit_id)
  expect(await put(`/organizer/leagues/${id}/capacity`, { capacity: 7 })).toBeUndefined()
})

describe('the list', () => {
  const list = async (query: object, by: TestPlayer = owner) =>
    (await t.call(listAuditLog, { token: by.token, query })).body

  test('is filtered by organizer, kind, subject, days and words', async () => {
    const other = await makeOrganizer(t)
    const id = await leagueId('womens-doubles', 'fall')
    // The evening of May 22 in the organization's time zone.
    t.clock.set('2026-05-23T02:00:00Z')
    await t.call(setCapacity, { token: other.token, params: { id }, body: { capacity: 9 } })
    const { audit_entries: mine, kinds, organizers, time_zone } = await list({ by: other.id })
    expect(mine).toMatchObject([{ kind: 'limit_league', subject: `league ${id}` }])
    expect(time_zone).toBe('Eastern Time')
    expect(kinds).toContainEqual({ kind: 'limit_league', title: 'Limit a league' })
    expect(organizers.map((each) => each.id)).toEqual(expect.arrayContaining([owner.id, other.id]))
    const by = other.id
    const count = async (query: object) => (await list({ by, ...query })).total
    expect(await count({ kind: 'limit_league', subject: `league ${id}`, from: '2026/05/22', to: '2026/05/22' })).toBe(1)
    expect(await count({ from: '2026/05/23' })).toBe(0)
    expect(await count({ to: '2026/05/21' })).toBe(0)
    expect(await count({ search: 'wömens DOUBLES 9' })).toBe(1)
    expect(await count({ search: '%' })).toBe(0)
    expect(await count({ kind: 'refund' })).toBe(0)
    expect((await list({ by: 1 + other.id * 1000 })).total).toBe(0)
    expect((await t.send(listAuditLog, { token, query: { from: 'yesterday' } })).status).toBe(422)
  })

  test('is exported as it is filtered, and no cell is a formula', async () => {
    const { id } = await played()
    await t.call(voidResult, { token, params: { id }, body: { version: 1, reason: '=HYPERLINK("x")', again: true } })
    const file = async (by: TestPlayer) => {
      const headers = { authorization: `Bearer ${by.token}` }
      const { body } = await t.server.inject({ url: `/api${exportAuditLog.path}?subject=match%20${id}`, headers })
      return body.trim().split('\r\n')
    }
    const lines = await file(owner)
    expect(lines[0]).toContain('Date,Time,Organizer')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(lines[1]).toContain('Result: – → to be played again')
    expect(await file(await makeOrganizer(t, ['dc']))).toHaveLength(1)
  })
})
