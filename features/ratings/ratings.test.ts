import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getMatch, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { estimateOf, listPlayers, rateDays } from '#/rules/rating/rating.ts'
import { emptyPool } from '#/rules/rating/pool.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { countEveryMeeting, joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { pauseTimetable } from '#/test/timetable.ts'
import { listRatingChanges } from './contract.ts'
import { FIRST_DAY, LAST_DAY, levelIn, listResults, readStartLevels, type PoolKey } from './pool.ts'
import { findRating, listPools, listRatings } from './queries.ts'

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
const tennis: PoolKey = { sport: 'tennis', kind: 'singles' }

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
  return (await listRatings(t.db, [id], 'tennis-singles', today))[0]?.value
}

/** All that the job has written, without ids. */
async function readStored() {
  const { rows: ratings } = await sql`
    select sport, kind, player_id, start_level, value, deviation, matches, day from ratings where matches > 0 order by 1, 2, 3`.execute(
    t.db,
  )
  const { rows: changes } = await sql`
    select sport, kind, player_id, day, match_id, before_value, before_deviation, after_value, after_deviation, expected, cause_ids, causes
    from rating_changes order by sport, kind, day, player_id, match_id nulls last`.execute(t.db)
  return { ratings, changes }
}

/** Rates everything from nothing, by the rules alone, and by a job that has forgotten all it knew. */
async function expectAsRebuilt() {
  await runJobs(t)
  const stored = await readStored()
  const days = await listResults(t.db, tennis, FIRST_DAY, LAST_DAY)
  const players = [...new Set(days.flatMap(({ matches }) => matches.flatMap(({ sides }) => sides.flat())))]
  const levels = await readStartLevels(t.db, tennis, players)
  const pool = rateDays(emptyPool('tennis'), days, levelIn(levels))
  const values = listPlayers(pool).map((player_id) => {
    const { value, matches } = estimateOf(pool, player_id, LAST_DAY)!
    return { player_id, value, matches }
  })
  expect(
    (stored.ratings as { sport: string; kind: string; player_id: number; value: number; matches: number }[])
      .filter(({ sport, kind }) => sport === 'tennis' && kind === 'singles')
      .map(({ player_id, value, matches }) => ({ player_id, value, matches })),
  ).toEqual(values.toSorted((a, b) => a.player_id - b.player_id))
  await sql`update rating_pools set formula = 0, version = version + 1`.execute(t.db)
  await sql`select graphile_worker.add_job('rate_results', '{}')`.execute(t.db)
  await runJobs(t)
  expect(await readStored()).toEqual(stored)
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
    const before = await readStored()
    await t.db.updateTable('players').set({ singles_level: '5.0' }).where('id', '=', ann.id).execute()
    await expectAsRebuilt()
    expect(await readStored()).toEqual(before)
  })
})
