import { describe, expect, test } from 'vitest'
import { confirmScore, correctScore, disputeScore } from '#/features/confirmation/contract.ts'
import { getPublicResult, getResult, listMyMatches } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { comparePlayers } from '#/features/players/contract.ts'
import { getOrganizerMatch, settleByScore, settleByVersion, voidResult } from '#/organizer/matches/contract.ts'
import { startApp } from '#/test/app.ts'
import { sendEmails } from '#/test/mailbox.ts'
import { makeOrganizer, type TestPlayer } from '#/test/make.ts'
import { expectSoundData } from '#/test/sound.ts'
import { playoffSeasons } from './season-fixture.ts'

// Summer 1 2026 ends on August 2; its last results count on the 9th.
const t = await startApp('2026-05-20T16:00:00Z')
const closed = '2026-08-10T16:00:00Z'
const { makeBracketOf, report, cardOf, listStage, board } = playoffSeasons(t, {
  joining: '2026-05-20T16:00:00Z',
  closed,
})

const names = ['mens', 'womens'].flatMap((side) =>
  ['3-0', '3-5', '4-0', '4-5', '5-0'].map((l) => `${side}-singles-${l}`),
)

/**
 * Four in the play-offs: the first beat the fourth an hour before beating the second in the final. The other semi-final
 * is confirmed. Returns the players and the ids of the first semi-final and of the final.
 */
async function playFinal() {
  const division = names.pop() ?? ''
  const { ranked, league_id } = await makeBracketOf(8, division)
  const [one, two, three, four] = ranked
  const given = async (winner: TestPlayer, opponent: TestPlayer) => ({
    division,
    matchup_id: await cardOf(winner, opponent),
    match_date: '2026/08/10',
  })
  const lower = await report(two, three, '6-4 6-4', await given(two, three))
  await answer(three, lower.body.id, confirmScore, { version: 1 })
  const semi = await report(one, four, '6-2 6-2', await given(one, four))
  t.clock.set('2026-08-10T17:00:00Z')
  const final = await report(one, two, '6-1 6-1', await given(one, two))
  expect([lower, semi, final].map(({ status }) => status)).toEqual([201, 201, 201])
  await sendEmails(t)
  t.emails.splice(0)
  return { league_id, division, one, two, three, four, semi: semi.body.id, final: final.body.id }
}

type Bracket = Awaited<ReturnType<typeof playFinal>>

function answer(
  { token }: TestPlayer,
  id: number,
  call: typeof confirmScore | typeof disputeScore | typeof correctScore,
  body: Record<string, unknown>,
) {
  return t.send(call, { token, path: call.path.replace('{id}', String(id)), body })
}

/** Corrects the semi-final's score: the fourth (or the first) player claims to have won. */
function correctSemi({ semi, one, four }: Bracket, version: number, winner = four) {
  const { season: _, ...body } = scoreBody(winner, winner === four ? one : four, '6-3 6-3', {
    match_date: '2026/08/10',
  })
  return answer(winner, semi, correctScore, { ...body, version })
}

const disputeSemi = ({ semi, four }: Bracket) => answer(four, semi, disputeScore, { version: 1, reason: 'I won.' })

async function readFinal({ division }: Bracket) {
  const [row] = (await listStage(division, 3)).body.items
  const champion = (await listStage(division, 4)).body.items[0]?.player_one ?? null
  return {
    line: `${row?.player_one ?? '?'} ${row?.score || '-'} ${row?.player_two ?? '?'}`,
    provisional: row?.provisional,
    champion,
  }
}

/** The emails sent since: 'Ann Able: subject'. */
async function emailsTo(...people: { email: string; name: string }[]) {
  await sendEmails(t)
  return t.emails
    .splice(0)
    .flatMap(({ to, subject }) => {
      const person = people.find(({ email }) => email === to.email)
      return person ? [`${person.name}: ${subject}`] : []
    })
    .toSorted()
}

async function settle({ semi }: Bracket, right_version: number) {
  const organizer = await makeOrganizer(t)
  const { version } = (await t.call(getOrganizerMatch, { token: organizer.token, params: { id: semi } })).body.match
  return t.call(settleByVersion, {
    token: organizer.token,
    params: { id: semi },
    body: { version: version ?? 0, right_version, reason: 'Both were there.' },
  })
}

