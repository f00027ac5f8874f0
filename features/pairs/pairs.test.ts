import { proveEmail } from '#/features/accounts/proof-actions.ts'
import { inTransaction } from '#/server/db.ts'
import { afterEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#/contract/endpoint.ts'
import type { RefusalBody } from '#/contract/refusals.ts'
import { getUser, signIn } from '#/features/accounts/contract.ts'
import { completePurchase, listPurchases, purchase, claimFreeSeason } from '#/features/checkout/contract.ts'
import { purchaseAsGuest } from '#/features/checkout/guest-contract.ts'
import { confirmScore, correctScore } from '#/features/confirmation/contract.ts'
import { getMatch, listMyMatches, listResults, reportScore } from '#/features/matches/contract.ts'
import { arrange, makeLeague, scoreBody } from '#/features/matches/score-fixture.ts'
import { listLeaguePlayers } from '#/features/players/contract.ts'
import { deleteAccount, exportData } from '#/features/settings/contract.ts'
import { listStandings } from '#/features/standings/contract.ts'
import { startSession } from '#/server/session.ts'
import { runJobs, startApp } from '#/test/app.ts'
import { mailboxOf, sendEmails } from '#/test/mailbox.ts'
import { countEveryMeeting, cards, joinLeague, makePlayer, makeToken, password, type TestPlayer } from '#/test/make.ts'
import {
  acceptAsNewPlayer,
  acceptInvitation,
  declineInvitation,
  leavePair,
  namePartner,
  readInvitation,
  resendInvitation,
  withdrawInvitation,
} from './contract.ts'
import { makeInvitationLink } from './invitation-fixture.ts'
import { listMyLeagues } from '#/features/leagues/contract.ts'
import { withdraw } from '#/features/refunds/contract.ts'
import { answerTestBank } from '#/features/cards/contract.ts'

const start = '2026-07-15T16:00:00Z'
const t = await startApp(start)
await countEveryMeeting(t)
const { emailsTo, subjectsTo } = mailboxOf(t)
afterEach(() => t.clock.set(start))

type Refused = { status: number; body: RefusalBody }
const division = 'mixed-doubles'
const doubles = { league_slug: 'fall', league_name: 'Fall', cart: [{ slug: division, season_count: 1 }], price: 49 }
let made = 0
const someEmail = () => `partner-${++made}@example.com`
const bo = (email: string) => ({ slug: division, full_name: 'Bo Lind', email })

/** Buys mixed doubles of the fall. Returns the raw response. */
async function buy(player: TestPlayer, given: Record<string, unknown> = {}) {
  return t.send(purchase, {
    token: player.token,
    body: { ...doubles, confirmationToken: await makeToken(t), ...given },
  }) as Promise<{ status: number; body: RefusalBody & { data: { order_id: string; client_secret: string } } }>
}

/** A player who has entered and named that email. */
async function makeBuyer(email: string, given: Parameters<typeof makePlayer>[1] = {}): Promise<TestPlayer> {
  const buyer = await makePlayer(t, given)
  expect(await buy(buyer, { partners: [bo(email)] })).toMatchObject({ status: 201 })
  return buyer
}

/** A buyer and the player who accepted the invitation. */
async function makePair(): Promise<{ buyer: TestPlayer; partner: TestPlayer }> {
  const partner = await makePlayer(t)
  const buyer = await makeBuyer(partner.email)
  expect(await accept(await linkTo(partner.email))).toMatchObject({ status: 200 })
  return { buyer, partner }
}

/** The token in the newest invitation sent to an email. */
async function mailedLinkTo(email: string): Promise<string> {
  const tokens = (await emailsTo(email)).flatMap(({ text }) => /\/partner#token=([\w-]{43})/.exec(text)?.[1] ?? [])
  return tokens.at(-1) ?? 'no link'
}

const linkTo = (email: string) => makeInvitationLink(t, email)

const post = (endpoint: Endpoint, body: unknown) => t.send(endpoint, { body }) as Promise<Refused>
const read = (token: string) => post(readInvitation, { token })
const accept = (token: string) => post(acceptInvitation, { token })
const decline = (token: string) => post(declineInvitation, { token })
const newPlayer = {
  first_name: 'Bo',
  last_name: 'Lind',
  phone: '+1 574 555 0177',
  singles_level: '3.5',
  gender: 'Male',
  location: 'South Bend',
  password: 'a quiet volley at dusk',
}

async function mixedOf({ token }: { token: string }) {
  const { body } = await t.call(listMyLeagues, { token })
  return body.find(({ level_slug }) => level_slug === division)
}
const partnerOf = async (player: { token: string }) => (await mixedOf(player))?.partner
const leagueIdOf = async (player: TestPlayer) => (await mixedOf(player))?.league_id ?? 0

/** Sets the clock and signs the player in again: sessions end after a month. */
async function at(instant: string, player: TestPlayer): Promise<TestPlayer> {
  t.clock.set(instant)
  return { ...player, token: await startSession(t.db, player.id, t.clock.now()) }
}

/** Calls an endpoint about a player's pair in the fall league. */
async function doWith(endpoint: Endpoint, player: TestPlayer, league_id: number, body?: unknown): Promise<Refused> {
  const path = endpoint.path.replace('{league_id}', String(league_id))
  return t.send(endpoint, { path, token: player.token, body }) as Promise<Refused>
}

async function leave(buyer: TestPlayer): Promise<Refused> {
  const { body } = await t.call(listPurchases, { token: buyer.token })
  const line = body.purchases.find(({ payment_status }) => payment_status === 'Paid' || payment_status === 'Confirmed')
  return t.call(withdraw, { token: buyer.token, params: { id: line?.id ?? 0 } }) as Promise<Refused>
}

/** Proves the email of an account for the first time, as its owner does by a mailed link. */
async function proveFirst(email: string): Promise<void> {
  const { id } = await t.db.selectFrom('players').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const proof = await inTransaction(t.db, (tx) =>
    proveEmail({ tx, now: t.clock.now() }, { player_id: id, email }, { profileIsTheirs: true }),
  )
  expect(proof).toBe('first')
  await sendEmails(t)
}

describe('a pair enters with one purchase', () => {
  test('the partner is invited after payment, reads the invitation without effect, accepts without signing in, and both are entered', async () => {
    const partner = await makePlayer(t, { first_name: 'Bo', last_name: 'Lind', gender: 'Male' })
    const buyer = await makeBuyer(partner.email.toUpperCase(), { first_name: 'Ada', last_name: 'Moreno' })
    expect(await partnerOf(buyer)).toEqual({ state: 'invited', name: 'Bo Lind', email: partner.email.toUpperCase() })
    expect(await mixedOf(partner)).toBeUndefined()

    const token = await mailedLinkTo(partner.email.toUpperCase())
    for (const _ of [1, 2])
      expect(await read(token)).toEqual({
        status: 200,
        body: {
          invitation: {
            inviter: 'Ada Moreno',
            league_name: 'Fall',
            year: 2026,
            level_name: 'Mixed Doubles',
            area: 'south-bend',
            starting_date: '2026/09/22',
            ending_date: '2026/11/29',
            full_name: 'Bo Lind',
            email: partner.email.toUpperCase(),
            level_gender: null,
            mixed_with: 'Female',
            age_from: null,
            age_to: null,
            account: { gender: 'Male' },
            questions: [],
            missing: [],
            age_to_confirm: null,
          },
        },
      })
    expect(await partnerOf(buyer)).toMatchObject({ state: 'invited' })

    expect(await accept(token)).toEqual({
      status: 200,
      body: { message: 'You play Mixed Doubles, Fall 2026, with Ada Moreno.' },
    })
    expect(await mixedOf(buyer)).toMatchObject({
      is_mixed: true,
      order_id: expect.any(String),
      partner: { state: 'playing', name: 'Bo Lind', email: null },
      can_leave: false,
    })
    expect(await mixedOf(partner)).toMatchObject({
      order_id: null,
      partner: { state: 'playing', name: 'Ada Moreno', email: null },
      can_leave: true,
    })
    expect((await t.call(listPurchases, { token: partner.token })).body.total).toBe(0)
    expect(await subjectsTo(buyer)).toContain('Bo Lind is playing doubles with you')

    const league = { league: 'fall', yr: 2026, level: division }
    for (const one of [buyer, partner]) {
      const table = await t.call(listStandings, {
        token: one.token,
        query: { area: 'south-bend', season: 'fall', division },
      })
      expect(table.body.players.find(({ is_me }) => is_me)).toMatchObject({
        first_name: 'Ada',
        partner_first_name: 'Bo',
        partner_last_name: 'Lind',
      })
      const { players } = (await t.call(listLeaguePlayers, { token: one.token, body: league })).body
      expect(players.find(({ id }) => id === partner.id)).toMatchObject({ partner: 'Ada Moreno' })
      expect(players.find(({ id }) => id === buyer.id)).toMatchObject({ partner: 'Bo Lind' })
    }
  })

  test('an invited person without an account gets one by accepting: email verified, signed in, in the league', async () => {
    const email = someEmail()
    const buyer = await makeBuyer(email)
    const token = await mailedLinkTo(email)
    expect(await read(token)).toMatchObject({ body: { invitation: { full_name: 'Bo Lind', email, account: null } } })
    expect(await accept(token)).toMatchObject({ status: 404 })
    const { status, body } = await t.call(acceptAsNewPlayer, { body: { token, ...newPlayer } as never })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      message: expect.stringContaining('You play Mixed Doubles'),
      user: { email, first_name: 'Bo', email_verified: true, profile_complete: true },
    })
    expect((await t.call(getUser, { token: body.token })).body.user).toEqual(body.user)
    expect(await partnerOf(body)).toMatchObject({ state: 'playing' })
    expect(await partnerOf(buyer)).toMatchObject({ state: 'playing', name: 'Bo Lind' })
    expect((await t.call(signIn, { body: { email, password: newPlayer.password } })).status).toBe(200)
    expect(await post(acceptAsNewPlayer, { token, ...newPlayer })).toMatchObject({
      status: 409,
      body: { code: 'invitation_over', message: expect.stringContaining('You have accepted') },
    })
  })

  test.each([
    ['a common password', { password: 'password123' }, 'password'],
    ['the name of an area as the password', { password: 'southbend' }, 'password'],
    ['no phone', { phone: '' }, 'phone'],
    ['no level', { singles_level: '' }, 'singles_level'],
    ['an unknown area', { location: 'Paris' }, 'location'],
  ])('a new player with %s is refused, and nothing is stored', async (_, wrong, field) => {
    const email = someEmail()
    const buyer = await makeBuyer(email)
    const token = await linkTo(email)
    expect(await post(acceptAsNewPlayer, { token, ...newPlayer, ...wrong })).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    })
    expect(await read(token)).toMatchObject({ status: 200, body: { invitation: { account: null } } })
    expect(await partnerOf(buyer)).toMatchObject({ state: 'invited' })
  })

  test('a new player cannot claim an account that was opened meanwhile', async () => {
    const email = someEmail()
    await makeBuyer(email)
    const token = await linkTo(email)
    const account = await makePlayer(t, { email })
    expect(await post(acceptAsNewPlayer, { token, ...newPlayer })).toMatchObject({
      status: 409,
      body: { code: 'email_in_use' },
    })
    expect(await accept(token)).toMatchObject({ status: 200 })
    expect(await partnerOf(account)).toMatchObject({ state: 'playing' })
  })

  test('the profile’s partner is invited if the order names none, by card, by free season and as a guest', async () => {
    const profile = (email: string) => ({
      doubles_level: 'Mix' as const,
      doubles_partner: { full_name: 'Bo Lind', email },
    })
    const emails = [someEmail(), someEmail(), someEmail()] as const
    expect(await buy(await makePlayer(t, profile(emails[0])))).toMatchObject({ status: 201 })

    const claimer = await makePlayer(t, profile(emails[1]))
    const friend = await makePlayer(t)
    await t.db.updateTable('players').set({ referred_by_id: claimer.id }).where('id', '=', friend.id).execute()
    await joinLeague(t, friend, { season: 'winter', division: 'womens-singles-3-5' })
    expect(await t.send(claimFreeSeason, { token: claimer.token, body: doubles })).toMatchObject({ status: 201 })

    const guest = { ...newPlayer, password: undefined, email: someEmail(), ...profile(emails[2]) }
    const body = { ...guest, ...doubles, confirmationToken: await makeToken(t) }
    const bought = await t.send(purchaseAsGuest, { body })
    expect(bought).toMatchObject({ status: 201 })
    // A partner of an unproved email is invited after the proof.
    await sendEmails(t)
    expect(t.emails.filter(({ to }) => to.email === emails[2])).toEqual([])
    await proveFirst(guest.email)
    for (const email of emails) expect(await read(await mailedLinkTo(email))).toMatchObject({ status: 200 })
  })

  test('without a name the entry counts, and the partner is named later; an empty list invites nobody', async () => {
    const alone = await makePlayer(t)
    await buy(alone)
    expect(await partnerOf(alone)).toEqual({ state: 'missing', name: null, email: null })
    const usual = { doubles_level: 'Mix' as const, doubles_partner: { full_name: 'Bo Lind', email: someEmail() } }
    const later = await makePlayer(t, usual)
    await buy(later, { partners: [] })
    expect(await partnerOf(later)).toEqual({ state: 'missing', name: null, email: null })
    expect(await mailedLinkTo(usual.doubles_partner.email)).toBe('no link')

    const email = someEmail()
    expect(await doWith(namePartner, alone, await leagueIdOf(alone), { full_name: 'Bo Lind', email })).toMatchObject({
      status: 201,
      body: { message: 'We have emailed an invitation to Bo Lind.' },
    })
    expect(await partnerOf(alone)).toEqual({ state: 'invited', name: 'Bo Lind', email })
    expect(await read(await mailedLinkTo(email))).toMatchObject({ status: 200 })
  })

  test('nobody is invited before the order is paid, or after a decline', async () => {
    const [invited, never] = [someEmail(), someEmail()]
    const buyer = await makePlayer(t)
    const confirmationToken = await makeToken(t, cards.authenticate)
    const { body } = await buy(buyer, { partners: [bo(invited)], confirmationToken })
    expect(await emailsTo(invited)).toEqual([])
    await t.call(answerTestBank, { body: { client_secret: body.data.client_secret, approved: true } })
    await t.call(completePurchase, { token: buyer.token, params: { order_id: body.data.order_id } })
    expect(await emailsTo(invited)).toHaveLength(1)

    await buy(await makePlayer(t), { partners: [bo(never)], confirmationToken: await makeToken(t, cards.declined) })
    expect(await emailsTo(never)).toEqual([])
  })

  test('a buyer’s text that is not a plain name is not in the email', async () => {
    const email = someEmail()
    await makeBuyer(email, { first_name: 'Win at www.example.com', last_name: 'now' })
    const [sent] = await emailsTo(email)
    expect(sent?.subject).toBe('A player invites you to play doubles')
    expect(`${sent?.text}${sent?.html}`).not.toMatch(/www\.example\.com|Bo Lind/)
  })
})

