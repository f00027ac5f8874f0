import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AreaSlug } from '#/contract/areas.ts'
import {
  declineOffer,
  objectToProposal,
  offerTimes,
  sendMessage,
  takeTime,
  withdrawOffer,
  readOfferLink,
  takeByLink,
} from '#/features/arranging/contract.ts'
import { makeOffer, makerOfPairs } from '#/features/arranging/pair-fixture.ts'
import { getMatch, listMyMatches, reportScore } from '#/features/matches/contract.ts'
import { arrange, scoreBody, watchTable } from '#/features/matches/score-fixture.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { settleUnplayed as settleByClock } from '#/features/unplayed/jobs.ts'
import { listAuditLog, undoAct } from '#/organizer/audit/contract.ts'
import { getTask } from '#/organizer/desk/contract.ts'
import { workTask } from '#/organizer/desk/tasks.ts'
import { listSilent } from '#/organizer/matches/contract.ts'
import { suspendPlayer } from '#/organizer/players/contract.ts'
import { standardRules, type SeasonRules } from '#/rules/season-rules.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { countEveryMeeting, makeOrganizer, type TestPlayer } from '#/test/make.ts'
import { settleAllWork } from './actions.ts'
import { listUnplayed, settleAllUnplayed, settleUnplayed, undoSettlements } from './contract.ts'

const start = '2026-05-18T16:00:00Z'
/** The day after the window of the tests' matches. */
const after = '2026-06-01T16:00:00Z'
const t = await startApp(start)
await countEveryMeeting(t)
const { subjectsTo, emailsTo, tokenTo } = mailboxOf(t)
const owner = await makeOrganizer(t)
afterEach(() => t.clock.set(start))

const days = { play_from: '2026-05-18', play_by: '2026-05-31' }
const makePair = makerOfPairs(t, days)
/** Two players in a separate league, with a match to be played from May 18 to 31. */
function twoPlayers() {
  t.clock.set(start)
  return makePair()
}
type Two = Awaited<ReturnType<typeof twoPlayers>>

const saturday = { match_date: '2026/05/23', match_time: '10:00' }
const sunday = { match_date: '2026/05/24', match_time: '18:30' }

const offer = (player: TestPlayer, id: number, times: object[] = [saturday, sunday]) => makeOffer(t, player, id, times)
async function see(player: TestPlayer, id: number) {
  return (await t.call(getMatch, { token: player.token, params: { id } })).body
}
async function unplayed(area: AreaSlug, division: string, token = owner.token) {
  return (await t.call(listUnplayed, { token, query: { area, division } })).body
}
const proposalOf = async ({ area, division }: Two) => (await unplayed(area, division)).matches[0]
const settle = (match_ids: number[], given: object = {}, token = owner.token) =>
  t.call(settleUnplayed, { token, body: { match_ids, reason: 'The days are over.', ...given } })
const undo = (match_ids: number[], token = owner.token) =>
  t.call(undoSettlements, { token, body: { match_ids, reason: 'They had played.' } })
const recordOf = async ({ area, division }: Two, player: TestPlayer) =>
  (
    await t.call(listStandings, { token: player.token, query: { area, division, season: 'summer-1', year: 2026 } })
  ).body.players.find(({ last_name }) => last_name === player.last_name)
async function setRules(rules: Partial<SeasonRules> | null) {
  await t.db
    .updateTable('seasons')
    .set({ rules: JSON.stringify({ ...standardRules, meetings: null, ...rules }) as never })
    .where('slug', '=', 'summer-1')
    .execute()
}

