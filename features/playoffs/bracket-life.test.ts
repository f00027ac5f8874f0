import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { closeRefundedLines } from '#/features/refunds/returns.ts'
import { confirmScore, correctScore, disputeScore } from '#/features/confirmation/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { inTransaction } from '#/server/db.ts'
import { startApp } from '#/test/app.ts'
import { sendEmails } from '#/test/mailbox.ts'
import { countEveryMeeting, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { listOrganizerPlayoffs, makeOrganizerPlayoffs, previewPlayoffs } from '#/organizer/playoffs/contract.ts'
import { makeDuePlayoffs } from './jobs.ts'
import { playoffSeasons, type Entered } from './season-fixture.ts'
import { rebuildLeague } from './rebuild.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'

// Summer 1 2026 ends on August 2; its last results count on the 9th.
const joining = '2026-05-20T16:00:00Z'
const closed = '2026-08-10T16:00:00Z'
const t = await startApp(joining)
await countEveryMeeting(t)
const { makeSeason, makeBracketOf, signInAgain, report, listStage, board } = playoffSeasons(t, { joining, closed })

/** Withdraws an entry as an organizer does in mid-season. */
async function withdraw({ entry_id }: Entered) {
  const line = await t.db
    .selectFrom('entries')
    .innerJoin('purchases', 'purchases.id', 'entries.purchase_id')
    .select(['purchases.id', 'purchases.order_id', 'purchases.league_id'])
    .where('entries.id', '=', entry_id)
    .executeTakeFirstOrThrow()
  await inTransaction(t.db, (tx) => closeRefundedLines(tx, line.order_id, [line], t.clock.now()))
}

/** The emails about play-offs since the last call: 'Player: subject'. */
async function sentEmails(people: readonly Entered[]): Promise<string[]> {
  await sendEmails(t)
  const mine = t.emails
    .splice(0)
    .filter(({ subject }) => !/score|receipt|You are in:|left/i.test(subject))
    .flatMap(({ to, subject }) => {
      const place = people.findIndex(({ email }) => email === to.email)
      return place < 0 ? [] : [`${place + 1}: ${subject}`]
    })
  return mine.toSorted()
}

const played = { match_date: '2026/08/12' }

type Season = Awaited<ReturnType<typeof makeSeason>>

describe('emails to the players', () => {
  const division = 'mens-singles-3-0'
  let league_id: number
  let ranked: Season['ranked']
  let [one, two, three, four, five] = [] as unknown as Season['ranked']
  beforeAll(async () => {
    ;({ league_id, ranked } = await makeSeason(10, division))
    ;[one, two, three, four, five] = ranked
  })

  test('emails tell everyone who has qualified the seed, the first opponent or bye, and the deadline; others get none', async () => {
    await sendEmails(t)
    t.emails.splice(0)
    t.clock.set(closed)
    await signInAgain(ranked)
    await makeDuePlayoffs(t.db, t.clock.now())
    await sendEmails(t)
    const emails = new Map(t.emails.map((email) => [email.to.email, email]))
    expect([...emails.keys()].toSorted()).toEqual([one, two, three, four, five].map(({ email }) => email).toSorted())
    expect(emails.get(four.email)?.subject).toBe('You are in the play-offs, seed 4 of 5')
    expect(emails.get(four.email)?.text).toContain(
      `Your quarter-final is against ${five.name}. Please play it by Wed, Aug 12, 2026.`,
    )
    expect(emails.get(one.email)?.text).toContain('You start in the semi-finals. Your opponent is the winner of')
    expect(emails.get(two.email)?.text).toContain(`Your semi-final is against ${three.name}.`)
    expect(emails.get(one.email)?.text).toContain(
      `/play-offs/index?city=south-bend&division=${division}&season=summer-1&year=2026`,
    )
    expect(await sentEmails(ranked)).toHaveLength(5)
    await inTransaction(t.db, (tx) => rebuildLeague(tx, league_id))
    expect(await sentEmails(ranked)).toEqual([])
  })

  test('emails tell both players once the next opponent is known; a correction sends a new one, but never the same one twice', async () => {
    t.clock.set('2026-08-12T22:00:00Z')
    const reply = await report(four, five, '6-4 6-4', { ...played, division })
    expect(await sentEmails(ranked)).toEqual([
      `1: Your semi-final is against ${four.name}`,
      `4: Your semi-final is against ${one.name}`,
    ])
    const { season: _, ...corrected } = scoreBody(five, four, '6-4 6-4', played)
    const params = { id: reply.body.id }
    await t.call(correctScore, { params, token: five.token, body: { ...corrected, version: 1 } })
    expect(await sentEmails(ranked)).toEqual([
      `1: Your semi-final is against ${five.name}`,
      `5: Your semi-final is against ${one.name}`,
    ])
    const dispute = { params, token: four.token, body: { version: 2, reason: 'I won.' } }
    expect((await t.call(disputeScore, dispute)).status).toBe(200)
    const organizer = await makeOrganizer(t)
    await t.call(confirmScore, { params, token: organizer.token, body: { version: 2 } })
    expect(await board(division, 2)).toEqual([`${one.name} - ${five.name}`, `${two.name} - ${three.name}`])
    expect(await sentEmails(ranked)).toEqual([])
  })

  test('emails tell the finalists once the final can no longer be disputed', async () => {
    t.clock.set('2026-08-20T22:00:00Z')
    await report(five, one, '6-4 6-4', { match_date: '2026/08/20', division })
    await report(two, three, '6-4 6-4', { match_date: '2026/08/20', division })
    await sentEmails(ranked)
    t.clock.set('2026-09-05T22:00:00Z')
    await report(two, five, '6-4 3-6 10-7', { match_date: '2026/09/05', division })
    expect(await sentEmails(ranked)).toEqual([])
    t.clock.set('2026-09-06T22:00:01Z')
    await sendEmails(t)
    const emails = t.emails.map(({ to, subject, text }) => ({ email: to.email, subject, text }))
    expect(await sentEmails(ranked)).toEqual([
      "2: You are the champion of Men's Singles 3.0",
      `5: ${two.name} has won the play-offs`,
    ])
    expect(emails.find(({ email }) => email === two.email)?.text).toContain(`beating ${five.name} 6-4 3-6 10-7 in the`)
  })
})

test('a tie at the cut is decided by the tie-breaks, and shown', async () => {
  // Six of the ten entries have two wins each, and the fifth place is the last that qualifies.
  const { division, ranked } = await makeBracketOf(10, 'mens-singles-3-5')
  const { cut } = (await listStage(division, 1)).body
  expect(cut).toMatchObject({
    place: 5,
    title: expect.any(String),
    last_in: { name: ranked[4].name },
    first_out: { name: ranked[5]?.name },
  })
})

describe('an entry that leaves', () => {
  const division = 'mens-singles-4-0'
  let league_id: number
  let ranked: Season['ranked']
  const seeds = () =>
    t.db
      .selectFrom('playoff_seeds')
      .select(['entry_id', 'withdrawn'])
      .where('league_id', '=', league_id)
      .orderBy('seed')
      .execute()
  /** The final positions of the seeded entries: [1, 2, 4]. */
  const places = async () =>
    (await seeds()).map(({ entry_id }) => ranked.findIndex((each) => each.entry_id === entry_id) + 1)
  const [at, nameAt] = [(place: number) => ranked[place - 1] as Entered, (place: number) => at(place).name]
  beforeAll(async () => {
    ;({ league_id, ranked } = await makeSeason(12, division))
  })

  test('an entry that leaves before the bracket is made is not in it, and wins against it no longer count', async () => {
    // The first two have played the entry in the last place, so without those matches each of them has played three.
    await withdraw(at(12))
    const { rows: table } = await sql<{ entry_id: number }>`
      select entry_id from standings where league_id = ${league_id} and played >= 4 and rank <= 6 order by rank`.execute(
      t.db,
    )
    t.clock.set(closed)
    await signInAgain(ranked)
    await makeDuePlayoffs(t.db, t.clock.now())
    expect(await places()).toHaveLength(4)
    expect(await places()).not.toContain(1)
    expect((await seeds()).map(({ entry_id }) => entry_id)).toEqual(table.map(({ entry_id }) => entry_id))
    await sentEmails(ranked)
  })

  test('an entry that leaves before its first play-off match is replaced by the best entry that is not in yet, and that player is emailed', async () => {
    const before = await places()
    const { rows: waiting } = await sql<{ entry_id: number }>`
      select entry_id from standings where league_id = ${league_id} and played >= 4
        and entry_id not in (select entry_id from playoff_seeds where league_id = ${league_id}) order by rank`.execute(
      t.db,
    )
    const next = ranked.findIndex(({ entry_id }) => entry_id === waiting[0]?.entry_id) + 1
    await withdraw(at(before[0] ?? 0))
    expect(await places()).toEqual([next, ...before.slice(1)])
    expect(await sentEmails(ranked)).toContainEqual(`${next}: You are in the play-offs, seed 1 of ${before.length}`)
    expect((await seeds()).every(({ withdrawn }) => !withdrawn)).toBe(true)
  })

  test('an entry that leaves after a play-off match loses the next one by walkover, here the final', async () => {
    const [one = 0, two = 0, three = 0, four = 0] = await places()
    t.clock.set('2026-08-12T22:00:00Z')
    expect((await report(at(two), at(three), '6-4 6-4', { ...played, division })).status).toBe(201)
    await withdraw(at(two))
    expect((await places())[1]).toBe(two)
    expect(await board(division, 2)).toEqual([
      `${nameAt(one)} - ${nameAt(four)}`,
      `${nameAt(two)} 6-4 6-4 ${nameAt(three)}`,
    ])
    await sentEmails(ranked)
    await report(at(one), at(four), '6-4 6-4', { ...played, division })
    expect(await sentEmails(ranked)).toEqual([])
    t.clock.set('2026-08-13T22:00:01Z')
    expect(await sentEmails(ranked)).toEqual([`${one}: You are the champion of Men's Singles 4.0`])
    expect(await board(division, 3)).toEqual([`${nameAt(one)} w.o. ${nameAt(two)}`])
    expect(await board(division, 4)).toEqual([`${nameAt(one)} - ?`])
    expect((await listStage(division, 3)).body.items).toMatchObject([
      { withdrew_one: false, withdrew_two: true, winner: 'player_one', match_id: null, state: null },
    ])
  })

  test('an entry that leaves and comes back does not undo its walkover', async () => {
    const gone = (await places())[1] ?? 0
    await t.db
      .updateTable('purchases')
      .set({ status: 'Paid', refunded_at: null })
      .where('id', '=', (eb) =>
        eb.selectFrom('entries').select('purchase_id').where('entries.id', '=', at(gone).entry_id),
      )
      .execute()
    await inTransaction(t.db, (tx) => rebuildLeague(tx, league_id))
    expect(await board(division, 4)).toEqual([`${nameAt((await places())[0] ?? 0)} - ?`])
  })
})

describe("the organizer's button", () => {
  const division = 'mens-singles-4-5'
  let league_id: number
  let ranked: Season['ranked']
  let organizer: TestPlayer
  const params = () => ({ league_id })
  const preview = async () => (await t.call(previewPlayoffs, { params: params(), token: organizer.token })).body
  const make = (entries: number[], token = organizer.token) =>
    t.call(makeOrganizerPlayoffs, { params: params(), body: { entries }, token })
  const state = async () => {
    const { body } = await t.call(listOrganizerPlayoffs, {
      token: organizer.token,
      query: { season: 'summer-1', year: 2026, per_page: 100 },
    })
    return body.leagues.find((league) => league.league_id === league_id)
  }

  beforeAll(async () => {
    ;({ league_id, ranked } = await makeSeason(10, division))
    organizer = await makeOrganizer(t, ['south-bend'])
  })

  test('the organizer’s button shows who qualifies, who just misses it and why, even during the season', async () => {
    expect(await state()).toMatchObject({ state: 'running', entries: 10, qualified: 5, disputes: 0, champion: null })
    const shown = await preview()
    expect(shown.field.map(({ seed, name }) => `${seed} ${name}`)).toEqual(
      ranked.slice(0, 5).map(({ name }, index) => `${index + 1} ${name}`),
    )
    expect(shown.missed).toMatchObject([
      { name: ranked[5]?.name, why: 'place' },
      { name: ranked[6]?.name, why: 'place' },
    ])
    expect(shown).toMatchObject({
      ending_date: '2026/08/02',
      closing_date: '2026/08/10',
      cut: { place: 5, first_out: { name: ranked[5]?.name } },
      stages: [{ date: '2026/08/12' }, { date: '2026/08/22' }, { date: '2026/09/07' }],
    })
    expect(await make(shown.field.map(({ entry_id }) => entry_id))).toMatchObject({
      status: 409,
      body: { code: 'season_running' },
    })
  })

  test('the organizer’s button is refused while results are not final, and lists them', async () => {
    t.clock.set('2026-08-03T16:00:00Z')
    await signInAgain([...ranked, organizer])
    const reply = await report(ranked[0], ranked[5] as Entered, '6-1 6-1', { match_date: '2026/08/01', division })
    const shown = await preview()
    const result = { match_id: reply.body.id, player_one: ranked[0].name, player_two: ranked[5]?.name }
    expect(shown.open_results).toEqual([{ ...result, disputed: false, answer_until: '2026-08-04T16:00:00.000Z' }])
    expect(await state()).toMatchObject({ state: 'waiting', unconfirmed: 1 })
    const entries = shown.field.map(({ entry_id }) => entry_id)
    expect(await make(entries)).toMatchObject({ status: 409, body: { code: 'results_open' } })
    await t.call(confirmScore, { params: { id: reply.body.id }, token: organizer.token, body: { version: 1 } })
    expect(await state()).toMatchObject({ state: 'ready' })
  })

  test('the organizer’s button is forbidden to players and to organizers of other areas', async () => {
    const elsewhere = await makeOrganizer(t, ['dc'])
    const player = await makePlayer(t)
    expect((await t.call(previewPlayoffs, { params: params(), token: player.token })).status).toBe(403)
    expect((await make([], player.token)).status).toBe(403)
    expect((await t.send(listOrganizerPlayoffs, { token: player.token })).status).toBe(403)
    expect((await t.call(previewPlayoffs, { params: params(), token: elsewhere.token })).status).toBe(404)
    expect((await make([], elsewhere.token)).status).toBe(404)
    const query = { season: 'summer-1', year: 2026 }
    expect((await t.call(listOrganizerPlayoffs, { token: elsewhere.token, query })).body).toMatchObject({
      leagues: [],
      total: 0,
    })
    expect(
      await t.send(listOrganizerPlayoffs, { token: elsewhere.token, query: { area: 'south-bend' } }),
    ).toMatchObject({
      status: 403,
      body: { code: 'not_your_area' },
    })
  })

  test('the organizer’s button makes what the preview showed, once, with the organizer’s dates, and writes an audit entry', async () => {
    const stage_dates = { 1: '2026-08-09', 2: '2026-08-16', 3: '2026-08-23' }
    await t.db
      .updateTable('seasons')
      .set({ stage_dates })
      .where('slug', '=', 'summer-1')
      .where('year', '=', 2026)
      .execute()
    const shown = await preview()
    expect(shown.stages.map(({ date }) => date)).toEqual(['2026/08/09', '2026/08/16', '2026/08/23'])
    const entries = shown.field.map(({ entry_id }) => entry_id)
    expect(await make(entries.toReversed())).toMatchObject({ status: 409, body: { code: 'conflict' } })
    const made = await Promise.all([make(entries), make(entries)])
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await make(entries)).toMatchObject({ status: 409, body: { code: 'playoffs_made' } })
    expect(await state()).toMatchObject({ state: 'made' })
    expect((await listStage(division, 1)).body.stages.map(({ date }) => date)).toEqual([
      '2026/08/09',
      '2026/08/16',
      '2026/08/23',
      null,
    ])
    expect((await preview()).field.map(({ entry_id }) => entry_id)).toEqual(entries)
    const { audit_entries } = (
      await t.call(listAuditLog, { token: organizer.token, query: { subject: `league ${league_id}` } })
    ).body
    expect(audit_entries).toMatchObject([
      { kind: 'make_playoffs', area: 'south-bend', after: { seeds: ranked.slice(0, 5).map(({ name }) => name) } },
    ])
    const days = await t.db
      .selectFrom('matches')
      .select(['play_from', 'play_by'])
      .where('league_id', '=', league_id)
      .where('playoff_stage', '=', 1)
      .executeTakeFirstOrThrow()
    expect(days).toEqual({ play_from: '2026-08-03', play_by: '2026-08-09' })
  })

  test('other dates move the open matches', async () => {
    await t.db
      .updateTable('seasons')
      .set({ stage_dates: null })
      .where('slug', '=', 'summer-1')
      .where('year', '=', 2026)
      .execute()
    await inTransaction(t.db, (tx) => rebuildLeague(tx, league_id))
    const days = await t.db
      .selectFrom('matches')
      .select('play_by')
      .where('league_id', '=', league_id)
      .where('playoff_stage', 'is not', null)
      .orderBy('playoff_stage')
      .execute()
    expect(days.map(({ play_by }) => play_by)).toEqual(['2026-08-12', '2026-08-22'])
  })
})