describe('whom an order may name', () => {
  test.each([
    ['the buyer', (me: TestPlayer) => [bo(me.email.toUpperCase())], 'partners.0.email'],
    ['a division that is not in the cart', () => [{ ...bo('x@example.com'), slug: 'womens-doubles' }], 'partners.0'],
    ['no division', () => [{ full_name: 'Bo Lind', email: 'x@example.com' }], 'partners.0'],
    ['no name', () => [{ ...bo('x@example.com'), full_name: ' ' }], 'partners.0.full_name'],
    ['no email', () => [bo('bo')], 'partners.0.email'],
  ])('%s: refused with an error at its field, nothing charged', async (_, partners, field) => {
    const buyer = await makePlayer(t)
    expect(await buy(buyer, { partners: partners(buyer) })).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    })
    expect((await t.call(listPurchases, { token: buyer.token })).body.total).toBe(0)
  })

  test('a person already in the league, alone or in a pair, is refused; a guest does not learn who plays where', async () => {
    const { buyer, partner } = await makePair()
    const refused = { status: 409, body: { code: 'partner_in_league', message: expect.stringContaining('already') } }
    for (const { email } of [buyer, partner]) {
      expect(await buy(await makePlayer(t), { partners: [bo(email)] })).toMatchObject(refused)
      const alone = await makePlayer(t)
      await buy(alone)
      const named = await doWith(namePartner, alone, await leagueIdOf(alone), { full_name: 'Bo', email })
      expect(named).toMatchObject(refused)
    }
    const guest = { ...newPlayer, password: undefined, email: someEmail(), partners: [bo(partner.email)] }
    const body = { ...guest, ...doubles, confirmationToken: await makeToken(t) }
    expect(await t.send(purchaseAsGuest, { body })).toMatchObject({ status: 201 })
    await proveFirst(guest.email)
    expect(await accept(await linkTo(partner.email))).toMatchObject(refused)
  })
})

