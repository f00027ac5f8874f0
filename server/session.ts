import type { IncomingHttpHeaders } from 'node:http'
import { sql, type RawBuilder } from 'kysely'
import { firstArea, type AreaSlug } from '#/contract/areas.ts'
import { batched } from './batch.ts'
import type { Config } from './config.ts'
import { inTurn, withoutTurn, type Db, type Tx } from './db.ts'
import { deviceOf } from './device.ts'
import { documentKeyOf } from './document-cookie.ts'
import { refuse } from './refuse.ts'
import { hasInScope } from './scope.ts'
import { hashOf, makeToken } from './token.ts'

/** Milliseconds after a sign-in or a re-authentication during which the caller need not re-authenticate. */
const fresh = 600_000
/** The length of an impersonation, in milliseconds. */
const impersonation = 1_800_000
/** Days after which a session ends in any case. */
const SESSION_DAYS = 30
/** Days until the row of an ended session is deleted. */
const ENDED_SESSION_DAYS = 7
/** Seconds after a change during which the player's reads do not go to a replica. */
const WROTE_LATELY_S = 120
/** How long a session lasts without use. Shorter for organizers, whose accounts can issue refunds. */
const IDLE_TIMES = { player: '14 days', organizer: '12 hours' } as const
/** Milliseconds between two updates of last_seen_at. Updating it on every request would be too many writes. */
const seenEvery = 300_000

/** The caller. */
export type SignedIn = {
  id: number
  role: 'player' | 'organizer' | 'owner'
  /** Whether somebody has proved to own the account's email. Without it, names are short and nothing is sent to others. */
  email_proved: boolean
  /** Null until the profile is complete. */
  area: AreaSlug | null
  /** The areas that the caller organizes: all for an owner, none for a player, none while the second factor is due or missing. */
  organizer_areas: readonly AreaSlug[]
  /** The organizer has a second factor and has not entered it in this session. */
  second_factor_due: boolean
  /** The organizer's deadline to enroll a second factor has passed. */
  second_factor_missing: boolean
  /** When the caller last signed in or re-authenticated. */
  reauthenticated_at: Date | null
  /** The organizer who impersonates this player. Null if the caller is the player. */
  impersonated_by_id: number | null
  /** The caller may have changed something a moment ago, in any process, so a replica could lack it. False without a replica. */
  wrote_lately: boolean
  token_hash: Buffer
  /** The API key that the call uses instead of a session. */
  api_key?: { id: number; name: string }
}

/** The part of the caller that rules about matches need. */
export type Caller = Pick<SignedIn, 'id' | 'organizer_areas'>

/**
 * Starts a session and returns its token, of which only the hash is stored. Refuses `suspended`, and not_signed_in for an
 * account that has just been closed.
 */
export async function startSession(db: Db | Tx, player_id: number, now: Date): Promise<string> {
  const token = makeToken()
  const expires_at = new Date(now.getTime() + SESSION_DAYS * 86_400_000)
  const { rows } = await inTurn(db, [`player ${player_id}`], (writable) =>
    sql`
    insert into sessions (token_hash, document_hash, player_id, created_at, expires_at, reauthenticated_at)
    select ${hashOf(token)}, ${hashOf(documentKeyOf(token))}, id, ${now}, ${expires_at}, ${now}
    from players where id = ${player_id} and suspended_at is null and deleted_at is null for key share
    returning 1`.execute(writable),
  )
  if (rows.length > 0) return token
  const player = await db.selectFrom('players').select('suspended_at').where('id', '=', player_id).executeTakeFirst()
  refuse(player?.suspended_at ? 'suspended' : 'not_signed_in')
}

/** Requests the version of all areas instead of one. No area has this slug. */
export const EVERY_AREA = '*'

/**
 * A session with the version of an area (migration 037), read in the same statement: the requested area, otherwise the
 * caller's, otherwise the first. For `EVERY_AREA`, the versions of all areas as one text.
 */
export type FoundSession = SignedIn & { asked_area: AreaSlug; area_version: string }

/** Finds the live sessions of requests. */
export type Sessions = {
  /**
   * Finds the live session of a bearer token. Null without a token, or if it is malformed or its session has ended.
   * Updates when and where it was last used. `area`: the area whose version is read.
   */
  find: (
    headers: IncomingHttpHeaders,
    now: Date,
    area?: AreaSlug | null,
    terms?: { counts_as_use: boolean },
  ) => Promise<FoundSession | null>
  /**
   * Runs `work` as the session of a document cookie. Null if it has ended. `bearer` is a temporary token of the session
   * that only this process accepts, and only until the work ends.
   */
  openDocument: <T>(
    request: { key: string; headers: IncomingHttpHeaders; now: Date; counts_as_use: boolean },
    work: (session: FoundSession, bearer: string) => Promise<T>,
  ) => Promise<T | null>
  /** The live sessions among these token hashes, by hash in hex. Does not count as use. */
  listLive: (token_hashes: readonly Buffer[], now: Date) => Promise<Map<string, SignedIn>>
}

type Asked = { token_hash: Buffer; now: Date; area: AreaSlug | null }
type FoundRow = FoundSession & { last_seen_at: Date | null; place: number }

