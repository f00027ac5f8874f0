import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { getCalendar } from '#/features/calendar/contract.ts'
import { confirmScore, correctScore, disputeScore } from '#/features/confirmation/contract.ts'
import { embedStandings } from '#/features/embed/contract.ts'
import {
  getMatch,
  getPublicResult,
  getResult,
  listMyMatches,
  listResults,
  reportScore,
} from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { makeInvitationLink } from '#/features/pairs/invitation-fixture.ts'
import { acceptInvitation, namePartner } from '#/features/pairs/contract.ts'
import { comparePlayers } from '#/features/players/contract.ts'
import { explainPlace } from '#/features/standings/place-contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import type { SeasonRules } from '#/rules/season-rules.ts'
import { inTransaction } from '#/server/db.ts'
import { startExport } from '#/organizer/desk/contract.ts'
import { getTaskFile } from '#/organizer/exchange/contract.ts'
import { voidResult } from '#/organizer/matches/contract.ts'
import { createWebhook } from '#/organizer/webhooks/contract.ts'
import { startSession } from '#/server/session.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { listMisnamed, listUneven, readLedger, refillLedger } from '#/test/ledger.ts'
import { countEveryMeeting, joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { startWebhookReceiver } from '#/test/webhook-receiver.ts'
import { replacePlayer } from './contract.ts'

// Summer 2 of 2026 begins on July 30.
const t = await startApp('2026-07-15T16:00:00Z', { CALLS_TO_LOOPBACK: '1' })
await countEveryMeeting(t)
const owner = await makeOrganizer(t)
const receiver = await startWebhookReceiver()
afterAll(() => receiver.stop())
const reason = 'Moved away'

async function at(instant: string, ...players: TestPlayer[]): Promise<void> {
  t.clock.set(instant)
  for (const player of [owner, ...players]) player.token = await startSession(t.db, player.id, t.clock.now())
}

/** Ann, Ben, Cat and others of one league, on August 5. */
async function makeSeason<N extends 2 | 3 | 4>(size: N, division: string) {
  t.clock.set('2026-07-15T16:00:00Z')
  const made = await makeLeague(t, size, { season: 'summer-2', division })
  await at('2026-08-05T16:00:00Z', ...made.people)
  const report = async (winner: TestPlayer, loser: TestPlayer, match_date = '2026/08/04', by = winner) => {
    const body = scoreBody(winner, loser, '6-2 6-2', { season: 'Summer 2', match_date, division })
    const { status, body: reply } = await t.call(reportScore, { token: by.token, body })
    return { status, id: status === 201 ? reply.id : 0, code: status === 201 ? null : reply.code }
  }
  return { ...made, division, report }
}

async function replace(entry_id: number, leaving: TestPlayer, comes: TestPlayer) {
  const body = { leaving_player_id: leaving.id, email: comes.email, reason }
  const { status, body: reply } = await t.call(replacePlayer, { token: owner.token, params: { id: entry_id }, body })
  expect({ status, message: reply.message }).toMatchObject({ status: 200 })
}

const nameOf = ({ first_name, last_name }: TestPlayer) => `${first_name} ${last_name}`
const publicNameOf = ({ first_name, last_name }: TestPlayer) => `${first_name} ${last_name.slice(0, 1)}.`
const historyOf = async ({ token }: TestPlayer) => (await t.call(listMyMatches, { token, query: {} })).body
const recordOf = async (player: TestPlayer) => {
  const { wins, losses, ties } = (await historyOf(player)).record
  return [wins, losses, ties]
}
const compare = async (player: TestPlayer, other: TestPlayer) =>
  (await t.call(comparePlayers, { token: player.token, query: { player_two: other.id } })).body
const tableOf = async ({ token }: TestPlayer, division: string) =>
  (await t.call(listStandings, { token, query: { season: 'summer-2', division } })).body.players
const resultOf = async ({ token }: TestPlayer, id: number) => (await t.call(getResult, { token, params: { id } })).body

describe('a player who is replaced after two wins', () => {
  async function makeReplaced(division: string) {
    const season = await makeSeason(4, division)
    const [ann, ben, cat, dee] = season.people
    const first = await season.report(ann, ben, '2026/08/02')
    const second = await season.report(ann, cat, '2026/08/03')
    const open = await arrange(t, season.league_id, season.entry_ids[0], season.entry_ids[3], '2026-08-20', '18:00')
    t.clock.set('2026-08-06T12:00:00Z')
    const zed = await makePlayer(t)
    await at('2026-08-06T12:00:00Z', ann, ben, cat, dee, zed)
    await replace(season.entry_ids[0], ann, zed)
    return { ...season, ann, ben, cat, dee, zed, first: first.id, second: second.id, open }
  }

  test('keeps both in every result, record, history and head-to-head; the new player starts with nothing', async () => {
    const { ann, ben, cat, dee, zed, first, second, open, division } = await makeReplaced('mens-singles-4-5')
    expect([await recordOf(ann), await recordOf(zed), await recordOf(ben)]).toEqual([
      [2, 0, 0],
      [0, 0, 0],
      [0, 1, 0],
    ])
    expect((await historyOf(ann)).matchups.map(({ id }) => id)).toEqual([second, first])
    expect((await historyOf(zed)).matchups.map(({ id }) => id)).toEqual([open])
    expect((await historyOf(ben)).matchups).toMatchObject([{ player_one_name: nameOf(ann) }])
    expect((await compare(ben, ann)).head_to_head).toMatchObject({ wins: 0, losses: 1 })
    expect((await compare(ben, zed)).head_to_head).toMatchObject({ wins: 0, losses: 0 })
    expect((await compare(ben, zed)).player_two).toMatchObject({ sets_won: 0, form: [] })
    expect(await resultOf(cat, second)).toMatchObject({
      winner: { name: nameOf(ann) },
      versions: [{ winner: nameOf(ann) }],
    })
    expect((await t.call(getPublicResult, { params: { id: first } })).body.winner.name).toBe(publicNameOf(ann))
    const query = { area: 'south-bend', season: 'summer-2', division } as const
    const { results } = (await t.call(listResults, { token: zed.token, query })).body
    expect(new Set(results.map(({ winner }) => winner.name))).toEqual(new Set([nameOf(ann)]))
    // The open match is between the two who hold the places.
    expect((await t.call(getMatch, { token: zed.token, params: { id: open } })).body.player_one_name).toBe(nameOf(zed))
    expect((await t.call(getMatch, { token: ann.token, params: { id: open } })).status).toBe(404)
    expect((await historyOf(dee)).matchups).toMatchObject([{ player_one_name: nameOf(zed) }])
  })

  test('still answers for the played matches, and the new player only for later ones', async () => {
    const { ann, ben, zed, first, division, report } = await makeReplaced('mens-singles-5-0')
    expect((await t.call(getMatch, { token: ann.token, params: { id: first } })).body.confirmation?.role).toBe('author')
    expect((await t.call(getMatch, { token: zed.token, params: { id: first } })).status).toBe(404)
    const answer = { params: { id: first }, body: { version: 1 } }
    expect((await t.call(confirmScore, { token: zed.token, ...answer })).status).toBe(403)
    const body = {
      ...scoreBody(ben, ann, '6-4 6-4', { season: 'Summer 2', match_date: '2026/08/02', division }),
      version: 1,
    }
    expect((await t.call(correctScore, { token: ben.token, params: { id: first }, body })).status).toBe(200)
    expect(await resultOf(ben, first)).toMatchObject({
      winner: { name: nameOf(ben) },
      opponent: { name: nameOf(ann) },
      versions: [{ winner: nameOf(ann) }, { winner: nameOf(ben) }],
    })
    const dispute = { params: { id: first }, body: { version: 2, reason: 'I won that' } }
    expect((await t.call(disputeScore, { token: ann.token, ...dispute })).status).toBe(200)
    expect(await recordOf(ann)).toEqual([1, 0, 0])
    // Of the two, only the player in the league reports a new match.
    expect((await report(ann, ben, '2026/08/05')).code).toBe('not_in_same_league')
    expect((await report(zed, ben, '2026/08/05')).status).toBe(201)
    expect([await recordOf(ann), await recordOf(zed), await recordOf(ben)]).toEqual([
      [1, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ])
  })

  test('is named on the line of the place, with the day, on the screen, in the why, on other sites and in the export', async () => {
    const { ann, ben, zed, league_id, entry_ids, division } = await makeReplaced('mens-singles-3-5')
    const replacements = [{ name: nameOf(zed), replaces: nameOf(ann), since: '2026/08/06' }]
    const table = await tableOf(ben, division)
    expect(table.find(({ entry_id }) => entry_id === entry_ids[0])).toMatchObject({ wins: 2, losses: 0, replacements })
    expect(table.find(({ entry_id }) => entry_id === entry_ids[1])).toMatchObject({ replacements: null })
    const why = await t.call(explainPlace, { token: ben.token, query: { league_id, entry_id: entry_ids[0] } })
    expect(why.body).toMatchObject({ name: nameOf(zed), replacements })
    const params = { area: 'south-bend', division }
    const embedded = (await t.call(embedStandings, { params, query: { season: 'summer-2' } })).body.standings
    expect(embedded[0]).toMatchObject({
      name: publicNameOf(zed),
      replacements: [{ name: publicNameOf(zed), replaces: publicNameOf(ann), since: '2026/08/06' }],
    })
    const page = await t.server.inject({ url: `/public/embed/south-bend/${division}/standings?season=summer-2` })
    expect(page.body).toContain(`${publicNameOf(zed)} for ${publicNameOf(ann)} from Aug 6`)
    expect(await exported('standings', division)).toContain(`${nameOf(zed)} for ${nameOf(ann)} from 2026-08-06`)
    const results = await exported('results', division)
    expect(results.match(new RegExp(ann.email, 'g'))).toHaveLength(2)
    expect(results).not.toContain(zed.email)
  })

  test('is named in calendars and in the events of webhooks', async () => {
    const { status, body } = await t.call(createWebhook, {
      token: owner.token,
      body: { url: receiver.url, events: ['result.confirmed'] },
    })
    expect(status).toBe(201)
    receiver.trust(body.secret)
    const { ann, ben, zed, first } = await makeReplaced('mens-singles-3-0')
    await runJobs(t)
    const feed = async ({ token }: TestPlayer) => {
      const { url } = (await t.call(getCalendar, { token })).body
      // Long lines are folded.
      return (await t.server.inject({ url: new URL(url).pathname })).body.replaceAll(/\r\n /g, '')
    }
    expect(await feed(ben)).toContain(nameOf(ann))
    expect(await feed(ben)).not.toContain(nameOf(zed))
    expect(await feed(ann)).toContain(nameOf(ben))
    expect(await feed(zed)).not.toContain(nameOf(ben))
    expect((await t.call(confirmScore, { token: ben.token, params: { id: first }, body: { version: 1 } })).status).toBe(
      200,
    )
    await runJobs(t)
    expect(receiver.received.filter(({ type }) => type === 'result.confirmed').map(({ data }) => data)).toMatchObject([
      { match_id: first, winner: nameOf(ann), opponent: nameOf(ben) },
    ])
  })

  async function exported(kind: 'standings' | 'results', division: string): Promise<string> {
    const body = { kind, area: 'south-bend', season: 'summer-2', division } as const
    const { task_id } = (await t.call(startExport, { token: owner.token, body })).body
    await runJobs(t)
    const url = `/api${getTaskFile.path.replace('{id}', String(task_id))}`
    return (await t.server.inject({ url, headers: { authorization: `Bearer ${owner.token}` } })).body
  }
})

test('of a chain of replacements the line names the last one, and each result its own players', async () => {
  const { people, entry_ids, report, division } = await makeSeason(4, 'womens-singles-4-5')
  const [ann, ben, cat, dee] = people
  await report(ann, ben)
  const [yan, zed] = [await makePlayer(t), await makePlayer(t)]
  await at('2026-08-10T16:00:00Z', ...people, yan, zed)
  await replace(entry_ids[0], ann, yan)
  await report(cat, yan, '2026/08/09')
  await at('2026-08-15T16:00:00Z', ...people, yan, zed)
  await replace(entry_ids[0], yan, zed)
  await report(zed, dee, '2026/08/14')
  const [line] = await tableOf(ben, division)
  expect(line).toMatchObject({
    wins: 2,
    losses: 1,
    replacements: [{ name: nameOf(zed), replaces: nameOf(yan), since: '2026/08/15' }],
  })
  expect([await recordOf(ann), await recordOf(yan), await recordOf(zed)]).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [1, 0, 0],
  ])
  // The first player takes the place of another one: all of their results are theirs.
  await replace(entry_ids[1], ben, ann)
  await report(ann, cat, '2026/08/13')
  expect(await recordOf(ann)).toEqual([2, 0, 0])
  expect((await historyOf(ann)).total).toBe(2)
  expect(await listUneven(t.db)).toEqual([])
})