describe('an invitation', () => {
  test('an invitation can be declined: the buyer gets an email and names another partner', async () => {
    const [first, second] = [someEmail(), await makePlayer(t)]
    const buyer = await makeBuyer(first)
    const token = await linkTo(first)
    expect(await decline(token)).toMatchObject({ status: 200 })
    expect(await decline(token)).toMatchObject({ status: 409, body: { code: 'invitation_over' } })
    expect(await accept(token)).toMatchObject({ status: 409, body: { code: 'invitation_over' } })
    expect(await partnerOf(buyer)).toEqual({ state: 'declined', name: 'Bo Lind', email: null })
    expect(await subjectsTo(buyer)).toContain('Bo Lind cannot play doubles with you')
    const league_id = await leagueIdOf(buyer)
    const again = await doWith(namePartner, buyer, league_id, { full_name: 'Cy Orr', email: second.email })
    expect(again).toMatchObject({ status: 201 })
    expect(await accept(await linkTo(second.email))).toMatchObject({ status: 200 })
    expect(await partnerOf(second)).toMatchObject({ state: 'playing' })
    for (const endpoint of [namePartner, resendInvitation, withdrawInvitation])
      expect(await doWith(endpoint, buyer, league_id, bo(someEmail()))).toMatchObject({
        status: 409,
        body: { code: 'pair_complete' },
      })
  })

  test('an invitation can be withdrawn, or replaced by naming another partner, after which its link stops working', async () => {
    const [first, second] = [await makePlayer(t), await makePlayer(t)]
    const buyer = await makeBuyer(first.email)
    const league_id = await leagueIdOf(buyer)
    const token = await linkTo(first.email)
    await doWith(namePartner, buyer, league_id, { full_name: 'Cy Orr', email: second.email })
    const dead = { status: 409, body: { code: 'invitation_over', message: expect.stringContaining('withdrawn') } }
    for (const answer of [read, accept, decline]) expect(await answer(token)).toMatchObject(dead)
    const other = await linkTo(second.email)
    expect(await doWith(withdrawInvitation, buyer, league_id)).toMatchObject({ status: 200 })
    for (const answer of [read, accept, decline]) expect(await answer(other)).toMatchObject(dead)
    expect(await partnerOf(buyer)).toEqual({ state: 'missing', name: null, email: null })
    for (const endpoint of [withdrawInvitation, resendInvitation])
      expect(await doWith(endpoint, buyer, league_id)).toMatchObject({ status: 409, body: { code: 'invitation_over' } })
  })

  test('an invitation can be sent again with another link; answering one link ends both', async () => {
    const partner = await makePlayer(t)
    const buyer = await makeBuyer(partner.email)
    const first = await mailedLinkTo(partner.email)
    expect(await doWith(resendInvitation, buyer, await leagueIdOf(buyer))).toMatchObject({ status: 200 })
    const second = await mailedLinkTo(partner.email)
    expect(second).not.toBe(first)
    expect(await accept(first)).toMatchObject({ status: 200 })
    expect(await accept(second)).toMatchObject({ status: 409, body: { code: 'invitation_over' } })
  })

  test('an invitation is limited to ten emails a day', async () => {
    const buyer = await makeBuyer(someEmail())
    const league_id = await leagueIdOf(buyer)
    for (let sent = 1; sent < 10; sent++) {
      const next = sent % 2 ? [resendInvitation] : ([namePartner, bo(someEmail())] as const)
      expect((await doWith(next[0], buyer, league_id, next[1])).status).toBeLessThan(300)
    }
    for (const endpoint of [resendInvitation, namePartner])
      expect(await doWith(endpoint, buyer, league_id, bo(someEmail()))).toMatchObject({ status: 429 })
    t.clock.set('2026-07-16T16:00:01Z')
    expect(await doWith(resendInvitation, buyer, league_id)).toMatchObject({ status: 200 })
  })

  test('an invitation expires two weeks into the season, and can be sent again until then', async () => {
    const email = (await makePlayer(t)).email
    const buyer = await makeBuyer(email)
    const league_id = await leagueIdOf(buyer)
    const token = await linkTo(email)
    // The fall begins on September 22 in Indiana, four hours behind UTC.
    t.clock.set('2026-10-07T03:59:59Z')
    expect(await read(token)).toMatchObject({ status: 200 })
    const late = await at('2026-10-07T04:00:00Z', buyer)
    for (const answer of [read, accept, decline])
      expect(await answer(token)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('open until Tue, Oct 6, 2026') },
      })
    expect(await partnerOf(late)).toEqual({ state: 'expired', name: 'Bo Lind', email })
    await doWith(resendInvitation, late, league_id)
    t.clock.set('2026-10-14T03:59:59Z')
    expect(await read(await linkTo(email))).toMatchObject({ status: 200 })
    await doWith(resendInvitation, await at('2026-10-13T18:00:00Z', buyer), league_id)
    t.clock.set('2026-10-20T03:59:59Z')
    // The link in the first email works for as long as the invitation is open.
    expect(await read(token)).toMatchObject({ status: 200 })
    const last = await at('2026-11-29T18:00:00Z', buyer)
    expect(await doWith(resendInvitation, last, league_id)).toMatchObject({ status: 200 })
    expect(await read(await linkTo(email))).toMatchObject({ status: 200 })
    t.clock.set('2026-11-30T05:00:00Z')
    expect(await accept(await linkTo(email))).toMatchObject({ status: 409, body: { code: 'invitation_over' } })
    expect(await doWith(resendInvitation, last, league_id)).toMatchObject({
      status: 409,
      body: { code: 'season_over' },
    })
  })

  test.each(['', 'x', 'A'.repeat(43), 'A'.repeat(200)])('a made-up link (%j) opens nothing', async (token) => {
    for (const answer of [read, accept, decline])
      expect(await answer(token)).toMatchObject({ status: 409, body: { code: 'invitation_over' } })
    expect(await post(acceptAsNewPlayer, { token, ...newPlayer })).toMatchObject({ status: 409 })
  })

  test('an invitation is hidden from strangers to the entry, and does not exist in singles', async () => {
    const buyer = await makeBuyer(someEmail())
    const other = await makePlayer(t)
    const single = await joinLeague(t, other, { season: 'fall', division: 'womens-singles-3-5' })
    for (const league_id of [await leagueIdOf(buyer), single.league_id, 999_999])
      for (const endpoint of [namePartner, resendInvitation, withdrawInvitation, leavePair])
        expect(await doWith(endpoint, other, league_id, bo(someEmail()))).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        })
    expect(await partnerOf(buyer)).toMatchObject({ state: 'invited' })
  })

  test('a player who names a partner later cannot name themselves or leave the name empty', async () => {
    const buyer = await makePlayer(t)
    await buy(buyer)
    const league_id = await leagueIdOf(buyer)
    for (const [body, field] of [
      [{ full_name: 'Me', email: buyer.email }, 'email'],
      [{ full_name: '', email: someEmail() }, 'full_name'],
      [{ full_name: 'Bo', email: 'bo' }, 'email'],
    ] as const)
      expect(await doWith(namePartner, buyer, league_id, body)).toMatchObject({
        status: 422,
        body: { fields: { [field]: expect.any(String) } },
      })
  })

  test('accepting an invitation requires a complete profile; a suspended account is refused', async () => {
    const bare = { phone: null, singles_level: null, gender: null, location: null }
    const partner = await makePlayer(t, bare)
    await makeBuyer(partner.email)
    const token = await linkTo(partner.email)
    expect(await accept(token)).toMatchObject({ status: 409, body: { code: 'profile_incomplete' } })
    const suspended = await makePlayer(t)
    await makeBuyer(suspended.email)
    await t.db.updateTable('players').set({ suspended_at: t.clock.now() }).where('id', '=', suspended.id).execute()
    expect(await accept(await linkTo(suspended.email))).toMatchObject({ status: 403, body: { code: 'suspended' } })
    expect(await read(token)).toMatchObject({ status: 200 })
  })

  test('an invitation can be accepted by a player whose gender the division is not meant for', async () => {
    const partner = await makePlayer(t, { gender: 'Male' })
    const buyer = await makePlayer(t)
    const slug = 'womens-doubles'
    await buy(buyer, { cart: [{ slug }], partners: [{ ...bo(partner.email), slug }] })
    const token = await linkTo(partner.email)
    expect(await read(token)).toMatchObject({
      body: { invitation: { level_gender: 'Female', account: { gender: 'Male' } } },
    })
    expect(await accept(token)).toMatchObject({ status: 200 })
  })
})

