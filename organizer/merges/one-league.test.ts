import { describe, expect, onTestFinished, test } from 'vitest'
import { getResult, listMyMatches, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { acceptInvitation, namePartner } from '#/features/pairs/contract.ts'
import { makeInvitationLink } from '#/features/pairs/invitation-fixture.ts'
import { listReactions, setReaction, type ReactionKind } from '#/features/reactions/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { listPurchases } from '#/features/checkout/contract.ts'
import { replacePlayer } from '#/organizer/entries/contract.ts'
import { voidResult } from '#/organizer/matches/contract.ts'
import { mergePlayers, previewMerge } from '#/organizer/players/contract.ts'
import { startSession } from '#/server/session.ts'
import { startApp } from '#/test/app.ts'
import { listMisnamed, listUneven, readLedger, refillLedger } from '#/test/ledger.ts'
import { countEveryMeeting, joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'

// Summer 1 of 2026 is being played.
const t = await startApp('2026-05-20T16:00:00Z')
await countEveryMeeting(t)
const owner = await makeOrganizer(t)
const { token } = owner
const reason = 'Asked on the phone'

const nameOf = ({ first_name, last_name }: TestPlayer) => `${first_name} ${last_name}`

async function report(winner: TestPlayer, loser: TestPlayer, division: string, match_date: string): Promise<number> {
  const body = scoreBody(winner, loser, '6-2 6-2', { division, match_date })
  const { status, body: reply } = await t.call(reportScore, { token: winner.token, body })
  expect({ status, message: reply.message }).toMatchObject({ status: 201 })
  return reply.id
}
const preview = async (keep: TestPlayer, from: TestPlayer) =>
  (await t.call(previewMerge, { token, params: { id: keep.id }, query: { from_id: from.id } })).body
const merge = (keep: TestPlayer, from: TestPlayer) =>
  t.call(mergePlayers, { token, params: { id: keep.id }, body: { from_id: from.id, reason } })
const winnerOf = async (reader: TestPlayer, id: number) =>
  (await t.call(getResult, { token: reader.token, params: { id } })).body.winner.name
async function linesOf(reader: TestPlayer, division: string) {
  const { players } = (await t.call(listStandings, { token: reader.token, query: { season: 'summer-1', division } }))
    .body
  return Object.fromEntries(players.map(({ entry_id, wins, losses }) => [entry_id, [wins, losses]]))
}

describe('two accounts of one person in one league', () => {
  test('have one reaction to each result, and none to their own', async () => {
    const division = 'womens-singles-3-0'
    const { people } = await makeLeague(t, 4, { season: 'summer-1', division })
    const [keep, from, ann, ben] = people
    const both = await report(ann, ben, division, '2026/05/18')
    const one = await report(ann, ben, division, '2026/05/19')
    const own = await report(from, ann, division, '2026/05/20')
    const react = (player: TestPlayer, match_id: number, kind: ReactionKind) =>
      t.call(setReaction, { token: player.token, params: { match_id }, body: { kind } })
    await react(keep, both, 'well_played')
    await react(from, both, 'surprise')
    await react(from, one, 'fair_play')
    expect(await react(keep, own, 'great_match')).toMatchObject({ status: 200 })
    expect((await merge(keep, from)).status).toBe(200)

    const query = { match_ids: [both, one, own].join(',') }
    const { reactions } = (await t.call(listReactions, { token: keep.token, query })).body
    const none = { well_played: 0, great_match: 0, surprise: 0, fair_play: 0 }
    expect(reactions).toEqual([
      { match_id: both, may_react: true, mine: 'well_played', counts: { ...none, well_played: 1 } },
      { match_id: one, may_react: true, mine: 'fair_play', counts: { ...none, fair_play: 1 } },
      { match_id: own, may_react: false, mine: null, counts: none },
    ])
  })

  test('become one place with the results of both; opponents keep theirs, and the second payment can be refunded', async () => {
    const division = 'womens-singles-3-5'
    const { people, entry_ids, league_id } = await makeLeague(t, 4, { season: 'summer-1', division })
    const [keep, from, ann, ben] = people
    const [kept, gone, ofAnn, ofBen] = entry_ids
    await report(keep, ann, division, '2026/05/18')
    const won = await report(from, ann, division, '2026/05/19')
    await report(ben, from, division, '2026/05/20')
    const open = await arrange(t, league_id, gone, ofBen, '2026-05-28')
    expect(await linesOf(ann, division)).toEqual({ [kept]: [1, 0], [gone]: [1, 1], [ofAnn]: [0, 2], [ofBen]: [1, 0] })

    expect(await preview(keep, from)).toMatchObject({
      problem: null,
      places: [
        "Both have a place in Women's Singles 3.5, Summer 1 2026. The place of the account that is closed ends, and the other gets its 2 results. 1 open match of it ends as in a withdrawal. Its $39.00 can be refunded under Payments.",
      ],
    })
    expect((await merge(keep, from)).status).toBe(200)
    expect(await linesOf(ann, division)).toEqual({ [kept]: [2, 1], [ofAnn]: [0, 2], [ofBen]: [1, 0] })
    expect(await winnerOf(ann, won)).toBe(nameOf(keep))
    const history = (await t.call(listMyMatches, { token: keep.token, query: {} })).body
    expect(history).toMatchObject({ total: 3, record: { wins: 2, losses: 1 } })
    expect(history.matchups.map(({ id }) => id)).not.toContain(open)
    const { purchases } = (await t.call(listPurchases, { token: keep.token, query: {} })).body
    expect(purchases.map(({ payment_status, price }) => [payment_status, price])).toEqual([
      ['Closed', 39],
      ['Paid', 39],
    ])
    expect(await listMisnamed(t.db)).toEqual([])
    expect(await listUneven(t.db)).toEqual([])
  })

  test('are refused while they have a result against each other, with what to do about it', async () => {
    const division = 'womens-singles-4-5'
    const { people } = await makeLeague(t, 3, { season: 'summer-1', division })
    const [keep, from, ann] = people
    const met = await report(keep, from, division, '2026/05/18')
    await report(from, ann, division, '2026/05/19')
    const { problem } = await preview(keep, from)
    expect(problem).toBe(
      "They have played in the same match on Mon, May 18, 2026: Women's Singles 4.5, Summer 1 2026. If they are one person, void that result first. If they are two, leave the accounts apart.",
    )
    expect(await merge(keep, from)).toMatchObject({ status: 409, body: { code: 'not_mergeable', message: problem } })
    const body = { version: 1, reason, again: false }
    expect((await t.call(voidResult, { token, params: { id: met }, body })).status).toBe(200)
    expect((await merge(keep, from)).status).toBe(200)
    const history = (await t.call(listMyMatches, { token: keep.token, query: {} })).body
    expect(history).toMatchObject({ total: 1, record: { wins: 1, losses: 0 } })
    expect(await listUneven(t.db)).toEqual([])
  })

  test('are refused with the day if both have a result against the same player on it', async () => {
    const division = 'mens-singles-4-5'
    const { people } = await makeLeague(t, 3, { season: 'summer-1', division })
    const [keep, from, ann] = people
    await report(keep, ann, division, '2026/05/18')
    await report(from, ann, division, '2026/05/18')
    expect((await preview(keep, from)).problem).toBe(
      `Both have a result against ${nameOf(ann)} on Mon, May 18, 2026: Men's Singles 4.5, Summer 1 2026. Void the one that is wrong first.`,
    )
  })

  test('are refused if their results are in the tables of two flights', async () => {
    const division = 'mens-singles-4-0'
    const { people, entry_ids } = await makeLeague(t, 3, { season: 'summer-1', division })
    const [keep, from, ann] = people
    await report(from, ann, division, '2026/05/18')
    await t.db.updateTable('entries').set({ flight: 1 }).where('id', '=', entry_ids[0]).execute()
    await t.db.updateTable('entries').set({ flight: 2 }).where('id', 'in', entry_ids.slice(1)).execute()
    expect((await preview(keep, from)).problem).toContain('in two tables of it')
  })

  test('are refused if their results are on two places of a ladder', async () => {
    const division = 'mens-singles-3-5'
    const { people, league_id } = await makeLeague(t, 3, { season: 'summer-1', division })
    const [keep, from, ann] = people
    await report(from, ann, division, '2026/05/18')
    expect((await preview(keep, from)).problem).toBe(null)
    const format = JSON.stringify({ kind: 'ladder', reach: 2, days: 10 })
    await t.db.updateTable('leagues').set({ format }).where('id', '=', league_id).execute()
    const { problem } = await preview(keep, from)
    expect(problem).toBe(
      "Both have results in the same league, on two places of a ladder: Men's Singles 3.5, Summer 1 2026. Withdraw one of them first, or leave the accounts apart.",
    )
    expect(await merge(keep, from)).toMatchObject({ status: 409, body: { code: 'not_mergeable', message: problem } })
  })

  test('are refused if both are in the play-offs, and not if one of them is', async () => {
    const division = 'womens-singles-4-0'
    const { people, entry_ids, league_id } = await makeLeague(t, 3, { season: 'summer-1', division })
    const [keep, from] = people
    await t.db.insertInto('playoffs').values({ league_id, made_at: t.clock.now() }).execute()
    const seed = (entry_id: number, place: number) =>
      t.db.insertInto('playoff_seeds').values({ league_id, entry_id, seed: place }).execute()
    await seed(entry_ids[1], 1)
    expect((await preview(keep, from)).problem).toBe(null)
    await seed(entry_ids[0], 2)
    const { problem } = await preview(keep, from)
    expect(problem).toBe(
      "Both are in the play-offs: Women's Singles 4.0, Summer 1 2026. Withdraw one of them first, or leave the accounts apart.",
    )
    expect(await merge(keep, from)).toMatchObject({ status: 409, body: { code: 'not_mergeable', message: problem } })
  })

  test('are refused while a refund of either is being made', async () => {
    const division = 'womens-singles-3-0'
    const { people, league_id } = await makeLeague(t, 2, { season: 'summer-1', division })
    const [keep, from] = people
    const request = (player: TestPlayer, refund_requested_at: Date | null) =>
      t.db
        .updateTable('purchases')
        .set({ refund_requested_at })
        .where('player_id', '=', player.id)
        .where('league_id', '=', league_id)
        .execute()
    for (const leaving of [keep, from]) {
      await request(leaving, t.clock.now())
      const { problem } = await preview(keep, from)
      expect(problem).toBe(
        "A refund of one of their entries is being made: Women's Singles 3.0, Summer 1 2026. Please wait for it.",
      )
      expect(await merge(keep, from)).toMatchObject({ status: 409, body: { code: 'not_mergeable', message: problem } })
      await request(leaving, null)
    }
    expect(await merge(keep, from)).toMatchObject({ status: 200 })
  })

  test('keep both lines of the table of a season that is over, under one name', async () => {
    const division = 'mens-singles-3-0'
    const { people, entry_ids, league_id } = await makeLeague(t, 3, { season: 'summer-1', division })
    const [keep, from, ann] = people
    const [kept, gone, ofAnn] = entry_ids
    await report(keep, ann, division, '2026/05/18')
    const won = await report(from, ann, division, '2026/05/18')
    t.clock.set('2026-12-10T16:00:00Z')
    onTestFinished(() => void t.clock.set('2026-05-20T16:00:00Z'))
    const later = { ...ann, token: await startSession(t.db, ann.id, t.clock.now()) }
    const organizer = await startSession(t.db, owner.id, t.clock.now())
    const before = await linesOf(later, division)
    expect(before).toEqual({ [kept]: [1, 0], [gone]: [1, 0], [ofAnn]: [0, 2] })
    const of = { params: { id: keep.id }, body: { from_id: from.id, reason } }
    expect((await t.call(mergePlayers, { token: organizer, ...of })).status).toBe(200)
    expect(await linesOf(later, division)).toEqual(before)
    expect(await winnerOf(later, won)).toBe(nameOf(keep))
    const { players } = (
      await t.call(listStandings, { token: later.token, query: { season: 'summer-1', division, year: 2026 } })
    ).body
    expect(players.filter(({ first_name }) => first_name === keep.first_name).map(({ entry_id }) => entry_id)).toEqual(
      expect.arrayContaining([kept, gone]),
    )
    const lines = await t.db
      .selectFrom('purchases')
      .select(['status', 'counts'])
      .where('player_id', '=', keep.id)
      .where('league_id', '=', league_id)
      .orderBy('id')
      .execute()
    expect(lines).toEqual([
      { status: 'Paid', counts: true },
      { status: 'Closed', counts: true },
    ])
  })

  test('of a pair are refused: as partners of each other, and in two pairs', async () => {
    const division = 'womens-doubles'
    const makePair = async (partner: TestPlayer) => {
      const buyer = await makePlayer(t)
      const { league_id } = await joinLeague(t, buyer, { season: 'summer-1', division })
      const body = { full_name: nameOf(partner), email: partner.email }
      await t.call(namePartner, { token: buyer.token, params: { league_id }, body })
      await t.call(acceptInvitation, { body: { token: await makeInvitationLink(t, partner.email) } })
      return buyer
    }
    const [one, two] = [await makePlayer(t), await makePlayer(t)]
    const [ofOne, ofTwo] = [await makePair(one), await makePair(two)]
    const league = "Women's Doubles, Summer 1 2026"
    expect((await preview(ofOne, one)).problem).toBe(
      `They are partners: ${league}. If they are one person, replace one of them in the pair first.`,
    )
    expect((await preview(ofOne, ofTwo)).problem).toBe(
      `Both are in the same league, in two pairs: ${league}. Replace one of them in a pair, or withdraw one pair, first.`,
    )
  })
})

test('a merge makes the results that a replaced player has left behind the kept account’s, and nobody replaces themselves', async () => {
  const division = 'womens-singles-5-0'
  const { people, entry_ids } = await makeLeague(t, 2, { season: 'summer-1', division })
  const [ann, ben] = people
  const id = await report(ann, ben, division, '2026/05/18')
  const [zed, again] = [await makePlayer(t), await makePlayer(t)]
  const body = { leaving_player_id: ann.id, email: zed.email, reason }
  t.clock.set('2026-05-20T16:01:00Z')
  await t.call(replacePlayer, { token, params: { id: entry_ids[0] }, body })
  expect(await merge(again, ann)).toMatchObject({ status: 200 })
  expect(await winnerOf(ben, id)).toBe(nameOf(again))
  const fresh = await startSession(t.db, again.id, t.clock.now())
  expect((await t.call(listMyMatches, { token: fresh, query: {} })).body).toMatchObject({
    total: 1,
    record: { wins: 1, losses: 0 },
  })
  const line = async () =>
    (await t.call(listStandings, { token: ben.token, query: { season: 'summer-1', division } })).body.players[0]
  expect(await line()).toMatchObject({ replacements: [{ name: nameOf(zed), replaces: nameOf(again) }] })
  // As a migration would fill it from the audit log, which names the closed account.
  const { shared: _, ...before } = await readLedger(t.db)
  await refillLedger(t)
  expect(await readLedger(t.db)).toMatchObject(before)
  expect(await listUneven(t.db)).toEqual([])
  expect(await merge(zed, again)).toMatchObject({ status: 200 })
  expect(await line()).toMatchObject({ wins: 1, replacements: null })
  expect(await listUneven(t.db)).toEqual([])
})
