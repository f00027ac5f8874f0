import { sql, type NotNull } from 'kysely'
import { findAvailability } from '#/features/availability/queries.ts'
import { wireDay } from '#/contract/wire-day.ts'
import type { Received, Reply } from '#/contract/endpoint.ts'
import { emptyProfile } from '#/features/accounts/profile-columns.ts'
import { findUser, updateAccount } from '#/features/accounts/queries.ts'
import { listEventsOf, listOffersOf } from '#/features/arranging/queries.ts'
import { listMatchesOf } from '#/features/matches/card-queries.ts'
import { listEntryInvitationsOf } from '#/features/invitations/queries.ts'
import { listDevices } from '#/features/notifications/device-queries.ts'
import { listAllAnswers } from '#/features/questions/queries.ts'
import { findConfirmedAge, listAcceptances } from '#/features/texts/queries.ts'
import { findQuietHours, listChannels, listNotificationsOf } from '#/features/notifications/queries.ts'
import { listPasskeysOf } from '#/features/passkeys/queries.ts'
import { listReactionsOf } from '#/features/reactions/queries.ts'
import { listSearchesOf } from '#/features/partner-search/queries.ts'
import { listInvitationsAbout } from '#/features/pairs/queries.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { hashOf } from '#/server/token.ts'
import { isInUse, type SignedIn } from '#/server/session.ts'
import type { DeviceSession, EmergencyContact, exportData, getSettings, updatePrivacy } from './contract.ts'
import { listLeagueEntries } from '#/features/leagues/queries.ts'
import { listPurchasesPage } from '#/features/checkout/receipt-queries.ts'
import { collectRatings } from '#/features/ratings/queries.ts'

/** Whether an account has that email, in any letter case. */
export async function hasEmail(db: Db, email: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('players')
      .select('id')
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .executeTakeFirst()) !== undefined
  )
}

/**
 * Changes the email to one that has just been confirmed. Refuses email_in_use, by the constraint, and link_dead for a
 * closed account.
 */
export async function updateEmail(
  tx: Tx,
  { player_id, email }: { player_id: number; email: string },
  now: Date,
): Promise<void> {
  const changed = await tx
    .updateTable('players')
    .set({ email, email_verified_at: now })
    .where('id', '=', player_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) refuse('link_dead')
}

/** Days after which an email that an organizer has entered needs no password of the account. The old email can stop it until then. */
export const CONTEST_DAYS = 3

/**
 * When the link to an email that an organizer has entered works without the account's password: at once if nobody has
 * used the account, and otherwise when the old email has had its time to object.
 */
