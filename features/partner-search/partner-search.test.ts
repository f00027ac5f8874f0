import { expect, test } from 'vitest'
import { acceptInvitation, declineInvitation } from '#/features/pairs/contract.ts'
import { makeInvitationLink } from '#/features/pairs/invitation-fixture.ts'
import { deleteAccount } from '#/features/settings/contract.ts'
import { purchase } from '#/features/checkout/contract.ts'
import { startApp } from '#/test/app.ts'
import { mailboxOf } from '#/test/mailbox.ts'
import { joinLeague, makePlayer, makeToken, makeUnprovedPlayer, password, type TestPlayer } from '#/test/make.ts'
import {
  acceptPartnership,
  endPartnership,
  listPartnerSearches,
  offerPartnership,
  setPartnerSearch,
  type SearchDays,
} from './contract.ts'

const t = await startApp('2026-07-15T16:00:00Z')
const { subjectsTo } = mailboxOf(t)

const league = await t.db
  .selectFrom('leagues')
  .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
  .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
  .select(['leagues.id', 'leagues.season_id', 'leagues.division_id'])
  .where('leagues.area', '=', 'south-bend')
  .where('seasons.slug', '=', 'fall')
  .where('seasons.year', '=', 2026)
  .where('divisions.slug', '=', 'mixed-doubles')
  .executeTakeFirstOrThrow()
const params = { league_id: league.id }

const look = ({ token }: TestPlayer, days: SearchDays | null = 'any') =>
  t.call(setPartnerSearch, { token, params, body: { days } })
const offer = ({ token }: TestPlayer, { id }: TestPlayer) =>
  t.call(offerPartnership, { token, params, body: { player_id: id } })
const accept = ({ token }: TestPlayer, id: number) => t.call(acceptPartnership, { token, params: { id } })
const end = ({ token }: TestPlayer, id: number) => t.call(endPartnership, { token, params: { id } })

async function read({ token }: TestPlayer) {
  const { body } = await t.call(listPartnerSearches, { token })
  const found = body.leagues.find(({ league_id }) => league_id === league.id)
  return {
    ...found,
    listed: body.leagues.length,
    ids: found?.players.map(({ player_id }) => player_id) ?? [],
    offers: found?.offers ?? [],
    agreed: found?.agreed ?? null,
  }
}

async function makeLooking(given: Parameters<typeof makePlayer>[1] = {}): Promise<TestPlayer> {
  const player = await makePlayer(t, given)
  expect(await look(player, 'weekends')).toMatchObject({ status: 200 })
  return player
}

/** The offer of one player to another. */
async function makeOffer(from: TestPlayer, to: TestPlayer): Promise<number> {
  expect(await offer(from, to)).toMatchObject({ status: 201 })
  const found = (await read(from)).offers.find((each) => each.player_id === to.id)
  return found?.id ?? 0
}

test('a player who looks for a partner is shown to the others of the area, until they stop', async () => {
  const [one, two] = [await makeLooking(), await makePlayer(t)]
  expect((await read(two)).players).toContainEqual({
    player_id: one.id,
    name: `${one.first_name} ${one.last_name}`,
    level: '3.5',
    days: 'weekends',
    has_place: false,
  })
  const mine = await read(one)
  expect(mine).toMatchObject({ days: 'weekends' })
  expect(mine.ids).not.toContain(one.id)
  await look(one, null)
  expect((await read(two)).ids).not.toContain(one.id)
})

test('a hidden level is not shown', async () => {
  const [one, two] = [await makeLooking(), await makePlayer(t)]
  await t.db.updateTable('players').set({ shows_level: false }).where('id', '=', one.id).execute()
  expect((await read(two)).players?.find(({ player_id }) => player_id === one.id)).toMatchObject({ level: null })
})

test('a player of another area sees nobody, and can neither look nor offer', async () => {
  const [one, stranger] = [await makeLooking(), await makePlayer(t, { location: 'dc' })]
  expect((await read(stranger)).ids).toEqual([])
  expect(await look(stranger)).toMatchObject({ status: 404 })
  expect(await offer(stranger, one)).toMatchObject({ status: 404 })
})