/** Finds sessions in the database. Requests that arrive together share one statement. */
export function openSessions(db: Db, config: Pick<Config, 'production' | 'DATABASE_REPLICA_URL'>): Sessions {
  const hasReplica = config.DATABASE_REPLICA_URL !== undefined
  const findRow = batched(async (asked: readonly Asked[]) => {
    const now = new Date(Math.max(...asked.map((one) => one.now.getTime())))
    const hashes = sql<readonly Buffer[]>`${asked.map(({ token_hash }) => token_hash)}::bytea[]`
    const { rows } = await sql<FoundRow>`
      select session.*, asked.place, wanted.area as asked_area, v.version as area_version
      from unnest(${hashes}, ${asked.map(({ area }) => area)}::text[]) with ordinality as asked (token_hash, area, place)
      join (${sessionSql(hashes, now, config.production, hasReplica)}) session on session.token_hash = asked.token_hash
      cross join lateral (select coalesce(asked.area, session.area, ${firstArea()}) as area) wanted
      cross join lateral (
        select case when wanted.area = ${EVERY_AREA}
          then (select coalesce(string_agg(area || version, ' ' order by area), '') from area_versions)
          else coalesce((select version::text from area_versions where area = wanted.area), '0') end as version) v`.execute(
      db,
    )
    const found = new Map(rows.map(({ place, ...row }) => [place, row]))
    return asked.map((_, index) => found.get(index + 1) ?? null)
  })
  /** The sessions whose documents are being rendered, by their temporary tokens. */
  const lent = new Map<string, Buffer>()
  const sessions: Sessions = {
    async find(headers, now, area = null, { counts_as_use } = { counts_as_use: true }) {
      const { authorization = '' } = headers
      if (!isSessionToken(authorization)) return null
      const token = bearerOf(authorization)
      const row = await findRow({ token_hash: lent.get(token) ?? hashOf(token), now, area })
      if (!row) return null
      const { last_seen_at, ...session } = row
      // The player may have moved or left the league since the impersonation began.
      if (session.impersonated_by_id !== null && !(await hasInScope(db, session.impersonated_by_id, session.id))) {
        await endSession(db, session)
        return null
      }
      if (counts_as_use && (last_seen_at === null || now.getTime() - last_seen_at.getTime() > seenEvery))
        // A read never waits for the row: another call may be noting the same.
        await sql`
          update sessions set last_seen_at = ${now}, device = ${deviceOf(headers['user-agent'])} where ctid = (
            select ctid from sessions where token_hash = ${session.token_hash} for update skip locked)`.execute(
          withoutTurn(db),
        )
      return session
    },

    async openDocument({ key, headers, now, counts_as_use }, work) {
      const found = await db
        .selectFrom('sessions')
        .select('token_hash')
        .where('document_hash', '=', hashOf(key))
        .executeTakeFirst()
      if (!found) return null
      const bearer = makeToken()
      lent.set(bearer, found.token_hash)
      try {
        const session = await sessions.find({ ...headers, authorization: `Bearer ${bearer}` }, now, null, {
          counts_as_use,
        })
        return session && (await work(session, bearer))
      } finally {
        lent.delete(bearer)
      }
    },

    async listLive(token_hashes, now) {
      const hashes = sql<readonly Buffer[]>`${token_hashes}::bytea[]`
      const { rows } = await sessionSql(hashes, now, config.production).execute(db)
      return new Map(rows.map((row) => [row.token_hash.toString('hex'), row]))
    },
  }
  return sessions
}

/** Whether an authorization has the shape of a session's token. */
export function isSessionToken(authorization: string): boolean {
  return /^Bearer [\w-]{43}$/.test(authorization)
}

function bearerOf(authorization: string): string {
  return authorization.slice('Bearer '.length)
}

/** Lets a session created by the previous release load server-rendered pages, and returns the session's token. */
export async function allowDocuments(db: Db, authorization: string): Promise<string> {
  const token = bearerOf(authorization)
  await inTurn(db, [], (writable) =>
    writable
      .updateTable('sessions')
      .set({ document_hash: hashOf(documentKeyOf(token)) })
      .where('token_hash', '=', hashOf(token))
      .where('impersonated_by_id', 'is', null)
      .execute(),
  )
  return token
}

/** Whether a session `s` of a player `p` has been used recently enough. `last_seen_at` is accurate to a few minutes. */
export function isInUse(now: Date): RawBuilder<boolean> {
  return sql`coalesce(s.last_seen_at, s.created_at) > ${now}::timestamptz
    - case p.role when 'player' then ${IDLE_TIMES.player}::interval else ${IDLE_TIMES.organizer}::interval end`
}

/** Whether an account `p` has an enrolled phone or a passkey. Each is a second factor of an organizer. */
export const hasSecondFactor = sql<boolean>`(
  exists (select from second_factors f where f.player_id = p.id and f.enrolled_at is not null)
  or exists (select from passkeys k where k.player_id = p.id))`