export async function findUncontested(db: Db, token: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select case when p.password_hash is null and p.email_verified_at is null then t.created_at
      else t.created_at + make_interval(days => ${CONTEST_DAYS}) end as at
    from mail_tokens t join players p on p.id = t.player_id
    where t.token_hash = ${hashOf(token)}`.execute(db)
  return rows[0]?.at ?? null
}

/** Replaces the password's hash. Refuses `conflict` if `from` is no longer the stored one. */
export async function swapPassword(tx: Tx, id: number, from: string, to: string): Promise<void> {
  const changed = await tx
    .updateTable('players')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) refuse('conflict')
}

export async function findPhoto(db: Db, id: number): Promise<string | null> {
  const player = await db.selectFrom('players').select('photo').where('id', '=', id).executeTakeFirst()
  return player?.photo ?? null
}

/** Differing bits, of 256, up to which two pictures are the same: saved again, or slightly changed. */
const MOST_DIFFERING = 16

/** Whether an organizer has removed this picture, from any account. `fingerprint`: see fingerprintOf. */
export async function isBlockedPhoto(db: Db, fingerprint: string): Promise<boolean> {
  const { rows } = await sql`
    select from blocked_photos where bit_count(fingerprint # ${fingerprint}::bit(256)) <= ${MOST_DIFFERING} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

async function listPhotoReportsBy(db: Db, player_id: number): Promise<{ reason: string; created_at: string }[]> {
  const reports = await db
    .selectFrom('photo_reports')
    .select(['reason', 'created_at'])
    .where('reported_by_id', '=', player_id)
    .orderBy('id')
    .execute()
  return reports.map(({ reason, created_at }) => ({ reason, created_at: created_at.toISOString() }))
}

/**
 * Replaces the hash of the player's photo and returns the former one. Null means no photo. Refuses for the same reasons
 * as `updateAccount`.
 */
export async function swapPhoto(tx: Tx, id: number, photo: string | null): Promise<string | null> {
  const { rows } = await sql<{ photo: string | null }>`
    update players set photo = ${photo}
    from (select id, photo from players where id = ${id} and deleted_at is null for update) before
    where players.id = before.id
    returning before.photo`.execute(tx)
  const [row] = rows
  if (!row) refuse('not_signed_in')
  return row.photo
}

export async function findSettings(db: Db, id: number): Promise<Reply<typeof getSettings>> {
  const { password_hash, has_passkey, ...privacy } = await db
    .selectFrom('players')
    .select((of) => [
      'shows_email',
      'shows_phone',
      'shows_name',
      'shows_photo',
      'shows_level',
      'shows_rating',
      'shows_record',
      'shows_hours',
      'public_page',
      'password_hash',
      of.exists(of.selectFrom('passkeys').select('id').whereRef('player_id', '=', 'players.id')).as('has_passkey'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...privacy, has_password: password_hash !== null, has_passkey: Boolean(has_passkey) }
}

export async function updatePrivacySettings(
  tx: Tx,
  id: number,
  settings: Received<typeof updatePrivacy>['body'],
): Promise<void> {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined)
  await updateAccount(tx, id, Object.fromEntries(given))
}

/** The player's emergency contact. Null if there is none. */
export async function findEmergencyContact(db: Db, id: number): Promise<EmergencyContact> {
  const row = await db
    .selectFrom('players')
    .select(['emergency_name as name', 'emergency_phone as phone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.name === null || row.phone === null ? null : { name: row.name, phone: row.phone }
}

/**
 * Stores the emergency contact, with `phone` as checkPhone formats it. Refuses for the same reasons as `updateAccount`.
 */
export async function updateEmergencyContact(tx: Tx, id: number, contact: EmergencyContact): Promise<void> {
  await updateAccount(tx, id, { emergency_name: contact?.name ?? null, emergency_phone: contact?.phone ?? null })
}

/** The player's live sessions: this one first, then the most recently used. */
export async function listLiveSessions(
  db: Db | Tx,
  { id, token_hash }: { id: number; token_hash: Buffer },
  now: Date,
): Promise<DeviceSession[]> {
  const current = sql<boolean>`s.token_hash = ${token_hash}`
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('players as p', 'p.id', 's.player_id')
    .select(['s.id', 's.device', 's.created_at', 's.last_seen_at', current.as('current')])
    .where('s.player_id', '=', id)
    .where('s.expires_at', '>', now)
    .where(isInUse(now))
    // An organizer's impersonation is in the audit log. It is not one of the player's devices.
    .where('s.impersonated_by_id', 'is', null)
    .orderBy(current, 'desc')
    .orderBy(sql`coalesce(s.last_seen_at, s.created_at)`, 'desc')
    .orderBy('s.id')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  }))
}

/**
 * Columns that closing an account erases. The caller replaces the email with one that ends in `.invalid`, a domain that
 * RFC 2606 reserves, so that no mailbox can have it.
 */
export const erasedColumns = {
  ...emptyProfile,
  email_verified_at: null,
  password_hash: null,
  shows_email: false,
  shows_phone: false,
} as const

/** A limit higher than the number of rows of one kind that any player has. */
const all = 10_000

/** Collects everything stored about the player. */
export async function collectData(
  db: Db,
  player: Pick<SignedIn, 'id' | 'organizer_areas' | 'token_hash'>,
  now: Date,
): Promise<Reply<typeof exportData>> {
  const { id } = player
  const [
    account,
    settings,
    referral,
    leagues,
    { purchases },
    { matchups },
    scores,
    match_events,
    match_offers,
    sessions,
    visit,
    passkeys,
    social,
    links,
    asked,
    league_invitations,
    notifications,
    quiet_hours,
    channels,
    availability,
    push_devices,
    acceptances,
    confirmed_age,
    emergency_contact,
    answers,
    photo_reports,
    ratings,
    partner_searches,
    reactions,
  ] = await Promise.all([
    findUser(db, id),
    findSettings(db, id),
    findReferral(db, id),
    listLeagueEntries(db, id, now),
    listPurchasesPage(db, id, { page: 1, per_page: all }),
    listMatchesOf(db, player, now, all, 0),
    db
      .selectFrom('scores')
      .select([
        'match_id',
        'version',
        'match_date',
        'match_location',
        'set_games',
        'match_status',
        'match_notes',
        'created_at',
      ])
      .where('reported_by_id', '=', id)
      .orderBy('id')
      .execute(),
    listEventsOf(db, id),
    listOffersOf(db, id),
    listLiveSessions(db, player, now),
    db.selectFrom('visits').select(['since', 'seen_at']).where('player_id', '=', id).executeTakeFirst(),
    listPasskeysOf(db, id),
    db
      .selectFrom('social_identities')
      .select(['issuer', 'subject', 'created_at'])
      .where('player_id', '=', id)
      .orderBy('created_at')
      .orderBy('subject')
      .execute(),
    db
      .selectFrom('mail_tokens')
      .select(['purpose', 'email', 'created_at', 'used_at'])
      .where('player_id', '=', id)
      .$narrowType<{ email: NotNull }>()
      .orderBy('created_at')
      .orderBy('token_hash')
      .execute(),
    listInvitationsAbout(db, id, all),
    listEntryInvitationsOf(db, id, all),
    listNotificationsOf(db, id, all),
    findQuietHours(db, id),
    listChannels(db, id, { runs_leagues: true }),
    findAvailability(db, id),
    listDevices(db, player, now),
    listAcceptances(db, id),
    findConfirmedAge(db, id),
    findEmergencyContact(db, id),
    listAllAnswers(db, id),
    listPhotoReportsBy(db, id),
    collectRatings(db, id),
    listSearchesOf(db, id),
    listReactionsOf(db, id),
  ])
  return {
    exported_at: now.toISOString(),
    account,
    settings,
    referral,
    leagues,
    purchases,
    matchups,
    scores_reported: scores.map((score) => ({
      ...score,
      match_date: wireDay(score.match_date),
      created_at: score.created_at.toISOString(),
    })),
    match_events,
    match_offers,
    sessions,
    dashboard_visits: visit
      ? { since: visit.since?.toISOString() ?? null, seen_at: visit.seen_at.toISOString() }
      : null,
    passkeys,
    social_sign_ins: social.map((identity) => ({ ...identity, created_at: identity.created_at.toISOString() })),
    mailed_links: links.map((link) => ({
      ...link,
      created_at: link.created_at.toISOString(),
      used_at: link.used_at?.toISOString() ?? null,
    })),
    reactions,
    partner_invitations: asked,
    partner_searches,
    league_invitations,
    notifications,
    availability: {
      weekly: availability.weekly,
      away: availability.away.map(({ from, to }) => ({ from: wireDay(from), to: wireDay(to) })),
    },
    push_devices,
    acceptances: acceptances.map((each) => ({ ...each, accepted_at: each.accepted_at.toISOString() })),
    age_confirmation: confirmed_age && { ...confirmed_age, confirmed_at: confirmed_age.confirmed_at.toISOString() },
    emergency_contact,
    photo_reports,
    answers: answers.map((each) => ({ ...each, answered_at: each.answered_at.toISOString() })),
    notification_preferences: { quiet: quiet_hours, kinds: channels },
    ratings,
  }
}

async function findReferral(db: Db, id: number): Promise<{ referral_code: string; referral_count: number }> {
  return db
    .selectFrom('players as me')
    .select([
      'me.referral_code',
      (select) =>
        select
          .selectFrom('players as friends')
          .select((count) => count.fn.countAll<number>().as('n'))
          .whereRef('friends.referred_by_id', '=', 'me.id')
          .$asScalar()
          .$notNull()
          .as('referral_count'),
    ])
    .where('me.id', '=', id)
    .executeTakeFirstOrThrow()
}