test('a partner with one name says so when they accept', async () => {
  const email = someEmail()
  await buy(await makePlayer(t), {
    cart: [{ slug: 'womens-doubles' }],
    partners: [{ ...bo(email), slug: 'womens-doubles' }],
  })
  const join = { ...newPlayer, first_name: 'Madonna', last_name: '', token: await linkTo(email) }
  expect(await post(acceptAsNewPlayer, join)).toMatchObject({
    status: 422,
    body: { fields: { last_name: 'Please enter your last name.' } },
  })
  expect(await post(acceptAsNewPlayer, { ...join, one_name: true })).toMatchObject({
    status: 201,
    body: { user: { first_name: 'Madonna', last_name: '', one_name: true } },
  })
})

test('an invitation shows the division’s ages, keeps nobody out, and reveals no year of birth', async () => {
  const slug = 'womens-doubles'
  const ages = (age_from: number | null) =>
    t.db.updateTable('divisions').set({ age_from }).where('slug', '=', slug).execute()
  await ages(40)
  const partner = await makePlayer(t, { year_of_birth: 2001 })
  const buyer = await makePlayer(t, { year_of_birth: 2002 })
  await buy(buyer, { cart: [{ slug }], partners: [{ ...bo(partner.email), slug }] })
  const token = await linkTo(partner.email)
  const { body } = await read(token)
  // The inviter's gender is shown only in mixed doubles.
  expect(body).toMatchObject({ invitation: { age_from: 40, age_to: null, mixed_with: null } })
  expect(JSON.stringify(body)).not.toMatch(/year_of_birth|200[12]/)
  expect(await accept(token)).toMatchObject({ status: 200 })

  const email = someEmail()
  const other = await makePlayer(t)
  await buy(other, { cart: [{ slug }], partners: [{ ...bo(email), slug }] })
  const link = await linkTo(email)
  const join = (year_of_birth: unknown) =>
    post(acceptAsNewPlayer, { ...newPlayer, gender: 'Female', token: link, year_of_birth })
  expect(await join(2027)).toMatchObject({ status: 422, body: { fields: { year_of_birth: expect.any(String) } } })
  expect(await join(1980)).toMatchObject({ status: 201, body: { user: { year_of_birth: 1980 } } })
  await ages(null)
})

