import { expect, test } from 'vitest'
import { listAuditLog } from '#/organizer/audit/contract.ts'
import { changePermissions, dismissPerson, resetPhone } from '#/organizer/people/contract.ts'
import { mergePlayers, signOutPlayer, suspendPlayer } from '#/organizer/players/contract.ts'
import { changePassword, confirmEmail, deleteAccount, endAllSessions } from '#/features/settings/contract.ts'
import { linkIdentity } from '#/features/social/contract.ts'
import { startImpersonation, startSession } from '#/server/session.ts'
import { insertMailToken } from '#/server/mail-tokens.ts'
import { hashOf } from '#/server/token.ts'
import { startApp } from '#/test/app.ts'
import { makeOrganizer, makePlayer, makeUnprovedPlayer, password, type TestPlayer } from '#/test/make.ts'
import { endOneAccess, listAccess } from './access-contract.ts'
import { listAccess as listAccessOf } from './access.ts'
import { getUser, resetPassword, verifyEmail } from './contract.ts'
import { insertAccountToken } from './mail-tokens.ts'

const t = await startApp()
const owner = await makeOrganizer(t)
let made = 0

/** Gives the player everything that can act for them, besides their session. Returns the links' tokens. */
async function plantAccess(player: TestPlayer) {
  const now = t.clock.now()
  const { id: player_id, email } = player
  const n = ++made
  await startSession(t.db, player_id, now)
  await startImpersonation(t.db, player_id, owner.id, now)
  const { id: session_id } = await t.db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', hashOf(await startSession(t.db, player_id, now)))
    .executeTakeFirstOrThrow()
  const bytes = Buffer.alloc(16)
  const push = {
    session_id,
    shows_text: false,
    endpoint: `https://push.example/${n}`,
    p256dh: 'key',
    auth: 'secret',
    created_at: now,
  }
  await t.db.insertInto('push_devices').values(push).execute()
  await t.db
    .insertInto('api_keys')
    .values({ name: 'Club', scopes: ['read:desk'], organizer_id: player_id, key_hash: hashOf(`${n}`), created_at: now })
    .execute()
  await t.db
    .insertInto('calendar_feeds')
    .values({ player_id, token: bytes, token_hash: hashOf(`feed ${n}`), secret_key_name: 'none', created_at: now })
    .execute()
  await t.db
    .insertInto('social_identities')
    .values({ issuer: 'https://id.example', subject: `subject ${n}`, player_id, created_at: now })
    .execute()
  const { id: league_id } = await t.db.selectFrom('leagues').select('id').executeTakeFirstOrThrow()
  const expires_at = new Date(now.getTime() + 86_400_000)
  const { id: entry_invitation_id } = await t.db
    .insertInto('entry_invitations')
    .values({ league_id, player_id, email, invited_by_id: owner.id, sent_at: now, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertMailToken(t.db, { purpose: 'entry_invitation', entry_invitation_id, expires_at }, now)
  await t.db.insertInto('second_factors').values({ player_id, secret: bytes, enrolled_at: now }).execute()
  await t.db.insertInto('quiet_hours').values({ player_id, from_time: '22:00', to_time: '07:00' }).execute()
  await t.db
    .insertInto('availability_hours')
    .values({ player_id, weekday: 1, from_time: '18:00', to_time: '20:00' })
    .execute()
  const token = async (purpose: 'verify_email' | 'reset_password' | 'change_email', about = email) =>
    (await insertAccountToken(t.db, { purpose, player_id, email: about }, now)) ?? ''
  return {
    verify: await token('verify_email'),
    reset: await token('reset_password'),
    change: await token('change_email', `new-${n}@example.com`),
    link:
      (await insertAccountToken(
        t.db,
        { purpose: 'link_identity', player_id, email, issuer: 'https://other.example', subject: `${n}` },
        now,
      )) ?? '',
  }
}

/** The kinds that still act for the player, and the tables that still hold what was put into the account. */
async function actingFor({ id, token }: TestPlayer): Promise<string[]> {
  const items = await listAccessOf(t.db, { id, token_hash: hashOf(token) }, t.clock.now())
  const tables = ['second_factors', 'quiet_hours', 'availability_hours'] as const
  const stored = await Promise.all(
    tables.map(async (table) =>
      (await t.db.selectFrom(table).select('player_id').where('player_id', '=', id).execute()).map(() => table),
    ),
  )
  return [...new Set([...items.map(({ kind, current }) => (current ? 'this session' : kind)), ...stored.flat()])]
}

const everything = [
  'this session',
  'session',
  'impersonation',
  'push_device',
  'api_key',
  'calendar_feed',
  'account_link',
  'proof_link',
  'answer_link',
  'social_identity',
  'second_factors',
  'quiet_hours',
  'availability_hours',
]
type Tokens = Awaited<ReturnType<typeof plantAccess>>
const reason = 'Asked for by the player'
const better = 'a new word with the net'
const setUp = ['second_factors', 'quiet_hours', 'availability_hours']

test.each<[string, string[], (player: TestPlayer, tokens: Tokens) => Promise<{ status: number }>]>([
  [
    'a new password by a mailed link',
    ['proof_link', 'answer_link', 'social_identity', ...setUp],
    (_, { reset }) => t.call(resetPassword, { body: { token: reset, password: better } }),
  ],
  [
    'a new password in the settings',
    ['this session', 'api_key', 'calendar_feed', 'proof_link', 'answer_link', 'social_identity', ...setUp],
    ({ token }) => t.call(changePassword, { token, body: { password, new_password: better } }),
  ],
  [
    'a connected provider',
    // The connected person is signed in.
    ['session', 'api_key', 'calendar_feed', 'proof_link', 'answer_link', 'social_identity', ...setUp],
    (_, { link }) => t.call(linkIdentity, { body: { token: link } }),
  ],
  [
    'a change of email',
    everything.filter((kind) => !kind.endsWith('_link')),
    ({ token }, { change }) => t.call(confirmEmail, { token, body: { token: change } }),
  ],
  ['signing out everywhere', ['social_identity', ...setUp], ({ token }) => t.call(endAllSessions, { token })],
  [
    'an organizer who signs the player out',
    ['social_identity', ...setUp],
    ({ id }) => t.call(signOutPlayer, { token: owner.token, params: { id } }),
  ],
  [
    'a suspension',
    ['social_identity', ...setUp],
    ({ id }) => t.call(suspendPlayer, { token: owner.token, params: { id }, body: { suspended: true, reason } }),
  ],
  ['closing the account', [], ({ token }) => t.call(deleteAccount, { token, body: { password } })],
  [
    'a merge into another account',
    // The invitation goes to the kept account.
    [],
    async ({ id: from_id }) => {
      const { id } = await makePlayer(t)
      return t.call(mergePlayers, { token: owner.token, params: { id }, body: { from_id, reason } })
    },
  ],
])('%s ends what acts for the player', async (_, left, act) => {
  const player = await makePlayer(t)
  const tokens = await plantAccess(player)
  expect(await actingFor(player)).toEqual(everything)
  expect((await act(player, tokens)).status).toBe(200)
  expect((await actingFor(player)).toSorted()).toEqual(left.toSorted())
})

test.each<[string, string[], (organizer: TestPlayer) => Promise<{ status: number }>]>([
  [
    'a dismissal',
    everything.filter((kind) => kind !== 'api_key' && kind !== 'impersonation'),
    ({ id }) => t.call(dismissPerson, { token: owner.token, params: { id } }),
  ],
  [
    'a change of areas',
    everything.filter((kind) => kind !== 'impersonation'),
    ({ id }) =>
      t.call(changePermissions, {
        token: owner.token,
        params: { id },
        body: { role: 'organizer', areas: ['south-bend'] },
      }),
  ],
  [
    'the removal of a lost phone',
    ['proof_link', 'answer_link', 'social_identity', 'quiet_hours', 'availability_hours'],
    ({ id }) => t.call(resetPhone, { token: owner.token, params: { id } }),
  ],
])('%s ends what acts for the organizer', async (_, left, act) => {
  const organizer = await makeOrganizer(t, ['dc'])
  await plantAccess(organizer)
  await startImpersonation(t.db, (await makePlayer(t)).id, organizer.id, t.clock.now())
  expect(await actingFor(organizer)).toEqual(everything)
  expect((await act(organizer)).status).toBe(200)
  expect((await actingFor(organizer)).toSorted()).toEqual(left.toSorted())
})

test('the first proof of the email ends everything that somebody else may have set up, and a later proof nothing', async () => {
  const player = await makeUnprovedPlayer(t)
  const { verify } = await plantAccess(player)
  expect((await t.call(verifyEmail, { body: { token: verify, password: better } })).status).toBe(200)
  // An account with an unproved email can have neither a provider nor a second factor, and organizers invite its owner.
  expect(await actingFor(player)).toEqual(['answer_link', 'social_identity', 'second_factors'])

  const mine = await makePlayer(t)
  const later = await plantAccess(mine)
  expect((await t.call(verifyEmail, { token: mine.token, body: { token: later.verify } })).status).toBe(200)
  expect(await actingFor(mine)).toEqual(everything.filter((kind) => kind !== 'proof_link'))
})

test('the person who proves the email in their own session keeps what they have set up in it', async () => {
  const player = await makeUnprovedPlayer(t)
  const { verify } = await plantAccess(player)
  expect((await t.call(verifyEmail, { token: player.token, body: { token: verify } })).status).toBe(200)
  expect((await actingFor(player)).toSorted()).toEqual(
    ['this session', 'calendar_feed', 'answer_link', 'social_identity', ...setUp].toSorted(),
  )
})

test('a player sees everything that can act for them and ends each thing by itself', async () => {
  const player = await makePlayer(t)
  const { token } = player
  await plantAccess(player)
  const read = async () => (await t.call(listAccess, { token })).body.items
  const items = await read()
  expect(items.map(({ kind, title, current }) => [kind, title, current])).toEqual([
    ['session', expect.any(String), true],
    ['session', 'Unknown device', false],
    ['session', 'Unknown device', false],
    ['impersonation', 'An organizer sees the site as you', false],
    ['push_device', 'Unknown device', false],
    ['api_key', 'Club', false],
    ['calendar_feed', 'Address of your calendar', false],
    ...items.filter(({ kind }) => kind === 'account_link').map(({ kind, title }) => [kind, title, false]),
    ['proof_link', 'A link that confirms your email', false],
    ['answer_link', 'A link that answers an invitation to a league', false],
    ['social_identity', 'Sign-in at id.example', false],
  ])
  expect(
    items
      .filter(({ kind }) => kind === 'account_link')
      .map(({ title, detail }) => `${title}. ${detail}`)
      .toSorted(),
  ).toEqual([
    `A link that adds a way to sign in. Sent to ${player.email}`,
    `A link that changes your email. Sent to new-${made}@example.com`,
    `A link that sets a new password. Sent to ${player.email}`,
  ])
  const stranger = await makePlayer(t)
  for (const { kind, id, current } of items.filter((item) => !item.current)) {
    const params = { kind, id }
    expect([kind, current, (await t.call(endOneAccess, { token: stranger.token, params })).status]).toEqual([
      kind,
      false,
      404,
    ])
    // Its session took the device along.
    const status = kind === 'push_device' ? 404 : 200
    expect([kind, (await t.call(endOneAccess, { token, params })).status]).toEqual([kind, status])
    expect([kind, (await t.call(endOneAccess, { token, params })).status]).toEqual([kind, 404])
  }
  expect((await read()).map(({ kind }) => kind)).toEqual(['session'])
  const [current] = await read()
  await t.call(endOneAccess, { token, params: { kind: 'session', id: current?.id ?? '' } })
  expect((await t.call(getUser, { token })).status).toBe(401)
})

test('an API key that its organizer ends among other things is in the audit log, like one that is revoked at the desk', async () => {
  const organizer = await makeOrganizer(t)
  await plantAccess(organizer)
  const keys = await t.db.selectFrom('api_keys').select('id').where('organizer_id', '=', organizer.id).execute()
  const id = String(keys[0]?.id)
  const token = await startSession(t.db, organizer.id, t.clock.now())
  expect((await t.call(endOneAccess, { token, params: { kind: 'api_key', id } })).status).toBe(200)
  const { audit_entries } = (await t.call(listAuditLog, { token: owner.token, query: {} })).body
  expect(audit_entries[0]).toMatchObject({ kind: 'revoke_api_key', summary: 'Revoked the API key “Club”' })
})

test('a link that has been answered, used or has expired is no longer listed', async () => {
  const player = await makePlayer(t)
  await plantAccess(player)
  await t.db
    .updateTable('entry_invitations')
    .set({ answer: 'declined', answered_at: t.clock.now() })
    .where('player_id', '=', player.id)
    .execute()
  await t.db
    .updateTable('mail_tokens')
    .set({ used_at: t.clock.now() })
    .where('player_id', '=', player.id)
    .where('purpose', '=', 'verify_email')
    .execute()
  await t.db
    .updateTable('mail_tokens')
    .set({ expires_at: t.clock.now() })
    .where('player_id', '=', player.id)
    .where('purpose', '<>', 'verify_email')
    .execute()
  expect((await actingFor(player)).filter((kind) => kind.endsWith('_link'))).toEqual([])
})