describe('the suggested outcome', () => {
  test('a side that offers times on two days to a silent side gets a walkover, which counts as a win and a loss', async () => {
    const match = await twoPlayers()
    const { ann, bea, id } = match
    await offer(ann, id)
    expect((await unplayed(match.area, match.division)).matches).toEqual([])
    t.clock.set(after)
    const { matches, total } = await unplayed(match.area, match.division)
    expect(total).toBe(1)
    expect(matches).toMatchObject([
      {
        match_id: id,
        outcome: 'walkover',
        winner: 'one',
        extends_to: null,
        last_day: '2026/05/31',
        applies_at: null,
        reasons: [
          `${ann.first_name} ${ann.last_name} offered times on 2 days.`,
          `${bea.first_name} ${bea.last_name} neither offered nor took a time.`,
          `2 days against 0: ${ann.first_name} ${ann.last_name} clearly did more to find a time.`,
        ],
      },
    ])
    expect(await settle([id], { outcomes: ['walkover'] })).toMatchObject({ status: 200, body: { settled: 1 } })
    expect(await recordOf(match, ann)).toMatchObject({ wins: 1 })
    expect(await recordOf(match, bea)).toMatchObject({ losses: 1 })
    for (const player of [ann, bea]) {
      expect(await subjectsTo(player)).toContain('A walkover has been awarded')
      const { played, arranging } = await see(player, id)
      expect([played, arranging.state]).toEqual([true, 'over'])
      expect(arranging.timeline.at(-1)).toMatchObject({ by: 'organizer', kind: 'walkover' })
    }
    const [entry] = (await t.call(listAuditLog, { token: owner.token, query: { subject: `match ${id}` } })).body
      .audit_entries
    expect(entry).toMatchObject({ kind: 'settle_unplayed', reason: 'The days are over.' })
    expect((await unplayed(match.area, match.division)).matches).toEqual([])
  })

  test('if both tried, the window is extended by seven days, once, and offers are possible again', async () => {
    const match = await twoPlayers()
    const { ann, bea, id } = match
    await offer(ann, id)
    await offer(bea, id, [saturday, { match_date: '2026/05/25', match_time: '18:00' }])
    t.clock.set(after)
    // No time can be offered after the match's window.
    const late = {
      token: ann.token,
      params: { id },
      body: { times: [{ match_date: '2026/06/05', match_time: '18:00' }] },
    }
    expect(await t.call(offerTimes, late)).toMatchObject({ status: 409, body: { code: 'window_over' } })
    expect(await proposalOf(match)).toMatchObject({ outcome: 'extended', extends_to: '2026/06/07', winner: null })
    expect(await settle([id])).toMatchObject({ status: 200 })
    expect(await see(ann, id)).toMatchObject({
      play_by: '2026/06/07',
      arranging: { state: 'open', last_day: '2026/06/07', window_over: false },
    })
    expect(await subjectsTo(bea)).toContain('Your match has more time')
    expect((await t.call(offerTimes, late)).status).toBe(201)
    // The extension is granted only once: both tried again, and the match gets no more time.
    const answer = (await see(bea, id)).arranging.offers[0]?.id ?? 0
    await t.call(declineOffer, { token: bea.token, params: { id, offer_id: answer }, body: { reason: '' } })
    t.clock.set('2026-06-08T16:00:00Z')
    expect(await proposalOf(match)).toMatchObject({ outcome: 'not_played' })
  })

  test('after an extension, only the extension counts', async () => {
    const match = await twoPlayers()
    const { ann, bea, id } = match
    await offer(ann, id)
    await offer(bea, id, [{ match_date: '2026/05/30', match_time: '09:00' }])
    t.clock.set(after)
    expect((await settle([id], { outcomes: ['extended'] })).status).toBe(200)
    await offer(bea, id, [
      { match_date: '2026/06/05', match_time: '18:00' },
      { match_date: '2026/06/06', match_time: '18:00' },
    ])
    t.clock.set('2026-06-08T16:00:00Z')
    expect(await proposalOf(match)).toMatchObject({ outcome: 'walkover', winner: 'two' })
  })

  test('if nobody tried, the match is not played: it is over, does not count, and can be undone by the organizer', async () => {
    const match = await twoPlayers()
    const { ann, id } = match
    t.clock.set(after)
    expect(await proposalOf(match)).toMatchObject({ outcome: 'not_played' })
    expect((await settle([id])).status).toBe(200)
    expect(await see(ann, id)).toMatchObject({ not_played: true, played: false, arranging: { state: 'over' } })
    const [card] = (await t.call(listMyMatches, { token: ann.token })).body.matchups
    expect(card).toMatchObject({ id, not_played: true, is_upcoming: false })
    expect(await recordOf(match, ann)).toMatchObject({ wins: 0, losses: 0 })
    const { settled } = await unplayed(match.area, match.division)
    expect(settled).toMatchObject([{ match_id: id, outcome: 'not_played', can_undo: true, by_clock: false }])
    expect((await undo([id])).status).toBe(200)
    expect(await see(ann, id)).toMatchObject({ not_played: false, arranging: { state: 'open' } })
    expect(await subjectsTo(ann)).toContain('A decision about your match was undone')
    expect(await proposalOf(match)).toMatchObject({ match_id: id, outcome: 'not_played' })
    expect((await settle([id])).status).toBe(200)
  })

  test('a settlement is undone in the audit log as on its list, once, and the log says which', async () => {
    const match = await twoPlayers()
    const { ann, id } = match
    const read = async () =>
      (await t.call(listAuditLog, { token: owner.token, query: { subject: `match ${id}` } })).body.audit_entries
    t.clock.set(after)
    await settle([id])
    const [first] = await read()
    expect(first).toMatchObject({ kind: 'settle_unplayed', undo: 'possible' })
    const input = { token: owner.token, params: { id: first?.id ?? 0 }, body: { reason: 'They had played.' } }
    expect((await t.call(undoAct, input)).status).toBe(200)
    expect(await see(ann, id)).toMatchObject({ not_played: false, arranging: { state: 'open' } })
    expect(await read()).toMatchObject([{ kind: 'undo_settlement', undoes: { id: first?.id } }, { undo: 'done' }])
    expect(await t.call(undoAct, input)).toMatchObject({ status: 409, body: { code: 'undone_already' } })
    await settle([id])
    const [second] = await read()
    expect((await undo([id])).status).toBe(200)
    expect((await read())[0]).toMatchObject({ kind: 'undo_settlement', undoes: { id: second?.id } })
  })

  test('an offer withdrawn at once, or made in the last hours, earns nothing', async () => {
    const first = await twoPlayers()
    const { offer_id } = await offer(first.ann, first.id)
    await t.call(withdrawOffer, { token: first.ann.token, params: { id: first.id, offer_id } })
    t.clock.set(after)
    expect(await proposalOf(first)).toMatchObject({ outcome: 'not_played' })
    const second = await twoPlayers()
    t.clock.set('2026-05-30T20:00:00Z')
    await offer(second.ann, second.id, [
      { match_date: '2026/05/30', match_time: '22:30' },
      { match_date: '2026/05/31', match_time: '10:00' },
    ])
    t.clock.set(after)
    expect(await proposalOf(second)).toMatchObject({ outcome: 'extended' })
  })

  test('the season’s own thresholds decide', async () => {
    const match = await twoPlayers()
    await offer(match.ann, match.id, [sunday])
    t.clock.set(after)
    expect(await proposalOf(match)).toMatchObject({ outcome: 'extended' })
    await setRules({ effort_days: 1 })
    expect(await proposalOf(match)).toMatchObject({ outcome: 'walkover', winner: 'one' })
    await setRules({ effort_days: 3, extension_days: 0 })
    expect(await proposalOf(match)).toMatchObject({ outcome: 'not_played' })
    await setRules(null)
  })

  test('a reported no-show appears in the timeline', async () => {
    const { ann, bea, id } = await twoPlayers()
    const body = scoreBody(ann, bea, '', {
      match_status: 'Opponent did not show',
      match_date: '2026/05/18',
      matchup_id: id,
    })
    expect((await t.call(reportScore, { token: ann.token, body })).status).toBe(201)
    expect((await see(bea, id)).arranging.timeline).toMatchObject([
      { by: 'them', kind: 'no_show', text: 'Reported that the other side did not show.' },
    ])
  })
})

