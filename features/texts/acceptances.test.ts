import { beforeEach, describe, expect, test } from 'vitest'
import type { RefusalBody } from '#/contract/refusals.ts'
import type { TextKey } from '#/contract/texts.ts'
import { signUp } from '#/features/accounts/contract.ts'
import { claimFreeSeason, purchase } from '#/features/checkout/contract.ts'
import { purchaseAsGuest } from '#/features/checkout/guest-contract.ts'
import {
  acceptEntryInvitation,
  acceptMailedEntryInvitation,
  declineEntryInvitation,
  readMailedEntryInvitation,
} from '#/features/invitations/contract.ts'
import { insertEntryInvitation } from '#/features/invitations/queries.ts'
import { acceptAsNewPlayer, acceptInvitation, readInvitation } from '#/features/pairs/contract.ts'
import { makeInvitationLink } from '#/features/pairs/invitation-fixture.ts'
import { exportData } from '#/features/settings/contract.ts'
import { changeOrganization } from '#/organizer/organization/contract.ts'
import { saveText } from '#/organizer/texts/contract.ts'
import { startApp } from '#/test/app.ts'
import { insertMailToken, weekAfter } from '#/server/mail-tokens.ts'
import { cards, makeOrganizer, makePlayer, makeToken, password, type TestPlayer } from '#/test/make.ts'
import { acceptTexts, getAcceptances } from './contract.ts'

const t = await startApp()
const owner = await makeOrganizer(t)

beforeEach(async () => {
  await t.db.deleteFrom('acceptances').execute()
  await t.db.deleteFrom('texts').execute()
  await t.call(changeOrganization, { token: owner.token, body: { minimum_age: null } })
})

type Answer = { status: number; body: RefusalBody & { data: { order_id: string } } }
type Accepted = { key: TextKey; version: number }[]

async function publish(key: TextKey, text: string, asks_again = false): Promise<number> {
  const { body } = await t.call(saveText, { token: owner.token, params: { key }, body: { text, asks_again } })
  return body.version
}
const askAge = (minimum_age: number | null) => t.call(changeOrganization, { token: owner.token, body: { minimum_age } })

let made = 0
const someEmail = () => `reader-${++made}@example.com`
const person = {
  first_name: 'Ada',
  last_name: 'Moreno',
  phone: '+1 574 555 0101',
  singles_level: '3.5',
  gender: 'Female',
  location: 'South Bend',
}
const order = { league_slug: 'fall', league_name: 'Fall', cart: [{ slug: 'womens-singles-3-5' }], price: 39 }

const open = (given: object, email = someEmail()) =>
  t.send(signUp, { body: { ...person, email, password, ...given } }) as Promise<Answer>
const buy = async ({ token }: TestPlayer, given: object = {}) =>
  t.send(purchase, { token, body: { ...order, confirmationToken: await makeToken(t), ...given } }) as Promise<Answer>
const acceptedBy = async (email: string) =>
  t.db
    .selectFrom('acceptances')
    .innerJoin('players', 'players.id', 'acceptances.player_id')
    .select(['key', 'version'])
    .where('players.email', '=', email)
    .orderBy('key')
    .orderBy('version')
    .execute()

test('without texts nothing is asked, and accepting an unknown text is refused', async () => {
  expect((await open({})).status).toBe(201)
  expect((await open({ accepted: [] })).status).toBe(201)
  expect((await buy(await makePlayer(t))).status).toBe(201)
  expect(await open({ accepted: [{ key: 'terms', version: 1 }] })).toMatchObject({
    status: 422,
    body: { fields: { accepted: expect.any(String) } },
  })
})

test('a sign-up must name the versions that were read', async () => {
  await publish('terms', 'Be kind.')
  await publish('waiver', 'At your own risk.')
  await publish('rules', 'White shoes.')
  const email = someEmail()
  const refused = await open({}, email)
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: { accepted: 'Please read and accept: Terms and Waiver.' } },
  })
  expect(await open({ accepted: [{ key: 'terms', version: 1 }] }, email)).toMatchObject({
    status: 422,
    body: { fields: { accepted: 'Please read and accept: Waiver.' } },
  })
  expect(await t.db.selectFrom('players').select('id').where('email', '=', email).execute()).toEqual([])
  const accepted = [
    { key: 'terms', version: 1 },
    { key: 'waiver', version: 1 },
  ]
  expect((await open({ accepted }, email)).status).toBe(201)
  expect(await acceptedBy(email)).toEqual(accepted)
})

