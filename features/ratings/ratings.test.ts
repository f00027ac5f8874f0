import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { comparePlayers } from '#/features/players/contract.ts'
import { getPlayer, getPublicPlayer } from '#/features/players/page-contract.ts'
import { updatePrivacy } from '#/features/settings/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { countEveryMeeting, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { pauseTimetable } from '#/test/timetable.ts'
import { ratingParameters } from '#/rules/rating/parameters.ts'
import { emptyPool } from '#/rules/rating/pool.ts'
import { estimateOf, rateDay } from '#/rules/rating/rating.ts'
import { workedExample } from '#/rules/rating/worked-example.ts'
import { getRatingFormula, listRatingChanges } from './contract.ts'
import { FORMULA } from './pool.ts'
import { findRating, listPools, listRatings } from './queries.ts'
import { readStored, storedAndRebuilt } from './rating-fixture.ts'

pauseTimetable()
const t = await startApp('2026-05-16T16:00:00Z')
await countEveryMeeting(t)

/** New players in a league, in the middle of its season. */
async function play<N extends 2 | 3 | 4>(size: N, division: string) {
  t.clock.set('2026-05-16T16:00:00Z')
  const made = await makeLeague(t, size, { season: 'summer-1', area: 'south-bend', division })
  t.clock.set('2026-06-06T16:00:00Z')
  return made
}

const today = '2026-06-06'

async function report(
  winner: TestPlayer,
  opponent: TestPlayer,
  line: string,
  day: string,
  given = {},
): Promise<number> {
  const { status, body } = await t.call(reportScore, {
    token: winner.token,
    body: scoreBody(winner, opponent, line, { match_date: day, ...given }),
  })
  expect({ status, body }).toEqual({ status: 201, body })
  return body.id
}

async function ledgerOf(reader: TestPlayer, of: TestPlayer, query = {}) {
  const { status, body } = await t.call(listRatingChanges, { token: reader.token, params: { id: of.id }, query })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}

async function valueOf({ id }: { id: number }): Promise<number | undefined> {
  return (await listRatings(t.db, [id], { sport: 'tennis', kind: 'singles' }, today))[0]?.value
}

async function expectAsRebuilt() {
  const { stored, rebuilt } = await storedAndRebuilt(t)
  expect(rebuilt).toEqual(stored)
}

describe('rating results', () => {
  test('a reported result is rated, says why, and moves a former opponent too', async () => {
    const { people } = await play(3, 'womens-singles-3-0')
    const [ann, bea, cleo] = people
    const first = await report(ann, bea, '6-3 6-4', '2026/05/18')
    await runJobs(t)
    const ledger = await ledgerOf(bea, ann)
    expect(ledger).toMatchObject({ total: 1, skip: 0 })
    const [change] = ledger.changes
    expect(change).toMatchObject({ match_id: first, day: '2026/05/18', result: '6-3 6-4', before: { value: 1500 } })
    const points = change!.after.value - change!.before.value
    expect(points).toBeGreaterThan(0)
    expect(change!.text).toBe(`Expected ${change!.expected}, got 6-3 6-4: +${points}`)
    expect((await ledgerOf(bea, bea)).changes[0]).toMatchObject({ result: '3-6 4-6', expected: change!.expected })

    await report(bea, cleo, '6-0 6-0', '2026/06/01')
    await report(bea, cleo, '6-0 6-1', '2026/06/02')
    await runJobs(t)
    const { changes, total } = await ledgerOf(ann, ann)
    expect(total).toBe(changes.length)
    expect(changes[0]).toMatchObject({ match_id: null, expected: null, result: null })
    expect(changes.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^Player Number\d+, whom you beat in May, has won one since: \+\d+$/),
    )
    // Another reader reads names, not 'you'.
    expect((await ledgerOf(cleo, ann)).changes[0]!.text).toMatch(/, whom Player Number\d+ beat in May, has won/)
    const rating = await findRating(t.db, ann.id, today)
    expect(rating).toMatchObject({ pool: 'tennis-singles', provisional: true })
    expect(rating!.series.at(-1)!.value).toBe(changes[0]!.after.value)
    expect(await listPools(t.db, ann.id)).toEqual(['tennis-singles'])
    await expectAsRebuilt()
  })

  test('two results of a day are rated together, whatever the order in which they are entered', async () => {
    const { people } = await play(3, 'womens-singles-3-5')
    const [ann, bea, cleo] = people
    await report(ann, bea, '6-3 6-4', '2026/05/18')
    await runJobs(t)
    await report(bea, cleo, '6-1 6-4', '2026/05/18')
    await runJobs(t)
    const late = await Promise.all(people.map(valueOf))
    const { changes } = await ledgerOf(bea, bea)
    expect(changes).toHaveLength(2)
    // Each row goes on from the one before.
    expect(changes[0]!.before.value).toBe(changes[1]!.after.value)
    await expectAsRebuilt()
    expect(await Promise.all(people.map(valueOf))).toEqual(late)
  })

  test('a disputed result is not rated until it is settled, and a walkover never is', async () => {
    const { people } = await play(3, 'womens-singles-4-0')
    const [ann, bea, cleo] = people
    const id = await report(ann, bea, '6-3 6-4', '2026/05/18')
    await report(ann, cleo, '', '2026/05/19', { match_status: 'Opponent did not show' })
    await runJobs(t)
    expect(await valueOf(ann)).toBeGreaterThan(1500)
    expect(await valueOf(cleo)).toBeUndefined()
    await t.db
      .updateTable('scores')
      .set({ answer: 'disputed', answered_by_id: bea.id, answered_at: t.clock.now() })
      .where('match_id', '=', id)
      .execute()
    await runJobs(t)
    expect(await valueOf(ann)).toBeUndefined()
    expect(await ledgerOf(ann, ann)).toMatchObject({ total: 0, changes: [] })
    await t.db.updateTable('scores').set({ answer: 'settled' }).where('match_id', '=', id).execute()
    await runJobs(t)
    expect(await valueOf(ann)).toBeGreaterThan(1500)
    // A retirement counts as far as it was played.
    await report(cleo, ann, '6-4 2-1', '2026/06/02', { match_status: 'Retired' })
    await runJobs(t)
    expect((await ledgerOf(ann, ann)).changes[0]).toMatchObject({ result: '4-6 1-2 ret.' })
    await expectAsRebuilt()
  })

  test('a level that is changed later leaves what has happened', async () => {
    const { people } = await play(2, 'womens-singles-4-5')
    const [ann, bea] = people
    await report(ann, bea, '6-3 6-4', '2026/05/18')
    await runJobs(t)
    const before = await readStored(t)
    await t.db.updateTable('players').set({ singles_level: '5.0' }).where('id', '=', ann.id).execute()
    await expectAsRebuilt()
    expect(await readStored(t)).toEqual(before)
  })
})

