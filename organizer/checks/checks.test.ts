import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { reportScore } from '#/features/matches/contract.ts'
import { makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { withdrawEntry } from '#/organizer/entries/contract.ts'
import { inTransaction, type Tx } from '#/server/db.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { allChecks } from './check.ts'
import { listDataChecks, startDataChecks } from './contract.ts'
import { dataRules, type DataRuleKey } from './rules.ts'

// Without the weekly proof of a backup, which is not started here (backup-proof.process.test.ts).
const t = await startApp('2026-05-20T16:00:00Z', { BACKUPS: 'off' })
const division = 'womens-singles-3-0'
let owner: TestPlayer
let ids: {
  league_id: number
  match_id: number
  score_id: number
  entry_id: number
  other_entry_id: number
  player_id: number
  order_id: string
  purchase_id: number
}

beforeAll(async () => {
  owner = await makeOrganizer(t)
  const { people, entry_ids, league_id } = await makeLeague(t, 4, { season: 'summer-1', division })
  const [ann, bea] = people
  await t.call(reportScore, { token: ann.token, body: scoreBody(ann, bea, '6-4 6-4', { division }) })
  await t.call(withdrawEntry, {
    token: owner.token,
    params: { id: entry_ids[3] },
    body: { refund: true, reason: 'Moved away' },
  })
  await runJobs(t)
  const { rows } = await sql<typeof ids>`
    select m.league_id, m.id as match_id, m.score_id, m.entry_one_id as entry_id, m.entry_two_id as other_entry_id,
      ${ann.id}::int as player_id, p.order_id, p.id as purchase_id
    from matches m join entries e on e.id = m.entry_one_id join purchases p on p.id = e.purchase_id
    where m.league_id = ${league_id} and m.score_id is not null`.execute(t.db)
  if (!rows[0]) throw new Error('no result was stored')
  ids = rows[0]
})

/** Changes stored data past every trigger and foreign key, looks, and takes the change back. */
async function afterDamage<T>(damage: string, look: (tx: Tx) => Promise<T>): Promise<T> {
  let seen: { value: T } | undefined
  const undone = new Error('undone')
  await inTransaction(t.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const filled = damage.replaceAll(/\$(\w+)/g, (_, name: keyof typeof ids) => `'${ids[name]}'`)
    await sql.raw(filled).execute(tx)
    seen = { value: await look(tx) }
    throw undone
  }).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  if (!seen) throw new Error('nothing was seen')
  return seen.value
}

const findingsOf = (key: DataRuleKey) => async (tx: Tx) =>
  (await sql<{ subject: string; says: string }>`${sql.raw(dataRules[key].sql)}`.execute(tx)).rows

describe('each rule finds what breaks it, and only that', () => {
  const damages: Record<DataRuleKey, [damage: string, subject: string]> = {
    order_total: [`update orders set total_cents = total_cents + 1 where id = $order_id`, 'order $order_id'],
    line_taken: [`update purchases set taken_cents = 0 where id = $purchase_id`, 'purchase $purchase_id'],
    one_state: [
      `insert into purchases (order_id, player_id, league_id, price_cents, status, created_at)
        select order_id, player_id, (select id from leagues where id <> $league_id limit 1), 0, 'Pending', created_at from purchases where id = $purchase_id`,
      'order $order_id',
    ],
    order_settled: [`update orders set settled_at = null where id = $order_id`, 'order $order_id'],
    refunds_add_up: [`update purchases set refunded_cents = 100 where id = $purchase_id`, 'purchase $purchase_id'],
    refunds_within: [
      `insert into refunds (kind, order_id, purchase_id, amount_cents, requested_at, state)
        select 'by_hand', order_id, id, price_cents + 1, created_at, 'requested' from purchases where id = $purchase_id`,
      'order $order_id',
    ],
    line_has_entry: [`delete from entries where id = $entry_id`, 'purchase $purchase_id'],
    coupon_uses: [
      `with coupon as (insert into coupons (code, percent, for_all_seasons, use_limit, created_at) values ('ONCE', 10, true, 1, now()) returning id)
        update orders set coupon_id = (select id from coupon)`,
      'coupon ',
    ],
    match_of_league: [`update matches set league_id = league_id + 1 where id = $match_id`, 'match $match_id'],
    match_names_players: [`delete from match_players where match_id = $match_id and side = 2`, 'match $match_id'],
    score_of_match: [
      `insert into scores overriding system value
        select (jsonb_populate_record(s, jsonb_build_object('id', s.id + 1000, 'version', 2))).* from scores s where s.id = $score_id`,
      'match $match_id',
    ],
    versions_in_a_row: [`update scores set version = 2 where id = $score_id`, 'match $match_id'],
    winner_played: [
      `update scores set winner_entry_id = winner_entry_id + 1000 where id = $score_id`,
      'score $score_id',
    ],
    results_counted: [`update leagues set results = results + 1 where id = $league_id`, 'league $league_id'],
    seeds_in_a_row: [
      `insert into playoff_seeds (league_id, entry_id, seed) values ($league_id, $entry_id, 1), ($league_id, $other_entry_id, 3)`,
      'league $league_id',
    ],
    closed_signed_out: [`update players set suspended_at = now() where id = $player_id`, 'player $player_id'],
    waits_or_plays: [
      `insert into wait_list (league_id, player_id, created_at) values ($league_id, $player_id, now())`,
      'player $player_id',
    ],
  }

  test.each(Object.entries(damages) as [DataRuleKey, [string, string]][])('%s', async (key, [damage, subject]) => {
    expect(await findingsOf(key)(t.db as Tx)).toEqual([])
    const found = await afterDamage(damage, findingsOf(key))
    const named = subject.replaceAll(/\$(\w+)/g, (_, name: keyof typeof ids) => String(ids[name]))
    expect(found).toEqual([{ subject: expect.stringMatching(new RegExp(`^${named}`)), says: expect.any(String) }])
  })
})

