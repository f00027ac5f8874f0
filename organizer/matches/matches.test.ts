import { describe, expect, test } from 'vitest'
import type { CallInput } from '#/contract/endpoint.ts'
import { confirmScore, disputeScore } from '#/features/confirmation/contract.ts'
import { deleteMatch, getMatch, getResult, listMyMatches, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { playoffSeasons } from '#/features/playoffs/season-fixture.ts'
import { arrangeMatch } from '#/features/arranging/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { startApp } from '#/test/app.ts'
import { sendEmails } from '#/test/mailbox.ts'
import { listMiscounted } from '#/test/counts.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import {
  enterResult,
  getOrganizerMatch,
  giveWalkovers,
  listOrganizerChoices,
  listOrganizerMatches,
  listSilent,
  settleByScore,
  settleByVersion,
  voidResult,
} from './contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { getOverview } from '#/organizer/desk/contract.ts'

const t = await startApp('2026-05-20T16:00:00Z')
const { token } = await makeOrganizer(t)
const divisions = [
  'womens-singles-3-0',
  'womens-singles-3-5',
  'womens-singles-4-0',
  'womens-singles-4-5',
  'womens-singles-5-0',
] as const

/** Creates a separate league, so that no test sees another's matches. */
let made = 0
async function newLeague<N extends 2 | 3 | 4 = 2>(size = 2 as N) {
  t.clock.set('2026-05-20T16:00:00Z')
  const areas = ['south-bend', 'indianapolis', 'dc'] as const
  const [division, area] = [divisions[made % 5] ?? '', areas[Math.floor(made / 5)] ?? '']
  made += 1
  if (area === '') throw new Error('no league left')
  return { ...(await makeLeague(t, size, { season: 'summer-1', division, area })), division, area }
}

async function reported(line = '6-4 6-3') {
  const league = await newLeague()
  const [ann, bea] = league.people
  const answer = await t.call(reportScore, {
    token: ann.token,
    body: scoreBody(ann, bea, line, { division: league.division }),
  })
  return { ...league, ann, bea, id: answer.body.id }
}

const desk = (id: number) => t.call(getOrganizerMatch, { token, params: { id } })
const versions = async (id: number) =>
  (await desk(id)).body.versions.map((each) => [each.version, each.kind, each.score_line])
const audit_entries = async (id: number) =>
  (await t.call(listAuditLog, { token, query: { subject: `match ${id}` } })).body.audit_entries
const winsOf = async (player: TestPlayer, area: string, division: string) =>
  (
    await t.call(listStandings, { token: player.token, query: { area, division, season: 'summer-1', year: 2026 } })
  ).body.players.find(({ first_name, last_name }) => first_name === player.first_name && last_name === player.last_name)
    ?.wins

async function disputed() {
  const match = await reported('6-4 6-3')
  const dispute = { token: match.bea.token, params: { id: match.id }, body: { version: 1, reason: 'It was 6-2.' } }
  expect((await t.call(disputeScore, dispute)).status).toBe(200)
  return match
}

type Form = NonNullable<CallInput<typeof enterResult>['body']>
const form = (winner: TestPlayer, opponent: TestPlayer, line: string, given: Partial<Form> = {}) => ({
  ...scoreBody(winner, opponent, line),
  reason: 'They mailed me the sheet.',
  ...given,
})