/** Counts the entries in mixed doubles that a player is in. */
async function countStanding({ id }: TestPlayer): Promise<number> {
  const rows = await t.db
    .selectFrom('entry_players')
    .innerJoin('entries', 'entries.id', 'entry_players.entry_id')
    .innerJoin('purchases', 'purchases.id', 'entries.purchase_id')
    .innerJoin('leagues', 'leagues.id', 'entries.league_id')
    .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
    .select('entries.id')
    .where('entry_players.player_id', '=', id)
    .where('divisions.slug', '=', division)
    .where('purchases.counts', '=', true)
    .execute()
  return rows.length
}

describe('simultaneously', () => {
  test('ten acceptances make one pair and send one email', async () => {
    const partner = await makePlayer(t)
    const buyer = await makeBuyer(partner.email)
    const token = await linkTo(partner.email)
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect((await subjectsTo(buyer)).filter((subject) => subject.endsWith('is playing doubles with you'))).toHaveLength(
      1,
    )
  })

  test('five sign-ups through one link open one account', async () => {
    const email = someEmail()
    await makeBuyer(email)
    const token = await linkTo(email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(acceptAsNewPlayer, { token, ...newPlayer })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
  })

  test('if two pairs want the same partner, one gets them', async () => {
    const partner = await makePlayer(t)
    const tokens: string[] = []
    for (const _ of [1, 2]) {
      await makeBuyer(partner.email)
      tokens.push(await linkTo(partner.email))
    }
    const answers = await Promise.all(tokens.map(accept))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await countStanding(partner)).toBe(1)
  })

  test('if the invited person buys the league and accepts, only one of the two succeeds', async () => {
    for (let round = 0; round < 3; round++) {
      const partner = await makePlayer(t)
      await makeBuyer(partner.email)
      const token = await linkTo(partner.email)
      const [bought, accepted] = await Promise.all([buy(partner), accept(token)])
      expect([bought.status, accepted.status].filter((status) => status < 300)).toHaveLength(1)
      expect(await countStanding(partner)).toBe(1)
    }
  })

  test('while the invited person has an open order, the invitation waits', async () => {
    const partner = await makePlayer(t)
    await makeBuyer(partner.email)
    await buy(partner, { confirmationToken: await makeToken(t, cards.authenticate) })
    expect(await accept(await linkTo(partner.email))).toMatchObject({
      status: 409,
      body: { code: 'partner_in_league' },
    })
  })

  test('if the buyer withdraws while the partner accepts, no half pair remains, and the accepted player gets an email', async () => {
    for (let round = 0; round < 3; round++) {
      const partner = await makePlayer(t)
      const buyer = await makeBuyer(partner.email)
      const token = await linkTo(partner.email)
      const [left, accepted] = await Promise.all([leave(buyer), accept(token)])
      expect(left.status).toBe(200)
      expect(await countStanding(partner)).toBe(0)
      expect(await countStanding(buyer)).toBe(0)
      const notices = (await subjectsTo(partner)).filter((subject) => subject.startsWith('Your pair has left'))
      expect(notices).toHaveLength(accepted.status === 200 ? 1 : 0)
    }
  })
})

