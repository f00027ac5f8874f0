import { describe, expect, test } from 'vitest'
import { confirmScore, correctScore, disputeScore } from '#/features/confirmation/contract.ts'
import { embedResults } from '#/features/embed/contract.ts'
import { getMatch, getPublicResult, getResult, listMyMatches, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody, watchTable, type ScoreBody } from '#/features/matches/score-fixture.ts'
import { acceptInvitation, namePartner } from '#/features/pairs/contract.ts'
import { makeInvitationLink } from '#/features/pairs/invitation-fixture.ts'
import { comparePlayers } from '#/features/players/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { explainPlace } from '#/features/standings/place-contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { startExport } from '#/organizer/desk/contract.ts'
import { getTaskFile } from '#/organizer/exchange/contract.ts'
import { changeRules } from '#/organizer/seasons/contract.ts'
import { standardRules, type SeasonRules } from '#/rules/season-rules.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { listMiscounted } from '#/test/counts.ts'
import { listUneven } from '#/test/ledger.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { countEveryMeeting, joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { enterResult, settleByScore, voidResult } from './contract.ts'

const t = await startApp('2026-05-20T16:00:00Z')
await countEveryMeeting(t)
const owner = await makeOrganizer(t)
const { emailsTo } = mailboxOf(t)
const area = 'south-bend'
const stopped = 'Stopped by time or weather'
const reason = 'The club told me.'

const levels = ['3-0', '3-5', '4-0', '4-5', '5-0'].flatMap((level) => [
  `womens-singles-${level}`,
  `mens-singles-${level}`,
])
let made = 0
async function newLeague<N extends 2 | 3 | 4>(size: N) {
  const division = levels[made++] ?? ''
  return { ...(await makeLeague(t, size, { season: 'summer-1', area, division })), division }
}

/** Summer 1 with these rules for the test, and with the standard ones afterwards. */
async function withRules<T>(changed: Partial<SeasonRules>, work: () => Promise<T>): Promise<T> {
  const { id } = await t.db
    .selectFrom('seasons')
    .select('id')
    .where('slug', '=', 'summer-1')
    .where('year', '=', 2026)
    .executeTakeFirstOrThrow()
  const change = async (rules: SeasonRules) => {
    const body = { rules: { ...rules, meetings: null }, despite_results: true }
    expect(await t.call(changeRules, { token: owner.token, params: { id }, body })).toMatchObject({ status: 200 })
    await runJobs(t)
  }
  await change({ ...standardRules, ...changed })
  try {
    return await work()
  } finally {
    await change(standardRules)
  }
}

const report = (
  by: TestPlayer,
  winner: TestPlayer,
  opponent: TestPlayer,
  line: string,
  given: Partial<ScoreBody> = {},
) => t.call(reportScore, { token: by.token, body: scoreBody(winner, opponent, line, given) })
const enter = (one: TestPlayer, two: TestPlayer, given: Partial<ScoreBody> = {}, token = owner.token) =>
  t.call(enterResult, {
    token,
    body: { ...scoreBody(one, two, '', { match_status: 'Double default', ...given }), reason },
  })
const correct = (by: TestPlayer, id: number, version: number, body: ScoreBody) =>
  t.call(correctScore, { token: by.token, params: { id }, body: { ...body, version } })
const resultOf = async (by: TestPlayer, id: number) =>
  (await t.call(getResult, { token: by.token, params: { id } })).body
const lineOf = async (player: TestPlayer, division: string) =>
  (
    await t.call(listStandings, { token: player.token, query: { area, division, season: 'summer-1', year: 2026 } })
  ).body.players.find(({ last_name }) => last_name === player.last_name)
const recordOf = async ({ token }: TestPlayer) => {
  const { wins, losses, ties } = (await t.call(listMyMatches, { token, query: {} })).body.record
  return [wins, losses, ties]
}
async function expectEven() {
  expect(await listMiscounted(t.db)).toEqual([])
  expect(await listUneven(t.db)).toEqual([])
}

