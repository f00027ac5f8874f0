import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getMatch, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { deleteAccount, exportData, updatePrivacy } from '#/features/settings/contract.ts'
import { replacePlayer } from '#/organizer/entries/contract.ts'
import { settleByScore, voidResult } from '#/organizer/matches/contract.ts'
import { mergePlayers } from '#/organizer/players/contract.ts'
import { untilAborted } from '#/server/db.ts'
import { listWaitingJobs, runJobs, startApp } from '#/test/app.ts'
import { countEveryMeeting, makeOrganizer, makePlayer, password, type TestPlayer } from '#/test/make.ts'
import { pauseTimetable } from '#/test/timetable.ts'
import { listRatingChanges } from './contract.ts'
import { rateResults } from './jobs.ts'
import { findRating, listRatings } from './queries.ts'
import { readStored, storedAndRebuilt } from './rating-fixture.ts'

pauseTimetable()
const t = await startApp('2026-05-16T16:00:00Z')
await countEveryMeeting(t)
const today = '2026-06-06'
const reason = 'They asked for it'

async function play<N extends 2 | 3 | 4>(size: N, division: string, area: 'south-bend' | 'dc' = 'south-bend') {
  t.clock.set('2026-05-16T16:00:00Z')
  const made = await makeLeague(t, size, { season: 'summer-1', area, division })
  t.clock.set('2026-06-06T16:00:00Z')
  return made
}

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

const valueOf = async ({ id }: { id: number }) =>
  (await listRatings(t.db, [id], { sport: 'tennis', kind: 'singles' }, today))[0]?.value
const ledgerOf = async (reader: TestPlayer, of: TestPlayer) =>
  (await t.call(listRatingChanges, { token: reader.token, params: { id: of.id } })).body

async function expectAsRebuilt() {
  const { stored, rebuilt } = await storedAndRebuilt(t)
  expect(rebuilt).toEqual(stored)
}

/** Stores this many results of a league in one transaction, in no order, spread over the days before June 6, 2026. */
async function storeHistory(
  league_id: number,
  entry_ids: readonly number[],
  count: number,
  days: number,
  reporter: number,
) {
  await sql`
    with made as (
      select n, abs(hashint4(n)) % ${days + 1}::int as ago, pair.one, pair.two
      from generate_series(1, ${count}::int) n
      cross join lateral (
        select a.id as one, b.id as two from unnest(${[...entry_ids]}::int[]) a (id) join unnest(${[...entry_ids]}::int[]) b (id) on a.id <> b.id
        order by hashint4(n * 31 + a.id * 7 + b.id) limit 1) pair),
    once as (
      select distinct on (least(one, two), greatest(one, two), ago) * from made),
    matched as (
      insert into matches (league_id, area, entry_one_id, entry_two_id, match_date, created_at)
      select l.id, l.area, one, two, '2026-06-05'::date - ago, now() from once join leagues l on l.id = ${league_id} order by hashint4(n * 3)
      returning id, area, entry_one_id, match_date)
    insert into scores (match_id, version, reported_by_id, winner_entry_id, match_date, match_area, match_location, duration_minutes,
      set_games, total_winner_score, total_opponent_score, match_notes, created_at, answer_until)
    select id, 1, ${reporter}, entry_one_id, match_date, area, 'Court', 60,
      json_build_array(json_build_object('score_1', 6, 'score_2', id % 5), json_build_object('score_1', 6, 'score_2', id % 4)), 2, 0, '', now(), now()
    from matched`.execute(t.db)
  await sql`
    update matches set score_id = s.id from scores s where s.match_id = matches.id and matches.score_id is null and matches.league_id = ${league_id}`.execute(
    t.db,
  )
}

