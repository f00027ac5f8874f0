import { beforeEach, expect, test } from 'vitest'
import { resetPassword, verifyEmail } from '#/features/accounts/contract.ts'
import {
  arrangeMatch,
  callOffMatch,
  declineOffer,
  objectToDate,
  objectToProposal,
} from '#/features/arranging/contract.ts'
import { getCalendar } from '#/features/calendar/contract.ts'
import { claimFreeSeason, completePurchase, getOrder, listPurchases, purchase } from '#/features/checkout/contract.ts'
import { purchaseAsGuest } from '#/features/checkout/guest-contract.ts'
import { challenge } from '#/features/ladder/contract.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { searchPlayers } from '#/features/matches/contract.ts'
import { offerToPlay, setOpenToPlay } from '#/features/open-to-play/contract.ts'
import { comparePlayers } from '#/features/players/contract.ts'
import { deleteAccount } from '#/features/settings/contract.ts'
import { listDivisions } from '#/features/seasons/contract.ts'
import { joinWaitList } from '#/features/wait-list/contract.ts'
import { getPaymentOrder } from '#/organizer/payments/contract.ts'
import { changeLeagues, createSeason, getOrganizerSeason } from '#/organizer/seasons/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { makeOrganizer, makePlayer, makeUnprovedPlayer, password, proveEmailOf, type TestPlayer } from '#/test/make.ts'
import { expectSoundData } from '#/test/sound.ts'

const noon = '2026-07-15T16:00:00Z'
const t = await startApp(noon, { RATE_LIMITS: 'on' })
const { emailsTo, tokenTo } = mailboxOf(t)
const owner = await makeOrganizer(t)
beforeEach(() => t.clock.set(noon))

const womens = 'womens-singles-3-5'
const chosen = 'a racquet for each of nine lives'
let made = 0

/** Creates a season for one test, with one free division of this many places in South Bend. */
async function makeFreeSeason(capacity: number | null = null): Promise<string> {
  const body = { name: `Held ${++made}`, starting_date: '2026/08/01', ending_date: '2026/10/31' }
  const { id } = (await t.call(createSeason, { token: owner.token, body })).body
  const { slug } = (await t.call(getOrganizerSeason, { token: owner.token, params: { id } })).body
  const { items } = (await t.call(listDivisions, {})).body
  const division_id = items.find((each) => each.slug === womens)!.id
  const leagues = [{ area: 'south-bend', division_id, offered: true, price: 0, capacity }]
  await t.call(changeLeagues, { token: owner.token, params: { id }, body: { leagues } })
  return slug
}

const order = (season: string) => ({ league_slug: season, cart: [{ slug: womens }], price: 0 })

function buyAsGuest(season: string, email = `held-${++made}@example.com`) {
  const body = {
    first_name: 'Ada',
    last_name: 'Moreno',
    email,
    phone: '+1 574 555 0101',
    singles_level: '3.5',
    gender: 'Female',
    location: 'South Bend',
    ...order(season),
  }
  return t.call(purchaseAsGuest, { body })
}

const statusOf = (player_id: number) =>
  t.db.selectFrom('purchases').select('status').where('player_id', '=', player_id).execute()

test('a free place is held until the guest opens the link, and then given', async () => {
  const season = await makeFreeSeason(1)
  const email = `held-${++made}@example.com`
  const { status, body } = await buyAsGuest(season, email)
  expect({ status, data: body.data }).toMatchObject({
    status: 201,
    data: { status: 'Held', held_until: '2026-07-16T16:00:00.000Z' },
  })
  const { token, user } = body
  const params = { order_id: body.data.order_id }
  expect((await t.call(listMyLeagues, { token })).body).toEqual([])
  expect((await t.call(getOrder, { token, params })).body.order).toMatchObject({
    payment_status: 'Pending',
    held_until: '2026-07-16T16:00:00.000Z',
  })
  expect((await t.call(listPurchases, { token, query: {} })).body.purchases).toMatchObject([
    { held_until: '2026-07-16T16:00:00.000Z' },
  ])
  expect((await t.call(completePurchase, { token, params })).body.data.status).toBe('Held')
  expect((await t.call(getPaymentOrder, { token: owner.token, params })).body.order).toMatchObject({
    held_until: '2026-07-16T16:00:00.000Z',
  })
  const other = await makePlayer(t)
  expect((await t.call(purchase, { token: other.token, body: order(season) })).body).toMatchObject({
    code: 'league_full',
  })
  const emails = await emailsTo(email)
  expect(emails.map(({ subject }) => subject)).toEqual([`Confirm your email to keep your place: Held ${made - 1} 2026`])
  expect(emails[0]?.text).toContain('Open the link by')

  await t.call(resetPassword, { body: { token: await tokenTo(email), password: chosen } })
  expect((await emailsTo(email)).map(({ subject }) => subject)).toContain(`You are in: Held ${made - 1} 2026`)
  expect(await statusOf(user.id)).toEqual([{ status: 'Confirmed' }])
  await expectSoundData(t)
})

test('a hold that nobody confirms ends after 24 hours: the account is deleted and the wait-list moves on', async () => {
  const season = await makeFreeSeason(1)
  const { body } = await buyAsGuest(season)
  const waiting = await makePlayer(t)
  const league = await t.db
    .selectFrom('leagues')
    .innerJoin('purchases', 'purchases.league_id', 'leagues.id')
    .select(['leagues.season_id', 'leagues.division_id'])
    .where('purchases.player_id', '=', body.user.id)
    .executeTakeFirstOrThrow()
  expect((await t.call(joinWaitList, { token: waiting.token, body: league })).status).toBe(201)
  t.clock.set('2026-07-16T15:59:00Z')
  expect(await emailsTo(waiting)).toEqual([])
  expect(await statusOf(body.user.id)).toEqual([{ status: 'Pending' }])
  t.clock.set('2026-07-16T16:00:01Z')
  expect((await emailsTo(waiting)).map(({ subject }) => subject)).toEqual([expect.stringContaining('place')])
  expect(await t.db.selectFrom('players').select('id').where('id', '=', body.user.id).execute()).toEqual([])
  await expectSoundData(t)
})