test.each([
  ['a version of the future', [{ key: 'terms', version: 2 }]],
  ['version 0', [{ key: 'terms', version: 0 }]],
  ['a text that is not published', [{ key: 'waiver', version: 1 }]],
  ['an unknown text', [{ key: 'secrets', version: 1 }]],
  ['no version', [{ key: 'terms' }]],
  ['yes', true],
  ['a list of a thousand', Array.from({ length: 1000 }, () => ({ key: 'terms', version: 1 }))],
])('%s cannot be accepted', async (_, accepted) => {
  await publish('terms', 'Be kind.')
  expect((await open({ accepted })).status).toBe(422)
})

test('the next order asks for what has not been accepted, charges nothing, and asks once', async () => {
  const player = await makePlayer(t)
  await publish('terms', 'Be kind.')
  const refused = await buy(player)
  expect(refused).toMatchObject({ status: 422, body: { fields: { accepted: expect.any(String) } } })
  expect(await t.db.selectFrom('orders').select('id').where('player_id', '=', player.id).execute()).toEqual([])
  expect((await t.call(getAcceptances, { token: player.token })).body).toMatchObject({
    accepted: [],
    missing: [{ key: 'terms', version: 1, title: 'Terms' }],
  })
  expect((await buy(player, { accepted: [{ key: 'terms', version: 1 }] })).status).toBe(201)
  const again = { cart: [{ slug: 'womens-singles-4-0' }] }
  expect((await buy(player, again)).status).toBe(201)
  expect((await t.call(getAcceptances, { token: player.token })).body.missing).toEqual([])
})

test('a new version asks again only if it says so', async () => {
  const player = await makePlayer(t)
  await publish('terms', 'Be kind.')
  const accept = (accepted: Accepted) => t.call(acceptTexts, { token: player.token, body: { accepted } })
  const missing = async () =>
    (await t.call(getAcceptances, { token: player.token })).body.missing.map(({ version }) => version)
  expect((await accept([{ key: 'terms', version: 1 }])).status).toBe(200)
  await publish('terms', 'Be kind!')
  expect(await missing()).toEqual([])
  await publish('terms', 'Be very kind.', true)
  expect(await missing()).toEqual([3])
  expect((await accept([{ key: 'terms', version: 2 }])).status).toBe(200)
  expect(await missing()).toEqual([3])
  expect((await accept([{ key: 'terms', version: 3 }])).status).toBe(200)
  expect(await missing()).toEqual([])
})

test('if a version is published during a checkout, the earlier one is enough, unless the new one asks again', async () => {
  const [calm, asked] = [await makePlayer(t), await makePlayer(t)]
  const version = await publish('waiver', 'At your own risk.')
  const accepted = [{ key: 'waiver', version }]
  await publish('waiver', 'At your own risk, of course.')
  expect((await buy(calm, { accepted })).status).toBe(201)
  const newest = await publish('waiver', 'At your own risk, and that of others.', true)
  const refused = await buy(asked, { accepted })
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: { accepted: expect.any(String) }, state: { texts: [{ key: 'waiver', version: newest }] } },
  })
  expect((await buy(asked, { accepted: [{ key: 'waiver', version: newest }] })).status).toBe(201)
})