describe('a history', () => {
  test('ten years of results, stored in random order, are rated by one job, which goes on where it was ended', async () => {
    const { people, entry_ids, league_id } = await play(4, 'womens-singles-3-0')
    await runJobs(t)
    await storeHistory(league_id, entry_ids, 600, 3_650, people[0].id)
    expect((await listWaitingJobs(t)).filter(({ task_identifier }) => task_identifier === 'rate_results')).toHaveLength(
      1,
    )
    const { rows: marks } = await sql`select from rating_marks`.execute(t.db)
    expect(marks.length).toBeLessThan(30)

    // The process is stopped after some parts.
    const stopped = new AbortController()
    const ended = rateResults({ ...t.app, db: untilAborted(t.db, stopped.signal) })
    while ((await t.db.selectFrom('rating_pools').select('version').executeTakeFirst())?.version !== 5);
    stopped.abort(new Error('stopped'))
    await expect(ended).rejects.toThrow('stopped')
    const pool = () => t.db.selectFrom('rating_pools').select('from_day').executeTakeFirstOrThrow()
    expect((await pool()).from_day).not.toBe(null)
    // It goes on in two processes at once.
    await Promise.all([rateResults(t.app), rateResults(t.app)])
    expect(await pool()).toEqual({ from_day: null })
    await expectAsRebuilt()
    const { rows: snapshots } = await sql`select from rating_snapshots`.execute(t.db)
    expect(snapshots.length).toBeLessThan(45)
  })

  test('a corrected, a late and a voided result change everything after them', async () => {
    const { people, entry_ids, league_id } = await play(4, 'womens-singles-3-5')
    const [ann, bea, cleo] = people
    const owner = await makeOrganizer(t)
    const early = await report(ann, bea, '6-0 6-0', '2026/05/17')
    await storeHistory(league_id, entry_ids, 60, 18, ann.id)
    await runJobs(t)
    const before = await valueOf(ann)
    const { version, ...score } = { version: 1, ...scoreBody(bea, ann, '6-0 6-0', { match_date: '2026/05/17' }) }
    const settled = await t.call(settleByScore, {
      token: owner.token,
      params: { id: early },
      body: { ...score, version, reason },
    })
    expect(settled).toMatchObject({ status: 200 })
    await runJobs(t)
    expect(await valueOf(ann)).toBeLessThan(before!)
    await expectAsRebuilt()

    await report(cleo, ann, '6-4 6-4', '2026/05/17')
    await runJobs(t)
    await expectAsRebuilt()

    const voided = await t.call(voidResult, {
      token: owner.token,
      params: { id: early },
      body: { version: 2, reason, again: true },
    })
    expect(voided).toMatchObject({ status: 200 })
    await runJobs(t)
    expect((await ledgerOf(ann, ann)).changes.map(({ match_id }) => match_id)).not.toContain(early)
    await expectAsRebuilt()
  })

  test('an older database is rated by the first run of the job', async () => {
    const { people } = await play(2, 'womens-singles-4-0')
    await report(people[0], people[1], '6-3 6-4', '2026/05/18')
    await runJobs(t)
    const stored = await readStored(t)
    await sql`truncate rating_changes, ratings, rating_snapshots, rating_pools, rating_marks`.execute(t.db)
    await sql.raw(await readFile('db/migrations/154_rate_what_was_played.sql', 'utf8')).execute(t.db)
    await rateResults(t.app)
    expect(await readStored(t)).toEqual(stored)
  })
})