test('records follow the season’s rules for a place with results of several players', async () => {
  const { people, entry_ids, league_id, division, report } = await makeSeason(3, 'womens-singles-3-0')
  const [ann, ben, cat] = people
  await report(ann, ben, '2026/08/02')
  await report(ann, ben, '2026/08/03')
  t.clock.set('2026-08-05T16:01:00Z')
  const zed = await makePlayer(t)
  zed.token = await startSession(t.db, zed.id, t.clock.now())
  await replace(entry_ids[0], ann, zed)
  await report(zed, ben, '2026/08/04')
  const walkover = {
    season: 'Summer 2',
    match_date: '2026/08/05',
    division,
    match_status: 'Opponent did not show',
  } as const
  const body = scoreBody(zed, cat, '', walkover)
  expect((await t.call(reportScore, { token: zed.token, body })).status).toBe(201)
  const expectRecords = async (ofAnn: number, ofZed: number) => {
    await inTransaction(t.db, (tx) => rebuildLeague(tx, league_id))
    expect([await recordOf(ann), await recordOf(zed)]).toEqual([
      [ofAnn, 0, 0],
      [ofZed, 0, 0],
    ])
    expect(await listUneven(t.db)).toEqual([])
  }
  const setRules = (rules: Partial<SeasonRules>) =>
    t.db
      .updateTable('seasons')
      .set({ rules })
      .where('id', '=', (season) => season.selectFrom('leagues').select('season_id').where('id', '=', league_id))
      .execute()
  await expectRecords(2, 2)
  await setRules({ meetings: 2 })
  await expectRecords(2, 1)
  await setRules({ meetings: 1, walkovers: 'nothing' })
  await expectRecords(1, 0)
  await setRules({ meetings: null, among_tied: 'always' })
  // The result of a player who has left the league counts for nobody.
  await t.db.updateTable('purchases').set({ status: 'Closed' }).where('player_id', '=', ben.id).execute()
  await expectRecords(0, 1)
})

