import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { getUser, resetPassword, signIn, verifyEmail } from '#/features/accounts/contract.ts'
import { purchase } from '#/features/checkout/contract.ts'
import { searchPlayers } from '#/features/matches/contract.ts'
import { startImpersonation, startSession } from '#/server/session.ts'
import type { CallInput } from '#/contract/endpoint.ts'
import { runJobs, startApp, type TestApp } from '#/test/app.ts'
import { startForger, type Forgery } from '#/test/forger.ts'
import { cards, makeOrganizer, makeUnprovedPlayer, makeToken, password, type TestPlayer } from '#/test/make.ts'
import { answerTestBank } from '#/features/cards/contract.ts'
import { purchaseAsGuest } from '#/features/checkout/guest-contract.ts'
import { client, serveOnLoopback, startProvider, type Claims } from '#/test/provider.ts'
import { linkIdentity, signInSocially } from './contract.ts'
import { getConfig } from '#/features/site/contract.ts'

const at = '2026-07-15T16:00:00Z'
const PUBLIC_URL = 'http://localhost:3999'
const redirect_uri = `${PUBLIC_URL}/auth/callback`
const settingsOf = (OIDC_ISSUER: string) => ({
  PUBLIC_URL,
  OIDC_ISSUER,
  GOOGLE_CLIENT_ID: client.client_id,
  GOOGLE_CLIENT_SECRET: client.client_secret,
})

const people: Claims[] = []
const provider = await startProvider([redirect_uri, `${PUBLIC_URL}/elsewhere`], people)
afterAll(() => provider.close())
const t = await startApp(at, settingsOf(provider.origin))

let made = 0
/** A person who has an account at the provider. */
function somebody(given: Partial<Claims> = {}): Claims {
  made += 1
  const claims = {
    sub: `sub-${made}`,
    email: `social-${made}@example.com`,
    email_verified: true,
    given_name: 'Sam',
    family_name: 'Okafor',
    ...given,
  }
  people.push(claims)
  return claims
}

const secret = () => randomBytes(32).toString('base64url')