describe('who reads a ledger', () => {
  test('strangers, visitors and garbage get nothing, an organizer of the area reads', async () => {
    const { people } = await play(2, 'womens-singles-5-0')
    const [ann, bea] = people
    await report(ann, bea, '6-3 6-4', '2026/05/18')
    await runJobs(t)
    const stranger = await makePlayer(t)
    const [here, elsewhere] = [await makeOrganizer(t, ['south-bend']), await makeOrganizer(t, ['dc'])]
    const read = async (token: string | undefined, id: number | string, query = {}) =>
      (await t.send(listRatingChanges, { token, path: `/users/players/${id}/rating`, query })).status
    expect(await read(undefined, ann.id)).toBe(401)
    expect(await read(stranger.token, ann.id)).toBe(404)
    expect(await read(elsewhere.token, ann.id)).toBe(404)
    expect(await read(here.token, ann.id)).toBe(200)
    expect(await read(bea.token, ann.id)).toBe(200)
    expect(await read(stranger.token, stranger.id)).toBe(200)
    expect(await read(ann.token, 2_000_000_000)).toBe(404)
    expect(await read(ann.token, 'x')).toBe(422)
    expect(await read(ann.token, ann.id, { pool: 'chess-singles' })).toBe(422)
    expect(await read(ann.token, ann.id, { page: -1 })).toBe(422)
    expect(await ledgerOf(ann, ann, { pool: 'padel-doubles' })).toMatchObject({ total: 0, changes: [] })
    expect(await ledgerOf(ann, ann, { page: 2 })).toMatchObject({ total: 1, skip: 20, changes: [] })
  })

  test('a private rating is read by its owner alone: not on the page and not in the ledger', async () => {
    const { people } = await play(2, 'womens-singles-3-5')
    const [ann, bea] = people
    await report(ann, bea, '6-3 6-4', '2026/05/18')
    await report(ann, bea, '6-3 6-2', '2026/05/19')
    await runJobs(t)
    const pageOf = async (reader: TestPlayer, query = {}) =>
      (await t.call(getPlayer, { token: reader.token, params: { id: ann.id }, query })).body
    const seen = await pageOf(bea)
    expect(seen.pools).toEqual(['tennis-singles'])
    expect(seen.rating).toMatchObject({ pool: 'tennis-singles', provisional: true, value: await valueOf(ann) })
    expect(seen.rating!.series.map(({ day }) => day)).toEqual(['2026/05/18', '2026/05/19'])
    expect(seen.rating!.series[1]!.value).toBe(seen.rating!.value)
    expect((await ledgerOf(bea, ann)).changes[0]!.opponents).toEqual([
      { id: bea.id, name: `${bea.first_name} ${bea.last_name}` },
    ])
    const compared = async () =>
      (await t.call(comparePlayers, { token: bea.token, query: { player_two: ann.id } })).body
    const both = await compared()
    expect(both.player_two.rating).toEqual(seen.rating)
    expect(both.player_one.rating).toMatchObject({ pool: 'tennis-singles', value: await valueOf(bea) })
    expect(both.expected!.win).toBeLessThan(0.5)
    const stranger = await makePlayer(t)
    const fromAfar = await t.call(comparePlayers, {
      token: stranger.token,
      query: { player_one: bea.id, player_two: ann.id },
    })
    expect(fromAfar.body.expected ?? null).toBe(null)
    expect(JSON.stringify(fromAfar.body)).not.toContain('tennis-singles')
    expect(await pageOf(bea, { pool: 'padel-singles' })).toMatchObject({ pools: ['tennis-singles'], rating: null })

    const show = (parts: object) =>
      t.send(updatePrivacy, { token: ann.token, body: { shows_email: true, shows_phone: true, ...parts } })
    const statusOf = async (reader: TestPlayer) =>
      (await t.call(listRatingChanges, { token: reader.token, params: { id: ann.id } })).status
    await show({ shows_rating: false, public_page: true })
    expect(await pageOf(bea)).toMatchObject({ pools: null, rating: null, hidden: expect.arrayContaining(['rating']) })
    expect(await pageOf(ann)).toMatchObject({ rating: seen.rating })
    expect(await compared()).toMatchObject({
      player_one: { rating: { pool: 'tennis-singles' } },
      player_two: { rating: null },
      expected: null,
    })
    expect([await statusOf(bea), await statusOf(ann), await statusOf(await makeOrganizer(t))]).toEqual([404, 200, 404])
    const publicPage = async () => (await t.call(getPublicPlayer, { params: { id: ann.id } })).body
    expect(await publicPage()).toMatchObject({ pools: null, rating: null })
    await show({ shows_rating: true, public_page: true })
    expect(await publicPage()).toMatchObject({ pools: ['tennis-singles'], rating: seen.rating })
    expect(await statusOf(await makePlayer(t))).toBe(200)
  })

  test('a reader whose email is not proved reads short names', async () => {
    const { people } = await play(3, 'womens-doubles')
    const [ann, bea, cleo] = people
    await report(ann, bea, '6-3 6-4', '2026/05/18')
    await report(bea, cleo, '6-0 6-0', '2026/06/01')
    await runJobs(t)
    await t.db.updateTable('players').set({ email_verified_at: null }).where('id', '=', ann.id).execute()
    const { changes } = await ledgerOf(ann, ann)
    expect(changes[0]!.text).toContain('whom you beat in May')
    expect(JSON.stringify(changes)).not.toContain(bea.last_name)
    expect(await listPools(t.db, ann.id)).toEqual(['tennis-doubles'])
  })
})