test('a partner who is replaced keeps the results of the pair, and the new one has those from then on', async () => {
  t.clock.set('2026-07-15T16:00:00Z')
  const division = 'womens-doubles'
  const makePair = async () => {
    const [buyer, partner] = [await makePlayer(t), await makePlayer(t)]
    const { league_id, entry_id } = await joinLeague(t, buyer, { season: 'summer-2', division })
    const body = { full_name: nameOf(partner), email: partner.email }
    await t.call(namePartner, { token: buyer.token, params: { league_id }, body })
    await t.call(acceptInvitation, { body: { token: await makeInvitationLink(t, partner.email) } })
    return { buyer, partner, entry_id }
  }
  const [ours, theirs] = [await makePair(), await makePair()]
  const zed = await makePlayer(t)
  const people = [ours.buyer, ours.partner, theirs.buyer, theirs.partner, zed]
  await at('2026-08-05T16:00:00Z', ...people)
  const report = async (winner: TestPlayer, loser: TestPlayer, match_date: string) => {
    const body = scoreBody(winner, loser, '6-2 6-2', { season: 'Summer 2', match_date, division })
    const { status, body: reply } = await t.call(reportScore, { token: winner.token, body })
    expect({ status, message: reply.message }).toMatchObject({ status: 201 })
    return reply.id
  }
  const first = await report(ours.buyer, theirs.buyer, '2026/08/03')
  t.clock.set('2026-08-05T16:01:00Z')
  await replace(ours.entry_id, ours.partner, zed)
  const second = await report(ours.buyer, theirs.buyer, '2026/08/04')
  const pair = `${nameOf(ours.buyer)} & ${nameOf(ours.partner)}`
  expect((await resultOf(theirs.buyer, first)).winner.name).toBe(pair)
  expect((await resultOf(theirs.buyer, second)).winner.name).toBe(`${nameOf(ours.buyer)} & ${nameOf(zed)}`)
  expect([await recordOf(ours.buyer), await recordOf(ours.partner), await recordOf(zed)]).toEqual([
    [2, 0, 0],
    [1, 0, 0],
    [1, 0, 0],
  ])
  expect((await tableOf(theirs.buyer, division))[0]).toMatchObject({
    wins: 2,
    replacements: [{ name: nameOf(zed), replaces: nameOf(ours.partner), since: '2026/08/05' }],
  })
})