test('a player who has signed up keeps the place by confirming the email', async () => {
  const season = await makeFreeSeason()
  const player = await makeUnprovedPlayer(t)
  const bought = await t.call(purchase, { token: player.token, body: order(season) })
  expect(bought.body.data.status).toBe('Held')
  const token = await tokenTo(player, 'keep your place')
  expect((await t.call(verifyEmail, { token: player.token, body: { token } })).status).toBe(200)
  await emailsTo(player)
  expect(await statusOf(player.id)).toEqual([{ status: 'Confirmed' }])
})

test('at most three orders are held for one address', async () => {
  const season = await makeFreeSeason()
  const tries = []
  for (let each = 0; each < 5; each += 1) tries.push(await buyAsGuest(season))
  expect(tries.map(({ status }) => status)).toEqual([201, 201, 201, 429, 429])
  expect(tries[3]?.body).toMatchObject({ code: 'too_many_holds' })
  const proved = await makePlayer(t)
  expect((await t.call(purchase, { token: proved.token, body: order(season) })).body.data.status).toBe('Confirmed')
  // Ends the holds, so that other tests can have three.
  t.clock.set('2026-07-16T16:00:01Z')
  await runJobs(t)
  t.clock.set(noon)
  expect((await buyAsGuest(season)).status).toBe(201)
  t.clock.set('2026-07-16T16:00:01Z')
  await runJobs(t)
})

test('with an unproved email there is no free season, no calendar address and no whole name of a stranger', async () => {
  const stranger = await makePlayer(t, { first_name: 'Quill', last_name: 'Ravenscroft' })
  const player = await makeUnprovedPlayer(t)
  const { token } = player
  expect((await t.call(claimFreeSeason, { token, body: order(await makeFreeSeason()) })).status).toBe(403)
  expect((await t.call(getCalendar, { token })).body).toMatchObject({ code: 'email_unproved' })
  const find = async (search: string, as?: string) =>
    (await t.call(searchPlayers, { ...(as === undefined ? {} : { token: as }), body: { search } })).body
  expect(await find('quill', token)).toMatchObject([{ name: 'Quill R.' }])
  expect(await find('ravenscroft', token)).toEqual([])
  expect(await find('ravenscroft')).toEqual([])
  expect(await find('ravenscroft', owner.token)).toMatchObject([{ name: 'Quill Ravenscroft' }])
  const { body } = await t.call(comparePlayers, { token, query: { player_two: stranger.id } })
  expect(body.player_two.name).toBe('Quill R.')
})

test('searches of names have a limit in a minute and one in an hour', async () => {
  const searchAs = async ({ token }: TestPlayer) =>
    (await t.call(searchPlayers, { token, body: { search: 'nobody' } })).status
  const [quick, steady] = [await makePlayer(t), await makePlayer(t)]
  for (let each = 0; each < 60; each += 1) expect(await searchAs(quick)).toBe(200)
  expect(await searchAs(quick)).toBe(429)
  // The other one has searched in each of the last minutes, less than the limit of a minute.
  expect(await searchAs(steady)).toBe(200)
  await t.db
    .updateTable('rate_limits')
    .set({ points: 298 })
    .where('key', '=', `name_search_hour:${steady.id}`)
    .where('points', '=', 1)
    .execute()
  expect([await searchAs(steady), await searchAs(steady), await searchAs(steady)]).toEqual([200, 200, 429])
})

test('with an unproved email nothing is sent to other players in one’s own words', async () => {
  const player = await makeUnprovedPlayer(t)
  const { token } = player
  const reason = 'Buy my racquets'
  const params = { id: 1 }
  const league = { params: { league_id: 1 } }
  const times = [{ match_date: '2026/07/18', match_time: '18:30', match_location: 'Court 4' }]
  const attempts = () => [
    t.call(challenge, { token, ...league, body: { entry_id: 1 } }),
    t.call(setOpenToPlay, { token, ...league, body: { open: true } }),
    t.call(offerToPlay, { token, ...league, body: { entry_id: 1, times } }),
    t.call(arrangeMatch, { token, params, body: { match_date: null, match_time: null, match_location: reason } }),
    t.call(declineOffer, { token, params: { id: 1, offer_id: 1 }, body: { reason } }),
    t.call(callOffMatch, { token, params, body: { reason } }),
    t.call(objectToDate, { token, params, body: { reason } }),
    t.call(objectToProposal, { token, params, body: { reason } }),
  ]
  for (const { status, body } of await Promise.all(attempts()))
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'email_unproved' } })
  await proveEmailOf(t, player)
  for (const { status } of await Promise.all(attempts())) expect(status).toBe(404)
})

test('closing the account gives a held place back', async () => {
  const season = await makeFreeSeason(1)
  const player = await makeUnprovedPlayer(t)
  const other = await makePlayer(t)
  expect((await t.call(purchase, { token: player.token, body: order(season) })).body.data.status).toBe('Held')
  expect((await t.call(purchase, { token: other.token, body: order(season) })).body).toMatchObject({
    code: 'league_full',
  })
  expect((await t.call(deleteAccount, { token: player.token, body: { password } })).status).toBe(200)
  expect((await t.call(purchase, { token: other.token, body: order(season) })).body.data.status).toBe('Confirmed')
  expect(await statusOf(player.id)).toEqual([{ status: 'Closed' }])
  await expectSoundData(t)
})