describe('leaving', () => {
  test('if the buyer withdraws, the partner gets an email and is out, and an open invitation’s link stops working', async () => {
    const { buyer, partner } = await makePair()
    expect(await leave(buyer)).toMatchObject({ status: 200 })
    expect(await mixedOf(partner)).toBeUndefined()
    expect(await subjectsTo(partner)).toContain('Your pair has left Mixed Doubles, Fall 2026')

    const invited = await makePlayer(t)
    const other = await makeBuyer(invited.email)
    const token = await linkTo(invited.email)
    await leave(other)
    for (const answer of [read, accept, decline])
      expect(await answer(token)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('has left this league') },
      })
  })

  test('if the partner leaves before the first day, no money moves, and the buyer gets an email and invites another', async () => {
    const { buyer, partner } = await makePair()
    const league_id = await leagueIdOf(buyer)
    expect(await doWith(leavePair, buyer, league_id)).toMatchObject({ status: 403 })
    const mate = await at('2026-09-22T03:59:59Z', partner)
    expect(await doWith(leavePair, mate, league_id)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('You have left Mixed Doubles, Fall 2026.') },
    })
    expect(await doWith(leavePair, mate, league_id)).toMatchObject({ status: 404 })
    t.clock.set(start)
    expect(await mixedOf(partner)).toBeUndefined()
    expect(await partnerOf(buyer)).toEqual({ state: 'missing', name: null, email: null })
    expect(await subjectsTo(buyer)).toContain('Player ' + partner.last_name + ' has left your pair')
    expect((await t.call(listPurchases, { token: buyer.token })).body.purchases).toMatchObject([
      { payment_status: 'Paid' },
    ])
    await doWith(namePartner, buyer, league_id, { full_name: 'Bo', email: partner.email })
    expect(await accept(await linkTo(partner.email))).toMatchObject({ status: 200 })
  })

  test('from the first day on the partner cannot leave', async () => {
    const { buyer, partner } = await makePair()
    const league_id = await leagueIdOf(buyer)
    const mate = await at('2026-09-22T04:00:00Z', partner)
    expect(await mixedOf(mate)).toMatchObject({ can_leave: false })
    expect(await doWith(leavePair, mate, league_id)).toMatchObject({
      status: 409,
      body: { code: 'season_begun' },
    })
  })
})