describe('who played', () => {
  test('two accounts that met become one rating only without their match, and the result against others stays', async () => {
    const { people } = await play(3, 'mens-singles-4-0')
    const [keep, from, ann] = people
    const owner = await makeOrganizer(t)
    const met = await report(keep, from, '6-1 6-1', '2026/05/18')
    await report(from, ann, '6-2 6-2', '2026/05/20')
    await runJobs(t)
    const merge = () =>
      t.call(mergePlayers, { token: owner.token, params: { id: keep.id }, body: { from_id: from.id, reason } })
    expect(await merge()).toMatchObject({ status: 409, body: { code: 'not_mergeable' } })
    await expectAsRebuilt()
    const body = { version: 1, reason, again: false }
    expect((await t.call(voidResult, { token: owner.token, params: { id: met }, body })).status).toBe(200)
    expect((await merge()).status).toBe(200)
    await runJobs(t)
    const own = (await ledgerOf(keep, keep)).changes.filter(({ match_id }) => match_id !== null)
    expect(own.map(({ result }) => result)).toEqual(['6-2 6-2'])
    expect(await valueOf(from)).toBeUndefined()
    await expectAsRebuilt()
  })

  test('two accounts of one person become one rating, and a replaced player keeps what she has played', async () => {
    const { people, entry_ids } = await play(4, 'womens-singles-4-5')
    const [keep, from, ann, bea] = people
    const owner = await makeOrganizer(t)
    await report(keep, ann, '6-2 6-2', '2026/05/18')
    await report(from, bea, '6-1 6-1', '2026/05/20')
    await runJobs(t)
    const merged = await t.call(mergePlayers, {
      token: owner.token,
      params: { id: keep.id },
      body: { from_id: from.id, reason },
    })
    expect(merged).toMatchObject({ status: 200 })
    await runJobs(t)
    const own = (await ledgerOf(keep, keep)).changes.filter(({ match_id }) => match_id !== null)
    expect(own.map(({ result }) => result)).toEqual(['6-1 6-1', '6-2 6-2'])
    expect(await valueOf(from)).toBeUndefined()
    // The closed account's address leads to the kept one.
    expect((await ledgerOf(bea, from)).total).toBe((await ledgerOf(bea, keep)).total)
    await expectAsRebuilt()

    const comes = await makePlayer(t)
    const replaced = await t.call(replacePlayer, {
      token: owner.token,
      params: { id: entry_ids[3] },
      body: { leaving_player_id: bea.id, email: comes.email, reason },
    })
    expect(replaced).toMatchObject({ status: 200 })
    await report(ann, comes, '6-3 6-3', '2026/06/06')
    await runJobs(t)
    expect((await ledgerOf(bea, bea)).changes.filter(({ match_id }) => match_id !== null)).toHaveLength(1)
    expect((await ledgerOf(comes, comes)).changes.filter(({ match_id }) => match_id !== null)).toHaveLength(1)
    await expectAsRebuilt()
  })

  test('a closed account leaves the ratings of others as they are, and has no ledger', async () => {
    const { people } = await play(3, 'womens-singles-5-0')
    const [ann, bea, cleo] = people
    await report(ann, bea, '6-3 6-4', '2026/05/18')
    await report(bea, cleo, '6-0 6-0', '2026/06/01')
    await runJobs(t)
    const before = await valueOf(ann)
    const { body: data } = await t.call(exportData, { token: bea.token, body: { password } })
    expect(data.ratings).toMatchObject([{ pool: 'tennis-singles', matches: 2, changes: [{}, {}] }])
    expect((await t.call(deleteAccount, { token: bea.token, body: { password } })).status).toBe(200)
    await expectAsRebuilt()
    expect(await valueOf(ann)).toBe(before)
    expect((await t.call(listRatingChanges, { token: ann.token, params: { id: bea.id } })).status).toBe(404)
    expect(await findRating(t.db, bea.id, today)).toBe(null)
    const { changes } = await ledgerOf(ann, ann)
    expect(JSON.stringify(changes)).not.toContain(bea.last_name)
    expect(changes[0]!.text).toContain('Former player')
  })

  test('a pair is rated as two players', async () => {
    const { people, entry_ids, league_id } = await play(2, 'womens-doubles')
    const [ann, bea] = people
    const [ada, eve] = [await makePlayer(t), await makePlayer(t)]
    for (const [at, partner] of [ada, eve].entries())
      await t.db
        .insertInto('entry_players')
        .values({ entry_id: entry_ids[at]!, player_id: partner.id, league_id, position: 2 })
        .execute()
    await report(ann, bea, '6-3 6-4', '2026/05/18')
    await runJobs(t)
    const rated = await listRatings(t.db, [ann.id, bea.id, ada.id, eve.id], { sport: 'tennis', kind: 'doubles' }, today)
    const of = ({ id }: TestPlayer) => rated.find(({ player_id }) => player_id === id)!.value
    expect(of(ann)).toBe(of(ada))
    expect(of(bea)).toBe(of(eve))
    expect(of(ann)).toBeGreaterThan(of(bea))
    // A partner who was not there never played.
    await sql`update match_players set player_id = ${(await makePlayer(t)).id} where player_id = ${eve.id}`.execute(
      t.db,
    )
    await runJobs(t)
    expect(await listRatings(t.db, [eve.id], { sport: 'tennis', kind: 'doubles' }, today)).toEqual([])
    await expectAsRebuilt()
  })
})

test('a match that is open says what is expected, from the side of each, and nothing once it has a score', async () => {
  const { people, entry_ids, league_id } = await play(3, 'womens-singles-3-0', 'dc')
  const [ann, bea, cleo] = people
  await report(ann, cleo, '6-3 6-4', '2026/05/18', { match_area: 'DC' })
  await report(cleo, bea, '6-3 7-5', '2026/05/19', { match_area: 'DC' })
  await runJobs(t)
  const id = await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-06-06')
  const read = async ({ token }: TestPlayer) => (await t.call(getMatch, { token, params: { id } })).body.forecast
  const [mine, theirs] = [await read(ann), await read(bea)]
  expect(mine!.win).toBeGreaterThan(0.5)
  expect(mine!.win + theirs!.win).toBeCloseTo(1, 2)
  expect(mine!.if_win).toBeGreaterThan(0)
  expect(mine!.if_loss).toBeLessThan(0)
  expect(theirs!.if_win).toBeGreaterThan(mine!.if_win)
  expect(
    mine!.sets_text
      .split(' ')
      .map((set) => set.split('-').toReversed().join('-'))
      .join(' '),
  ).toBe(theirs!.sets_text)
  expect(mine!.others).toEqual([
    { id: bea.id, name: `${bea.first_name} ${bea.last_name}`, if_win: theirs!.if_loss, if_loss: theirs!.if_win },
  ])
  expect(await read(await makeOrganizer(t))).toEqual(mine)
  const showRating = (shows_rating: boolean) =>
    t.send(updatePrivacy, { token: ann.token, body: { shows_email: true, shows_phone: true, shows_rating } })
  await showRating(false)
  expect(await read(bea)).toBe(null)
  expect(await read(ann)).toEqual(mine)
  await showRating(true)
  await report(ann, bea, '6-3 6-3', '2026/06/06', { match_area: 'DC', matchup_id: id })
  expect(await read(ann)).toBe(null)
})
