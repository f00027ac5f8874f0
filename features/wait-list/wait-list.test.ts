import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listPurchases, purchase } from '#/features/checkout/contract.ts'
import { acceptInvitation, namePartner } from '#/features/pairs/contract.ts'
import { setCapacity } from '#/organizer/seasons/contract.ts'
import { listSeasons } from '#/features/seasons/contract.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { cards, joinLeague, makeOrganizer, makePlayer, makeToken, type TestPlayer } from '#/test/make.ts'
import { joinWaitList, leaveWaitList, listPlaces, listWaitListEntries } from './contract.ts'
import { offerPlaces } from './jobs.ts'
import { withdraw } from '#/features/refunds/contract.ts'

const noon = '2026-07-15T16:00:00Z'
const t = await startApp(noon)
const fall = (await t.call(listSeasons, {})).body.items.find(({ slug }) => slug === 'fall')!

/** A Fall league in South Bend without entries, with this capacity. */
async function makeLeague(division: string, capacity: number | null) {
  const league = await t.db
    .selectFrom('leagues')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select(['leagues.id', 'divisions.id as division_id', 'divisions.slug', 'divisions.price_cents'])
    .where('season_id', '=', fall.id)
    .where('area', '=', 'south-bend')
    .where('divisions.slug', '=', division)
    .executeTakeFirstOrThrow()
  await limit(league.id, capacity)
  return league
}
type League = Awaited<ReturnType<typeof makeLeague>>

async function limit(id: number, capacity: number | null) {
  // Signs in again, because the clock has moved by months.
  const { token } = await makeOrganizer(t, ['south-bend'])
  const { status } = await t.call(setCapacity, { token, params: { id }, body: { capacity } })
  expect(status).toBe(200)
}

async function buy(player: TestPlayer, { slug, price_cents }: League, card: string = cards.paid) {
  return t.call(purchase, {
    token: player.token,
    body: {
      league_slug: 'fall',
      cart: [{ slug }],
      price: price_cents / 100,
      confirmationToken: await makeToken(t, card),
    },
  })
}

async function wait(player: TestPlayer, { division_id }: League) {
  return t.call(joinWaitList, { token: player.token, body: { season_id: fall.id, division_id } })
}

async function waitsOf(player: TestPlayer) {
  return (await t.call(listWaitListEntries, { token: player.token })).body.wait_list
}

async function leave(player: TestPlayer) {
  const [line] = (await t.call(listPurchases, { token: player.token })).body.purchases
  expect((await t.call(withdraw, { token: player.token, params: { id: line!.id } })).status).toBe(200)
}

function move(iso: string) {
  t.clock.set(iso)
}