test('the formula is public, and its example can be recalculated', async () => {
  const { status, body } = await t.call(getRatingFormula, {})
  expect(status).toBe(200)
  expect(Object.keys(body.parameters)).toEqual(Object.keys(body.meanings))
  expect(body.parameters).toEqual(ratingParameters)
  const { sets, players, steps } = body.example
  const { pool } = rateDay(
    emptyPool('tennis'),
    '2026-05-18',
    [{ id: 1, sides: [[1], [2]], sets, status: null }],
    (player) => players[player - 1]?.level_steps ?? null,
  )
  for (const [at, { after }] of players.entries())
    expect(estimateOf(pool, at + 1, '2026-05-18')).toEqual({ ...after, matches: 1 })
  const sums = steps.flatMap((step) => step.sums)
  expect(sums.length).toBeGreaterThan(15)
  for (const sum of sums) expect(sum).toMatch(/\d.* = -?\d/)
})

test('a change of the formula is noticed, so that everything is rated again', () => {
  const numbers = createHash('sha256')
    .update(JSON.stringify([ratingParameters, workedExample()]))
    .digest('hex')
    .slice(0, 12)
  // Ratings have become other ones if this fails: put the new numbers here, and raise FORMULA if it was in a release.
  expect([FORMULA, numbers]).toEqual([1, 'bef1142df46c'])
})