/** Signs in and consents at the provider. Returns the query that the browser brings back, and its secrets. */
async function consent(app: TestApp, { sub }: Claims, { deny = false, back = redirect_uri } = {}) {
  const { body } = await app.call(getConfig, {})
  const secrets = { state: secret(), nonce: secret(), code_verifier: secret() }
  const start = new URL(body.social?.authorization_endpoint ?? '')
  start.search = new URLSearchParams({
    client_id: body.social?.client_id ?? '',
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: back,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: createHash('sha256').update(secrets.code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()

  const cookies = new Map<string, string>()
  let next = start
  let form: Record<string, string> | null = null
  while (!next.href.startsWith(back)) {
    const answer: Response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const cookie of answer.headers.getSetCookie())
      cookies.set(...(cookie.split(';')[0]?.split('=') as [string, string]))
    const location = answer.headers.get('location')
    form = null
    if (location !== null) next = new URL(location, next)
    else if (deny) next = new URL(`${next.pathname}/abort`, next)
    else
      form = (await answer.text()).includes('name="login"')
        ? { prompt: 'login', login: sub, password: 'any' }
        : { prompt: 'consent' }
  }
  return { query: Object.fromEntries(next.searchParams), secrets }
}

/** A complete sign-in. `token`: the browser's existing session. */
async function enter(app: TestApp, claims: Claims, token?: string) {
  const { query, secrets } = await consent(app, claims)
  return app.call(signInSocially, { body: bodyOf(query, secrets), token })
}

/** A player who has verified the account's email. */
async function makeProvedPlayer(): Promise<TestPlayer> {
  const player = await makeUnprovedPlayer(t)
  await t.db.updateTable('players').set({ email_verified_at: t.clock.now() }).where('id', '=', player.id).execute()
  return player
}

/** The token of the link that connects a provider. */
async function linkMailedTo(email: string): Promise<string> {
  await runJobs(t)
  const links = t.emails
    .filter(({ to }) => to.email === email)
    .map(({ text }) => /\/connect#token=([\w-]{43})/.exec(text))
  return links.findLast(Boolean)?.[1] ?? ''
}

function bodyOf(query: Record<string, string>, { code_verifier, nonce }: { code_verifier: string; nonce: string }) {
  return { code: query['code'] ?? '', code_verifier, nonce, redirect_uri }
}

const identities = (player_id: number) =>
  t.db.selectFrom('social_identities').select(['issuer', 'subject']).where('player_id', '=', player_id).execute()
const failed = {
  message: 'Sign-in failed. Please start again.',
  code: 'social_failed',
  request_id: expect.any(String),
}

describe('a first sign-in', () => {
  test('a first sign-in opens an account with a verified email and an incomplete profile', async () => {
    const claims = somebody()
    const { status, body } = await enter(t, claims)
    expect(status).toBe(200)
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: expect.objectContaining({
        first_name: 'Sam',
        last_name: 'Okafor',
        email: claims.email,
        email_verified: true,
        profile_complete: false,
        phone: null,
        singles_level: null,
        gender: null,
        location: null,
        role: 'player',
      }),
    })
    expect(await t.call(getUser, { token: body.token })).toEqual({ status: 200, body: { user: body.user } })
    expect(await identities(body.user.id)).toEqual([{ issuer: provider.origin, subject: claims.sub }])
  })

  test('takes a name without the characters that nobody sees', async () => {
    const { body } = await enter(t, somebody({ given_name: 'S\u202Eam', family_name: '\u200BOka\u00ADfor' }))
    expect(body.user).toMatchObject({ first_name: 'Sam', last_name: 'Okafor', one_name: false })
  })

  test('a first sign-in with the email of a verified account is refused: a link is sent, and nothing changes', async () => {
    const player = await makeProvedPlayer()
    const claims = somebody({ email: player.email.toUpperCase() })
    const refused = await enter(t, claims)
    expect(refused).toMatchObject({ status: 409, body: { code: 'link_needed' } })
    expect(refused.body).not.toHaveProperty('token')
    expect(await identities(player.id)).toEqual([])
    expect((await t.call(getUser, { token: player.token })).status).toBe(200)
    expect((await t.call(signIn, { body: { email: player.email, password } })).status).toBe(200)
    expect(await linkMailedTo(player.email)).toMatch(/^[\w-]{43}$/)
  })

  test('a first sign-in is connected through the mailed link, once: older sessions end, the password stays, and the owner is notified', async () => {
    const player = await makeProvedPlayer()
    const claims = somebody({ email: player.email })
    await enter(t, claims)
    const link = await linkMailedTo(player.email)
    const connected = await t.call(linkIdentity, { body: { token: link } })
    expect(connected).toMatchObject({ status: 200, body: { user: { id: player.id, email: player.email } } })
    expect((await t.call(getUser, { token: player.token })).status).toBe(401)
    expect((await t.call(getUser, { token: connected.body.token })).status).toBe(200)
    expect((await t.call(signIn, { body: { email: player.email, password } })).status).toBe(200)
    expect((await enter(t, claims)).body.user.id).toBe(player.id)
    expect(await t.call(linkIdentity, { body: { token: link } })).toMatchObject({
      status: 409,
      body: { code: 'link_dead' },
    })
    await runJobs(t)
    expect(t.emails.filter(({ to }) => to.email === player.email).map(({ subject }) => subject)).toEqual([
      'Connect 127.0.0.1 to your Deuce account',
      'You can sign in to Deuce with 127.0.0.1',
    ])
  })

  test('a first sign-in is connected at once in a browser that has just signed in to the account; its other sessions end', async () => {
    const player = await makeProvedPlayer()
    const other = await startSession(t.db, player.id, t.clock.now())
    const claims = somebody({ email: player.email })
    expect((await enter(t, claims, player.token)).body.user.id).toBe(player.id)
    expect((await t.call(getUser, { token: player.token })).status).toBe(200)
    expect((await t.call(getUser, { token: other })).status).toBe(401)
    expect(await identities(player.id)).toEqual([{ issuer: provider.origin, subject: claims.sub }])
  })

  test('a first sign-in is not connected by another person’s session, by an old one, or by an impersonation', async () => {
    const [player, stranger, organizer] = [
      await makeProvedPlayer(),
      await makeUnprovedPlayer(t),
      await makeOrganizer(t),
    ]
    const claims = somebody({ email: player.email })
    const look = await startImpersonation(t.db, player.id, organizer.id, t.clock.now())
    for (const token of [stranger.token, look])
      expect(await enter(t, claims, token)).toMatchObject({ status: 409, body: { code: 'link_needed' } })
    t.clock.set('2026-07-15T18:00:00Z')
    expect(await enter(t, claims, player.token)).toMatchObject({ status: 409, body: { code: 'link_needed' } })
    t.clock.set(at)
    expect(await identities(player.id)).toEqual([])
  })

  test('a first sign-in is not connected by a link for another purpose, or after the account’s email has changed', async () => {
    const player = await makeProvedPlayer()
    await enter(t, somebody({ email: player.email }))
    const link = await linkMailedTo(player.email)
    expect((await t.call(verifyEmail, { body: { token: link, password } })).status).toBe(409)
    expect((await t.call(resetPassword, { body: { token: link, password: 'a slice down the line' } })).status).toBe(409)
    await t.db.updateTable('players').set({ email: 'moved-on@example.com' }).where('id', '=', player.id).execute()
    expect((await t.call(linkIdentity, { body: { token: link } })).status).toBe(409)
    expect(await identities(player.id)).toEqual([])
  })

  test('a first sign-in is connected once if its link is pressed twice simultaneously', async () => {
    const player = await makeProvedPlayer()
    await enter(t, somebody({ email: player.email }))
    const link = await linkMailedTo(player.email)
    const press = () => t.call(linkIdentity, { body: { token: link } })
    const answers = await Promise.all([press(), press()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await identities(player.id)).toHaveLength(1)
  })

  test('a first sign-in sends at most five links an hour to one account', async () => {
    const player = await makeProvedPlayer()
    const claims = somebody({ email: player.email })
    for (let n = 0; n < 5; n += 1) {
      expect((await enter(t, claims)).status).toBe(409)
      await runJobs(t)
    }
    expect((await enter(t, claims)).status).toBe(429)
  })

  test('a first sign-in takes an account with the unverified email from the person who opened it: password, sessions and mailed links end', async () => {
    const squatter = await makeUnprovedPlayer(t)
    const second = await startSession(t.db, squatter.id, t.clock.now())
    await t.db
      .insertInto('mail_tokens')
      .values({
        token_hash: randomBytes(32),
        purpose: 'change_email',
        player_id: squatter.id,
        email: 'squatter@example.com',
        created_at: at,
        expires_at: '2027-01-01T00:00:00Z',
      })
      .execute()

    const { body } = await enter(t, somebody({ email: squatter.email }))
    expect(body.user).toMatchObject({ id: squatter.id, email_verified: true, profile_complete: false, phone: null })
    for (const token of [squatter.token, second]) expect((await t.call(getUser, { token })).status).toBe(401)
    expect((await t.call(signIn, { body: { email: squatter.email, password } })).status).toBe(401)
    expect(
      await t.db.selectFrom('mail_tokens').select('purpose').where('player_id', '=', squatter.id).execute(),
    ).toEqual([])
    expect((await t.call(getUser, { token: body.token })).status).toBe(200)
  })

  test('a first sign-in ends the token, the session and the open payment of a guest’s order', async () => {
    const claims = somebody()
    const order = {
      first_name: 'Mallory',
      last_name: 'Moreno',
      email: claims.email ?? '',
      phone: '+1 574 555 0101',
      singles_level: '3.5',
      gender: 'Female',
      location: 'South Bend',
      league_slug: 'fall',
      cart: [{ slug: 'womens-singles-3-5' }],
      price: 39,
      confirmationToken: await makeToken(t, cards.authenticate),
      guest_secret: secret(),
    } satisfies CallInput<typeof purchaseAsGuest>['body']
    const guest = await t.call(purchaseAsGuest, { body: order })
    expect(guest).toMatchObject({ status: 201, body: { data: { status: 'requires_action' } } })

    const owner = await enter(t, claims)
    expect(owner.body.user).toMatchObject({ id: guest.body.user.id, email_verified: true })
    expect((await t.call(getUser, { token: guest.body.token })).status).toBe(401)
    const repeated = await t.call(purchaseAsGuest, { body: order })
    expect(repeated).toMatchObject({ status: 409, body: { code: 'token_used' } })
    expect(repeated.body).not.toHaveProperty('token')

    await runJobs(t)
    await t.call(answerTestBank, { body: { client_secret: guest.body.data.client_secret ?? '', approved: true } })
    await runJobs(t)
    const lines = await t.db
      .selectFrom('purchases')
      .select('status')
      .where('player_id', '=', guest.body.user.id)
      .execute()
    expect(lines).toEqual([{ status: 'Closed' }])
    expect((await t.call(getUser, { token: owner.body.token })).status).toBe(200)
    expect(t.emails.filter(({ to }) => to.email === claims.email).map(({ subject }) => subject)).toEqual([
      'You can sign in to Deuce with 127.0.0.1',
    ])
  })

  test('two simultaneous first sign-ins open one account', async () => {
    const claims = somebody()
    const [one, two] = [await consent(t, claims), await consent(t, claims)]
    const answers = await Promise.all(
      [one, two].map(({ query, secrets }) => t.call(signInSocially, { body: bodyOf(query, secrets) })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body.user.id).toBe(answers[1]?.body.user.id)
  })

  test.each([
    ['no names', { given_name: undefined, family_name: undefined }, ['social-', '']],
    ['one name for all', { given_name: undefined, family_name: undefined, name: 'Sam Okafor' }, ['Sam Okafor', '']],
    [
      'names that are too long, or break a line',
      { given_name: 'x'.repeat(61), family_name: 'a\r\nBcc: b' },
      ['social-', ''],
    ],
    ['HTML for a name', { given_name: '<b>Sam</b>', family_name: 'Ōkafor 🎾' }, ['<b>Sam</b>', 'Ōkafor 🎾']],
  ])('a first sign-in with %s still opens an account', async (_, names, [first, last]) => {
    const claims = somebody(names as Partial<Claims>)
    const { body } = await enter(t, claims)
    expect(body.user.first_name.startsWith(first ?? '')).toBe(true)
    expect(body.user.last_name).toBe(last)
  })
})

test('a returning person is identified by issuer and subject, whatever happened to the email', async () => {
  const claims = somebody()
  const first = await enter(t, claims)
  const other = await makeUnprovedPlayer(t)
  claims.email = other.email
  const again = await enter(t, claims)
  expect(again.body.user).toEqual(first.body.user)
  expect(again.body.token).not.toBe(first.body.token)
})

test('the same subject from another issuer is another person', async () => {
  const claims = somebody()
  const other = await makeUnprovedPlayer(t)
  await t.db
    .insertInto('social_identities')
    .values({ issuer: 'https://id.example', subject: claims.sub, player_id: other.id, created_at: at })
    .execute()
  const { body } = await enter(t, claims)
  expect(body.user.id).not.toBe(other.id)
  expect(await identities(body.user.id)).toEqual([{ issuer: provider.origin, subject: claims.sub }])
})

test('a provider that returns the email only on request is asked for it', async () => {
  const claims = { sub: 'quiet', email: 'quiet@example.com', email_verified: true }
  const quiet = await startProvider([redirect_uri], [claims], { inToken: false })
  afterAll(quiet.close)
  const other = await startApp(at, settingsOf(quiet.origin))
  expect((await enter(other, claims)).body.user).toMatchObject({ email: 'quiet@example.com', email_verified: true })
})

describe('an incomplete profile', () => {
  const order = async () => ({
    league_slug: 'fall',
    cart: [{ slug: 'mixed-doubles' }],
    price: 49,
    confirmationToken: await makeToken(t),
    area: 'dc',
  })

  test('an incomplete profile blocks purchases until it is complete', async () => {
    const { body } = await enter(t, somebody())
    const refused = await t.call(purchase, { token: body.token, body: await order() })
    expect(refused).toMatchObject({ status: 409, body: { code: 'profile_incomplete' } })
    expect(await t.db.selectFrom('orders').select('id').where('player_id', '=', body.user.id).execute()).toEqual([])

    await t.db
      .updateTable('players')
      .set({ phone: '+1 574 555 0100', singles_level: '3.5', gender: 'Male', area: 'dc' })
      .where('id', '=', body.user.id)
      .execute()
    expect((await t.call(getUser, { token: body.token })).body.user).toMatchObject({
      profile_complete: true,
      location: 'DC',
    })
    expect((await t.call(purchase, { token: body.token, body: await order() })).status).toBe(201)
  })

  test('a player with an incomplete profile is not listed among players', async () => {
    const { body } = await enter(t, somebody({ given_name: 'Incomplete' }))
    const search = () => t.call(searchPlayers, { body: { search: 'Incomplete' }, token: body.token })
    expect((await search()).body).toEqual([])
  })

  test('a player with an incomplete profile can read every list', async () => {
    const { token } = (await enter(t, somebody())).body
    for (const path of [
      '/users/standings',
      '/users/scores',
      '/users/purchases',
      '/users/misc/my-league',
      '/users/league-history',
    ])
      expect({ path, status: (await t.send({ ...getUser, path: path as `/${string}` }, { token })).status }).toEqual({
        path,
        status: 200,
      })
  })

  test('has no area until the rest is there', async () => {
    const { body } = await enter(t, somebody())
    const set = (values: { phone: string; area?: string }) =>
      t.db.updateTable('players').set(values).where('id', '=', body.user.id).execute()
    await set({ phone: '+1 574 555 0100' })
    await expect(set({ phone: '+1 574 555 0100', area: 'south-bend' })).rejects.toMatchObject({
      constraint: 'players_profile_is_whole',
    })
  })
})

describe('refusals have one message and store nothing', () => {
  test.each<
    [
      string,
      (answer: {
        query: Record<string, string>
        secrets: { code_verifier: string; nonce: string }
      }) => Parameters<typeof bodyOf>,
    ]
  >([
    ['a code that was never given', ({ secrets }) => [{ code: secret() }, secrets]],
    ['another code verifier', ({ query, secrets }) => [query, { ...secrets, code_verifier: secret() }]],
    ['another nonce', ({ query, secrets }) => [query, { ...secrets, nonce: secret() }]],
  ])('%s', async (_, spoil) => {
    const claims = somebody()
    const answer = await t.call(signInSocially, { body: bodyOf(...spoil(await consent(t, claims))) })
    expect(answer).toEqual({ status: 401, body: failed })
    expect(
      await t.db
        .selectFrom('players')
        .select('id')
        .where('email', '=', claims.email ?? '')
        .execute(),
    ).toEqual([])
  })

  test('a code that was already redeemed is refused', async () => {
    const { query, secrets } = await consent(t, somebody())
    expect((await t.call(signInSocially, { body: bodyOf(query, secrets) })).status).toBe(200)
    expect(await t.call(signInSocially, { body: bodyOf(query, secrets) })).toEqual({ status: 401, body: failed })
  })

  test('a code for another of our addresses is refused', async () => {
    const { query, secrets } = await consent(t, somebody(), { back: `${PUBLIC_URL}/elsewhere` })
    expect(await t.call(signInSocially, { body: bodyOf(query, secrets) })).toEqual({ status: 401, body: failed })
  })
})

test.each([
  'https://evil.example/auth/callback',
  `${PUBLIC_URL}/elsewhere`,
  `${PUBLIC_URL}/auth/callback/`,
  `${PUBLIC_URL}/auth/callback?to=x`,
  'nonsense',
])('the redirect address %s is refused', async (foreign) => {
  const body = { code: 'x', code_verifier: secret(), nonce: secret(), redirect_uri: foreign }
  expect(await t.call(signInSocially, { body })).toMatchObject({
    status: 422,
    body: { fields: { redirect_uri: 'This address does not belong to this site.' } },
  })
})

test('without PUBLIC_URL the redirect address is the requested host', async () => {
  const { origin, close } = await startProvider(
    ['http://localhost:80/auth/callback'],
    [{ sub: 'a', email: 'a@example.com', email_verified: true }],
  )
  afterAll(close)
  const local = await startApp(at, {
    OIDC_ISSUER: origin,
    GOOGLE_CLIENT_ID: client.client_id,
    GOOGLE_CLIENT_SECRET: client.client_secret,
  })
  const body = {
    code: 'x',
    code_verifier: secret(),
    nonce: secret(),
    redirect_uri: 'http://localhost:80/auth/callback',
  }
  expect((await local.call(signInSocially, { body })).status).toBe(401)
  expect((await local.call(signInSocially, { body: { ...body, redirect_uri } })).status).toBe(422)
})

test.each([
  ['code', ''],
  ['code', 'x'.repeat(4097)],
  ['code_verifier', 'short'],
  ['code_verifier', undefined],
  ['nonce', 'with blanks '.repeat(5)],
  ['nonce', undefined],
  ['redirect_uri', 'x'.repeat(3000)],
])('%s %j is 422', async (field, value) => {
  const body = { code: 'x', code_verifier: secret(), nonce: secret(), redirect_uri, [field]: value }
  expect(await t.send(signInSocially, { body })).toMatchObject({
    status: 422,
    body: { fields: { [field]: expect.any(String) } },
  })
})

test('denying consent returns the state without a code', async () => {
  const { query, secrets } = await consent(t, somebody(), { deny: true })
  expect(query).toMatchObject({ error: 'access_denied', state: secrets.state })
  expect(query).not.toHaveProperty('code')
})

test('the browser gets the provider’s address', async () => {
  const { body } = await t.call(getConfig, {})
  expect(body.social).toEqual({
    name: '127.0.0.1',
    client_id: client.client_id,
    authorization_endpoint: `${provider.origin}/auth`,
  })
})

test('without settings there is no button, and the call is unknown', async () => {
  const plain = await startApp(at)
  expect((await plain.call(getConfig, {})).body.social).toBeNull()
  const body = { code: 'x', code_verifier: secret(), nonce: secret(), redirect_uri }
  expect((await plain.call(signInSocially, { body })).status).toBe(404)
})

describe('a provider that lies', async () => {
  const forger = await startForger()
  afterAll(() => forger.close())
  const lied = await startApp(at, settingsOf(forger.issuer))
  const now = Math.floor(Date.now() / 1000)

  async function redeem(next: (nonce: string) => Forgery) {
    const nonce = secret()
    forger.next = next(nonce)
    return lied.call(signInSocially, { body: { code: 'any', code_verifier: secret(), nonce, redirect_uri } })
  }

  test('a valid token is accepted, so the other tokens are refused only for what is wrong with them', async () => {
    const { status, body } = await redeem((nonce) => ({ claims: { nonce } }))
    expect({ status, email: body.user.email }).toEqual({ status: 200, email: 'forged@example.com' })
  })

  test.each<[string, (nonce: string) => Forgery]>([
    ['for another audience', (nonce) => ({ claims: { nonce, aud: 'another client' } })],
    [
      'for several audiences, made for another',
      (nonce) => ({ claims: { nonce, aud: [client.client_id, 'other'], azp: 'other' } }),
    ],
    ['of another issuer', (nonce) => ({ claims: { nonce, iss: 'https://accounts.google.com' } })],
    ['with another nonce', () => ({ claims: { nonce: secret() } })],
    ['without a nonce', () => ({})],
    ['that has expired', (nonce) => ({ claims: { nonce, iat: now - 600, exp: now - 300 } })],
    ['that is not valid yet', (nonce) => ({ claims: { nonce, nbf: now + 600 } })],
    ['without a subject', (nonce) => ({ claims: { nonce, sub: undefined } })],
    ['signed with another key', (nonce) => ({ claims: { nonce }, foreignKey: true })],
    [
      'signed with a key that nobody knows',
      (nonce) => ({ claims: { nonce }, header: { kid: 'two' }, foreignKey: true }),
    ],
    ['that is not signed', (nonce) => ({ claims: { nonce }, header: { alg: 'none' } })],
    ['that is missing', () => ({ answer: { status: 200, body: { access_token: 'at', token_type: 'Bearer' } } })],
    [
      'that is no token',
      () => ({ answer: { status: 200, body: { access_token: 'at', token_type: 'Bearer', id_token: 'x.y.z' } } }),
    ],
    ['in an answer that makes no sense', () => ({ answer: { status: 200, body: ['hello'] } })],
    [
      'refused with words of the provider',
      () => ({ answer: { status: 400, body: { error: 'invalid_grant', error_description: 'secret words' } } }),
    ],
  ])('a token %s is refused', async (_, next) => {
    const before = await lied.db.selectFrom('players').select('id').execute()
    const answer = await redeem(next)
    expect(answer).toEqual({ status: 401, body: failed })
    expect(await lied.db.selectFrom('players').select('id').execute()).toEqual(before)
  })

  test.each([
    ['that is not verified', { email_verified: false }],
    ['of which nothing is said', { email_verified: undefined }],
    ['that is missing', { email: undefined }],
    ['that would break out of a mail', { email: 'a@example.com\r\nBcc: b@example.com' }],
  ])('an email %s is refused, even for a known person', async (_, claims) => {
    await redeem((nonce) => ({ claims: { nonce } }))
    const answer = await redeem((nonce) => ({ claims: { nonce, ...claims } }))
    expect(answer).toMatchObject({ status: 401, body: { code: 'social_email_unverified' } })
  })

  test('a response with status 500 counts as an unavailable provider', async () => {
    const answer = await redeem(() => ({ answer: { status: 500, body: {} } }))
    expect(answer).toMatchObject({ status: 503, body: { code: 'social_unavailable' } })
  })
})

describe('while the provider is unavailable', () => {
  const body = { code: 'x', code_verifier: secret(), nonce: secret(), redirect_uri }

  test('an app started during the outage shows no button, and signing in is 503 with Retry-After', async () => {
    const gone = await serveOnLoopback(() => () => {})
    await gone.close()
    const down = await startApp(at, settingsOf(gone.origin))
    expect((await down.call(getConfig, {})).body.social).toBeNull()
    const answer = await down.server.inject({ method: 'POST', url: '/api/google/user-oauth', payload: body })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.json()).toMatchObject({
      code: 'social_unavailable',
      message: expect.stringContaining('That sign-in is unavailable right now.'),
    })
  })

  test('an app that reached the provider before the outage responds to a sign-in with 503', async () => {
    const claims = somebody()
    const passing = await startProvider([redirect_uri], [claims])
    const known = await startApp(at, settingsOf(passing.origin))
    expect((await known.call(getConfig, {})).body.social).not.toBeNull()
    await passing.close()
    expect((await known.call(signInSocially, { body })).status).toBe(503)
  })

  test('a response that claims another issuer is refused', async () => {
    const impostor = await serveOnLoopback(() => (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          issuer: 'https://accounts.google.com',
          authorization_endpoint: 'https://evil.example/auth',
        }),
      )
    })
    afterAll(impostor.close)
    const fooled = await startApp(at, settingsOf(impostor.origin))
    expect((await fooled.call(getConfig, {})).body.social).toBeNull()
  })
})

test('the database contains no token, code or secret of the provider', async () => {
  await enter(t, somebody())
  const { rows } = await sql<{ row: string }>`select to_json(i)::text as row from social_identities i`.execute(t.db)
  for (const { row } of rows)
    expect(Object.keys(JSON.parse(row) as object).toSorted()).toEqual(['created_at', 'issuer', 'player_id', 'subject'])
})