describe('coming back', () => {
  test('the partner of a pair that has left buys the league alone', async () => {
    const { buyer, partner } = await makePair()
    await leave(buyer)
    expect(await buy(partner)).toMatchObject({ status: 201 })
    expect(await mixedOf(partner)).toMatchObject({ order_id: expect.any(String), partner: { state: 'missing' } })
    expect(await countStanding(partner)).toBe(1)
    expect(await buy(buyer)).toMatchObject({ status: 201 })
    expect(await partnerOf(buyer)).toEqual({ state: 'missing', name: null, email: null })
    expect(await countStanding(partner)).toBe(1)
  })

  test('a returning buyer gets the old entry back and invites the partner again', async () => {
    const { buyer, partner } = await makePair()
    const before = await t.db.selectFrom('entry_players').select('entry_id').where('player_id', '=', buyer.id).execute()
    await leave(buyer)
    expect(await buy(buyer, { partners: [bo(partner.email)] })).toMatchObject({ status: 201 })
    expect(await mixedOf(partner)).toBeUndefined()
    expect(await partnerOf(buyer)).toMatchObject({ state: 'invited' })
    expect(await accept(await linkTo(partner.email))).toMatchObject({ status: 200 })
    expect(await partnerOf(buyer)).toMatchObject({ state: 'playing' })
    const after = await t.db.selectFrom('entry_players').select('entry_id').where('player_id', '=', buyer.id).execute()
    expect(after).toEqual(before)
  })

  test('a buyer who has left becomes the partner in another pair, leaves it, and gets the old entry back', async () => {
    const { buyer } = await makePair()
    await leave(buyer)
    const other = await makeBuyer(buyer.email)
    expect(await accept(await linkTo(buyer.email))).toMatchObject({ status: 200 })
    expect(await mixedOf(buyer)).toMatchObject({ order_id: null, partner: { state: 'playing' } })
    expect(await buy(buyer)).toMatchObject({ status: 409, body: { code: 'already_in_league' } })
    await doWith(leavePair, buyer, await leagueIdOf(other))
    expect(await buy(buyer)).toMatchObject({ status: 201 })
    expect(await countStanding(buyer)).toBe(1)
    expect(await mixedOf(buyer)).toMatchObject({ partner: { state: 'missing' } })
  })

  test('the results of a pair keep both names after it has left', async () => {
    const area = 'dc' as const
    const partner = await makePlayer(t, { first_name: 'Pia', last_name: 'Partner' })
    t.clock.set('2026-07-13T16:00:00Z')
    const [ann, bea] = (await makeLeague(t, 2, { season: 'fall', division, area })).people
    t.clock.set(start)
    const league_id = await leagueIdOf(ann)
    await doWith(namePartner, ann, league_id, { full_name: 'Pia', email: partner.email })
    await accept(await linkTo(partner.email))
    const score = scoreBody(ann, bea, '6-4 6-4', { season: 'Fall', match_date: '2026/07/14', match_area: 'DC' })
    expect((await t.call(reportScore, { token: ann.token, body: score })).status).toBe(201)
    await leave(ann)
    expect(await buy(partner, { area })).toMatchObject({ status: 201 })
    const { results } = (await t.call(listResults, { token: bea.token, query: { area, season: 'fall' } })).body
    expect(results[0]?.winner.name).toBe(`${ann.first_name} ${ann.last_name} & Pia Partner`)
  })
})