describe('a final that was played while its semi-final can still be changed', () => {
  test('a final whose semi-final can still be changed counts, and is provisional in the bracket, on the card and on its page until the semi-final is final', async () => {
    const bracket = await playFinal()
    const { one, two, final: id } = bracket
    const shown = async () => [
      (await t.call(getResult, { token: two.token, params: { id } })).body.provisional,
      (await t.call(getPublicResult, { params: { id } })).body.provisional,
      (await t.call(getPublicResult, { params: { id: bracket.semi } })).body.provisional,
    ]
    const counted = { line: `${one.name} 6-1 6-1 ${two.name}`, champion: one.name }
    expect(await readFinal(bracket)).toEqual({ ...counted, provisional: true })
    const card = async () =>
      (await t.call(listMyMatches, { token: two.token })).body.matchups.find((match) => match.id === id)
    expect(await card()).toMatchObject({ played: true, provisional: true })
    t.clock.set('2026-08-11T15:59:59Z')
    expect((await card())?.provisional).toBe(true)
    expect(await shown()).toEqual([true, true, false])
    t.clock.set('2026-08-11T16:00:00Z')
    expect(await card()).toMatchObject({ provisional: false, confirmation: { state: 'unconfirmed' } })
    expect(await readFinal(bracket)).toEqual({ ...counted, provisional: false })
    expect(await shown()).toEqual([false, false, false])
  })

  test('a final whose semi-final can still be changed is set aside if the loser of the semi-final corrects it, and both of its sides get an email', async () => {
    const bracket = await playFinal()
    const { division, one, two, four, final: id } = bracket
    expect((await correctSemi(bracket, 1)).status).toBe(200)
    expect(await board(division, 2)).toContain(`${one.name} 3-6 3-6 ${four.name}`)
    expect(await readFinal(bracket)).toEqual({ line: `${four.name} - ${two.name}`, provisional: true, champion: null })
    const emails = await emailsTo(one, two, four)
    expect(emails).toContain(`${one.name}: Your final does not count for now`)
    expect(emails).toContain(`${two.name}: Your final does not count for now`)
    expect(emails).toContain(`${four.name}: Your final is against ${two.name}`)
    await expectSoundData(t)
    // The set-aside result is hidden and can no longer be answered.
    const mine = (await t.call(listMyMatches, { token: one.token })).body.matchups
    expect(mine.map((match) => match.id)).not.toContain(id)
    expect((await t.call(getResult, { token: one.token, params: { id } })).status).toBe(404)
    expect((await answer(two, id, confirmScore, { version: 1 })).status).toBe(404)
    expect(await report(one, two, '6-1 6-1', { division, matchup_id: id, match_date: '2026/08/10' })).toMatchObject({
      status: 422,
    })
    const organizer = await makeOrganizer(t)
    const desk = await t.call(getOrganizerMatch, { token: organizer.token, params: { id } })
    expect(desk.body.match).toMatchObject({ state: 'canceled', playoff_stage: 3 })
  })

  test('a final whose semi-final can still be changed counts again if the semi-final is corrected back, with a day to answer it, and doing so twice makes no difference', async () => {
    const bracket = await playFinal()
    const { one, two, four, semi, final: id } = bracket
    await correctSemi(bracket, 1)
    await emailsTo()
    t.clock.set('2026-08-10T20:00:00Z')
    expect((await correctSemi(bracket, 2, one)).status).toBe(200)
    expect(await readFinal(bracket)).toEqual({
      line: `${one.name} 6-1 6-1 ${two.name}`,
      provisional: true,
      champion: one.name,
    })
    await expectSoundData(t)
    expect(await emailsTo(one, two)).toEqual([
      `${one.name}: Your final counts again`,
      `${two.name}: Your final counts again`,
    ])
    const { confirmation } = (await t.call(getResult, { token: two.token, params: { id } })).body
    expect(confirmation).toMatchObject({ state: 'unconfirmed', answer_until: '2026-08-11T20:00:00.000Z' })
    // The fourth player has used the one correction, and the dispute is settled in this player's favor.
    expect((await correctSemi(bracket, 3)).status).toBe(409)
    expect((await answer(four, semi, disputeScore, { version: 3, reason: 'I won.' })).status).toBe(200)
    expect((await settle(bracket, 2)).status).toBe(200)
    expect(await readFinal(bracket)).toEqual({ line: `${four.name} - ${two.name}`, provisional: false, champion: null })
    expect(await emailsTo(one)).toContain(`${one.name}: Your final does not count for now`)
  })

  test('two finals, each played after its own semi-final, count one at a time', async () => {
    const bracket = await playFinal()
    const { division, one, two, four } = bracket
    await correctSemi(bracket, 1)
    t.clock.set('2026-08-10T18:00:00Z')
    const other = { division, matchup_id: await cardOf(four, two), match_date: '2026/08/10' }
    expect((await report(two, four, '7-5 7-5', other)).status).toBe(201)
    expect((await readFinal(bracket)).champion).toBe(two.name)
    await correctSemi(bracket, 2, one)
    expect(await readFinal(bracket)).toMatchObject({ line: `${one.name} 6-1 6-1 ${two.name}`, champion: one.name })
    await answer(four, bracket.semi, disputeScore, { version: 3, reason: 'I won.' })
    await settle(bracket, 2)
    expect(await readFinal(bracket)).toMatchObject({ line: `${four.name} 5-7 5-7 ${two.name}`, champion: two.name })
  })

  test.each([
    ['for the winner', 1, '6-1 6-1'],
    ['for the loser', 2, '-'],
  ])(
    'a final whose semi-final can still be changed waits during a dispute, with its score on the bracket, and the dispute is settled %s',
    async (_, winner, score) => {
      const bracket = await playFinal()
      const { one, two, four, semi } = bracket
      expect((await disputeSemi(bracket)).status).toBe(200)
      expect(await readFinal(bracket)).toEqual({
        line: `${one.name} 6-1 6-1 ${two.name}`,
        provisional: true,
        champion: null,
      })
      const organizer = await makeOrganizer(t)
      const { season: _season, ...corrected } = scoreBody(four, one, '6-3 6-3', { match_date: '2026/08/10' })
      const input = { token: organizer.token, params: { id: semi } }
      const settled =
        winner === 1
          ? await settle(bracket, 1)
          : await t.call(settleByScore, { ...input, body: { ...corrected, version: 1, reason: 'Seen.' } })
      expect(settled.status).toBe(200)
      expect(await readFinal(bracket)).toEqual({
        line: `${(winner === 1 ? one : four).name} ${score} ${two.name}`,
        provisional: false,
        champion: winner === 1 ? one.name : null,
      })
    },
  )

  test('after the deadline the loser can no longer change anything', async () => {
    const bracket = await playFinal()
    t.clock.set('2026-08-11T16:00:00Z')
    expect(await correctSemi(bracket, 1)).toMatchObject({ status: 409, body: { code: 'score_final' } })
    expect(await disputeSemi(bracket)).toMatchObject({ status: 409, body: { code: 'score_final' } })
    expect((await readFinal(bracket)).champion).toBe(bracket.one.name)
  })

  test('a final whose semi-final can still be changed must be voided before an organizer changes a final semi-final, or voids one that is not', async () => {
    const bracket = await playFinal()
    const { one, four, semi, final: id } = bracket
    const organizer = await makeOrganizer(t)
    const voids = (match: number) =>
      t.call(voidResult, {
        token: organizer.token,
        params: { id: match },
        body: { version: 1, reason: 'x', again: true },
      })
    expect(await voids(semi)).toMatchObject({ status: 409, body: { code: 'playoff_moved_on' } })
    await answer(four, semi, confirmScore, { version: 1 })
    const { season: _, ...body } = scoreBody(four, one, '6-3 6-3', { match_date: '2026/08/10' })
    const settled = { token: organizer.token, params: { id: semi }, body: { ...body, version: 1, reason: 'Seen.' } }
    expect(await t.call(settleByScore, settled)).toMatchObject({ status: 409, body: { code: 'playoff_moved_on' } })
    expect((await voids(id)).status).toBe(200)
    expect((await t.call(settleByScore, settled)).status).toBe(200)
    expect((await readFinal(bracket)).line).toBe(`${four.name} - ${bracket.two.name}`)
  })
})

