import { describe, expect, test } from 'vitest'
import { playoffSeasons } from '#/features/playoffs/season-fixture.ts'
import { sealLeagues } from '#/features/sealing/jobs.ts'
import { voidResult } from '#/organizer/matches/contract.ts'
import { startSession } from '#/server/session.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer } from '#/test/make.ts'
import { previewLeaving, withdrawEntry } from './contract.ts'

// Summer 1 2026 ends on August 2, and its play-offs on September 7.
const t = await startApp('2026-05-20T16:00:00Z')
const { makeBracketOf, report, board, signInAgain, cardOf } = playoffSeasons(t, {
  joining: '2026-05-20T16:00:00Z',
  closed: '2026-08-10T16:00:00Z',
})
const owner = await makeOrganizer(t)
const reason = 'Asked on the phone'

const sealedAt = async (league_id: number) =>
  (await t.db.selectFrom('leagues').select('sealed_at').where('id', '=', league_id).executeTakeFirstOrThrow()).sealed_at

async function goTo(instant: string) {
  t.clock.set(instant)
  owner.token = await startSession(t.db, owner.id, t.clock.now())
}

const takeOut = (entry_id: number) =>
  t.call(withdrawEntry, { token: owner.token, params: { id: entry_id }, body: { refund: true, reason } })

const leavingOf = async (entry_id: number) => {
  const { purchase_id: id } = await t.db
    .selectFrom('entries')
    .select('purchase_id')
    .where('id', '=', entry_id)
    .executeTakeFirstOrThrow()
  return (await t.call(previewLeaving, { token: owner.token, params: { id } })).body
}

describe('a league with play-offs', () => {
  test('is sealed once they are decided, and the champion stays in the bracket', async () => {
    const division = 'womens-singles-3-0'
    const { league_id, ranked } = await makeBracketOf(5, division)
    const [one, two, three] = ranked
    await sealLeagues(t.app)
    expect(await sealedAt(league_id)).toBeNull()
    const played = { match_date: '2026/08/10', division, matchup_id: await cardOf(two, three) }
    expect((await report(two, three, '6-1 6-1', played)).status).toBe(201)
    t.clock.set('2026-08-15T16:00:00Z')
    await signInAgain(ranked)
    const final = { match_date: '2026/08/15', division, matchup_id: await cardOf(one, two) }
    expect((await report(one, two, '6-2 6-2', final)).status).toBe(201)
    await goTo('2026-08-16T15:00:00Z')
    expect(await leavingOf(one.entry_id)).toMatchObject({ sealed: false })

    await goTo('2026-08-16T16:00:00Z')
    expect(await leavingOf(one.entry_id)).toMatchObject({ sealed: true, leaves: false })
    await sealLeagues(t.app)
    expect(await sealedAt(league_id)).toEqual(t.clock.now())
    const before = await Promise.all([1, 2, 3, 4].map((stage) => board(division, stage)))
    expect((await takeOut(one.entry_id)).status).toBe(200)
    expect(await Promise.all([1, 2, 3, 4].map((stage) => board(division, stage)))).toEqual(before)
    expect(before[3]?.[0]).toContain(one.name)

    // A correction follows the rule of each play-off result: the later one is voided first.
    const params = { id: played.matchup_id }
    const body = { version: 1, reason, again: true }
    expect(await t.call(voidResult, { token: owner.token, params, body })).toMatchObject({
      status: 409,
      body: { code: 'playoff_moved_on' },
    })
  })

  test('is not sealed while its final can be played, and is a week after its last day', async () => {
    const { league_id, ranked } = await makeBracketOf(5, 'mens-singles-3-5')
    await goTo('2026-09-14T16:00:00Z')
    await sealLeagues(t.app)
    expect(await sealedAt(league_id)).toBeNull()
    await goTo('2026-10-20T16:00:00Z')
    await sealLeagues(t.app)
    await sealLeagues(t.app)
    expect(await sealedAt(league_id)).toEqual(t.clock.now())
    expect(await leavingOf(ranked[0].entry_id)).toMatchObject({ sealed: true })
  })
})