describe('playing before the partner has answered', () => {
  test('a match can be played before the partner has answered; then both see it, and either reports, confirms and corrects', async () => {
    const area = 'indianapolis' as const
    const league = { season: 'fall', division, area }
    t.clock.set('2026-07-13T16:00:00Z')
    const { people, entry_ids, league_id } = await makeLeague(t, 2, league)
    t.clock.set(start)
    const [ann, bea] = people
    const fall = { season: 'Fall', match_area: 'Indianapolis' }
    const early = scoreBody(ann, bea, '6-4 6-4', { ...fall, match_date: '2026/07/13' })
    expect((await t.call(reportScore, { token: bea.token, body: early })).status).toBe(201)

    const [mate, cy] = [await makePlayer(t), await makePlayer(t)]
    for (const [buyer, partner] of [
      [ann, mate],
      [bea, cy],
    ] as const) {
      await doWith(namePartner, buyer, league_id, { full_name: 'Partner', email: partner.email })
      await accept(await linkTo(partner.email))
    }
    const match_id = await arrange(t, league_id, entry_ids[0], entry_ids[1], '2026-07-14')
    for (const { token } of [ann, mate, bea, cy]) {
      const { matchups } = (await t.call(listMyMatches, { token })).body
      expect(matchups).toHaveLength(2)
      const names = { player_one_a_name: `Player ${mate.last_name}`, player_two_a_name: `Player ${cy.last_name}` }
      expect((await t.call(getMatch, { token, params: { id: match_id } })).body).toMatchObject(names)
    }

    await runJobs(t)
    t.emails.length = 0
    const body = scoreBody(ann, bea, '6-3 6-3', { ...fall, match_date: '2026/07/14', matchup_id: match_id })
    expect((await t.call(reportScore, { token: mate.token, body })).status).toBe(201)
    await runJobs(t)
    expect(t.emails.map(({ to }) => to.email).toSorted()).toEqual([bea.email, cy.email].toSorted())

    const { matchup_id: _, season: __, ...corrected } = body
    const params = { id: match_id }
    const correction = {
      ...corrected,
      version: 1,
      set_games: [
        { score_1: 6, score_2: 4 },
        { score_1: 6, score_2: 3 },
      ],
    }
    t.emails.length = 0
    expect(await t.call(correctScore, { token: cy.token, params, body: correction as never })).toMatchObject({
      status: 200,
    })
    await runJobs(t)
    expect(t.emails.map(({ to }) => to.email).toSorted()).toEqual([ann.email, mate.email].toSorted())
    const answer = { params, body: { version: 2 } }
    expect(await t.call(confirmScore, { token: bea.token, ...answer })).toMatchObject({ status: 409 })
    expect(await t.call(confirmScore, { token: mate.token, ...answer })).toMatchObject({ status: 200 })
    const table = (await t.call(listStandings, { token: mate.token, query: { area, season: 'fall', division } })).body
    expect(table.players.map(({ wins, losses }) => [wins, losses])).toEqual([
      [2, 0],
      [0, 2],
    ])
  })
})

test('stored invitations are exported, and deleted with the account', async () => {
  const email = someEmail()
  const buyer = await makeBuyer(email)
  const { body } = await t.call(exportData, { token: buyer.token, body: { password } })
  expect(body.partner_invitations).toEqual([
    { full_name: 'Bo Lind', email, sent_at: new Date(start).toISOString(), answer: null },
  ])
  const token = await linkTo(email)
  expect((await t.call(deleteAccount, { token: buyer.token, body: { password } })).status).toBe(200)
  expect(await read(token)).toMatchObject({ status: 409, body: { code: 'invitation_over' } })
  const rows = await t.db.selectFrom('pair_invitations').select('id').where('email', '=', email).execute()
  const lines = await t.db.selectFrom('purchases').select('id').where('partner_email', '=', email).execute()
  expect([rows, lines]).toEqual([[], []])
})