describe('the list', () => {
  test('the list of matches starts with the disputes and their texts, and counts what else waits', async () => {
    const { id, area, bea } = await disputed()
    const { body } = await t.call(listOrganizerMatches, { token, query: { area } })
    expect(body.state).toBe('disputed')
    expect(body.matches.find((match) => match.id === id)).toMatchObject({
      state: 'disputed',
      dispute: 'It was 6-2.',
      disputed_by: `${bea.first_name} ${bea.last_name}`,
      score_line: '6-4 6-3',
      winner: 'one',
    })
    expect(body.waiting.disputed).toBe(body.total)
  })

  test('the list has each match under one state, and can be filtered by area, season, division and part of a name', async () => {
    const { people, entry_ids, league_id, area, division } = await newLeague(4)
    const [ann] = people
    const [a, b, c, d] = entry_ids
    const open = (one: number, two: number, date: string | null) => arrange(t, league_id, one, two, date)
    const expected = {
      overdue: await open(a, b, '2026-05-18'),
      arranged: await open(a, c, '2026-05-20'),
      to_arrange: await open(a, d, null),
      unconfirmed: (
        await t.call(reportScore, {
          token: people[1].token,
          body: scoreBody(people[1], people[2], '6-4 6-3', { division }),
        })
      ).body.id,
    }
    const league = { area, division, season: 'summer-1', year: 2026 }
    for (const [state, id] of Object.entries(expected)) {
      const query = { ...league, state: state as 'overdue' }
      const { body } = await t.call(listOrganizerMatches, { token, query })
      expect([state, body.matches.map((match) => [match.id, match.state])]).toEqual([state, [[id, state]]])
      expect(body).toMatchObject({ total: 1, more: false })
    }
    const hers = await t.call(listOrganizerMatches, { token, query: { player: ann.last_name.toLowerCase() } })
    expect(hers.body.state).toBe('any')
    expect(hers.body.matches.map(({ id }) => id).toSorted()).toEqual(
      [expected.overdue, expected.arranged, expected.to_arrange].toSorted(),
    )
    const none = await t.call(listOrganizerMatches, { token, query: { ...league, year: 2025, state: 'arranged' } })
    expect(none.body).toMatchObject({ matches: [], total: 0 })
    const fourHours = 4 * 3_600_000
    t.clock.set(new Date(t.clock.now().getTime() + 4 * fourHours).toISOString())
    const late = await t.call(listOrganizerMatches, { token, query: { ...league, state: 'late' } })
    expect(late.body.matches.map(({ id }) => id)).toEqual([expected.unconfirmed])
    t.clock.set(new Date(t.clock.now().getTime() + 4 * fourHours).toISOString())
    const played = await t.call(listOrganizerMatches, { token, query: { ...league, state: 'played' } })
    expect(played.body).toMatchObject({ matches: [{ id: expected.unconfirmed, state: 'played' }], total: 1 })
  })

  test('a season, a state, and a name that matches too many players are checked', async () => {
    expect(await t.send(listOrganizerMatches, { token, query: { state: 'any' } })).toMatchObject({
      status: 422,
      body: { fields: { state: expect.any(String) } },
    })
    expect((await t.send(listOrganizerMatches, { token, query: { state: 'lost' } })).status).toBe(422)
    expect((await t.send(listOrganizerMatches, { token, query: { player: '100%_' } })).status).toBe(200)
    const { body } = await t.call(listOrganizerChoices, { token })
    expect(body.seasons).toContainEqual(expect.objectContaining({ season_slug: 'summer-1', year: 2026 }))
    expect(body.divisions).toHaveLength(13)
  })
})

