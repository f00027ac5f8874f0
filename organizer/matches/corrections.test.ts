import { describe, expect, test } from 'vitest'
import { listMyMatches } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { correctScore, disputeScore } from '#/features/confirmation/contract.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import {
  clubSeasons,
  readPublicTable,
  readTable,
  report,
  tableOf,
  type ClubLeague,
} from '#/organizer/entries/sealed-fixture.ts'
import { startApp } from '#/test/app.ts'
import { makePlayer, makeToken } from '#/test/make.ts'
import { enterResult, getOrganizerMatch, settleByScore, voidResult } from './contract.ts'

const t = await startApp('2026-06-20T16:00:00Z')
const { makeLeague, goTo } = clubSeasons(t, () => makeToken(t))

const four = ['Jon', 'Gia', 'Hal', 'Ivy']
const wins = ['Jon b. Gia', 'Hal b. Jon', 'Jon b. Ivy', 'Gia b. Hal', 'Gia b. Ivy', 'Hal b. Ivy']
const reason = 'The sides had been swapped'

async function makeSealed() {
  const league = await makeLeague(four, wins)
  await goTo('2026-12-10', league)
  return league
}

/** The match of the two, as the desk lists it. */
async function matchOf(league: ClubLeague, one: string, two: string): Promise<number> {
  const { token } = league.of(one)
  const { matchups } = (await t.call(listMyMatches, { token, query: { per_page: 100 } })).body
  const opponent = league.of(two).id
  const found = matchups.find(({ player_one_id, player_two_id }) => [player_one_id, player_two_id].includes(opponent))
  return found?.id ?? 0
}

function scoreOf(league: ClubLeague, winner: string, loser: string, line: string) {
  const { season: _, ...body } = scoreBody(league.of(winner), league.of(loser), line, { match_date: '2026/07/02' })
  return body
}

describe('a correction of a sealed season', () => {
  test('changes the table, which says so with what changed; players of the league also read why', async () => {
    const league = await makeSealed()
    const { owner } = league
    const [jon, gia] = [league.of('Jon'), league.of('Gia')]
    expect(await tableOf(league)).toContain('Jon 2-1')
    const id = await matchOf(league, 'Jon', 'Gia')
    const body = { ...scoreOf(league, 'Gia', 'Jon', '6-3 6-3'), version: 1 }
    expect((await t.call(getOrganizerMatch, { token: owner.token, params: { id } })).body).toMatchObject({
      sealed: true,
    })
    const refused = await t.call(settleByScore, { token: owner.token, params: { id }, body: { ...body, reason: ' ' } })
    expect(refused.status).toBe(422)
    const settled = await t.call(settleByScore, { token: owner.token, params: { id }, body: { ...body, reason } })
    expect(settled.status).toBe(200)
    expect((await tableOf(league)).toSorted()).toEqual(['Gia 3-0', 'Hal 2-1', 'Ivy 0-3', 'Jon 1-2'])

    const change = {
      corrected_on: '2026/12/10',
      match: expect.stringMatching(`${jon.name} – ${gia.name}|${gia.name} – ${jon.name}`) as string,
      before: `${jon.name} beat ${gia.name} 6-4 6-4`,
      after: `${gia.name} beat ${jon.name} 6-3 6-3`,
    }
    expect((await readTable(league, gia.token)).corrections).toEqual([{ ...change, reason }])
    const stranger = await makePlayer(t)
    expect((await readTable(league, stranger.token)).corrections).toEqual([{ ...change, reason: null }])
    const [correction] = (await readPublicTable(league)).corrections
    expect(correction).toMatchObject({ corrected_on: '2026/12/10', after: expect.stringContaining('Gia ') as string })
    expect(JSON.stringify(correction)).not.toContain(jon.last_name)
    expect(JSON.stringify(correction)).not.toContain(reason)
    const page = await t.server.inject({
      url: `/public/embed/south-bend/womens-singles-3-5/standings?season=${league.slug}&year=2026`,
    })
    expect(page.body).toContain('Corrected on Dec 10:')
    expect(page.body).not.toContain(reason)

    const { audit_entries } = (await t.call(listAuditLog, { token: owner.token, query: { subject: `match ${id}` } }))
      .body
    expect(audit_entries[0]).toMatchObject({
      reason,
      before: expect.anything() as object,
      after: expect.anything() as object,
    })
  })

  test('can void a result, and enter one that is missing', async () => {
    const league = await makeSealed()
    const { token } = league.owner
    const id = await matchOf(league, 'Jon', 'Gia')
    expect(
      (await t.call(voidResult, { token, params: { id }, body: { version: 1, reason, again: false } })).status,
    ).toBe(200)
    expect((await readTable(league)).corrections).toMatchObject([{ after: null }])
    const { of, name } = league
    const entered = scoreBody(of('Gia'), of('Jon'), '6-0 6-0', {
      season: name,
      match_date: '2026/08/19',
      division: 'womens-singles-3-5',
      year: 2026,
    })
    expect((await t.call(enterResult, { token, body: { ...entered, reason } })).status).toBe(201)
    expect((await readTable(league)).corrections).toMatchObject([{ before: null }, { after: null }])
    expect((await tableOf(league)).toSorted()).toEqual(['Gia 3-0', 'Hal 2-1', 'Ivy 0-3', 'Jon 1-2'])
  })

  test('is not for players', async () => {
    const league = await makeSealed()
    const id = await matchOf(league, 'Jon', 'Gia')
    const { token } = league.of('Gia')
    const final = { status: 409, body: { code: 'score_final' } }
    const correction = { ...scoreOf(league, 'Gia', 'Jon', '6-3 6-3'), version: 1 }
    expect(await t.call(correctScore, { token, params: { id }, body: correction })).toMatchObject(final)
    expect(await t.call(disputeScore, { token, params: { id }, body: { version: 1, reason } })).toMatchObject(final)
    expect(await report(league, league.of('Gia'), league.of('Jon'), '2026/08/19')).toMatchObject({
      body: { code: 'league_sealed' },
    })
  })

  test('is not noted for a change during the season', async () => {
    const league = await makeLeague(four, wins)
    await goTo('2026-08-05', league)
    const id = await matchOf(league, 'Jon', 'Gia')
    const body = { ...scoreOf(league, 'Gia', 'Jon', '6-3 6-3'), version: 1, reason }
    expect((await t.call(settleByScore, { token: league.owner.token, params: { id }, body })).status).toBe(200)
    expect((await readTable(league)).corrections).toEqual([])
  })
})