test('a voided result that is to be played again is of the players who hold the places then', async () => {
  const { people, entry_ids, report } = await makeSeason(2, 'womens-singles-4-0')
  const [ann, ben] = people
  const { id } = await report(ann, ben)
  const zed = await makePlayer(t)
  await at('2026-08-10T16:00:00Z', ...people, zed)
  await replace(entry_ids[0], ann, zed)
  const body = { version: 1, reason, again: true }
  expect((await t.call(voidResult, { token: owner.token, params: { id }, body })).status).toBe(200)
  expect((await historyOf(ann)).total).toBe(0)
  expect((await historyOf(zed)).matchups).toMatchObject([{ id, player_one_name: nameOf(zed) }])
  expect((await report(ben, zed, '2026/08/09')).id).toBe(id)
  expect([await recordOf(ann), await recordOf(zed), await recordOf(ben)]).toEqual([
    [0, 0, 0],
    [0, 1, 0],
    [1, 0, 0],
  ])
})

test('an older database gets the same players from its places and its audit log', async () => {
  // A place whose only shared result was voided is noted as shared until then.
  const { shared: _, ...before } = await readLedger(t.db)
  await refillLedger(t)
  expect(await readLedger(t.db)).toMatchObject(before)
  expect(await listUneven(t.db)).toEqual([])
})