describe('applying the suggested outcome', () => {
  test('settling is all or nothing, and needs the outcomes that were shown', async () => {
    const [one, two] = [await twoPlayers(), await twoPlayers()]
    await offer(one.ann, one.id)
    t.clock.set(after)
    expect(await settle([one.id, two.id], { outcomes: ['walkover', 'walkover'] })).toMatchObject({
      status: 409,
      body: { code: 'proposal_changed' },
    })
    expect((await see(one.ann, one.id)).played).toBe(false)
    expect(await settle([one.id, 999_999])).toMatchObject({ status: 404 })
    const walkovers = await settle([one.id, two.id], { outcomes: ['walkover', 'not_played'] })
    expect(walkovers).toMatchObject({ status: 200, body: { settled: 2 } })
  })

  test('two matches of the same two players that end on the same day are both walkovers', async () => {
    const match = await twoPlayers()
    const { ann, bea, league_id, entry_ids } = match
    const again = await arrange(t, league_id, entry_ids[1], entry_ids[0], null)
    await t.db.updateTable('matches').set(days).where('id', '=', again).execute()
    // The two also report a match that they played on that day.
    const played = scoreBody(bea, ann, '6-4 6-4', { match_date: '2026/05/31' })
    for (const id of [match.id, again]) await offer(ann, id)
    t.clock.set(after)
    expect((await t.call(reportScore, { token: bea.token, body: played })).status).toBe(201)
    const { matches } = await unplayed(match.area, match.division)
    expect(matches.map(({ outcome }) => outcome)).toEqual(['walkover'])
    t.clock.set(start)
    const third = await arrange(t, league_id, entry_ids[0], entry_ids[1], null)
    await t.db.updateTable('matches').set(days).where('id', '=', third).execute()
    await offer(ann, third)
    t.clock.set(after)
    const open = (await unplayed(match.area, match.division)).matches.map(({ match_id }) => match_id)
    expect(open).toHaveLength(2)
    expect(await settle(open, { outcomes: ['walkover', 'walkover'] })).toMatchObject({ status: 200 })
    expect(await recordOf(match, ann)).toMatchObject({ wins: 2, losses: 1 })
    const played_on = await t.db.selectFrom('matches').select('match_date').where('league_id', '=', league_id).execute()
    expect(played_on.map(({ match_date }) => match_date).toSorted()).toEqual(['2026-05-29', '2026-05-30', '2026-05-31'])
  })

  test('two settlements at the same time settle once', async () => {
    const match = await twoPlayers()
    await offer(match.ann, match.id)
    t.clock.set(after)
    const answers = await watchTable(t, match.league_id, Promise.all([settle([match.id]), settle([match.id])]))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await recordOf(match, match.ann)).toMatchObject({ wins: 1 })
    expect((await emailsTo(match.bea)).filter(({ subject }) => subject.includes('walkover'))).toHaveLength(1)
  })

  test('a score reported at the same moment as the settlement never counts along with it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const match = await twoPlayers()
      const { ann, bea, id } = match
      await offer(ann, id)
      t.clock.set(after)
      const body = scoreBody(bea, ann, '6-4 6-4', { match_date: '2026/05/30', matchup_id: id })
      const [settled, reported] = await watchTable(
        t,
        match.league_id,
        Promise.all([settle([id]), t.call(reportScore, { token: bea.token, body })]),
      )
      expect([settled.status, reported.status].toSorted()).toEqual(settled.status === 200 ? [200, 409] : [201, 409])
      expect(await recordOf(match, ann)).toMatchObject(settled.status === 200 ? { wins: 1 } : { losses: 1 })
    }
  })

  test('an offer accepted before midnight is not settled, because its date is in the future', async () => {
    const match = await twoPlayers()
    const { ann, bea, id } = match
    t.clock.set('2026-05-30T16:00:00Z')
    const { offer_id, times } = await offer(ann, id, [{ match_date: '2026/05/31', match_time: '21:00' }])
    t.clock.set('2026-05-31T20:00:00Z')
    const [settled, taken] = await Promise.all([
      settle([id]),
      t.call(takeTime, { token: bea.token, params: { id, offer_id }, body: { time_id: times[0] ?? 0 } }),
    ])
    expect([settled.status, taken.status]).toEqual([409, 200])
  })

  test('a score replaces “not played”, and cannot be undone with it', async () => {
    const match = await twoPlayers()
    const { ann, bea, id } = match
    t.clock.set(after)
    expect((await settle([id])).status).toBe(200)
    const body = scoreBody(ann, bea, '6-4 6-4', { match_date: '2026/05/30' })
    const reported = await t.call(reportScore, { token: ann.token, body: { ...body, division: match.division } })
    expect(reported).toMatchObject({ status: 201, body: { id } })
    expect(await see(ann, id)).toMatchObject({ not_played: false, played: true })
    expect(await undo([id])).toMatchObject({ status: 409, body: { code: 'settlement_answered' } })
  })

  test('a walkover can be undone, which restores the match’s record', async () => {
    const match = await twoPlayers()
    await offer(match.ann, match.id)
    t.clock.set(after)
    await settle([match.id])
    expect((await undo([match.id])).status).toBe(200)
    expect(await recordOf(match, match.ann)).toMatchObject({ wins: 0 })
    expect(await proposalOf(match)).toMatchObject({ outcome: 'walkover', winner: 'one' })
    expect(await undo([match.id])).toMatchObject({ status: 404 })
    expect((await settle([match.id])).status).toBe(200)
  })

  test('the link of an offer is dead afterwards, and for a week says what became of the match', async () => {
    const { ann, bea, id } = await twoPlayers()
    const opened = async (token: string) => t.call(readOfferLink, { body: { token } })
    t.clock.set('2026-05-30T16:00:00Z')
    await offer(ann, id, [{ match_date: '2026/05/31', match_time: '10:00' }])
    const fromAnn = await tokenTo(bea, 'Times for your match')
    t.clock.set(after)
    expect((await settle([id], { outcomes: ['extended'] })).status).toBe(200)
    expect(await opened(fromAnn)).toMatchObject({
      status: 409,
      body: { code: 'offer_link_dead', message: 'This offer is no longer open. The match has no date yet.' },
    })
    t.clock.set('2026-06-05T16:00:00Z')
    await offer(bea, id, [{ match_date: '2026/06/06', match_time: '10:00' }])
    const fromBea = await tokenTo(ann, 'Times for your match')
    t.clock.set('2026-06-08T16:00:00Z')
    expect((await settle([id], { outcomes: ['not_played'] })).status).toBe(200)
    expect((await opened(fromBea)).body.message).toContain('it counts as not played')
    expect(await t.call(takeByLink, { body: { token: fromBea, time_id: 1 } })).toMatchObject({
      status: 409,
      body: { code: 'match_over', state: { state: 'over', offers: [] } },
    })
    t.clock.set('2026-06-16T16:00:00Z')
    expect((await opened(fromBea)).body).toMatchObject({
      code: 'offer_link_dead',
      message: 'This link no longer works. You can find the match in your account.',
    })
  })

  test('a silent player is recognized by the same record', async () => {
    const match = await twoPlayers()
    const { ann, bea, id, area } = match
    const silent = async () => {
      const { body } = await t.call(listSilent, { token: owner.token, query: { area, per_page: 100 } })
      return body.players.filter(({ name }) => [ann, bea].some(({ last_name }) => name.includes(last_name)))
    }
    await offer(ann, id)
    t.clock.set('2026-06-15T16:00:00Z')
    // Bea has never done anything; Ann offered times, more than three weeks ago.
    expect(await silent()).toMatchObject([{ entry_id: match.entry_ids[1], tried: 1, heard_at: null }])
    await t.call(sendMessage, { token: bea.token, params: { id }, body: { text: 'Sorry, I was ill.' } })
    expect(await silent()).toEqual([])
  })

  test('an extension can be undone until somebody responds', async () => {
    const match = await twoPlayers()
    const { ann, bea, id } = match
    await offer(ann, id)
    await offer(bea, id)
    t.clock.set(after)
    await settle([id])
    expect((await undo([id])).status).toBe(200)
    expect(await see(ann, id)).toMatchObject({ play_by: '2026/05/31' })
    expect((await settle([id])).status).toBe(200)
    await offer(ann, id, [{ match_date: '2026/06/06', match_time: '10:00' }])
    expect(await undo([id])).toMatchObject({ status: 409, body: { code: 'settlement_answered' } })
  })

  test('only organizers of the area can settle a match, and not one that they play in', async () => {
    const match = await twoPlayers()
    await offer(match.ann, match.id)
    const elsewhere = await makeOrganizer(t, [match.area === 'dc' ? 'south-bend' : 'dc'])
    t.clock.set(after)
    expect(await settle([match.id], {}, elsewhere.token)).toMatchObject({ status: 404 })
    expect(await settle([match.id], {}, match.ann.token)).toMatchObject({ status: 403 })
    expect((await t.call(listUnplayed, { token: match.ann.token, query: {} })).status).toBe(403)
    const seen = await t.call(listUnplayed, { token: elsewhere.token, query: {} })
    expect(seen.body.matches.filter(({ match_id }) => match_id === match.id)).toEqual([])
    await t.db.insertInto('organizer_areas').values({ player_id: match.ann.id, area: match.area }).execute()
    await t.db.updateTable('players').set({ role: 'organizer' }).where('id', '=', match.ann.id).execute()
    expect(await settle([match.id], {}, match.ann.token)).toMatchObject({ status: 409, body: { code: 'own_match' } })
    expect((await settle([match.id])).status).toBe(200)
    expect(await undo([match.id], elsewhere.token)).toMatchObject({ status: 404 })
  })
})

