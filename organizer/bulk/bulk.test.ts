import { afterEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#/contract/endpoint.ts'
import type { RefusalBody } from '#/contract/refusals.ts'
import { arrange, makeLeague } from '#/features/matches/score-fixture.ts'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { getTask } from '#/organizer/desk/contract.ts'
import { workTask } from '#/organizer/desk/tasks.ts'
import { enterPlayer, listOrganizerEntries, withdrawEntry } from '#/organizer/entries/contract.ts'
import { createSeason, setCapacity } from '#/organizer/seasons/contract.ts'
import { startSession } from '#/server/session.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { bulkWork, deleteExpiredBulk } from './actions.ts'
import { getBulkReport, previewBulk, startBulk } from './contract.ts'

// Summer 2 of 2026 begins on July 30, and is on sale.
const start = '2026-07-15T16:00:00Z'
const t = await startApp(start)
const { subjectsTo } = mailboxOf(t)
const owner = await makeOrganizer(t)
const dc = await makeOrganizer(t, ['dc'])
const reason = 'Two leagues are too small'
const season = 'summer-2'

afterEach(async () => {
  t.clock.set(start)
  for (const organizer of [owner, dc]) organizer.token = await startSession(t.db, organizer.id, t.clock.now())
})

type Request = CallInput<typeof previewBulk>['body']
const preview = (body: Request, token = owner.token) => t.call(previewBulk, { token, body })
const begin = (digest: string, token = owner.token) => t.call(startBulk, { token, body: { digest, reason } })
const report = async (task_id: number, token = owner.token) =>
  (await t.call(getBulkReport, { token, params: { task_id } })).body
const refused = (reply: { status: number; body: unknown }) => {
  const { code } = reply.body as RefusalBody
  return [reply.status, code]
}

/** Previews an act, carries it out, and returns the report. */
async function carryOut(body: Request, token = owner.token) {
  const { digest } = (await preview(body, token)).body
  const { status, body: started } = await begin(digest, token)
  expect(status).toBe(201)
  await runJobs(t)
  return { task_id: started.task_id, ...(await report(started.task_id, token)) }
}

async function leagueOf(division: string, area = 'south-bend', slug = season): Promise<number> {
  const { id } = await t.db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select('leagues.id')
    .where('seasons.slug', '=', slug)
    .where('seasons.year', '=', 2026)
    .where('divisions.slug', '=', division)
    .where('leagues.area', '=', area)
    .executeTakeFirstOrThrow()
  return id
}

/** Players in a league, each paid by card. */
function enter(size: 2 | 3 | 4, division: string, area?: string) {
  return makeLeague(t, size, { season, division, ...(area !== undefined && { area }) })
}

async function countsIn(league_id: number): Promise<number[]> {
  const rows = await t.db
    .selectFrom('entries')
    .innerJoin('purchases', 'purchases.id', 'entries.purchase_id')
    .innerJoin('entry_players', 'entry_players.entry_id', 'entries.id')
    .select('entry_players.player_id')
    .where('entries.league_id', '=', league_id)
    .where('purchases.counts', '=', true)
    .orderBy('entry_players.player_id')
    .execute()
  return rows.map(({ player_id }) => player_id)
}

async function refundsOf(player: TestPlayer): Promise<number[]> {
  const rows = await t.db
    .selectFrom('test_refunds')
    .innerJoin('orders', 'orders.provider_payment', 'test_refunds.payment')
    .select('test_refunds.amount_cents')
    .where('orders.player_id', '=', player.id)
    .execute()
  return rows.map(({ amount_cents }) => amount_cents)
}

async function audited(subject: string, kind?: string) {
  const query = { subject, ...(kind !== undefined && { kind }) }
  return (await t.call(listAuditLog, { token: owner.token, query })).body.audit_entries
}

const idsOf = (people: readonly TestPlayer[]) => people.map(({ id }) => id).toSorted((a, b) => a - b)
const nameOf = ({ first_name, last_name }: TestPlayer) => `${first_name} ${last_name}`

describe('moving', () => {
  test('entries move together, with one reason, and each is in the record', async () => {
    const from = await enter(3, 'womens-singles-3-5')
    const to = await leagueOf('womens-singles-4-0')
    const [ann] = from.people
    const body: Request = { act: 'move', selection: { ids: from.entry_ids }, league_id: to }
    const seen = (await preview(body)).body
    expect(seen.will.map(({ id }) => id)).toEqual([...from.entry_ids].toSorted((a, b) => a - b))
    expect(seen.will[0]?.text).toContain(
      `${nameOf(ann)} moves from Women's Singles 3.5, South Bend to Women's Singles 4.0`,
    )
    expect(seen.left_out).toEqual([])
    expect(await countsIn(to)).toEqual([])
    const done = await carryOut(body)
    expect(done).toMatchObject({ act: 'move', state: 'done', done: 3, total: 3, reason })
    expect(done.items.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    expect(await countsIn(to)).toEqual(idsOf(from.people))
    for (const id of from.entry_ids)
      expect(await audited(`entry ${id}`)).toMatchObject([{ kind: 'move_entry', reason }])
    expect(await audited(`task ${done.task_id}`)).toMatchObject([
      { kind: 'bulk', summary: 'Moved 3 entries at once', reason, area: 'south-bend' },
    ])
    expect((await subjectsTo(ann)).filter((subject) => /moved|3\.5|4\.0/i.test(subject))).not.toEqual([])
  })

  test('entries that cannot move are left out, with the reason in words', async () => {
    const from = await enter(4, 'mens-singles-3-5')
    const elsewhere = await enter(2, 'mens-singles-3-5', 'dc')
    const to = await leagueOf('mens-singles-4-0')
    const [withdrawn, played, ...free] = from.entry_ids
    const gone = { params: { id: withdrawn }, body: { refund: false, reason } }
    expect((await t.call(withdrawEntry, { token: owner.token, ...gone })).status).toBe(200)
    await arrange(t, from.league_id, played, free[0] ?? 0, '2026-08-01')
    await t.call(setCapacity, { token: owner.token, params: { id: to }, body: { capacity: 2 } })
    const ids = [...from.entry_ids, elsewhere.entry_ids[0], 2_000_000]
    const { will, left_out } = (await preview({ act: 'move', selection: { ids }, league_id: to })).body
    expect(will.map(({ id }) => id)).toEqual([played, free[0]])
    expect(will[0]?.text).toContain('1 open match is deleted')
    const why = Object.fromEntries(left_out.map((each) => [each.id, each.why]))
    expect(why[withdrawn]).toContain('is no longer in')
    expect(why[free[1] ?? 0]).toContain('is full')
    expect(why[elsewhere.entry_ids[0]]).toContain('another area')
    expect(why[2_000_000]).toBe('We cannot find this entry in your areas.')
    await t.call(setCapacity, { token: owner.token, params: { id: to }, body: { capacity: null } })
  })

  test('a filter has the fields of the list, and may match nothing', async () => {
    const from = await enter(2, 'mens-singles-4-5')
    const to = await leagueOf('mens-singles-5-0')
    const body: Request = { act: 'move', selection: { filter: { league_id: from.league_id } }, league_id: to }
    expect((await preview(body)).body.will).toHaveLength(2)
    const nobody = { ...body, selection: { filter: { league_id: from.league_id, search: 'Nobody of this name' } } }
    const empty = (await preview(nobody)).body
    expect(empty).toMatchObject({ will: [], left_out: [] })
    expect(refused(await begin(empty.digest))).toEqual([409, 'bulk_empty'])
    const invited = { ...body, selection: { filter: { state: 'invited' as const } } }
    expect((await preview(invited)).status).toBe(422)
  })

  test('an organizer of one area moves nothing of another', async () => {
    const ours = await enter(2, 'womens-singles-3-0', 'dc')
    const theirs = await enter(2, 'womens-singles-3-0')
    const to = await leagueOf('womens-singles-3-5', 'dc')
    const body: Request = {
      act: 'move',
      selection: { ids: [...ours.entry_ids, ...theirs.entry_ids] },
      league_id: to,
    }
    const seen = (await preview(body, dc.token)).body
    expect(seen.will.map(({ id }) => id)).toEqual([...ours.entry_ids])
    expect(seen.left_out.map(({ why }) => why)).toEqual(
      Array.from({ length: 2 }, () => 'We cannot find this entry in your areas.'),
    )
    expect(refused(await begin(seen.digest))).toEqual([409, 'bulk_changed'])
    expect((await preview({ ...body, league_id: await leagueOf('womens-singles-3-5') }, dc.token)).status).toBe(422)
    expect((await preview(body, ours.people[0].token)).status).toBe(403)
    const filter = { ...body, selection: { filter: { area: 'south-bend' } } }
    expect(refused(await preview(filter, dc.token))).toEqual([403, 'not_your_area'])
    const { task_id } = await carryOut(body, dc.token)
    expect(refused(await t.call(getBulkReport, { token: owner.token, params: { task_id } }))).toEqual([
      404,
      'not_found',
    ])
    expect(await countsIn(theirs.league_id)).toEqual(idsOf(theirs.people))
  })

  test('two thousand ids are taken, and no more', async () => {
    const to = await leagueOf('womens-singles-3-5')
    const many = (count: number): Request => ({
      act: 'move',
      selection: { ids: Array.from({ length: count }, (_, index) => 3_000_000 + index) },
      league_id: to,
    })
    expect((await preview(many(2000))).body.left_out).toHaveLength(2000)
    expect((await preview(many(2001))).status).toBe(422)
    for (const selection of [{}, { ids: [] }, { ids: [1], filter: {} }])
      expect(
        (await t.send(previewBulk, { token: owner.token, body: { act: 'move', selection, league_id: to } })).status,
      ).toBe(422)
    expect(
      (await t.send(previewBulk, { token: owner.token, body: { act: 'explode', selection: { ids: [1] } } })).status,
    ).toBe(422)
  })
})

describe('the digest', () => {
  test('it is refused when somebody has changed what it covers, and nothing is done', async () => {
    const from = await enter(2, 'womens-singles-4-5')
    const to = await leagueOf('womens-singles-4-0')
    const [first] = from.entry_ids
    const { digest } = (await preview({ act: 'move', selection: { ids: from.entry_ids }, league_id: to })).body
    await t.call(withdrawEntry, { token: owner.token, params: { id: first }, body: { refund: false, reason } })
    expect(refused(await begin(digest))).toEqual([409, 'bulk_changed'])
    expect(refused(await begin('unknown'))).toEqual([409, 'bulk_changed'])
    expect(await countsIn(from.league_id)).toHaveLength(1)
  })

  test('the same digest twice and at once is the same task, and one record', async () => {
    const from = await enter(2, 'womens-singles-4-5')
    const to = await leagueOf('womens-singles-3-0')
    const body: Request = { act: 'move', selection: { ids: from.entry_ids }, league_id: to }
    const digests = (await Promise.all([preview(body), preview(body)])).map((reply) => reply.body.digest)
    const [digest = '', other] = digests
    expect(other).toBe(digest)
    const started = await Promise.all(Array.from({ length: 4 }, () => begin(digest)))
    expect(started.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const [task_id = 0, ...others] = new Set(started.map((reply) => reply.body.task_id))
    expect(others).toEqual([])
    await runJobs(t)
    expect((await begin(digest)).body.task_id).toBe(task_id)
    expect(await audited(`task ${task_id}`)).toHaveLength(1)
    for (const id of from.entry_ids) expect(await audited(`entry ${id}`, 'move_entry')).toHaveLength(1)
  })

  test('the same act is another task after its effects were undone', async () => {
    const league = await leagueOf('mens-doubles')
    const body: Request = { act: 'limit', selection: { ids: [league] }, capacity: 9 }
    const first = await carryOut(body)
    await t.call(setCapacity, { token: owner.token, params: { id: league }, body: { capacity: null } })
    const second = await carryOut(body)
    expect(second.task_id).not.toBe(first.task_id)
    expect(second.items).toMatchObject([{ state: 'done' }])
    await t.call(setCapacity, { token: owner.token, params: { id: league }, body: { capacity: null } })
  })

  test('a preview of yesterday is not carried out, and is deleted', async () => {
    const league = await leagueOf('mens-doubles')
    const { digest } = (await preview({ act: 'limit', selection: { ids: [league] }, capacity: 11 })).body
    t.clock.set('2026-07-16T17:00:00Z')
    expect(refused(await begin(digest))).toEqual([409, 'bulk_changed'])
    await deleteExpiredBulk(t.db, t.clock.now())
    expect(await t.db.selectFrom('bulk_acts').select('digest').where('digest', '=', digest).execute()).toEqual([])
  })
})

describe('withdrawing', () => {
  test('refunds are made once, to the cent, even if the process is killed in the middle', async () => {
    const from = await enter(4, 'womens-doubles')
    const price = await t.db
      .selectFrom('divisions')
      .select('price_cents')
      .where('slug', '=', 'womens-doubles')
      .executeTakeFirstOrThrow()
    const body: Request = { act: 'withdraw', selection: { ids: from.entry_ids }, refund: true }
    const seen = (await preview(body)).body
    expect(seen.refund).toBe((4 * price.price_cents) / 100)
    expect(seen.will[0]?.text).toContain('is refunded $')
    const { task_id } = (await begin(seen.digest)).body
    // The process dies between two steps, and once more after a step before its progress is stored.
    for (const dies of [2, 3]) {
      let steps = 0
      await expect(
        workTask(t.app, task_id, {
          bulk: (app, task, _progress, now) =>
            bulkWork(
              app,
              task,
              () => (++steps === dies ? Promise.reject(new Error('killed')) : Promise.resolve()),
              now,
            ),
        }),
      ).rejects.toThrow('killed')
    }
    expect((await report(task_id)).items.filter(({ state }) => state === 'waiting').length).toBeGreaterThan(0)
    await Promise.all([workTask(t.app, task_id, { bulk: bulkWork }), workTask(t.app, task_id, { bulk: bulkWork })])
    await runJobs(t)
    expect(await report(task_id)).toMatchObject({ state: 'done', done: 4, total: 4 })
    expect((await t.call(getTask, { token: owner.token, params: { id: task_id } })).body.outcome).toEqual({
      done: 4,
      left: 0,
    })
    for (const person of from.people) expect(await refundsOf(person)).toEqual([price.price_cents])
    expect(await countsIn(from.league_id)).toEqual([])
    for (const id of from.entry_ids) expect(await audited(`entry ${id}`, 'withdraw_entry')).toHaveLength(1)
    const again = (await preview(body)).body
    expect(again.will).toEqual([])
    expect(again.left_out).toHaveLength(4)
  })

  test('cash is left out with a refund, and kept without one', async () => {
    const to = await leagueOf('mens-singles-3-0')
    const payer = await makePlayer(t)
    const entered = await t.call(enterPlayer, {
      token: owner.token,
      body: { league_id: to, email: payer.email, amount: 40, reason },
    })
    const ids = [entered.body.entry_id ?? 0]
    const withRefund = (await preview({ act: 'withdraw', selection: { ids }, refund: true })).body
    expect(withRefund).toMatchObject({ will: [], refund: 0, cash: 0 })
    expect(withRefund.left_out[0]?.why).toContain('$40.00 in cash')
    const kept = await carryOut({ act: 'withdraw', selection: { ids }, refund: false })
    expect(kept.items).toMatchObject([{ kind: 'entry', id: ids[0], state: 'done' }])
    expect(await countsIn(to)).not.toContain(payer.id)
  })

  test('it needs a recent sign-in, as a single withdrawal does', async () => {
    const from = await enter(2, 'mens-singles-3-0')
    const later = '2026-07-15T17:00:00Z'
    const { digest } = (await preview({ act: 'withdraw', selection: { ids: from.entry_ids }, refund: true })).body
    t.clock.set(later)
    expect(refused(await begin(digest))).toEqual([403, 'sign_in_again'])
    expect(await countsIn(from.league_id)).toEqual(expect.arrayContaining(idsOf(from.people)))
  })
})

describe('leagues', () => {
  test('the limit of several leagues changes at once', async () => {
    const ids = [
      await leagueOf('mens-singles-5-0'),
      await leagueOf('womens-singles-5-0'),
      await leagueOf('mens-singles-5-0', 'dc'),
    ]
    const done = await carryOut({ act: 'limit', selection: { ids }, capacity: 8 })
    expect(done.items.map(({ kind, state }) => [kind, state])).toEqual(ids.map(() => ['league', 'done']))
    const again = (await preview({ act: 'limit', selection: { ids }, capacity: 8 })).body
    expect(again.left_out.map(({ why }) => why)).toEqual(ids.map(() => expect.stringContaining('a limit of 8 already')))
    expect(await audited(`league ${ids[0]}`, 'limit_league')).toMatchObject([{ reason }])
    const { season_id } = await t.db
      .selectFrom('leagues')
      .select('season_id')
      .where('id', '=', ids[0] ?? 0)
      .executeTakeFirstOrThrow()
    const filter = { season_id, area: 'dc' }
    const all = (await preview({ act: 'limit', selection: { filter }, capacity: 8 })).body
    expect(all.will.length + all.left_out.length).toBe(13)
    expect((await preview({ act: 'limit', selection: { ids }, capacity: 8 }, dc.token)).body.left_out).toHaveLength(3)
  })

  test('a small league is merged into another, and is no longer sold', async () => {
    const small = await enter(2, 'womens-singles-4-0', 'dc')
    const into = await enter(2, 'womens-singles-3-0', 'dc')
    const body: Request = { act: 'merge_leagues', selection: { ids: [small.league_id] }, into: into.league_id }
    const seen = (await preview(body, dc.token)).body
    expect(seen.will).toMatchObject([{ id: small.league_id, text: expect.stringContaining('the level is') }])
    expect(await leagueFacts(small.league_id)).toMatchObject({ offered: true })
    const done = await carryOut(body, dc.token)
    expect(done.items.map(({ kind, state }) => [kind, state])).toEqual([
      ['league', 'done'],
      ['entry', 'done'],
      ['entry', 'done'],
    ])
    expect(await countsIn(small.league_id)).toEqual([])
    expect(await countsIn(into.league_id)).toEqual(expect.arrayContaining(idsOf([...small.people, ...into.people])))
    expect(await leagueFacts(small.league_id)).toEqual({ offered: false, canceled: true })
    expect(await audited(`league ${small.league_id}`)).toMatchObject([{ kind: 'merge_leagues', reason }])
    const back = (await preview({ ...body, selection: { ids: [into.league_id] }, into: small.league_id }, dc.token))
      .status
    expect(back).toBe(422)
  })

  test('leagues that are drawn, or of another area, are not merged', async () => {
    const drawn = await enter(2, 'mens-singles-3-5', 'dc')
    const into = await leagueOf('mens-singles-3-0', 'dc')
    await t.db
      .updateTable('entries')
      .set({ drawn_at: t.clock.now() })
      .where('league_id', '=', drawn.league_id)
      .execute()
    const ids = [drawn.league_id, into, await leagueOf('mens-singles-3-5')]
    const { will, left_out } = (await preview({ act: 'merge_leagues', selection: { ids }, into })).body
    expect(will).toEqual([])
    expect(left_out.map(({ why }) => why)).toEqual([
      expect.stringContaining('is in another area'),
      expect.stringContaining('the league that the others go into'),
      expect.stringContaining('has been drawn'),
    ])
    expect((await preview({ act: 'merge_leagues', selection: { ids: [into] }, into: drawn.league_id })).status).toBe(
      422,
    )
  })

  test('a canceled league refunds everybody once, and takes late entries along', async () => {
    const league = await enter(3, 'mixed-doubles', 'dc')
    const payer = await makePlayer(t)
    const cash = { league_id: league.league_id, email: payer.email, amount: 30, reason }
    expect((await t.call(enterPlayer, { token: owner.token, body: cash })).status).toBe(201)
    const body: Request = { act: 'cancel_league', selection: { ids: [league.league_id] } }
    const seen = (await preview(body, dc.token)).body
    expect(seen).toMatchObject({ cash: 30 })
    expect(seen.will[0]?.text).toContain('is canceled, with 4 entries')
    expect(seen.will[0]?.text).toContain(`${nameOf(payer)} paid $30.00 in cash, to be returned by hand`)
    const { task_id } = (await begin(seen.digest, dc.token)).body
    const late = await makePlayer(t)
    await joinLeague(t, late, { season, division: 'mixed-doubles', area: 'dc' })
    await runJobs(t)
    const done = await report(task_id, dc.token)
    expect(done).toMatchObject({ state: 'done', done: 6, total: 6 })
    expect(await countsIn(league.league_id)).toEqual([])
    expect(await leagueFacts(league.league_id)).toEqual({ offered: false, canceled: true })
    const cents = Math.round((seen.refund / 3) * 100)
    for (const person of [...league.people, late]) expect(await refundsOf(person)).toEqual([cents])
    expect(await refundsOf(payer)).toEqual([])
    expect(await audited(`league ${league.league_id}`, 'cancel_league')).toMatchObject([{ reason }])
    expect((await preview(body, dc.token)).body.left_out[0]?.why).toContain('canceled already')
    expect((await preview(body, dc.token)).body.will).toEqual([])
    for (const person of [payer, late, ...league.people])
      expect((await subjectsTo(person)).filter((subject) => subject === 'Mixed Doubles is canceled')).toHaveLength(1)
  })

  async function leagueFacts(id: number) {
    const { offered, canceled_at } = await t.db
      .selectFrom('leagues')
      .select(['offered', 'canceled_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { offered, canceled: canceled_at !== null }
  }
})

describe('walkovers', () => {
  test('all overdue matches of one player are awarded to the others', async () => {
    const league = await enter(4, 'mens-singles-4-0', 'dc')
    const [silent, ...others] = league.entry_ids
    const matches: number[] = []
    for (const other of others) matches.push(await arrange(t, league.league_id, silent, other, null))
    const [first = 0, second = 0, third = 0] = matches
    await t.db
      .updateTable('matches')
      .set({ play_from: '2026-07-30', play_by: '2026-08-05' })
      .where('id', 'in', [first, second])
      .execute()
    await t.db
      .updateTable('matches')
      .set({ play_from: '2026-07-30', play_by: '2026-09-05' })
      .where('id', '=', third)
      .execute()
    const stranger = await arrange(t, league.league_id, others[0] ?? 0, others[1] ?? 0, null)
    t.clock.set('2026-08-20T16:00:00Z')
    dc.token = await startSession(t.db, dc.id, t.clock.now())
    const player_id = league.people[0].id
    const body: Request = { act: 'walkover', selection: { ids: [...matches, stranger] }, player_id }
    const seen = (await preview(body, dc.token)).body
    expect(seen.will.map(({ id }) => id)).toEqual([first, second])
    expect(seen.will[0]?.text).toContain(`gets a walkover against ${nameOf(league.people[0])}`)
    expect(seen.left_out.map(({ why }) => why).join(' ')).toMatch(/can still be played until.*does not play in/)
    const filter = { state: 'overdue' as const, player: nameOf(league.people[0]) }
    expect((await preview({ ...body, selection: { filter } }, dc.token)).body.will).toHaveLength(2)
    const done = await carryOut(body, dc.token)
    expect(done.items.map(({ state }) => state).toSorted()).toEqual(['done', 'done', 'left', 'left'])
    const wins = await t.db
      .selectFrom('standings')
      .select(['entry_id', 'wins', 'losses'])
      .where('league_id', '=', league.league_id)
      .execute()
    expect(wins.find(({ entry_id }) => entry_id === silent)).toMatchObject({ wins: 0, losses: 2 })
    expect((await preview(body, dc.token)).body.will).toEqual([])
  })
})

describe('messages', () => {
  test('chosen players get a message once, and the others are named with the reason', async () => {
    const [ann, bea, closed] = [await makePlayer(t), await makePlayer(t), await makePlayer(t)]
    await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', closed.id).execute()
    const subject = 'Courts are closed on Sunday'
    const ids = [ann.id, bea.id, closed.id, 2_000_000]
    const body: Request = { act: 'message', selection: { ids }, subject, body: 'See you on Monday.' }
    const seen = (await preview(body)).body
    expect(seen.will).toEqual(
      [ann, bea].map((person) => ({ id: person.id, text: `${nameOf(person)} gets the message.` })),
    )
    expect(seen.left_out.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([closed.id, 2_000_000])
    const started = await Promise.all([begin(seen.digest), begin(seen.digest)])
    const [task_id = 0, ...others] = new Set(started.map((reply) => reply.body.task_id))
    expect(others).toEqual([])
    await runJobs(t)
    expect(await report(task_id)).toMatchObject({ act: 'message', state: 'done', message_id: expect.any(String) })
    for (const person of [ann, bea])
      expect((await subjectsTo(person)).filter((each) => each === subject)).toHaveLength(1)
    expect(await subjectsTo(closed)).not.toContain(subject)
    const again = await preview({ ...body, subject: 'Unknown {field}' })
    expect(again.status).toBe(422)
  })
})

describe('seasons', () => {
  test('an owner closes seasons, and other organizers do not', async () => {
    const made = await t.call(createSeason, {
      token: owner.token,
      body: { name: 'Short one', starting_date: '2026/06/01', ending_date: '2026/08/30' },
    })
    const { id: fall } = await t.db
      .selectFrom('seasons')
      .select('id')
      .where('slug', '=', 'fall')
      .where('year', '=', 2026)
      .executeTakeFirstOrThrow()
    const body: Request = { act: 'close', selection: { ids: [made.body.id, fall] } }
    expect(refused(await preview(body, dc.token))).toEqual([403, 'not_allowed'])
    const seen = (await preview(body)).body
    expect(seen.will).toMatchObject([{ id: made.body.id, text: expect.stringContaining('Short one 2026 closes.') }])
    expect(seen.left_out).toMatchObject([{ id: fall, why: expect.stringContaining('has not begun') }])
    const done = await carryOut(body)
    expect(done.items.map(({ kind, state }) => [kind, state])).toEqual([
      ['season', 'done'],
      ['season', 'left'],
    ])
    expect(await audited(`season ${made.body.id}`, 'close_season')).toMatchObject([{ reason }])
  })

  test('a season that is over refuses moves, limits, merges and cancellations', async () => {
    const league = await enter(2, 'womens-doubles', 'dc')
    const to = await leagueOf('mens-doubles', 'dc')
    t.clock.set('2026-12-20T16:00:00Z')
    dc.token = await startSession(t.db, dc.id, t.clock.now())
    const token = dc.token
    const all = await Promise.all([
      preview({ act: 'move', selection: { ids: league.entry_ids }, league_id: to }, token),
      preview({ act: 'limit', selection: { ids: [league.league_id] }, capacity: 3 }, token),
      preview({ act: 'cancel_league', selection: { ids: [league.league_id] } }, token),
    ])
    for (const { body } of all) {
      expect(body.will).toEqual([])
      expect(body.left_out[0]?.why).toMatch(/season of .* is over/)
    }
    expect(
      (await preview({ act: 'merge_leagues', selection: { ids: [league.league_id] }, into: to }, token)).status,
    ).toBe(422)
  })

  test('an organizer who has lost the area does no more of the task', async () => {
    const once = await makeOrganizer(t, ['dc'])
    const league = await enter(2, 'mens-singles-4-5', 'dc')
    const to = await leagueOf('mens-singles-5-0', 'dc')
    const { digest } = (await preview({ act: 'move', selection: { ids: league.entry_ids }, league_id: to }, once.token))
      .body
    const { task_id } = (await begin(digest, once.token)).body
    await t.db.updateTable('organizer_areas').set({ area: 'south-bend' }).where('player_id', '=', once.id).execute()
    await runJobs(t)
    const { items, state } = await report(task_id, once.token)
    expect(state).toBe('done')
    expect(items.map((item) => item.state)).toEqual(['left', 'left'])
    expect(
      (await t.call(listOrganizerEntries, { token: dc.token, query: { league_id: league.league_id } })).body.total,
    ).toBe(2)
  })
})