describe('a match that time or weather stopped', () => {
  test('where the leader wins, the side that is ahead wins, whichever side reports; the other side as winner is refused', () =>
    withRules({ stopped: 'leader' }, async () => {
      const { people, division } = await newLeague(2)
      const [ann, bea] = people
      expect(await report(ann, bea, ann, '4-6 2-1', { match_status: stopped })).toMatchObject({
        status: 422,
        body: { fields: { set_games: expect.stringContaining('The opponent is ahead') as string } },
      })
      const { status, body } = await report(bea, ann, bea, '6-4 2-1', { match_status: stopped })
      expect({ status, message: body.message }).toEqual({
        status: 201,
        message: 'Score saved, standings updated: 6-4 2-1 stopped',
      })
      expect(await lineOf(ann, division)).toMatchObject({ wins: 1, losses: 0, ties: 0, played: 1 })
      expect(await lineOf(bea, division)).toMatchObject({ wins: 0, losses: 1, ties: 0, played: 1 })
      expect(await resultOf(bea, body.id)).toMatchObject({
        match_status: stopped,
        score_line: '6-4 2-1 stopped',
        winner: { name: `${ann.first_name} ${ann.last_name}` },
      })
      expect(await recordOf(ann)).toEqual([1, 0, 0])
      await expectEven()
    }))

  test('where the leader wins, a level match is a tie, and a tie cannot hide that one side is ahead', () =>
    withRules({ stopped: 'leader' }, async () => {
      const { people, division } = await newLeague(2)
      const [ann, bea] = people
      expect(await report(ann, ann, bea, '6-4 2-1', { match_status: 'Match ended in a tie' })).toMatchObject({
        status: 422,
        body: { fields: { set_games: expect.stringContaining('the side that is ahead wins') as string } },
      })
      const { body } = await report(ann, bea, ann, '4-6 6-4 2-2', { match_status: stopped })
      expect(body.message).toContain('4-6 6-4 2-2 tie')
      expect(await resultOf(bea, body.id)).toMatchObject({ score_line: '4-6 6-4 2-2 tie', total_score: '1-1' })
      for (const player of people) expect(await lineOf(player, division)).toMatchObject({ ties: 1, played: 1 })
    }))

  test('where it is a tie, it is one whatever the score, and can be corrected as either', () =>
    withRules({ stopped: 'tie' }, async () => {
      const { people, division } = await newLeague(2)
      const [ann, bea] = people
      const { status, body } = await report(ann, ann, bea, '6-4 2-1', { match_status: stopped })
      expect({ status, message: body.message }).toEqual({
        status: 201,
        message: 'Score saved, standings updated: 6-4 2-1 tie',
      })
      expect(await lineOf(ann, division)).toMatchObject({ wins: 0, losses: 0, ties: 1, played: 1 })
      const again = scoreBody(ann, bea, '6-4 2-2', { match_status: 'Match ended in a tie' })
      expect(await correct(bea, body.id, 1, again)).toMatchObject({ status: 200 })
      expect(await correct(ann, body.id, 2, { ...again, match_status: stopped })).toMatchObject({ status: 200 })
      expect(await resultOf(ann, body.id)).toMatchObject({
        match_status: 'Match ended in a tie',
        score_line: '6-4 2-2 tie',
      })
    }))

  test('where it is played on, as in every season before, nothing is stored and the match stays open', async () => {
    const { people, league_id, entry_ids, division } = await newLeague(2)
    const [ann, bea] = people
    const matchup_id = await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-05-18')
    expect(await report(ann, ann, bea, '6-4 2-1', { match_status: stopped, matchup_id })).toMatchObject({
      status: 422,
      body: { fields: { set_games: expect.stringContaining('played on') as string } },
    })
    const { body } = await t.call(getMatch, { token: bea.token, params: { id: matchup_id } })
    expect(body).toMatchObject({ played: false, rules: { stopped: 'played_on' } })
    expect((await report(bea, ann, bea, '6-4 6-1', { matchup_id, match_date: '2026/05/19' })).status).toBe(201)
    expect(await lineOf(ann, division)).toMatchObject({ wins: 1 })
  })

  test('it is confirmed, disputed and settled like any other score, and two at once are one', () =>
    withRules({ stopped: 'leader' }, async () => {
      const { people, division, league_id } = await newLeague(2)
      const [ann, bea] = people
      const answers = await watchTable(
        t,
        league_id,
        Promise.all([
          report(ann, ann, bea, '6-4 2-1', { match_status: stopped }),
          report(bea, ann, bea, '6-4 3-1', { match_status: stopped }),
        ]),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
      const id = answers.find(({ status }) => status === 201)?.body.id ?? 0
      const [author, other] = answers[0].status === 201 ? [ann, bea] : [bea, ann]
      const body = { version: 1, reason: 'The last game did not count.' }
      expect((await t.call(disputeScore, { token: other.token, params: { id }, body })).status).toBe(200)
      expect(await lineOf(ann, division)).toMatchObject({ wins: 0, played: 0 })
      const right = { ...scoreBody(bea, ann, '4-6 4-1', { match_status: stopped }), version: 1, reason }
      const settle = (score: typeof right) => t.call(settleByScore, { token: owner.token, params: { id }, body: score })
      expect((await settle(right)).status).toBe(422)
      const { status } = await settle({ ...right, ...scoreBody(bea, ann, '6-4 1-2', { match_status: stopped }) })
      expect(status).toBe(200)
      expect(await resultOf(author, id)).toMatchObject({
        score_line: '6-4 1-2 stopped',
        confirmation: { state: 'settled' },
      })
      expect(await lineOf(bea, division)).toMatchObject({ wins: 1, played: 1 })

      const next = await report(ann, ann, bea, '3-1', { match_status: stopped, match_date: '2026/05/19' })
      const confirm = () =>
        t.call(confirmScore, { token: bea.token, params: { id: next.body.id }, body: { version: 1 } })
      expect((await Promise.all([confirm(), confirm()])).map((each) => each.status).toSorted()).toEqual([200, 409])
      await expectEven()
    }))
})

describe('a double default', () => {
  test('only an organizer gives it, and nobody plays in it: no player, stranger or organizer of another area', async () => {
    const { people, division } = await newLeague(2)
    const [ann, bea] = people
    expect(await report(ann, ann, bea, '', { match_status: 'Double default' })).toMatchObject({
      status: 422,
      body: { fields: { match_status: 'Only an organizer can give a double default.' } },
    })
    const { body } = await report(ann, ann, bea, '6-4 6-4')
    const given = scoreBody(ann, bea, '', { match_status: 'Double default' })
    expect(await correct(bea, body.id, 1, given)).toMatchObject({ status: 422 })
    expect((await enter(ann, bea, { match_date: '2026/05/19' }, bea.token)).status).toBe(403)
    const elsewhere = await makeOrganizer(t, ['dc'])
    expect((await enter(ann, bea, { match_date: '2026/05/19' }, elsewhere.token)).status).not.toBe(201)
    expect((await enter(ann, bea, { match_date: '2026/05/19', set_games: [{ score_1: 6, score_2: 0 }] })).status).toBe(
      422,
    )
    expect(await lineOf(ann, division)).toMatchObject({ wins: 1, losses: 0 })
  })

  test('both lose, nobody has played or won: table, record, result, comparison, embed, export, audit log and emails say so', async () => {
    const { people, league_id, entry_ids, division } = await newLeague(3)
    const [ann, bea, cleo] = people
    const matchup_id = await arrange(t, league_id, entry_ids[1], entry_ids[0], '2026-05-17')
    const answers = await Promise.all([enter(ann, bea, { matchup_id }), enter(ann, bea, { matchup_id })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await report(cleo, cleo, ann, '6-4 6-4')).status).toBe(201)
    for (const [player, losses] of [
      [ann, 2],
      [bea, 1],
    ] as const) {
      expect(await lineOf(player, division)).toMatchObject({ wins: 0, losses, ties: 0, played: losses - 1 })
      expect(await recordOf(player)).toEqual([0, losses, 0])
      expect((await emailsTo(player)).some(({ text }) => text.includes('double default'))).toBe(true)
    }
    expect(await resultOf(ann, matchup_id)).toMatchObject({
      match_status: 'Double default',
      score_line: 'double default',
      set_games: [],
      winner: { name: `${bea.first_name} ${bea.last_name}` },
      confirmation: { state: 'settled' },
    })
    expect((await t.call(getPublicResult, { params: { id: matchup_id } })).body).toMatchObject({
      score_line: 'double default',
    })
    const { body: card } = await t.call(getMatch, { token: ann.token, params: { id: matchup_id } })
    expect(card).toMatchObject({ played: true, winner: null, score_line: 'double default' })
    const { body: compared } = await t.call(comparePlayers, { token: ann.token, query: { player_two: bea.id } })
    expect(compared.head_to_head).toMatchObject({ wins: 0, losses: 0, ties: 0, results: [] })
    expect(compared.player_one.record).toEqual({ wins: 0, losses: 2, ties: 0 })
    const embedded = await t.call(embedResults, { params: { area, division }, query: {} })
    expect(embedded.body.results.find(({ score }) => score === 'double default')).toMatchObject({ tie: true })
    const [entry] = (await t.call(listAuditLog, { token: owner.token, query: { subject: `match ${matchup_id}` } })).body
      .audit_entries
    expect(entry).toMatchObject({ kind: 'enter_result', reason })
    expect(entry?.summary).toContain('double default')
    const { task_id } = (
      await t.call(startExport, {
        token: owner.token,
        body: { kind: 'results', area, season: 'summer-1', division },
      })
    ).body
    await runJobs(t)
    const url = `/api${getTaskFile.path.replace('{id}', String(task_id))}`
    const file = (await t.server.inject({ url, headers: { authorization: `Bearer ${owner.token}` } })).body
    expect(file).toContain('Double default')
    await expectEven()
  })

  test('the organizer voids it, or replaces a wrong result by it', async () => {
    const { people, division } = await newLeague(2)
    const [ann, bea] = people
    const { body } = await report(ann, ann, bea, '6-4 6-4')
    const params = { id: body.id }
    const settle = { ...scoreBody(ann, bea, '', { match_status: 'Double default' }), version: 1, reason }
    expect(await t.call(settleByScore, { token: owner.token, params, body: settle })).toMatchObject({ status: 200 })
    expect(await lineOf(ann, division)).toMatchObject({ wins: 0, losses: 1, played: 0 })
    const undo = () => t.call(voidResult, { token: owner.token, params, body: { version: 2, reason, again: true } })
    expect((await Promise.all([undo(), undo()])).map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await lineOf(ann, division)).toMatchObject({ wins: 0, losses: 0 })
    expect((await report(bea, bea, ann, '6-4 6-4')).status).toBe(201)
    expect(await lineOf(bea, division)).toMatchObject({ wins: 1, losses: 0 })
    await expectEven()
  })

  test('in a season by points both get what its table says, 0 without a word, and the place says why', () =>
    withRules(
      { ranking: { by: 'points', points: { ...standardRules.ranking.points, double_default: -2 } } },
      async () => {
        const { people, league_id, division, entry_ids } = await newLeague(3)
        const [ann, bea, cleo] = people
        expect((await enter(ann, bea)).status).toBe(201)
        expect((await report(ann, ann, cleo, '6-4 6-4')).status).toBe(201)
        expect([await lineOf(ann, division), await lineOf(bea, division), await lineOf(cleo, division)]).toMatchObject([
          { points: 1 },
          { points: -2 },
          { points: 1 },
        ])
        const place = await t.call(explainPlace, { token: ann.token, query: { league_id, entry_id: entry_ids[1] } })
        expect(place.body.steps[0]).toMatchObject({
          code: 'points',
          figures: [{ value: 1 }, { value: 1 }, { value: -2 }],
        })
        // A table of points that was stored before double defaults were known.
        const { double_default: _, ...points } = standardRules.ranking.points
        await t.db
          .updateTable('seasons')
          .set({ rules: JSON.stringify({ meetings: null, ranking: { by: 'points', points } }) as never })
          .where('slug', '=', 'summer-1')
          .execute()
        expect((await enter(bea, cleo)).status).toBe(201)
        expect([await lineOf(bea, division), await lineOf(cleo, division)]).toMatchObject([
          { points: 0 },
          { points: 1 },
        ])
        const { body } = await t.call(getMatch, {
          token: ann.token,
          params: { id: await arrange(t, league_id, entry_ids[0], entry_ids[2], null) },
        })
        expect(body.rules.ranking.points).toEqual(standardRules.ranking.points)
      },
    ))

  test('where walkovers do not count, it does not either', () =>
    withRules({ walkovers: 'nothing' }, async () => {
      const { people, division } = await newLeague(2)
      const [ann, bea] = people
      expect((await enter(ann, bea)).status).toBe(201)
      expect(await lineOf(ann, division)).toMatchObject({ losses: 0, played: 0 })
      expect((await report(ann, ann, bea, '6-4 6-4', { match_date: '2026/05/19' })).body).toMatchObject({
        kind: 'league',
      })
      expect(await lineOf(ann, division)).toMatchObject({ wins: 1, losses: 0, played: 1 })
      await expectEven()
    }))
})

test('in doubles, both players of each pair have it', () =>
  withRules({ stopped: 'leader' }, async () => {
    const division = 'womens-doubles'
    const makePair = async () => {
      const [buyer, partner] = [await makePlayer(t), await makePlayer(t)]
      const { league_id } = await joinLeague(t, buyer, { season: 'summer-1', area, division })
      const body = { full_name: `${partner.first_name} ${partner.last_name}`, email: partner.email }
      await t.call(namePartner, { token: buyer.token, params: { league_id }, body })
      await t.call(acceptInvitation, { body: { token: await makeInvitationLink(t, partner.email) } })
      return [buyer, partner] as const
    }
    const [ours, theirs] = [await makePair(), await makePair()]
    expect((await enter(ours[0], theirs[1], { division, match_date: '2026/05/17' })).status).toBe(201)
    for (const player of [...ours, ...theirs]) expect(await recordOf(player)).toEqual([0, 1, 0])
    expect((await report(theirs[1], ours[1], theirs[0], '6-4 2-1', { match_status: stopped, division })).status).toBe(
      201,
    )
    for (const player of ours) expect(await recordOf(player)).toEqual([1, 1, 0])
    for (const player of theirs) expect(await recordOf(player)).toEqual([0, 2, 0])
    await expectEven()
  }))