describe('more matches than one list shows', () => {
  const settleAll = (body: object, token = owner.token) =>
    t.send(settleAllUnplayed, { token, body: { reason: 'The season is over.', ...body } })
  const taskOf = async (id: number) => (await t.call(getTask, { token: owner.token, params: { id } })).body
  const list = async ({ area, division }: Two, token = owner.token) => unplayed(area, division, token)

  /** A league with `count` more unplayed matches of the same two; in every hundredth, one side has tried. */
  async function manyMatches(count: number) {
    const match = await twoPlayers()
    await offer(match.ann, match.id)
    await sql`
      insert into matches (league_id, area, entry_one_id, entry_two_id, play_from, play_by, created_at)
      select league_id, area, entry_one_id, entry_two_id, play_from, play_by, created_at
      from matches, generate_series(1, ${count}::int) where id = ${match.id}`.execute(t.db)
    await sql`
      with tried as (
        insert into match_offers (match_id, side, player_id, note, created_at, expires_at)
        select m.id, 1, ${match.ann.id}, '', m.created_at, m.created_at + interval '72 hours'
        from matches m where m.league_id = ${match.league_id} and m.id <> ${match.id} and m.id % 100 = 0
        returning id)
      insert into match_offer_times (offer_id, match_date, match_time, match_location, starts_at)
      select tried.id, day, '18:00', '', day + interval '22 hours'
      from tried, unnest(array['2026-05-23'::date, '2026-05-24'::date]) day`.execute(t.db)
    t.clock.set(after)
    return match
  }

  test('more matches than one list shows are settled by one press, and a second press changes nothing', async () => {
    const match = await manyMatches(329)
    const seen = await list(match)
    expect(seen.matches).toHaveLength(300)
    expect(seen.total).toBe(330)
    const { walkover, extended, not_played } = seen.proposed
    expect([walkover > 1, extended, not_played]).toEqual([true, 0, 330 - walkover])
    const [left] = seen.matches
    const { area, division } = match
    const body = { area, division, digest: seen.digest, except: [left?.match_id] }
    const [first, second] = await Promise.all([settleAll(body), settleAll(body)])
    expect([first.status, second.status]).toEqual([201, 201])
    const task_ids = [first, second].map(({ body: task }) => (task as { task_id: number }).task_id)
    // Works on both tasks at once, and leaves out the emails that follow.
    await Promise.all(task_ids.map((id) => workTask(t.app, id, { settle_unplayed: settleAllWork })))
    for (const id of task_ids)
      expect(await taskOf(id)).toMatchObject({
        state: 'done',
        done: 329,
        total: 329,
        outcome: { settled: 329, left: 0 },
      })
    expect((await list(match)).matches.map(({ match_id }) => match_id)).toEqual([left?.match_id])
    const settlements = await t.db
      .selectFrom('match_settlements')
      .innerJoin('matches', 'matches.id', 'match_settlements.match_id')
      .select('match_id')
      .where('matches.league_id', '=', match.league_id)
      .execute()
    expect(new Set(settlements.map(({ match_id }) => match_id)).size).toBe(329)
    expect(settlements).toHaveLength(329)
    expect(await recordOf(match, match.ann)).toMatchObject({
      wins: left?.outcome === 'walkover' ? walkover - 1 : walkover,
    })
    expect(await settleAll(body)).toMatchObject({ status: 409, body: { code: 'proposal_changed' } })
  })

  test('settling continues after a process was killed half-way', async () => {
    const match = await manyMatches(120)
    const { area, division } = match
    const { digest } = await list(match)
    const { task_id } = (await settleAll({ area, division, digest })).body as { task_id: number }
    let steps = 0
    const task = await t.db.selectFrom('tasks').selectAll().where('id', '=', task_id).executeTakeFirstOrThrow()
    // The process died before it stored its progress.
    const killed = settleAllWork(
      t.app,
      { ...task, area: null },
      () => (++steps === 2 ? Promise.reject(new Error('killed')) : Promise.resolve()),
      t.clock.now(),
    )
    await expect(killed).rejects.toThrow('killed')
    await runJobs(t)
    expect(await taskOf(task_id)).toMatchObject({ state: 'done', done: 121, outcome: { settled: 121, left: 0 } })
    expect((await list(match)).matches).toEqual([])
    const audited = (await t.call(listAuditLog, { token: owner.token, query: { subject: `match ${match.id}` } })).body
    expect(audited.audit_entries.filter(({ kind }) => kind === 'settle_unplayed')).toHaveLength(1)
  })

  test('matches that change before their turn are skipped, and counted', async () => {
    const match = await manyMatches(9)
    const { ann, bea, area, division, id } = match
    const { digest } = await list(match)
    const { task_id } = (await settleAll({ area, division, digest })).body as { task_id: number }
    const body = scoreBody(bea, ann, '6-4 6-4', { match_date: '2026/05/30', matchup_id: id })
    expect((await t.call(reportScore, { token: bea.token, body })).status).toBe(201)
    await runJobs(t)
    expect(await taskOf(task_id)).toMatchObject({ state: 'done', outcome: { settled: 9, left: 1 } })
  })

  test('an organizer’s own match is listed, and not settled with the others', async () => {
    const match = await manyMatches(9)
    const other = await twoPlayers()
    t.clock.set(after)
    const { ann, area } = match
    await t.db.insertInto('organizer_areas').values({ player_id: ann.id, area }).execute()
    await t.db.updateTable('players').set({ role: 'organizer' }).where('id', '=', ann.id).execute()
    const seen = await list(match, ann.token)
    expect(seen.matches.map(({ own }) => own)).toEqual(Array.from({ length: 10 }, () => true))
    expect(seen.proposed).toEqual({ walkover: 0, extended: 0, not_played: 0 })
    const { division } = match
    const own = await settleAll({ area, division, digest: seen.digest }, ann.token)
    expect(own).toMatchObject({ status: 409, body: { code: 'not_unplayed' } })
    const elsewhere = await makeOrganizer(t, [other.area === 'dc' ? 'south-bend' : 'dc'])
    const { digest } = await list(other)
    expect(await settleAll({ area: other.area, digest }, elsewhere.token)).toMatchObject({ status: 403 })
    expect(await settleAll({ digest }, elsewhere.token)).toMatchObject({ status: 409 })
    expect(await settleAll({ digest }, other.ann.token)).toMatchObject({ status: 403 })
  })
})