test('an account whose email is unproved can neither look nor offer', async () => {
  const [one, two] = [await makeLooking(), await makeUnprovedPlayer(t)]
  expect(await look(two)).toMatchObject({ body: { code: 'email_unproved' } })
  expect(await offer(two, one)).toMatchObject({ body: { code: 'email_unproved' } })
})

test('suspended and deleted players are not listed, and their offers cannot be accepted', async () => {
  const [one, two, three] = [await makeLooking(), await makePlayer(t), await makePlayer(t)]
  const [second, third] = [await makeOffer(two, one), await makeOffer(three, one)]
  await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', two.id).execute()
  await t.call(deleteAccount, { token: three.token, body: { password } })
  expect((await read(one)).offers).toEqual([])
  expect(await accept(one, second)).toMatchObject({ status: 409, body: { code: 'not_looking' } })
  expect(await accept(one, third)).toMatchObject({ status: 404 })
  const blocked = await makeLooking()
  await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', blocked.id).execute()
  expect((await read(one)).ids).not.toContain(blocked.id)
  expect(await offer(one, blocked)).toMatchObject({ status: 409, body: { code: 'not_looking' } })
})

test('nobody can make an offer to themselves, to somebody who does not look, or twice', async () => {
  const [one, two] = [await makeLooking(), await makePlayer(t)]
  expect(await offer(one, one)).toMatchObject({ status: 409 })
  expect(await offer(one, two)).toMatchObject({ status: 409 })
  await makeOffer(two, one)
  expect(await offer(two, one)).toMatchObject({ status: 409 })
})

test('an offer that was declined cannot be made again, and one that was withdrawn can', async () => {
  const [one, two, three] = [await makeLooking(), await makePlayer(t), await makePlayer(t)]
  await end(one, await makeOffer(two, one))
  expect(await offer(two, one)).toMatchObject({ status: 409 })
  await end(three, await makeOffer(three, one))
  await makeOffer(three, one)
  expect(await subjectsTo(two.email)).toContain(`${one.first_name} ${one.last_name} cannot play doubles with you`)
})

test('a player can make ten offers in a day', async () => {
  const eager = await makePlayer(t)
  for (let made = 0; made < 10; made++) await makeOffer(eager, await makeLooking())
  expect(await offer(eager, await makeLooking())).toMatchObject({ status: 429 })
})

test('only the player to whom an offer is made can accept it, and strangers cannot end it', async () => {
  const [one, two, stranger] = [await makeLooking(), await makePlayer(t), await makePlayer(t)]
  const id = await makeOffer(two, one)
  expect(await accept(two, id)).toMatchObject({ status: 404 })
  expect(await accept(stranger, id)).toMatchObject({ status: 404 })
  expect(await end(stranger, id)).toMatchObject({ status: 404 })
  expect((await read(one)).offers).toMatchObject([{ id, is_mine: false, email: null }])
})

test('two players who agree see each other’s email, and the buyer’s order invites the other', async () => {
  const [one, two] = [await makeLooking(), await makePlayer(t)]
  expect(await accept(one, await makeOffer(two, one))).toMatchObject({ status: 200 })
  expect(await read(two)).toMatchObject({ agreed: { player_id: one.id, email: one.email } })
  expect(await read(one)).toMatchObject({ agreed: { player_id: two.id, email: two.email } })
  expect((await read(await makePlayer(t))).ids).not.toContain(one.id)
  expect(await subjectsTo(two.email)).toContain(`${one.first_name} ${one.last_name} will play doubles with you`)

  await joinLeague(t, two, { season: 'fall', division: 'mixed-doubles' })
  const token = await makeInvitationLink(t, one.email)
  expect(await t.call(acceptInvitation, { body: { token } })).toMatchObject({ status: 200 })
  const left = await t.db.selectFrom('partner_searches').where('player_id', '=', one.id).select('days').execute()
  expect([left, (await read(one)).agreed, (await read(two)).agreed]).toEqual([[], null, null])
})

