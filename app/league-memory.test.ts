import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { confirmScore, disputeScore } from '#/features/confirmation/contract.ts'
import { reportScore } from '#/features/matches/contract.ts'
import { scoreBody } from '#/features/matches/score-fixture.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { settleByVersion, voidResult } from '#/organizer/matches/contract.ts'
import { inTransaction } from '#/server/db.ts'
import { freshDatabase, startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'

// A reported score is added to the process's cached league, so the stored result must equal a full rebuild, even if the
// league has changed in other ways in the meantime (docs/decisions/060).

const now = '2026-05-20T16:00:00Z'
const url = await freshDatabase()
const one = await startApp(now, {}, url)
const two = await startApp(now, {}, url)
const processes = [one, two]
const reason = 'They had played for another league.'

async function storedTable(league_id: number) {
  return one.db.selectFrom('standings').selectAll().where('league_id', '=', league_id).orderBy('rank').execute()
}

async function versionOf(league_id: number): Promise<number> {
  const { version } = await one.db
    .selectFrom('leagues')
    .select('version')
    .where('id', '=', league_id)
    .executeTakeFirstOrThrow()
  return version
}

/** The table that a full rebuild would store; changes nothing. */
async function rebuiltTable(league_id: number) {
  const undo = new Error('undo')
  let table: unknown
  await inTransaction(one.db, async (tx) => {
    await rebuildLeague(tx, league_id)
    const { rows } = await sql`select * from standings where league_id = ${league_id} order by rank`.execute(tx)
    table = rows
    throw undo
  }).catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return table
}

/** Pseudo-random numbers, the same in each run. */
function chances(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}

const lines = ['6-4 6-3', '6-0 6-0', '7-6 4-6 10-8', '6-4 3-6 6-2', '7-5 6-7 10-3']

test.each([1, 2, 3])('the table equals a full rebuild, with two processes (%i)', async (seed) => {
  const division = ['womens-singles-3-0', 'womens-singles-3-5', 'womens-singles-4-0'][seed - 1] ?? ''
  const league = { season: 'summer-1', division, area: 'south-bend' } as const
  const below = chances(seed)
  const organizer = await makeOrganizer(one)
  const people: TestPlayer[] = []
  let league_id = 0
  const join = async () => {
    const player = await makePlayer(one)
    people.push(player)
    league_id = (await joinLeague(one, player, league)).league_id
  }
  for (let count = 0; count < 7; count += 1) await join()

  const played: { id: number; version: number; loser: TestPlayer; state: 'open' | 'over' }[] = []
  const steps = {
    async report() {
      const winner = people[below(people.length)]
      const loser = people[below(people.length)]
      if (!winner || !loser || winner === loser) return
      const before = await versionOf(league_id)
      const line = lines[below(lines.length)] ?? ''
      const day = `2026/05/${18 + below(3)}`
      const { status, body } = await (processes[below(2)] ?? one).call(reportScore, {
        token: winner.token,
        body: scoreBody(winner, loser, line, { match_date: day, division }),
      })
      // The two entries may already have played their match.
      expect([201, 409]).toContain(status)
      expect(await versionOf(league_id)).toBe(status === 201 ? before + 1 : before)
      if (status === 201) played.push({ id: body.id, version: 1, loser, state: 'open' })
    },
    async answer() {
      const match = played.find(({ state }) => state === 'open')
      if (!match) return
      const { id, version, loser } = match
      const t = processes[below(2)] ?? one
      const { status } = below(2)
        ? await t.call(confirmScore, { token: loser.token, params: { id }, body: { version } })
        : await t.call(disputeScore, { token: loser.token, params: { id }, body: { version, reason } })
      expect(status).toBe(200)
      match.state = 'over'
    },
    async settle() {
      const match = played[below(Math.max(1, played.length))]
      if (!match) return
      const { id, version } = match
      const t = processes[below(2)] ?? one
      const params = { token: organizer.token, params: { id } }
      const { status } = below(2)
        ? await t.call(voidResult, { ...params, body: { version, reason, again: below(2) === 1 } })
        : await t.call(settleByVersion, { ...params, body: { version, right_version: version, reason } })
      expect([200, 404, 409]).toContain(status)
      match.state = 'over'
    },
    join,
    async rename() {
      const player = people[below(people.length)]
      await one.db
        .updateTable('players')
        .set({ last_name: `Name ${below(1000)}` })
        .where('id', '=', player?.id ?? 0)
        .execute()
    },
  }
  const plan = ['report', 'report', 'report', 'report', 'answer', 'settle', 'rename'] as const
  for (let step = 0; step < 40; step += 1) {
    await (step % 13 === 12 ? steps.join() : steps[plan[below(plan.length)] ?? 'report']())
    expect(await storedTable(league_id)).toEqual(await rebuiltTable(league_id))
  }
  expect(played.length).toBeGreaterThan(8)
})

test('the cached league is dropped with a transaction that fails', async () => {
  const league = { season: 'summer-1', division: 'womens-singles-3-5', area: 'dc' } as const
  const [ann, bea, cat] = [await makePlayer(one), await makePlayer(one), await makePlayer(one)]
  await joinLeague(one, ann, league)
  await joinLeague(one, bea, league)
  const { league_id } = await joinLeague(one, cat, league)
  const report = (winner: TestPlayer, loser: TestPlayer, by = one) =>
    by.call(reportScore, {
      token: winner.token,
      body: scoreBody(winner, loser, '6-4 6-4', { match_area: 'dc', division: league.division }),
    })
  expect((await report(ann, bea)).status).toBe(201)
  // Makes the commit fail.
  await sql`create function refuse_score() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
    one.db,
  )
  await sql`create constraint trigger refuse_score after insert on scores deferrable initially deferred
    for each row execute function refuse_score()`.execute(one.db)
  expect((await report(bea, cat)).status).toBe(500)
  await sql`drop trigger refuse_score on scores`.execute(one.db)
  // The other process raises the league to the version that the failed transaction would have had.
  expect((await report(ann, cat, two)).status).toBe(201)
  expect((await report(bea, cat)).status).toBe(201)
  expect(await storedTable(league_id)).toEqual(await rebuiltTable(league_id))
  expect(await storedTable(league_id)).toMatchObject([{ wins: 2 }, { wins: 1 }, { wins: 0 }])
})