test('if twenty players want the last place simultaneously, one gets it and nobody else is charged', async () => {
  const league = await makeLeague('womens-singles-3-0', 3)
  for (const player of [await makePlayer(t), await makePlayer(t)])
    await joinLeague(t, player, { season: 'fall', division: league.slug })
  const crowd = await Promise.all(Array.from({ length: 20 }, () => makePlayer(t)))
  const before = await countPayments()
  const answers = await Promise.all(crowd.map((player) => buy(player, league)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers
    .filter(({ status }) => status !== 201)
    .map(({ status, body }) => [status, body.code, body.message])
  const sentence = "Women's Singles 3.0 is full. You have not been charged, and you can join the wait-list."
  expect(refused).toEqual(Array.from({ length: 19 }, () => [409, 'league_full', sentence]))
  expect((await countPayments()) - before).toBe(1)
  const places = await t.call(listPlaces, { query: { season_id: fall.id, area: 'south-bend' } })
  expect(places.body.places.find(({ division_id }) => division_id === league.division_id)).toMatchObject({ free: 0 })
})

async function countPayments(): Promise<number> {
  const { count } = await t.db
    .selectFrom('test_payments')
    .select((payment) => payment.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

test('an open order holds its place, and a declined one frees it', async () => {
  const league = await makeLeague('womens-singles-4-0', 1)
  const [ada, bea, cleo] = [await makePlayer(t), await makePlayer(t), await makePlayer(t)]
  expect((await buy(ada, league, cards.authenticate)).body.data.status).toBe('requires_action')
  expect((await buy(bea, league)).body.code).toBe('league_full')
  await limit(league.id, 2)
  expect((await buy(bea, league, cards.declined)).status).toBe(402)
  expect((await buy(cleo, league)).status).toBe(201)
  expect((await buy(bea, league)).body.code).toBe('league_full')
})

test('only a full league on sale has a wait-list; a player joins it once, and needs a complete profile', async () => {
  const league = await makeLeague('womens-singles-4-5', 1)
  const [ada, bea] = [await makePlayer(t), await makePlayer(t)]
  expect((await wait(bea, league)).body.code).toBe('places_left')
  await buy(ada, league)
  expect((await wait(ada, league)).body.code).toBe('already_in_league')
  const answers = await Promise.all(Array.from({ length: 5 }, () => wait(bea, league)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.entry.id)).size).toBe(1)
  expect(answers[0]!.body).toMatchObject({
    message: 'You are 1st on the wait-list. We will email you when it is your turn.',
    entry: { place: 1, held_until: null, area: 'south-bend', level_name: "Women's Singles 4.5", year: 2026 },
  })
  const refused = async (body: object) => (await t.send(joinWaitList, { token: bea.token, body })).body
  expect(await refused({ season_id: 999_999, division_id: league.division_id })).toMatchObject({ code: 'not_on_sale' })
  expect(await refused({ season_id: fall.id, division_id: 999_999 })).toMatchObject({ code: 'not_found' })
  expect(await refused({ season_id: 'x' })).toMatchObject({
    code: 'invalid',
    fields: { division_id: expect.any(String) },
  })
})

test('a free place is reserved for 48 hours for the player who has waited longest, then for the next, and nobody else can buy it', async () => {
  move('2026-07-15T16:00:00Z')
  const league = await makeLeague('womens-singles-5-0', 1)
  const [ada, bea, cleo, dora] = [await makePlayer(t), await makePlayer(t), await makePlayer(t), await makePlayer(t)]
  await buy(ada, league)
  await wait(bea, league)
  await wait(cleo, league)
  expect(await waitsOf(cleo)).toMatchObject([{ place: 2, held_until: null }])
  await leave(ada)
  // Before any job has run, the place already belongs to the first in line.
  expect((await buy(dora, league)).body.code).toBe('league_full')
  expect((await buy(cleo, league)).body.code).toBe('league_full')
  await runJobs(t)
  const mailsTo = ({ email }: TestPlayer) =>
    t.emails.filter(({ to, subject }) => JSON.stringify(to).includes(email) && subject.startsWith('A place is free'))
  expect(mailsTo(bea)).toHaveLength(1)
  expect(mailsTo(bea)[0]!.text).toContain('Friday, July 17 at 12:00')
  // The link has the year, because another season with this name may be on sale too.
  expect(mailsTo(bea)[0]!.text).toMatch(/\/dashboard\/join-league\/[a-z0-9-]+\?year=20\d\d\b/)
  expect(mailsTo(cleo)).toHaveLength(0)
  expect(await waitsOf(bea)).toMatchObject([{ place: 1, held_until: '2026-07-17T16:00:00.000Z' }])

  move('2026-07-17T15:59:00Z')
  await runJobs(t)
  expect((await buy(dora, league)).body.code).toBe('league_full')
  move('2026-07-17T16:01:00Z')
  expect((await buy(bea, league)).body.code).toBe('league_full')
  await runJobs(t)
  expect(await waitsOf(bea)).toEqual([])
  expect(mailsTo(cleo)).toHaveLength(1)
  expect(await waitsOf(cleo)).toMatchObject([{ place: 1, held_until: '2026-07-19T16:01:00.000Z' }])
  expect((await buy(cleo, league)).status).toBe(201)
  expect(await waitsOf(cleo)).toEqual([])
  await runJobs(t)
  expect(mailsTo(cleo)).toHaveLength(1)
  move(noon)
})

test('the email gives the player’s price for the place, and says that it may change', async () => {
  const percent = (second_division_percent: number | null) =>
    t.db.updateTable('seasons').set({ second_division_percent }).where('id', '=', fall.id).execute()
  const early = (league_id: number, day: string | null) =>
    t.db
      .updateTable('leagues')
      .set({ early_until: day, early_price_cents: day === null ? null : 3000 })
      .where('id', '=', league_id)
      .execute()
  const league = await makeLeague('womens-doubles', 1)
  const first = await makeLeague('mens-doubles', null)
  const priceIn = async ({ email }: TestPlayer) => {
    await runJobs(t)
    const mail = t.emails.findLast(
      ({ to, subject }) => JSON.stringify(to).includes(email) && subject.startsWith('A place is free'),
    )
    return /Joining .*/.exec(mail?.text.replaceAll(/\s+/g, ' ').split('Join the league')[0] ?? '')?.[0].trim()
  }
  const next = async (player: TestPlayer, leaving: TestPlayer) => {
    await wait(player, league)
    await leave(leaving)
    return priceIn(player)
  }
  const [ada, bea, cleo, dora] = [await makePlayer(t), await makePlayer(t), await makePlayer(t), await makePlayer(t)]
  await buy(ada, league)
  await buy(bea, first)
  await percent(10)
  expect(await next(bea, ada)).toBe(
    'Joining costs $44.10 today, $4.90 less as an additional division of this season. You pay the price on the day you join.',
  )
  const seen = { ...league, price_cents: 4410 }
  expect((await buy(bea, seen)).status).toBe(201)

  // A player without a division of the season pays the full price, as everyone does without a discount.
  await wait(cleo, league)
  const [line] = (await t.call(listPurchases, { token: bea.token })).body.purchases
  expect((await t.call(withdraw, { token: bea.token, params: { id: line!.id } })).status).toBe(200)
  expect(await priceIn(cleo)).toBe('Joining costs $49.00.')
  expect((await buy(cleo, league)).status).toBe(201)
  await percent(null)

  await early(league.id, '2026-07-16')
  expect(await next(dora, cleo)).toBe('Joining costs $30.00 today. You pay the price on the day you join.')
  await early(league.id, null)
})

test('added capacity goes to those first in line, and to all of them if the limit is lifted', async () => {
  const league = await makeLeague('mens-singles-3-0', 0)
  const people = await Promise.all(Array.from({ length: 4 }, () => makePlayer(t)))
  for (const player of people) await wait(player, league)
  await limit(league.id, 2)
  await runJobs(t)
  const held = async () =>
    Promise.all(people.map(async (player) => typeof (await waitsOf(player))[0]?.held_until === 'string'))
  expect(await held()).toEqual([true, true, false, false])
  // Both players can buy at the same time, because a place is reserved for each of them.
  expect((await Promise.all([buy(people[1]!, league), buy(people[0]!, league)])).map(({ status }) => status)).toEqual([
    201, 201,
  ])
  await limit(league.id, null)
  await runJobs(t)
  expect((await waitsOf(people[3]!))[0]?.held_until).toEqual(expect.any(String))
})

test('leaving the wait-list frees the place; a player cannot remove another from it', async () => {
  const league = await makeLeague('mens-singles-3-5', 1)
  const [ada, bea, cleo] = [await makePlayer(t), await makePlayer(t), await makePlayer(t)]
  await buy(ada, league)
  const { id } = (await wait(bea, league)).body.entry
  await wait(cleo, league)
  expect((await t.send(leaveWaitList, { path: `/users/wait-list/${id}`, token: cleo.token })).status).toBe(404)
  expect((await t.call(leaveWaitList, { token: bea.token, params: { id } })).status).toBe(200)
  expect((await t.send(leaveWaitList, { path: `/users/wait-list/${id}`, token: bea.token })).status).toBe(404)
  expect(await waitsOf(cleo)).toMatchObject([{ place: 1 }])
  await leave(ada)
  await runJobs(t)
  expect(await waitsOf(cleo)).toMatchObject([{ held_until: expect.any(String) }])
})

test('a place is reserved no longer than the season is on sale, and the wait-list ends then', async () => {
  move('2026-10-06T16:00:00Z')
  const league = await makeLeague('mens-singles-4-0', 1)
  const [ada, bea] = [await makePlayer(t), await makePlayer(t)]
  await buy(ada, league)
  await wait(bea, league)
  await limit(league.id, 2)
  await runJobs(t)
  expect(await waitsOf(bea)).toMatchObject([{ held_until: '2026-10-07T04:00:00.000Z' }])
  move('2026-10-07T04:01:00Z')
  await runJobs(t)
  expect(await waitsOf(bea)).toEqual([])
  expect((await wait(bea, league)).body.code).toBe('not_on_sale')
  move(noon)
})

test('a player who becomes a partner in the league leaves its wait-list and blocks no place', async () => {
  const league = await makeLeague('mixed-doubles', 1)
  const [buyer, partner, next] = [await makePlayer(t), await makePlayer(t), await makePlayer(t)]
  expect((await buy(buyer, league)).status).toBe(201)
  expect([(await wait(partner, league)).status, (await wait(next, league)).status]).toEqual([201, 201])
  const body = { full_name: 'Bo Lind', email: partner.email }
  await t.call(namePartner, { token: buyer.token, params: { league_id: league.id }, body })
  await runJobs(t)
  const email = t.emails.find(({ to, text }) => to.email === partner.email && text.includes('/partner#token='))
  const token = /\/partner#token=([\w-]{43})/.exec(email?.text ?? '')?.[1] ?? ''
  expect((await t.call(acceptInvitation, { body: { token } })).status).toBe(200)
  expect(await waitsOf(partner)).toEqual([])
  await limit(league.id, 2)
  await runJobs(t)
  expect(await waitsOf(next)).toMatchObject([{ place: 1, held_until: expect.any(String) }])
})

test('a league whose places cannot be offered does not stop the others', async () => {
  move(noon)
  const leagues = [await makeLeague('mens-singles-4-5', 1), await makeLeague('mens-singles-5-0', 1)]
  const [broken, fine] = leagues.toSorted((a, b) => a.id - b.id) as [League, League]
  const waiting = [await makePlayer(t), await makePlayer(t)] as const
  for (const [index, league] of [broken, fine].entries()) {
    const buyer = await makePlayer(t)
    expect((await buy(buyer, league)).status).toBe(201)
    expect((await wait(waiting[index]!, league)).status).toBe(201)
    await leave(buyer)
  }
  await sql`alter table wait_list add constraint broken check (league_id <> ${sql.lit(broken.id)}) not valid`.execute(
    t.db,
  )
  await expect(offerPlaces(t.app, {})).rejects.toThrow(/broken/)
  expect(await waitsOf(waiting[1])).toMatchObject([{ held_until: '2026-07-17T16:00:00.000Z' }])
  expect(await waitsOf(waiting[0])).toMatchObject([{ held_until: null }])
  await sql`alter table wait_list drop constraint broken`.execute(t.db)
  await offerPlaces(t.app, {})
  expect(await waitsOf(waiting[0])).toMatchObject([{ held_until: '2026-07-17T16:00:00.000Z' }])
})