describe('a season that applies outcomes automatically', () => {
  beforeEach(() => setRules({ unplayed: 'clock' }))
  afterEach(() => setRules(null))

  test('a season with automatic settlement notifies both sides, and applies the outcome three days later, once, even with two processes', async () => {
    const match = await twoPlayers()
    const { ann, bea, id } = match
    await offer(ann, id)
    t.clock.set(after)
    await Promise.all([settleByClock(t.app), settleByClock(t.app)])
    await settleByClock(t.app)
    for (const player of [ann, bea]) {
      const about = (await subjectsTo(player)).filter((subject) => subject.includes('what happens next'))
      expect(about).toHaveLength(1)
    }
    expect((await see(bea, id)).arranging).toMatchObject({
      state: 'open',
      proposal: { text: `a walkover for ${ann.first_name} ${ann.last_name}.`, applies_at: '2026-06-04T16:00:00.000Z' },
    })
    t.clock.set('2026-06-04T15:59:00Z')
    await settleByClock(t.app)
    expect((await see(ann, id)).played).toBe(false)
    t.clock.set('2026-06-04T16:00:00Z')
    await Promise.all([settleByClock(t.app), settleByClock(t.app)])
    expect((await see(ann, id)).played).toBe(true)
    expect(await recordOf(match, ann)).toMatchObject({ wins: 1 })
    expect((await see(ann, id)).arranging.timeline.slice(-2)).toMatchObject([
      { by: null, kind: 'noticed' },
      { by: null, kind: 'walkover' },
    ])
    expect((await subjectsTo(bea)).filter((subject) => subject.includes('walkover'))).toHaveLength(1)
    expect((await unplayed(match.area, match.division)).settled).toMatchObject([{ by_clock: true, can_undo: true }])
    expect((await undo([id])).status).toBe(200)
  })

  test('a season with automatic settlement leaves the match to an organizer if a side objects', async () => {
    const match = await twoPlayers()
    const { ann, bea, id } = match
    await offer(ann, id)
    const object = (token: string) =>
      t.call(objectToProposal, { token, params: { id }, body: { reason: 'We agreed by phone.' } })
    expect(await object(bea.token)).toMatchObject({ status: 409, body: { code: 'no_proposal' } })
    t.clock.set(after)
    await settleByClock(t.app)
    expect((await object(owner.token)).status).toBe(403)
    expect((await object(bea.token)).status).toBe(200)
    expect(await object(ann.token)).toMatchObject({ status: 409, body: { code: 'no_proposal' } })
    expect((await see(ann, id)).arranging).toMatchObject({ proposal: { applies_at: null } })
    t.clock.set('2026-06-10T16:00:00Z')
    await settleByClock(t.app)
    expect((await see(ann, id)).played).toBe(false)
    expect(await proposalOf(match)).toMatchObject({ objected: true, applies_at: null, outcome: 'walkover' })
    expect((await settle([id])).status).toBe(200)
  })

  test('a season with automatic settlement decides nothing against a side that wrote messages', async () => {
    const match = await twoPlayers()
    await offer(match.ann, match.id)
    await t.call(sendMessage, { token: match.bea.token, params: { id: match.id }, body: { text: 'I am abroad.' } })
    t.clock.set(after)
    await settleByClock(t.app)
    expect((await see(match.ann, match.id)).arranging.proposal).toBeNull()
    expect(await proposalOf(match)).toMatchObject({
      outcome: 'walkover',
      applies_at: null,
      messages: { one: 0, two: 1 },
    })
  })

  test('a score reported after the notice cancels it', async () => {
    const match = await twoPlayers()
    const { ann, bea, id } = match
    await offer(ann, id)
    t.clock.set(after)
    await settleByClock(t.app)
    const body = scoreBody(bea, ann, '6-4 6-4', { match_date: '2026/05/30', matchup_id: id })
    expect((await t.call(reportScore, { token: bea.token, body })).status).toBe(201)
    t.clock.set('2026-06-05T16:00:00Z')
    await settleByClock(t.app)
    expect(await recordOf(match, bea)).toMatchObject({ wins: 1 })
    expect((await see(ann, id)).arranging.proposal).toBeNull()
  })

  test('an outcome that has changed since its notice is announced again', async () => {
    const match = await twoPlayers()
    await offer(match.ann, match.id, [sunday])
    t.clock.set(after)
    await settleByClock(t.app)
    expect((await see(match.ann, match.id)).arranging.proposal?.text).toContain('more time')
    await setRules({ unplayed: 'clock', effort_days: 1 })
    t.clock.set('2026-06-05T16:00:00Z')
    await settleByClock(t.app)
    expect(await see(match.ann, match.id)).toMatchObject({
      played: false,
      arranging: { proposal: { text: expect.stringContaining('walkover'), applies_at: '2026-06-08T16:00:00.000Z' } },
    })
  })

  test('a season with automatic settlement leaves out the matches of a withdrawn entry, and settles those of a suspended player', async () => {
    const [gone, suspended] = [await twoPlayers(), await twoPlayers()]
    await offer(gone.ann, gone.id)
    await offer(suspended.ann, suspended.id)
    const paid = t.db.selectFrom('entries').select('purchase_id').where('id', '=', gone.entry_ids[1])
    await t.db.updateTable('purchases').set({ status: 'Refunded' }).where('id', '=', paid).execute()
    const token = owner.token
    const params = { id: suspended.bea.id }
    const suspension = await t.call(suspendPlayer, { token, params, body: { suspended: true, reason: 'Rude' } })
    expect(suspension.status).toBe(200)
    t.clock.set(after)
    expect(await proposalOf(gone)).toBeUndefined()
    expect(await settle([gone.id])).toMatchObject({ status: 409, body: { code: 'not_unplayed' } })
    expect(await proposalOf(suspended)).toMatchObject({ outcome: 'walkover', winner: 'one' })
    expect((await settle([suspended.id])).status).toBe(200)
  })
})