describe('a dispute', () => {
  test('a dispute can be settled by an earlier version, which becomes the newest; both sides get the reason by email, and it is in the audit log', async () => {
    const { id, ann, bea, area, division } = await reported('6-4 6-3')
    const corrected = { ...scoreBody(bea, ann, '6-3 6-2', { division }), version: 1, reason: 'x' }
    expect((await t.call(settleByScore, { token, params: { id }, body: corrected })).status).toBe(200)
    expect(await winsOf(ann, area, division)).toBe(0)
    t.emails.length = 0
    const body = { version: 2, right_version: 1, reason: 'The sheet says so.' }
    const answer = await t.call(settleByVersion, { token, params: { id }, body })
    const name = ({ first_name, last_name }: TestPlayer) => `${first_name} ${last_name}`
    expect(answer.body.message).toBe(`Settled: ${name(ann)} beat ${name(bea)} 6-4 6-3. The score is final.`)
    expect(await versions(id)).toEqual([
      [3, 'settlement', '6-4 6-3'],
      [2, 'settlement', '6-3 6-2'],
      [1, 'report', '6-4 6-3'],
    ])
    expect(await winsOf(ann, area, division)).toBe(1)
    await sendEmails(t)
    const sent = t.emails.filter(({ text }) => text.includes('“The sheet says so.”'))
    expect(sent.map(({ to }) => to.email).toSorted()).toEqual([ann.email, bea.email].toSorted())
    const [settled, corrected_before] = await audit_entries(id)
    // The summary names the winner first, even if entry two won.
    expect(corrected_before?.summary).toBe(`Settled ${name(bea)} beat ${name(ann)} 6-3 6-2`)
    expect(settled).toMatchObject({
      kind: 'settle_result',
      summary: `Settled ${name(ann)} beat ${name(bea)} 6-4 6-3`,
      reason: 'The sheet says so.',
      before: { score: '6-3 6-2' },
      after: { score: '6-4 6-3', version: 3 },
    })
  })

  test('a dispute settled twice at the same time is settled once', async () => {
    const { id } = await disputed()
    const input = { token, params: { id }, body: { version: 1, right_version: 1, reason: 'Right.' } }
    const answers = await Promise.all([1, 2, 3].map(() => t.call(settleByVersion, input)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await versions(id)).length).toBe(2)
    expect(await audit_entries(id)).toHaveLength(1)
  })

  test('settling a dispute needs a reason, an existing version, and an organizer who does not play in the match', async () => {
    const { id, ann, bea } = await reported()
    const body = { version: 1, right_version: 1, reason: ' ' }
    expect(await t.send(settleByVersion, { token, path: `/organizer/matches/${id}/settle`, body })).toMatchObject({
      status: 422,
      body: { fields: { reason: expect.any(String) } },
    })
    const unknown = { token, params: { id }, body: { ...body, right_version: 7, reason: 'x' } }
    expect((await t.call(settleByVersion, unknown)).status).toBe(404)
    const endless = { token, params: { id }, body: { ...body, right_version: 3_000_000_000, reason: 'x' } }
    expect((await t.call(settleByVersion, endless)).status).toBe(422)
    await t.db.updateTable('players').set({ role: 'owner' }).where('id', '=', ann.id).execute()
    const own = { token: ann.token, params: { id }, body: { ...body, reason: 'x' } }
    expect((await t.call(settleByVersion, own)).body.code).toBe('own_match')
    const voided = { token: ann.token, params: { id }, body: { version: 1, reason: 'x', again: true } }
    expect((await t.call(voidResult, voided)).body.code).toBe('own_match')
    const entered = await t.call(enterResult, {
      token: ann.token,
      body: form(ann, bea, '6-0 6-0', { match_date: '2026/05/19' }),
    })
    expect(entered.body.code).toBe('own_match')
  })
})

describe('a result that an organizer enters', () => {
  test('a result that an organizer enters completes the arranged match, is final immediately, and is emailed to both sides', async () => {
    const { people, entry_ids, league_id, area, division } = await newLeague()
    const [ann, bea] = people
    const id = await arrange(t, league_id, ...entry_ids, '2026-05-18')
    const body = form(ann, bea, '6-4 6-3', { matchup_id: id })
    expect((await t.call(enterResult, { token, body })).body).toMatchObject({
      id,
      message: expect.stringContaining('6-4 6-3'),
    })
    expect((await desk(id)).body).toMatchObject({
      match: { state: 'played', score_line: '6-4 6-3' },
      versions: [{ kind: 'settlement', side: null, answer_reason: 'They mailed me the sheet.' }],
    })
    expect(await winsOf(ann, area, division)).toBe(1)
    expect((await t.call(enterResult, { token, body })).body.code).toBe('already_reported')
    expect(await audit_entries(id)).toMatchObject([{ kind: 'enter_result', reason: 'They mailed me the sheet.' }])
    await sendEmails(t)
    const sent = t.emails.filter(
      ({ to, subject }) => /settled/.test(subject) && [ann.email, bea.email].includes(to.email),
    )
    expect(sent).toHaveLength(2)
  })
})