test('two simultaneous corrections of the semi-final count once, and the bracket stays consistent', async () => {
  const bracket = await playFinal()
  const replies = await Promise.all([correctSemi(bracket, 1), correctSemi(bracket, 1), disputeSemi(bracket)])
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const live = await t.db
    .selectFrom('matches')
    .select(['playoff_stage', 'playoff_slot'])
    .where('playoff_stage', 'is not', null)
    .where('canceled_at', 'is', null)
    .where('league_id', '=', bracket.league_id)
    .execute()
  expect(new Set(live.map((match) => `${match.playoff_stage} ${match.playoff_slot}`)).size).toBe(live.length)
})

test('profile and comparison show the same record of a player, with play-offs separate', async () => {
  const { one, two, four } = await playFinal()
  const { record, playoff_record } = (await t.call(listMyMatches, { token: one.token })).body
  const compared = (await t.call(comparePlayers, { token: one.token, query: { player_two: two.id } })).body
  expect(compared.player_one).toMatchObject({ record, playoff_record })
  expect(record.wins + record.losses).toBe(4)
  expect(playoff_record).toEqual({ wins: 2, losses: 0 })
  expect(compared.player_two.playoff_record).toEqual({ wins: 1, losses: 1 })
  expect((await t.call(listMyMatches, { token: four.token })).body.playoff_record).toEqual({ wins: 0, losses: 1 })
})