const checks = async () => (await t.call(listDataChecks, { token: owner.token })).body

/** Damages the data, runs all checks, repairs it, and returns the checks that found something. */
async function checkWith(damage: string, repair: string) {
  const change = (text: string) =>
    inTransaction(t.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(text.replaceAll(/\$(\w+)/g, (_, name: keyof typeof ids) => `'${ids[name]}'`)).execute(tx)
    })
  await change(damage)
  t.clock.set(new Date(t.clock.now().getTime() + 1_000).toISOString())
  expect((await t.call(startDataChecks, { token: owner.token })).status).toBe(200)
  expect((await checks()).is_running).toBe(true)
  await runJobs(t)
  await change(repair)
  const { checks: all, is_running } = await checks()
  expect(is_running).toBe(false)
  return all.filter(({ found, problem }) => found !== 0 || problem !== null)
}

test('sound data: every check runs and finds nothing', async () => {
  expect(await checkWith('select 1', 'select 1')).toEqual([])
  expect((await checks()).checks.map(({ key }) => key).toSorted()).toEqual([...allChecks.keys()].toSorted())
})

test('a stored table that differs from its results is found, and comes first', async () => {
  const found = await checkWith(
    `update standings set wins = wins + 1 where entry_id = $entry_id`,
    `update standings set wins = wins - 1 where entry_id = $entry_id`,
  )
  expect(found).toMatchObject([
    {
      key: 'tables_rebuilt',
      found: 1,
      examples: [{ subject: `league ${ids.league_id}`, says: `lines of the entries ${ids.entry_id}` }],
    },
  ])
})

test('a reference that leads nowhere is found', async () => {
  const found = await checkWith(
    `update matches set court_id = -1 where id = $match_id`,
    `update matches set court_id = null where id = $match_id`,
  )
  expect(found).toMatchObject([{ key: 'foreign_keys', found: 1, examples: [{ subject: 'matches' }] }])
})

test('a charge that our books do not have is found', async () => {
  const found = await checkWith(
    `update purchases set taken_cents = 0, status = 'Failed' where id = $purchase_id`,
    `update purchases set taken_cents = price_cents, status = 'Paid' where id = $purchase_id`,
  )
  expect(found.find(({ key }) => key === 'books')).toMatchObject({
    found: 1,
    examples: [{ subject: `order ${ids.order_id}`, says: expect.stringContaining('charge_not_noted') }],
  })
})

test('a provider that does not answer is said as such, and the other checks still run', async () => {
  const { payments } = t.app
  t.app.payments = {
    ...payments,
    // eslint-disable-next-line require-yield
    async *listMovements() {
      throw new Error('no answer')
    },
  }
  const found = await checkWith('select 1', 'select 1')
  t.app.payments = payments
  expect(found).toMatchObject([{ key: 'books', found: null, problem: expect.stringContaining('unavailable') }])
})

test('only an owner reads and starts them', async () => {
  const organizer = await makeOrganizer(t, ['south-bend'])
  expect((await t.call(listDataChecks, { token: organizer.token })).status).toBe(403)
  expect((await t.call(startDataChecks, { token: organizer.token })).status).toBe(403)
  expect((await t.call(listDataChecks, { token: (await makePlayer(t)).token })).status).toBe(403)
})