describe('a voided result', () => {
  test('a voided result is removed from the table; the match is replayed, its versions are kept, and both sides get the reason by email', async () => {
    const { id, ann, bea, area, division } = await reported()
    const body = { version: 1, reason: 'Wrong league.', again: true }
    expect((await t.call(voidResult, { token, params: { id }, body })).status).toBe(200)
    expect((await desk(id)).body).toMatchObject({
      match: { state: 'to_arrange', voided_at: expect.any(String) },
      versions: [{ version: 1, voided: true, stands: false }],
    })
    expect(await winsOf(ann, area, division)).toBe(0)
    expect(await listMiscounted(t.db)).toEqual([])
    expect((await t.call(getResult, { token: ann.token, params: { id } })).status).toBe(404)
    expect((await audit_entries(id))[0]).toMatchObject({
      kind: 'void_result',
      before: { score: '6-4 6-3', reported_by: expect.any(String) },
    })
    await sendEmails(t)
    const sent = t.emails.filter(({ text }) => text.includes('“Wrong league.”'))
    expect(sent.map(({ to }) => to.email).toSorted()).toEqual([ann.email, bea.email].toSorted())
    const listed = await t.call(listOrganizerMatches, { token, query: { area, division, state: 'voided' } })
    expect(listed.body.matches.map((match) => match.id)).toEqual([id])

    expect(await t.call(deleteMatch, { token: ann.token, params: { id } })).toMatchObject({
      body: { code: 'match_voided' },
    })
    const again = scoreBody(bea, ann, '6-1 6-1', { division })
    expect((await t.call(reportScore, { token: bea.token, body: again })).body.id).toBe(id)
    expect(await versions(id)).toEqual([
      [2, 'report', '6-1 6-1'],
      [1, 'report', '6-4 6-3'],
    ])
    const shown = await t.call(getResult, { token: ann.token, params: { id } })
    expect(shown.body.versions.map(({ version }) => version)).toEqual([2])
    expect((await t.call(confirmScore, { token: ann.token, params: { id }, body: { version: 2 } })).status).toBe(200)
    const old = { token, params: { id }, body: { version: 2, right_version: 1, reason: 'x' } }
    expect((await t.call(settleByVersion, old)).status).toBe(404)
  })

  test('voiding a result twice at the same time voids it once, and a newer score is not voided unseen', async () => {
    const { id } = await reported()
    const input = { token, params: { id }, body: { version: 1, reason: 'x', again: true } }
    const answers = await Promise.all([1, 2, 3].map(() => t.call(voidResult, input)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await audit_entries(id)).toHaveLength(1)
    expect(await listMiscounted(t.db)).toEqual([])
  })

  test('voiding a result can cancel the match: players no longer have it, and the two may play another', async () => {
    const { id, ann, bea, division } = await reported()
    const input = { token, params: { id }, body: { version: 1, reason: 'Never played.', again: false } }
    expect((await t.call(voidResult, input)).status).toBe(200)
    expect((await desk(id)).body.match.state).toBe('canceled')
    expect((await t.call(listMyMatches, { token: ann.token })).body.matchups).toEqual([])
    expect((await t.call(getMatch, { token: ann.token, params: { id } })).status).toBe(404)
    expect((await t.call(arrangeMatch, { token: ann.token, params: { id }, body: {} })).status).toBe(404)
    const another = await t.call(reportScore, { token: ann.token, body: scoreBody(ann, bea, '6-4 6-3', { division }) })
    expect(another.body.id).not.toBe(id)
    expect(await listMiscounted(t.db)).toEqual([])
  })
})

test('voiding a play-off match undoes what followed from it, unless the next match has been played: then that has to be voided first', async () => {
  const closed = '2026-08-10T16:00:00Z'
  const { makeBracketOf, report, cardOf, board } = playoffSeasons(t, { joining: '2026-05-20T16:00:00Z', closed })
  const division = 'mens-singles-3-0'
  const { ranked } = await makeBracketOf(8, division)
  const [first, second, third, fourth] = ranked
  const owner = await makeOrganizer(t)
  const given = (matchup_id: number) => ({ division, matchup_id, match_date: '2026/08/10' })
  const semi = await cardOf(first, fourth)
  await report(first, fourth, '6-4 6-4', given(semi))
  await report(second, third, '6-4 6-4', given(await cardOf(second, third)))
  const final = await cardOf(first, second)
  await report(first, second, '6-4 6-4', given(final))
  const voids = (id: number, again = true) =>
    t.call(voidResult, { token: owner.token, params: { id }, body: { version: 1, reason: 'x', again } })
  expect(await voids(semi)).toMatchObject({
    status: 409,
    body: { code: 'playoff_moved_on', message: expect.stringContaining('Void that result first') },
  })
  expect(await voids(final, false)).toMatchObject({ status: 422, body: { fields: { again: expect.any(String) } } })
  expect((await voids(final)).status).toBe(200)
  expect(await board(division, 3)).toEqual([`${first.name} - ${second.name}`])
  expect((await voids(semi)).status).toBe(200)
  expect(await board(division, 2)).toEqual([`${first.name} - ${fourth.name}`, `${second.name} 6-4 6-4 ${third.name}`])
  expect(await board(division, 3)).toEqual([`? - ${second.name}`])
  t.clock.set('2026-08-30T16:00:00Z')
  const gift = { reason: 'No day found.', matches: [{ id: semi, winner: 'two' as const }] }
  const later = await makeOrganizer(t)
  expect((await t.call(giveWalkovers, { token: later.token, body: gift })).status).toBe(200)
  expect(await board(division, 3)).toEqual([`${fourth.name} - ${second.name}`])
  t.clock.set('2026-05-20T16:00:00Z')
})

describe('a walkover', () => {
  const gift = (id: number, winner: 'one' | 'two' = 'one') => ({ id, winner })

  test('awarding overdue matches counts them as won and lost, not played, emails both sides, and happens once if requested twice at the same time', async () => {
    const { people, entry_ids, league_id, area, division } = await newLeague(3)
    const [ann, bea] = people
    const [a, b, c] = entry_ids
    const first = await arrange(t, league_id, a, b, '2026-05-17')
    const second = await arrange(t, league_id, c, a, '2026-05-18')
    const input = { token, body: { reason: 'No answer.', matches: [gift(first), gift(second, 'two')] } }
    const answers = await Promise.all([1, 2].map(() => t.call(giveWalkovers, input)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const table = await t.call(listStandings, {
      token: ann.token,
      query: { area, division, season: 'summer-1', year: 2026 },
    })
    expect(table.body.players[0]).toMatchObject({ first_name: ann.first_name, wins: 2, played: 0 })
    expect((await desk(first)).body).toMatchObject({
      match: {
        state: 'played',
        winner: 'one',
        score_line: 'w.o.',
        match_status: 'Opponent did not show',
        match_date: '2026/05/17',
      },
      versions: [{ kind: 'settlement', answer_reason: 'No answer.' }],
    })
    expect(await audit_entries(first)).toMatchObject([{ kind: 'give_walkover', reason: 'No answer.' }])
    await sendEmails(t)
    const sent = t.emails.filter(({ subject }) => subject === 'A walkover has been awarded')
    expect(sent.filter(({ to }) => to.email === ann.email)).toHaveLength(2)
    expect(sent.filter(({ to }) => to.email === bea.email)).toHaveLength(1)
  })

  test('walkovers are awarded for all selected matches or for none', async () => {
    const { entry_ids, league_id } = await newLeague(3)
    const [a, b, c] = entry_ids
    const overdue = await arrange(t, league_id, a, b, '2026-05-17')
    const today = await arrange(t, league_id, b, c, '2026-05-20')
    const give = (...ids: number[]) =>
      t.call(giveWalkovers, { token, body: { reason: 'x', matches: ids.map((id) => gift(id)) } })
    expect((await give(overdue, today)).body.code).toBe('not_overdue')
    expect((await give(overdue, 999_999)).status).toBe(404)
    expect((await give(overdue, overdue)).status).toBe(422)
    expect((await desk(overdue)).body.match.state).toBe('overdue')
  })
})

test('a silent side is recognized by who set a date and who reported', async () => {
  const { people, entry_ids, league_id, area, division } = await newLeague(3)
  const [ann, bea] = people
  const [a, b, c] = entry_ids
  const id = await arrange(t, league_id, a, b, null)
  await arrange(t, league_id, c, b, '2026-05-21')
  const date = { match_date: '2026/05/22', match_time: null, match_location: '' }
  expect((await t.call(arrangeMatch, { token: ann.token, params: { id }, body: date })).status).toBe(200)
  const silent = async () =>
    (await t.call(listSilent, { token, query: { area, division } })).body.players.map(({ name, overdue, tried }) => ({
      name,
      overdue,
      tried,
    }))
  expect(await silent()).toEqual([])
  t.clock.set('2026-05-25T16:00:00Z')
  const shown = (await desk(id)).body.match
  expect(shown).toMatchObject({ state: 'overdue', arranged_by: 'one', two: { heard_at: null } })
  expect(shown.one.heard_at).not.toBeNull()
  expect(await silent()).toEqual([{ name: `${bea.first_name} ${bea.last_name}`, overdue: 2, tried: 1 }])
  t.clock.set('2026-05-20T16:00:00Z')
})

test('each figure of the overview equals the total of its list, in the caller’s areas only', async () => {
  const { area } = await disputed()
  const season = { season: 'summer-1', year: 2026 }
  for (const filter of [{ ...season }, { ...season, area }]) {
    const { body } = await t.call(getOverview, { token, query: filter })
    const { figures } = body
    for (const state of ['disputed', 'overdue', 'unconfirmed', 'late', 'played'] as const) {
      const list = await t.call(listOrganizerMatches, { token, query: { ...filter, state } })
      expect([state, figures?.[state]]).toEqual([state, list.body.total])
    }
    const silent = await t.call(listSilent, { token, query: filter })
    expect(figures?.silent).toBe(silent.body.total)
    expect(figures?.disputed).toBeGreaterThan(0)
    expect(figures?.matches).toBeGreaterThan(figures?.played ?? 0)
    expect(figures?.taken).toBe((figures?.entries ?? 0) * 39)
    expect(figures).toMatchObject({ refunded: 0, pending: 0, waiting: 0, entries_before: null })
  }
  const running = await t.call(getOverview, { token })
  expect(running.body.season).toMatchObject({ season_slug: 'summer-1', year: 2026 })
  const none = await t.call(getOverview, { token, query: { season: 'fall', year: 2031 } })
  expect(none.body).toMatchObject({ season: null, figures: null })
  const organizer = await makeOrganizer(t, ['dc'])
  const elsewhere = await t.send(getOverview, { token: organizer.token, query: { area: 'south-bend' } })
  expect(elsewhere).toMatchObject({ status: 403, body: { code: 'not_your_area' } })
  const all = await t.call(getOverview, { token, query: { ...season, area: 'dc' } })
  const theirs = await t.call(getOverview, { token: organizer.token, query: season })
  expect(theirs.body.figures).toEqual(all.body.figures)
})

test('an organizer can see and change nothing outside their areas', async () => {
  const { id, ann, bea, area } = await reported()
  const elsewhere = ['south-bend', 'indianapolis', 'dc'].filter((slug) => slug !== area)
  const organizer = await makeOrganizer(t, elsewhere)
  const given = { token: organizer.token, params: { id } }
  const reason = 'x'
  expect((await t.call(getOrganizerMatch, given)).status).toBe(404)
  expect((await t.call(settleByVersion, { ...given, body: { version: 1, right_version: 1, reason } })).status).toBe(404)
  expect((await t.call(settleByScore, { ...given, body: { ...form(ann, bea, '6-0 6-0'), version: 1 } })).status).toBe(
    404,
  )
  expect((await t.call(voidResult, { ...given, body: { version: 1, reason, again: true } })).status).toBe(404)
  const gift = { token: organizer.token, body: { reason, matches: [{ id, winner: 'one' as const }] } }
  expect((await t.call(giveWalkovers, gift)).status).toBe(404)
  const entered = await t.call(enterResult, { token: organizer.token, body: form(ann, bea, '6-0 6-0') })
  expect(entered.body.code).toBe('not_in_same_league')
  for (const endpoint of [listOrganizerMatches, listSilent])
    expect(await t.send(endpoint, { token: organizer.token, query: { area } })).toMatchObject({
      status: 403,
      body: { code: 'not_your_area' },
    })
  const all = await t.call(listOrganizerMatches, {
    token: organizer.token,
    query: { state: 'unconfirmed', per_page: 100 },
  })
  expect(all.body.matches.some((match) => match.id === id)).toBe(false)
  const player = await makePlayer(t)
  expect((await t.call(listOrganizerMatches, { token: player.token })).status).toBe(403)
})
