import { afterEach, expect, test } from 'vitest'
import { getOrder } from '#/features/checkout/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { joinLeague, makeOrganizer, makePlayer, type TestPlayer } from '#/test/make.ts'
import { claimFreeSeason } from '#/features/checkout/contract.ts'
import { startSession } from '#/server/session.ts'
import { withdraw } from '#/features/refunds/contract.ts'
import { enterPlayer } from '#/organizer/entries/contract.ts'
import { listMyLeagues } from './contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')
afterEach(() => t.clock.set('2026-07-15T16:00:00Z'))

const leaguesOf = async (player: TestPlayer) => (await t.call(listMyLeagues, { token: player.token })).body
const emailsTo = ({ email }: TestPlayer) => t.emails.filter(({ to }) => to.email === email)

test('my leagues are listed current first, then the next to begin, then the past ones, newest first', async () => {
  const player = await makePlayer(t)
  for (const [season, division] of [
    ['winter', 'womens-singles-3-5'],
    ['summer-2', 'womens-singles-3-5'],
    ['fall', 'womens-singles-3-5'],
    ['fall', 'womens-singles-4-0'],
  ] as const)
    await joinLeague(t, player, { season, division })
  const listed = async (at: string) => {
    t.clock.set(at)
    // A session lasts for thirty days, so the player signs in again.
    player.token = await startSession(t.db, player.id, t.clock.now())
    return (await leaguesOf(player)).map(({ league_slug, phase, takes_scores }) => [league_slug, phase, takes_scores])
  }
  expect(await listed('2026-07-15T16:00:00Z')).toEqual([
    ['summer-2', 'next', false],
    ['fall', 'next', false],
    ['fall', 'next', false],
    ['winter', 'next', false],
  ])
  // Three seasons overlap for a week: the one with the latest first day comes first, and all accept scores.
  expect(await listed('2026-11-25T16:00:00Z')).toEqual([
    ['winter', 'playing', true],
    ['fall', 'playing', true],
    ['fall', 'playing', true],
    ['summer-2', 'past', false],
  ])
  expect(await listed('2026-12-01T16:00:00Z')).toEqual([
    ['winter', 'playing', true],
    // The season is over, but its matches can still be reported.
    ['fall', 'past', true],
    ['fall', 'past', true],
    ['summer-2', 'past', false],
  ])
  const [newest, other] = (await leaguesOf(player)).filter(({ league_slug }) => league_slug === 'fall')
  expect([newest?.level_slug, other?.level_slug]).toEqual(['womens-singles-4-0', 'womens-singles-3-5'])
})

test('my league shows the entrants so far, the places, and whether the matches are drawn', async () => {
  const [ada, eve] = [await makePlayer(t), await makePlayer(t)]
  const { league_id } = await joinLeague(t, ada, { season: 'summer-2', division: 'womens-singles-4-5' })
  expect(await leaguesOf(ada)).toMatchObject([{ entries: 1, capacity: null, drawn: false }])
  await joinLeague(t, eve, { season: 'summer-2', division: 'womens-singles-4-5' })
  await t.db.updateTable('leagues').set({ capacity: 8 }).where('id', '=', league_id).execute()
  expect(await leaguesOf(ada)).toMatchObject([{ entries: 2, capacity: 8, drawn: false }])
})

test('a withdrawal is offered with its refund until the day before the season in its area', async () => {
  const [ada, cash, free] = [await makePlayer(t), await makePlayer(t), await makePlayer(t)]
  const { league_id } = await joinLeague(t, ada, { season: 'summer-2', division: 'womens-singles-5-0' })
  const { token } = await makeOrganizer(t)
  const given = { league_id, email: cash.email, amount: 20.5, reason: 'Paid at the courts' }
  expect((await t.call(enterPlayer, { token, body: given })).status).toBe(201)
  await t.db
    .insertInto('free_seasons')
    .values({ player_id: free.id, given_by_id: 1, reason: 'x', gift: crypto.randomUUID(), granted_at: t.clock.now() })
    .execute()
  const claim = { league_slug: 'summer-2', cart: [{ slug: 'womens-singles-5-0' }], price: 39 }
  expect((await t.call(claimFreeSeason, { token: free.token, body: claim })).status).toBe(201)
  const offerTo = async (player: TestPlayer) => (await leaguesOf(player))[0]?.withdrawal
  expect(await offerTo(ada)).toEqual({
    purchase_id: expect.any(Number),
    returns: 'card',
    amount: 39,
    results: 0,
    open_matches: 0,
    problem: null,
  })
  expect(await offerTo(cash)).toMatchObject({ returns: 'cash', amount: 20.5 })
  expect(await offerTo(free)).toMatchObject({ returns: 'free_season', amount: 0 })

  // In Indiana it is still July 29 until 4 a.m. UTC.
  t.clock.set('2026-07-30T03:59:00Z')
  expect(await offerTo(ada)).not.toBeNull()
  t.clock.set('2026-07-30T04:00:00Z')
  expect(await offerTo(ada)).toBeNull()
  t.clock.set('2026-07-15T16:00:00Z')
  await t.db.updateTable('orders').set({ disputed_at: t.clock.now() }).where('player_id', '=', ada.id).execute()
  expect(await offerTo(ada)).toBeNull()
  await t.db.updateTable('orders').set({ disputed_at: null }).where('player_id', '=', ada.id).execute()
  const { purchase_id = 0 } = (await offerTo(ada)) ?? {}
  expect((await t.call(withdraw, { token: ada.token, params: { id: purchase_id } })).status).toBe(200)
  expect(await leaguesOf(ada)).toEqual([])
})

test('the receipt shows the deadline to withdraw, and not once it has passed', async () => {
  const [early, late] = [await makePlayer(t), await makePlayer(t)]
  await joinLeague(t, early, { season: 'summer-2', division: 'womens-singles-3-0' })
  await runJobs(t)
  expect(emailsTo(early)[0]?.text).toContain('You can withdraw until Wed, Jul 29, 2026, with a full refund.')
  t.clock.set('2026-07-30T16:00:00Z')
  await joinLeague(t, late, { season: 'summer-2', division: 'womens-singles-3-0' })
  await runJobs(t)
  const receipt = emailsTo(late).find(({ subject }) => subject.startsWith('You are in'))?.text ?? ''
  expect(receipt).toContain('Paid by card: $39.00')
  expect(receipt).not.toContain('withdraw until')
  const [league] = await leaguesOf(late)
  const { body } = await t.call(getOrder, { token: late.token, params: { order_id: league?.order_id ?? '' } })
  expect(body.order.lines).toMatchObject([{ can_withdraw: false }])
})