test('a partner whom the buyer names wins over the one who agreed', async () => {
  const [one, two] = [await makeLooking(), await makePlayer(t)]
  await accept(one, await makeOffer(two, one))
  const named = { slug: 'mixed-doubles', full_name: 'Bo Lind', email: 'bo-named@example.com' }
  const body = { league_slug: 'fall', cart: [{ slug: 'mixed-doubles' }], price: 49, partners: [named] }
  expect(
    await t.call(purchase, { token: two.token, body: { ...body, confirmationToken: await makeToken(t) } }),
  ).toMatchObject({ status: 201 })
  const lines = t.db.selectFrom('purchases').select('partner_email').where('player_id', '=', two.id)
  expect(await lines.execute()).toEqual([{ partner_email: named.email }])
})

test.each(['the one who looks', 'the one who offers'])(
  'if %s has entered, the other is invited at once',
  async (who) => {
    const [one, two] = [await makePlayer(t), await makePlayer(t)]
    const [buyer, other] = who === 'the one who looks' ? [one, two] : [two, one]
    await joinLeague(t, buyer, { season: 'fall', division: 'mixed-doubles' })
    await look(one)
    expect((await read(two)).players?.find(({ player_id }) => player_id === one.id)).toMatchObject({
      has_place: buyer === one,
    })
    expect(await accept(one, await makeOffer(two, one))).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('emailed an invitation') },
    })
    const token = await makeInvitationLink(t, other.email)
    expect(await t.call(acceptInvitation, { body: { token } })).toMatchObject({ status: 200 })
  },
)

test('declining the invitation ends the agreement, and both are free again', async () => {
  const [one, two] = [await makeLooking(), await makePlayer(t)]
  await accept(one, await makeOffer(two, one))
  await joinLeague(t, two, { season: 'fall', division: 'mixed-doubles' })
  const token = await makeInvitationLink(t, one.email)
  expect(await t.call(declineInvitation, { body: { token } })).toMatchObject({ status: 200 })
  expect([(await read(one)).agreed, (await read(two)).agreed]).toEqual([null, null])
  expect((await read(await makePlayer(t))).ids).toContain(one.id)
})

test('two players who have both entered are not shown to each other', async () => {
  const [one, two] = [await makeLooking(), await makeLooking()]
  for (const each of [one, two]) await joinLeague(t, each, { season: 'fall', division: 'mixed-doubles' })
  expect((await read(two)).ids).not.toContain(one.id)
  expect(await offer(two, one)).toMatchObject({ status: 409 })
})

test('of two offers accepted at once, one is taken', async () => {
  const [one, two, three] = [await makeLooking(), await makePlayer(t), await makePlayer(t)]
  const offers = [await makeOffer(two, one), await makeOffer(three, one)]
  const answers = await Promise.all(offers.map((id) => accept(one, id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('of two who accept the offers of one player at once, one agrees', async () => {
  const [one, two, eager] = [await makeLooking(), await makeLooking(), await makePlayer(t)]
  const offers = [await makeOffer(eager, one), await makeOffer(eager, two)] as const
  const answers = await Promise.all([accept(one, offers[0]), accept(two, offers[1])])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('an agreement that one of the two ends lets both look again', async () => {
  const [one, two] = [await makeLooking(), await makePlayer(t)]
  const id = await makeOffer(two, one)
  await accept(one, id)
  expect(await end(two, id)).toMatchObject({ status: 200 })
  expect(await end(two, id)).toMatchObject({ status: 409 })
  expect(await read(one)).toMatchObject({ agreed: null, days: 'weekends' })
  expect((await read(await makePlayer(t))).ids).toContain(one.id)
})

test('a search ends with the sale, unless the player has entered', async () => {
  const { sold_until } = await t.db
    .selectFrom('seasons')
    .select('sold_until')
    .where('id', '=', league.season_id)
    .executeTakeFirstOrThrow()
  t.clock.set(`${sold_until}T16:00:00Z`)
  const [one, two, three] = [await makeLooking(), await makeLooking(), await makePlayer(t)]
  const id = await makeOffer(three, one)
  await joinLeague(t, two, { season: 'fall', division: 'mixed-doubles' })
  t.clock.set(new Date(t.clock.now().getTime() + 86_400_000).toISOString())
  expect((await read(one)).players).toBeUndefined()
  expect(await look(one)).toMatchObject({ status: 404 })
  expect(await accept(one, id)).toMatchObject({ status: 409 })
  expect(await read(two)).toMatchObject({ days: 'weekends', has_place: true })
})