/**
 * Selects the callers of tokens, without a row for a session that has ended. The benchmark's bare server runs it too.
 * `requires_factor`: organizers need a second factor. `has_replica`: whether to compute `wrote_lately`.
 */
export function sessionSql(
  token_hashes: RawBuilder<readonly Buffer[]>,
  now: Date,
  requires_factor: boolean,
  has_replica = false,
): RawBuilder<SignedIn & { last_seen_at: Date | null }> {
  const wroteLately = sql`exists (
    select from sessions w where w.player_id in (p.id, s.impersonated_by_id) and w.wrote_at > now() - ${WROTE_LATELY_S} * interval '1 second')`
  return sql`
    select p.id, p.role, p.email_verified_at is not null as email_proved, p.area, s.token_hash, s.last_seen_at, s.reauthenticated_at, s.impersonated_by_id,
      ${has_replica ? wroteLately : sql`false`} as wrote_lately,
      factor.due as second_factor_due, factor.missing as second_factor_missing,
      case
        when p.role = 'player' or s.impersonated_by_id is not null or factor.due or factor.missing then '{}'
        when p.role = 'owner' then array(select slug from areas order by position)
        else array(select area from organizer_areas mine where mine.player_id = p.id order by area)
      end as organizer_areas
    from sessions s
    join players p on p.id = s.player_id
    cross join lateral (select p.role <> 'player' and ${hasSecondFactor} as has_factor) factors
    cross join lateral (
      select has_factor and s.second_factor_at is null as due,
        ${requires_factor}::boolean and p.role <> 'player' and not has_factor and coalesce(p.second_factor_by <= ${now}::timestamptz, false) as missing) factor
    where s.token_hash = any(${token_hashes}) and s.expires_at > ${now} and ${isInUse(now)} and p.deleted_at is null and p.suspended_at is null
      and (s.impersonated_by_id is null or exists (
        select from players by where by.id = s.impersonated_by_id and by.role <> 'player' and by.deleted_at is null and by.suspended_at is null))`
}

/** Refuses email_unproved: an account with an email that may be somebody else's sends nothing to other people. */
export function refuseUnproved({ email_proved }: Pick<SignedIn, 'email_proved'>): void {
  if (!email_proved) refuse('email_unproved')
}

/** Whether the caller has signed in or re-authenticated recently enough. */
export function isRecentlyAuthenticated(
  { reauthenticated_at }: Pick<SignedIn, 'reauthenticated_at'>,
  now: Date,
): boolean {
  return reauthenticated_at !== null && now.getTime() - reauthenticated_at.getTime() <= fresh
}

/** Records that the caller has just re-authenticated. */
export async function setReauthenticated(db: Db | Tx, token_hash: Buffer, now: Date): Promise<void> {
  await inTurn(db, [], (writable) =>
    writable.updateTable('sessions').set({ reauthenticated_at: now }).where('token_hash', '=', token_hash).execute(),
  )
}

/** Records that the session has just used a passkey, which re-authenticates it and is the second factor. */
export async function setPasskeyUsed(tx: Tx, token_hash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ used_passkey_at: now, second_factor_at: now, reauthenticated_at: now })
    .where('token_hash', '=', token_hash)
    .execute()
}

/** Starts an impersonation: a read-only session of half an hour. Returns its token. */
export async function startImpersonation(
  db: Db | Tx,
  player_id: number,
  impersonated_by_id: number,
  now: Date,
): Promise<string> {
  const token = makeToken()
  const expires_at = impersonationEnd(now)
  await inTurn(db, [`player ${player_id}`], (writable) =>
    writable
      .insertInto('sessions')
      .values({ token_hash: hashOf(token), player_id, created_at: now, expires_at, impersonated_by_id })
      .execute(),
  )
  return token
}

/** When an impersonation that starts now will end. */
export function impersonationEnd(now: Date): Date {
  return new Date(now.getTime() + impersonation)
}

/** Ends the caller's session. When an organizer signs out, their impersonations end too. */
export async function endSession(
  db: Db,
  { id, token_hash, impersonated_by_id }: Pick<SignedIn, 'id' | 'token_hash' | 'impersonated_by_id'>,
): Promise<void> {
  if (impersonated_by_id === null) await endImpersonationsBy(db, id)
  await inTurn(db, [`player ${id}`], (writable) =>
    writable.deleteFrom('sessions').where('token_hash', '=', token_hash).execute(),
  )
}

/** Deletes the sessions that ended long enough ago. A session that ended because it was unused is kept as long as if it had lasted SESSION_DAYS. */
export async function deleteEndedSessions(db: Db, now: Date): Promise<void> {
  const endedBefore = new Date(now.getTime() - ENDED_SESSION_DAYS * 86_400_000)
  await inTurn(db, [], (writable) => writable.deleteFrom('sessions').where('expires_at', '<=', endedBefore).execute())
}

/** Ends every impersonation by an organizer. */
export async function endImpersonationsBy(db: Db | Tx, organizer_id: number): Promise<void> {
  await inTurn(db, [`player ${organizer_id}`], (writable) =>
    writable.deleteFrom('sessions').where('impersonated_by_id', '=', organizer_id).execute(),
  )
}