test('a score that is reported while its player is replaced names exactly one of the two', async () => {
  const { people, entry_ids, report } = await makeSeason(2, 'womens-singles-5-0')
  const [ann, ben] = people
  let stored = 0
  for (const [index, day] of ['2026/08/02', '2026/08/03', '2026/08/04'].entries()) {
    const zed = await makePlayer(t)
    zed.token = await startSession(t.db, zed.id, t.clock.now())
    const [reported] = await Promise.all([
      report(ann, ben, day, index === 1 ? ben : ann),
      replace(entry_ids[0], ann, zed),
    ])
    stored += reported.status === 201 ? 1 : 0
    // A score that comes too late for Ann is refused.
    expect([null, 'not_in_same_league']).toContain(reported.code)
    expect([await recordOf(ann), await recordOf(zed), await recordOf(ben)]).toEqual([
      [stored, 0, 0],
      [0, 0, 0],
      [0, stored, 0],
    ])
    expect(await listUneven(t.db)).toEqual([])
    await replace(entry_ids[0], zed, ann)
  }
})

test('a report that has waited until its player was replaced stores nothing', async () => {
  const { people, entry_ids, league_id, report } = await makeSeason(2, 'mens-singles-4-0')
  const [ann, ben] = people
  const zed = await makePlayer(t)
  const { promise: replaced, resolve: replaceNow } = Promise.withResolvers<null>()
  const { promise: locked, resolve: lockedNow } = Promise.withResolvers<null>()
  const replacing = t.db.transaction().execute(async (tx) => {
    await tx.selectFrom('leagues').select('id').where('id', '=', league_id).forNoKeyUpdate().execute()
    lockedNow(null)
    await replaced
    await tx.updateTable('entry_players').set({ player_id: zed.id }).where('entry_id', '=', entry_ids[0]).execute()
  })
  await locked
  const reporting = report(ann, ben)
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and query like '%leagues%' and datname = current_database()`.execute(
        t.db,
      )
      return rows.length
    })
    .toBe(1)
  replaceNow(null)
  await replacing
  expect((await reporting).code).toBe('not_in_same_league')
  expect([await recordOf(ann), await recordOf(ben)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])
})

test('open matches name the holders of their places, and the tables add up to the records, after all of this', async () => {
  expect(await listMisnamed(t.db)).toEqual([])
  expect(await listUneven(t.db)).toEqual([])
})