test('accepting the same version twice or simultaneously is one acceptance, at the time of the first', async () => {
  const player = await makePlayer(t)
  await publish('terms', 'Be kind.')
  await publish('waiver', 'Own risk.')
  const one = [
    { key: 'terms', version: 1 },
    { key: 'waiver', version: 1 },
  ] as const
  const answers = await Promise.all(
    [one, one.toReversed(), one].map((accepted) =>
      t.call(acceptTexts, { token: player.token, body: { accepted: [...accepted] } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await acceptedBy(player.email)).toHaveLength(2)
})

test('a guest accepts with the order; a declined order leaves no account and no acceptance', async () => {
  await publish('terms', 'Be kind.')
  const email = someEmail()
  const guest = async (card: string, given: object) =>
    t.send(purchaseAsGuest, {
      body: { ...person, ...order, email, confirmationToken: await makeToken(t, card), ...given },
    }) as Promise<Answer>
  expect(await guest(cards.paid, {})).toMatchObject({ status: 422, body: { fields: { accepted: expect.any(String) } } })
  const accepted = [{ key: 'terms', version: 1 }]
  expect((await guest(cards.declined, { accepted })).status).toBe(402)
  expect(await t.db.selectFrom('players').select('id').where('email', '=', email).execute()).toEqual([])
  expect(await t.db.selectFrom('acceptances').select('version').execute()).toEqual([])
  expect((await guest(cards.paid, { accepted })).status).toBe(201)
  expect(await acceptedBy(email)).toEqual(accepted)
})

test('a free-season claim includes the acceptance too', async () => {
  const player = await makePlayer(t)
  await t.db
    .insertInto('free_seasons')
    .values({
      player_id: player.id,
      given_by_id: owner.id,
      reason: 'A gift',
      gift: crypto.randomUUID(),
      granted_at: t.clock.now(),
    })
    .execute()
  await publish('terms', 'Be kind.')
  const claim = (given: object) =>
    t.send(claimFreeSeason, { token: player.token, body: { ...order, ...given } }) as Promise<Answer>
  expect((await claim({})).body.fields).toEqual({ accepted: expect.any(String) })
  expect((await claim({ accepted: [{ key: 'terms', version: 1 }] })).status).toBe(201)
})

test('an invited partner accepts the terms with the invitation, with and without an account', async () => {
  const doubles = { ...order, cart: [{ slug: 'mixed-doubles' }], price: 49 }
  const linkFor = async (email: string) => {
    const buyer = await makePlayer(t)
    const partners = [{ slug: 'mixed-doubles', full_name: 'Bo Lind', email }]
    expect((await buy(buyer, { ...doubles, partners })).status).toBe(201)
    return makeInvitationLink(t, email)
  }
  const partner = await makePlayer(t)
  const email = someEmail()
  const [known, fresh] = [await linkFor(partner.email), await linkFor(email)]
  await publish('waiver', 'Own risk.')
  const accepted: Accepted = [{ key: 'waiver', version: 1 }]
  const { invitation } = (await t.call(readInvitation, { body: { token: known } })).body
  expect(invitation).toMatchObject({ missing: [{ key: 'waiver', version: 1, title: 'Waiver' }], age_to_confirm: null })
  expect((await t.call(readInvitation, { body: { token: fresh } })).body.invitation.missing).toEqual([])
  expect((await t.call(acceptInvitation, { body: { token: known } })).body).toMatchObject({
    fields: { accepted: expect.any(String) },
  })
  expect((await t.call(acceptInvitation, { body: { token: known, accepted } })).status).toBe(200)
  const { location, ...bo } = person
  const join = (given: object) =>
    t.send(acceptAsNewPlayer, { body: { ...bo, location, token: fresh, password, ...given } }) as Promise<Answer>
  expect((await join({})).body.fields).toEqual({ accepted: expect.any(String) })
  expect((await join({ accepted })).status).toBe(201)
  expect(await acceptedBy(email)).toEqual(accepted)
})

describe('an organizer’s invitation', () => {
  /** An invitation of a player, and the token of its link. */
  async function invite(player: TestPlayer) {
    const { id: league_id } = await t.db
      .selectFrom('leagues')
      .innerJoin('seasons', 'seasons.id', 'leagues.season_id')
      .innerJoin('divisions', 'divisions.id', 'leagues.division_id')
      .select('leagues.id')
      .where('seasons.slug', '=', 'fall')
      .where('divisions.slug', '=', 'womens-singles-3-5')
      .where('leagues.area', '=', 'dc')
      .executeTakeFirstOrThrow()
    const now = t.clock.now()
    const invitation = { league_id, player_id: player.id, invited_by_id: owner.id, price_cents: 0, partner: undefined }
    const id = await t.db.transaction().execute((tx) => insertEntryInvitation(tx, invitation, now))
    const link = { purpose: 'entry_invitation', entry_invitation_id: id, expires_at: weekAfter(now) } as const
    return { league_id, id, token: await insertMailToken(t.db, link, now) }
  }
  const isIn = async (player: TestPlayer, league_id: number) =>
    (await t.db
      .selectFrom('entry_players')
      .select('entry_id')
      .where('player_id', '=', player.id)
      .where('league_id', '=', league_id)
      .executeTakeFirst()) !== undefined
  const refused = { status: 422, body: { fields: { accepted: 'Please read and accept: Waiver.' } } }

  test('an organizer’s invitation can be accepted by link only together with the terms in force', async () => {
    const player = await makePlayer(t)
    const { league_id, token } = await invite(player)
    const version = await publish('waiver', 'Own risk.')
    await askAge(18)
    const accept = (given: object = {}) => t.send(acceptMailedEntryInvitation, { body: { token, ...given } })
    expect((await t.call(readMailedEntryInvitation, { body: { token } })).body).toMatchObject({
      missing: [{ key: 'waiver', version, title: 'Waiver' }],
      age_to_confirm: 18,
    })
    expect(await accept()).toMatchObject(refused)
    expect(await accept({ accepted: [{ key: 'waiver', version }] })).toMatchObject({
      status: 422,
      body: { fields: { confirms_age: expect.any(String) }, state: { minimum_age: 18 } },
    })
    expect([await isIn(player, league_id), await acceptedBy(player.email)]).toEqual([false, []])

    // A version that asks again is published while the page is open.
    const newest = await publish('waiver', 'Own risk, and that of others.', true)
    const terms = { confirms_age: true, accepted: [{ key: 'waiver', version }] }
    expect(await accept(terms)).toMatchObject({ ...refused, body: { state: { texts: [{ version: newest }] } } })
    const both = { confirms_age: true, accepted: [{ key: 'waiver', version: newest }] }
    const answers = await Promise.all([accept(both), accept(both)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect([await isIn(player, league_id), await acceptedBy(player.email)]).toEqual([true, both.accepted])
    expect((await t.call(getAcceptances, { token: player.token })).body).toMatchObject({
      missing: [],
      age_to_confirm: null,
    })
  })

  test('an organizer’s invitation waits in the account until the terms are accepted; declining it needs no acceptance', async () => {
    const player = await makePlayer(t)
    const { league_id, id } = await invite(player)
    const version = await publish('waiver', 'Own risk.')
    const accept = () => t.call(acceptEntryInvitation, { token: player.token, params: { id } })
    expect(await accept()).toMatchObject(refused)
    expect(await isIn(player, league_id)).toBe(false)
    const body = { accepted: [{ key: 'waiver' as const, version }] }
    expect((await t.call(acceptTexts, { token: player.token, body })).status).toBe(200)
    expect((await accept()).status).toBe(200)
    expect(await isIn(player, league_id)).toBe(true)

    const other = await makePlayer(t)
    const declined = await invite(other)
    const decline = { token: other.token, params: { id: declined.id } }
    expect((await t.call(declineEntryInvitation, decline)).status).toBe(200)
    expect(await acceptedBy(other.email)).toEqual([])
  })
})

test('the export contains what was accepted and when', async () => {
  const player = await makePlayer(t)
  await publish('terms', 'Be kind.')
  await askAge(18)
  const body = { accepted: [{ key: 'terms' as const, version: 1 }], confirms_age: true }
  expect((await t.call(acceptTexts, { token: player.token, body })).status).toBe(200)
  const { body: exported } = await t.call(exportData, { token: player.token, body: { password } })
  const now = t.clock.now().toISOString()
  expect(exported).toMatchObject({
    acceptances: [{ key: 'terms', version: 1, title: 'Terms', accepted_at: now }],
    age_confirmation: { age: 18, confirmed_at: now },
  })
})

test('an age is confirmed once, and again if the organization raises it', async () => {
  await askAge(18)
  const email = someEmail()
  expect(await open({}, email)).toMatchObject({
    status: 422,
    body: { fields: { confirms_age: 'Please confirm that you are 18 or older.' } },
  })
  expect((await open({ confirms_age: false }, email)).status).toBe(422)
  expect((await open({ confirms_age: true }, email)).status).toBe(201)
  const player = await makePlayer(t)
  expect((await buy(player)).body.fields).toEqual({ confirms_age: expect.any(String) })
  expect((await buy(player, { confirms_age: true })).status).toBe(201)
  const more = { cart: [{ slug: 'womens-singles-4-0' }] }
  await askAge(16)
  expect((await buy(player, more)).status).toBe(201)
  await askAge(21)
  const last = { cart: [{ slug: 'womens-singles-4-5' }] }
  expect((await buy(player, last)).body.fields).toEqual({ confirms_age: expect.any(String) })
  await askAge(null)
  expect((await buy(player, last)).status).toBe(201)
})

test.each([[0], [100], [17.5], ['18']])('%s is not a valid minimum age', async (minimum_age) => {
  expect((await t.send(changeOrganization, { token: owner.token, body: { minimum_age } })).status).toBe(422)
})
