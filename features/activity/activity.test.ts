import { afterEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { offerTimes } from '#/features/arranging/contract.ts'
import { confirmScore } from '#/features/confirmation/contract.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { startSession } from '#/server/session.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { countEveryMeeting, joinLeague, makePlayer, type TestPlayer } from '#/test/make.ts'
import { getActivity, noteVisit } from './contract.ts'

const NOW = '2026-05-20T16:00:00Z'
const t = await startApp(NOW, {}, await freshDatabase())
await countEveryMeeting(t)
afterEach(() => t.clock.set(NOW))

const slugs = ['womens', 'mens'].flatMap((who) =>
  ['3-0', '3-5', '4-0', '4-5', '5-0'].map((level) => `${who}-singles-${level}`),
)
let divisions = 0
/** A separate league for each test. */
function league() {
  const division = slugs[divisions % slugs.length] ?? ''
  const area = (['south-bend', 'dc', 'indianapolis'] as const)[Math.floor(divisions / slugs.length)] ?? 'dc'
  divisions += 1
  return { season: 'summer-1', division, area }
}
/** A league with two players. */
async function leagueOfTwo() {
  const where = league()
  const { people, ...made } = await makeLeague(t, 2, where)
  return { where, ...made, ann: people[0], bea: people[1] }
}
/** A league with three players. */
async function leagueOfThree() {
  const where = league()
  const { people, ...made } = await makeLeague(t, 3, where)
  return { where, ...made, ann: people[0], bea: people[1], cleo: people[2] }
}
const areaNames = { 'south-bend': 'South Bend', dc: 'DC', indianapolis: 'Indianapolis' }

const activityOf = async ({ token }: Pick<TestPlayer, 'token'>) => {
  const { status, body } = await t.call(getActivity, { token })
  expect(status).toBe(200)
  return body
}
const kinds = async (player: TestPlayer) => (await activityOf(player)).waiting.map(({ kind }) => kind)
const visit = ({ token }: Pick<TestPlayer, 'token'>) => t.call(noteVisit, { token })
const nameOf = ({ first_name, last_name }: TestPlayer) => `${first_name} ${last_name}`

async function report(
  winner: TestPlayer,
  loser: TestPlayer,
  { area, division }: ReturnType<typeof league>,
  { by = winner, line = '6-4 6-4', match_date = '2026/05/18' } = {},
) {
  const body = scoreBody(winner, loser, line, { division, match_date, match_area: areaNames[area] })
  const { status, body: reply } = await t.call(reportScore, { token: by.token, body })
  expect([status, reply.message]).toEqual([201, expect.any(String)])
  return reply.id
}

test('a new player has nothing to do, no match and no news', async () => {
  expect(await activityOf(await makePlayer(t))).toEqual({
    waiting: [],
    moment: 'nothing_joined',
    left: { matches: 0, until: null },
    next: null,
    playoff: null,
    bracket: null,
    past: null,
    again: null,
    standings: [],
    since: null,
    news: [],
    more: false,
  })
})

test('the first screen follows the season: first match, today, mid-season, last week, late', async () => {
  const { ann, bea, cleo, league_id, entry_ids, where } = await leagueOfThree()
  const homeOf = async ({ id }: TestPlayer, at = NOW) => {
    t.clock.set(at)
    const { moment, left } = await activityOf({ token: await startSession(t.db, id, t.clock.now()) })
    return [moment, left.matches]
  }
  expect(await homeOf(ann)).toEqual(['before_draw', 0])
  await sql`update entries set drawn_at = ${NOW} where league_id = ${league_id}`.execute(t.db)
  await arrange(t, league_id, entry_ids[0], entry_ids[1], null)
  const dated = await arrange(t, league_id, entry_ids[0], entry_ids[2], '2026-05-21', '18:00')
  expect(await homeOf(ann)).toEqual(['first_match', 2])
  // In South Bend, DC and Indianapolis it is still the 21st.
  expect(await homeOf(ann, '2026-05-21T20:00:00Z')).toEqual(['match_today', 2])
  t.clock.set('2026-05-22T16:00:00Z')
  await report(ann, cleo, where, { match_date: '2026/05/21', by: ann })
  expect(dated).toBeGreaterThan(0)
  expect(await homeOf(ann, '2026-05-24T16:00:00Z')).toEqual(['mid_season', 1])
  expect(await homeOf(bea, '2026-05-24T16:00:00Z')).toEqual(['first_match', 1])
  expect(await homeOf(cleo, '2026-05-24T16:00:00Z')).toEqual(['all_played', 0])
  const { counts_until, ending_date } = await t.db
    .selectFrom('seasons as se')
    .innerJoin('leagues as l', 'l.season_id', 'se.id')
    .select(['se.counts_until', 'se.ending_date'])
    .where('l.id', '=', league_id)
    .executeTakeFirstOrThrow()
  expect(await homeOf(ann, `${ending_date}T16:00:00Z`)).toEqual(['last_week', 1])
  expect(await homeOf(ann, `${counts_until}T16:00:00Z`)).toEqual(['overdue', 0])
})

describe('what waits for the player', () => {
  test('a score waits for the other side only, until it is confirmed', async () => {
    const { ann, bea, cleo, where } = await leagueOfThree()
    const id = await report(ann, bea, where)
    expect((await activityOf(bea)).waiting).toMatchObject([
      {
        kind: 'confirm_score',
        until: '2026-05-21T16:00:00.000Z',
        opponents: nameOf(ann),
        league: { level_slug: where.division, league_slug: 'summer-1', year: 2026, area: where.area },
        match: { id, score_line: '6-4 6-4', confirmation: { version: 1 } },
      },
    ])
    expect([await kinds(ann), await kinds(cleo)]).toEqual([[], []])
    await t.call(confirmScore, { token: bea.token, params: { id }, body: { version: 1 } })
    expect(await kinds(bea)).toEqual([])
  })

  test('a score stops waiting when the time to confirm it is over', async () => {
    const { ann, bea, where } = await leagueOfTwo()
    await report(ann, bea, where)
    t.clock.set('2026-05-21T16:00:00Z')
    // The player is still signed in, because a session lasts longer than that.
    expect(await kinds(bea)).toEqual([])
  })

  test('an offer that needs an answer is listed after a score and before a payment', async () => {
    const { ann, bea, cleo, league_id, entry_ids, where } = await leagueOfThree()
    const match_id = await arrange(t, league_id, entry_ids[0], entry_ids[1], null)
    const times = [{ match_date: '2026/05/25', match_time: '18:00', match_location: 'Leeper Park' }]
    await t.call(offerTimes, { token: ann.token, params: { id: match_id }, body: { times, note: '' } })
    await report(cleo, bea, where)
    const other = league()
    const unpaid = await joinLeague(t, bea, other)
    const ofOrder = sql`where player_id = ${bea.id} and league_id = ${unpaid.league_id}`
    await sql`update purchases set status = 'Pending' ${ofOrder}`.execute(t.db)
    const { waiting } = await activityOf(bea)
    expect(waiting.map(({ kind }) => kind)).toEqual(['confirm_score', 'answer_offer', 'pay'])
    const { order_id } = await t.db
      .selectFrom('purchases')
      .select('order_id')
      .where('player_id', '=', bea.id)
      .where('league_id', '=', unpaid.league_id)
      .executeTakeFirstOrThrow()
    expect(waiting[1]).toMatchObject({ opponents: nameOf(ann), match: { id: match_id, owes_answer: 'me' } })
    expect(waiting[1]?.until).toMatch(/^2026-05-2\dT.*Z$/)
    expect(waiting[2]).toMatchObject({ order_id, match: null, until: null, league: { level_slug: other.division } })
    // The player who made the offer has nothing to do.
    expect(await kinds(ann)).toEqual([])
  })

  test('a match day that passed without a score asks both sides for one', async () => {
    const { ann, bea, league_id, entry_ids } = await leagueOfTwo()
    await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-05-19', '18:00')
    expect([await kinds(ann), await kinds(bea)]).toEqual([['report_score'], ['report_score']])
    t.clock.set('2026-09-20T16:00:00Z')
    const later = await startSession(t.db, ann.id, t.clock.now())
    expect((await activityOf({ token: later })).waiting).toEqual([])
  })

  test('a reserved place and an invitation wait until they expire', async () => {
    const player = await makePlayer(t)
    const inviter = await makePlayer(t)
    const [place, invited] = await t.db.selectFrom('leagues').select('id').orderBy('id').limit(2).execute()
    const held_until = new Date('2026-05-21T10:00:00Z')
    const expires_at = new Date('2026-05-20T18:00:00Z')
    await t.db
      .insertInto('wait_list')
      .values({ league_id: place!.id, player_id: player.id, created_at: t.clock.now(), held_until })
      .execute()
    await t.db
      .insertInto('entry_invitations')
      .values({
        league_id: invited!.id,
        player_id: player.id,
        email: player.email,
        invited_by_id: inviter.id,
        sent_at: t.clock.now(),
        expires_at,
      })
      .execute()
    expect((await activityOf(player)).waiting.map(({ kind, until }) => [kind, until])).toEqual([
      ['take_place', held_until.toISOString()],
      ['answer_invitation', expires_at.toISOString()],
    ])
    t.clock.set('2026-05-20T18:00:00Z')
    expect(await kinds(player)).toEqual(['take_place'])
    t.clock.set('2026-05-21T10:00:00Z')
    expect(await kinds(player)).toEqual([])
  })
})

describe('the next match', () => {
  test('the next match says when, where and against whom it is, and what a win or a loss means for the position', async () => {
    const { ann, bea, cleo, league_id, entry_ids, where } = await leagueOfThree()
    await report(bea, cleo, where)
    await report(ann, cleo, where)
    const later = await arrange(t, league_id, entry_ids[0], entry_ids[2], '2026-06-09', '10:00')
    const match_id = await arrange(t, league_id, entry_ids[1], entry_ids[0], '2026-05-27', '18:30')
    await t.db.updateTable('matches').set({ match_location: 'Leeper Park' }).where('id', '=', match_id).execute()
    const { next, standings } = await activityOf(ann)
    expect(next).toMatchObject({
      opponents: nameOf(bea),
      stage: null,
      match: { id: match_id, match_date: '2026/05/27', match_time: '18:30', match_location: 'Leeper Park' },
      meaning: { total: 3, won: { first: 1, last: 1 }, lost: { first: 2, last: 2 } },
    })
    expect(standings).toMatchObject([{ league_id, total: 3, wins: 1, losses: 0, ties: 0, rank: next?.meaning?.rank }])
    expect((await activityOf(bea)).next).toMatchObject({ opponents: nameOf(ann), match: { id: match_id } })
    // Cancels the earlier match.
    await t.db.updateTable('matches').set({ canceled_at: t.clock.now() }).where('id', '=', match_id).execute()
    expect((await activityOf(ann)).next?.match.id).toBe(later)
  })

  test('the next match says nothing about a position that no result would change', async () => {
    const { ann, bea, league_id, entry_ids, where } = await leagueOfTwo()
    await sql`update seasons set rules = '{"meetings": 1}' where id = (select season_id from leagues where id = ${league_id})`.execute(
      t.db,
    )
    await report(ann, bea, where)
    await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-05-27', '18:30')
    try {
      expect((await activityOf(ann)).next).toMatchObject({ opponents: nameOf(bea), meaning: null })
    } finally {
      await countEveryMeeting(t)
    }
  })

  test('the meaning of the next match changes at once with each result, although the league is cached in memory', async () => {
    const { ann, bea, cleo, league_id, entry_ids, where } = await leagueOfThree()
    await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-05-27', '18:30')
    const meaning = async () => (await activityOf(ann)).next?.meaning
    expect(await meaning()).toMatchObject({ won: { first: 1, last: 1 } })
    await report(cleo, bea, where)
    await report(cleo, bea, where, { match_date: '2026/05/19' })
    expect(await meaning()).toMatchObject({ won: { first: 2, last: 2 } })
    // A new player adds a row to the table.
    await joinLeague(t, await makePlayer(t), where)
    expect(await meaning()).toMatchObject({ total: 4 })
  })
})

describe('the news since the last visit', () => {
  test('results of others, new players and the play-offs are news; the player’s own results are not', async () => {
    const { ann, bea, cleo, league_id, where } = await leagueOfThree()
    await visit(ann)
    t.clock.set('2026-05-20T17:00:00Z')
    const own = await report(ann, cleo, where)
    const result = await report(bea, cleo, where)
    t.clock.set('2026-05-20T18:00:00Z')
    const dora = await makePlayer(t)
    await joinLeague(t, dora, where)
    t.clock.set('2026-05-20T19:00:00Z')
    await t.db.insertInto('playoffs').values({ league_id, made_at: t.clock.now() }).execute()
    t.clock.set('2026-05-20T20:00:00Z')
    const { since, news, more } = await activityOf(ann)
    expect([since, more]).toEqual(['2026-05-20T16:00:00.000Z', false])
    expect(news.map(({ kind, at, is_new }) => [kind, at, is_new])).toEqual([
      ['playoffs', '2026-05-20T19:00:00.000Z', true],
      ['joined', '2026-05-20T18:00:00.000Z', true],
      ['result', '2026-05-20T17:00:00.000Z', true],
    ])
    expect(news[1]?.joined).toBe(nameOf(dora))
    expect(news[2]?.result).toEqual({
      match_id: result,
      winner: nameOf(bea),
      opponent: nameOf(cleo),
      match_status: null,
      score_line: '6-4 6-4',
      is_mine: false,
    })
    // Cleo played in both matches and reported neither.
    const ofCleo = (await activityOf(cleo)).news.flatMap((item) => (item.result ? [item.result] : []))
    expect(ofCleo.map(({ match_id, is_mine }) => [match_id, is_mine])).toEqual([
      [result, true],
      [own, true],
    ])
    // Until the email is proved, players of other matches have short names.
    await t.db.updateTable('players').set({ email_verified_at: null }).where('id', 'in', [ann.id, cleo.id]).execute()
    const short = ({ first_name, last_name }: TestPlayer) => `${first_name} ${last_name.charAt(0)}.`
    const { news: seen } = await activityOf(ann)
    expect([seen[1]?.joined, seen[2]?.result?.winner, seen[2]?.result?.opponent]).toEqual([dora, bea, cleo].map(short))
    const mine = (await activityOf(cleo)).news.flatMap((item) => (item.result ? [item.result.winner] : []))
    expect(mine).toEqual([nameOf(bea), nameOf(ann)])
    // News from other players' leagues is not shown.
    expect((await activityOf(await makePlayer(t))).news).toEqual([])
  })

  test('reloads, tabs and devices within half an hour count as one visit', async () => {
    const { ann, bea, cleo, where } = await leagueOfThree()
    await visit(ann)
    t.clock.set('2026-05-20T17:00:00Z')
    await report(bea, cleo, where)
    const elsewhere = { token: await startSession(t.db, ann.id, t.clock.now()) }
    const look = async (by: Pick<TestPlayer, 'token'>) => {
      const { since, news } = await activityOf(by)
      return [since, news.find(({ kind }) => kind === 'result')?.is_new]
    }
    // Reading the page does not count as a visit, because the page may have been prefetched or refreshed.
    t.clock.set('2026-05-21T09:00:00Z')
    for (const by of [ann, elsewhere, ann]) expect(await look(by)).toEqual(['2026-05-20T16:00:00.000Z', true])
    await Promise.all([visit(ann), visit(elsewhere), visit(ann)])
    expect(await look(ann)).toEqual(['2026-05-20T16:00:00.000Z', true])
    t.clock.set('2026-05-21T09:29:00Z')
    await visit(elsewhere)
    t.clock.set('2026-05-21T09:58:00Z')
    await visit(ann)
    expect(await look(elsewhere)).toEqual(['2026-05-20T16:00:00.000Z', true])
    t.clock.set('2026-05-21T10:29:00Z')
    for (const by of [ann, elsewhere]) expect(await look(by)).toEqual(['2026-05-21T09:58:00.000Z', false])
  })

  test('the news says whether there are more items than the newest eight', async () => {
    const { ann, bea, cleo, where } = await leagueOfThree()
    for (let day = 15; day < 20; day += 1) {
      t.clock.set(`2026-05-20T17:${day}:00Z`)
      for (const loser of [ann, cleo]) await report(bea, loser, where, { match_date: `2026/05/${day}` })
    }
    const { news, more } = await activityOf(ann)
    expect([news.length, more, news.map(({ at }) => at)]).toEqual([
      8,
      true,
      news.map(({ at }) => at).toSorted((a, b) => (a < b ? 1 : -1)),
    ])
  })

  test('an organizer who impersonates the player does not count as a visit', async () => {
    const player = await makePlayer(t)
    const organizer = await makePlayer(t)
    await t.db.updateTable('players').set({ role: 'owner' }).where('id', '=', organizer.id).execute()
    await t.db
      .updateTable('sessions')
      .set({ impersonated_by_id: organizer.id })
      .where('player_id', '=', player.id)
      .execute()
    expect((await t.call(getActivity, { token: player.token })).status).toBe(200)
    expect((await visit(player)).status).toBe(403)
    expect(await t.db.selectFrom('visits').selectAll().where('player_id', '=', player.id).execute()).toEqual([])
  })
})

test('a client with the current response gets 304 until it changes', async () => {
  const { ann, bea, cleo, where } = await leagueOfThree()
  const read = (tag?: string) =>
    t.server.inject({
      path: '/api/users/activity',
      headers: { authorization: `Bearer ${ann.token}`, ...(tag !== undefined && { 'if-none-match': tag }) },
    })
  const first = await read()
  const tag = String(first.headers.etag)
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-store'])
  const again = await read(tag)
  expect([again.statusCode, again.body]).toEqual([304, ''])
  await report(bea, cleo, where)
  expect((await read(tag)).statusCode).toBe(200)
})

test('a match whose days are over waits for both sides, is not the next match, and cannot be offered', async () => {
  const { ann, bea, league_id, entry_ids } = await leagueOfTwo()
  const match_id = await arrange(t, league_id, entry_ids[0], entry_ids[1], null)
  await sql`update matches set play_from = '2026-05-12', play_by = '2026-05-19' where id = ${match_id}`.execute(t.db)
  for (const player of [ann, bea]) {
    const { waiting, next } = await activityOf(player)
    expect(next).toBeNull()
    expect(waiting).toMatchObject([
      // Summer 1 ends on August 2 and counts matches for seven days more.
      { kind: 'unplayed', until: '2026-08-10T04:00:00.000Z', decides: 'organizer', match: { window_over: true } },
    ])
  }
  // A score that is too late for the season cannot be reported.
  t.clock.set('2026-08-11T16:00:00Z')
  const later = await startSession(t.db, ann.id, t.clock.now())
  expect(await activityOf({ token: later })).toMatchObject({ waiting: [], next: null })
})

test('before the first result a match says what a win is worth, not a place by lot', async () => {
  const { ann, league_id, entry_ids } = await leagueOfThree()
  await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-05-25')
  expect((await activityOf(ann)).next?.meaning).toMatchObject({
    rank: null,
    is_first: true,
    won: { first: 1, last: 1 },
  })
})
