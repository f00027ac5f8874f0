import { hash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql, type RawBuilder } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Db, Tx } from './db.ts'
import { deviceOf } from './device.ts'
import { refuse } from './refuse.ts'

/** Milliseconds for which a sign-in, or the password given again, is fresh. */
const fresh = 600_000
/** Milliseconds for which an organizer may look at the site as a player. */
const impersonation = 1_800_000
/** Days after which a sign-in ends by itself. */
const sessionDays = 30
/** Milliseconds between two notes of when a session was last used: a write a request would be too many. */
const seenEvery = 300_000

/** Who is calling. */
export type SignedIn = {
  id: number
  role: 'player' | 'organizer' | 'owner'
  /** Null until the profile is complete. */
  area: AreaSlug | null
  /** Where the caller runs the leagues: all areas for an owner, none for a player, and none while `second_factor` is due. */
  organizer_areas: readonly AreaSlug[]
  /** True: an organizer who has enrolled a second factor has not given it in this session. */
  second_factor_due: boolean
  /** When the session's owner last proved to be there. */
  reauthenticated_at: Date | null
  /** The organizer who looks at the site as this player; null: it is the player. */
  impersonated_by_id: number | null
  token_hash: Buffer
}

/** What a rule about matches has to know of its caller. */
export type Caller = Pick<SignedIn, 'id' | 'organizer_areas'>

/** Starts a session; answers the token, which is stored nowhere. Refuses `suspended`. */
export async function startSession(db: Db | Tx, player_id: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + sessionDays * 86_400_000)
  const player = await db.selectFrom('players').select('suspended_at').where('id', '=', player_id).executeTakeFirst()
  if (player?.suspended_at) refuse('suspended')
  await db
    .insertInto('sessions')
    .values({ token_hash: hashOf(token), player_id, created_at: now, expires_at, reauthenticated_at: now })
    .execute()
  return token
}

/** The live session of a request's bearer token; null for none, a dead one, or garbage. Notes when and where it was used. */
export async function findSession(db: Db, headers: IncomingHttpHeaders, now: Date): Promise<SignedIn | null> {
  const token = /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return null
  const { rows } = await sessionSql(hashOf(token), now).execute(db)
  if (!rows[0]) return null
  const { last_seen_at, ...session } = rows[0]
  if (last_seen_at === null || now.getTime() - last_seen_at.getTime() > seenEvery)
    await db
      .updateTable('sessions')
      .set({ last_seen_at: now, device: deviceOf(headers['user-agent']) })
      .where('token_hash', '=', session.token_hash)
      .execute()
  return session
}

/** Whose a token is; no row for a dead one. The benchmark's bare server asks it too. */
export function sessionSql(token_hash: Buffer, now: Date): RawBuilder<SignedIn & { last_seen_at: Date | null }> {
  return sql`
    select p.id, p.role, p.area, s.token_hash, s.last_seen_at, s.reauthenticated_at, s.impersonated_by_id,
      coalesce(due.second_factor_due, false) as second_factor_due,
      case
        when p.role = 'player' or s.impersonated_by_id is not null or due.second_factor_due then '{}'
        when p.role = 'owner' then array(select slug from areas order by position)
        else array(select area from organizer_areas mine where mine.player_id = p.id order by area)
      end as organizer_areas
    from sessions s
    join players p on p.id = s.player_id
    left join lateral (
      select true as second_factor_due from second_factors f
      where p.role <> 'player' and f.player_id = p.id and f.enrolled_at is not null and s.second_factor_at is null) due on true
    where s.token_hash = ${token_hash} and s.expires_at > ${now} and p.deleted_at is null and p.suspended_at is null
      and (s.impersonated_by_id is null or exists (
        select from players by where by.id = s.impersonated_by_id and by.role <> 'player' and by.deleted_at is null and by.suspended_at is null))`
}

/** Whether the caller has proved to be there a moment ago. */
export function isRecentlyAuthenticated(
  { reauthenticated_at }: Pick<SignedIn, 'reauthenticated_at'>,
  now: Date,
): boolean {
  return reauthenticated_at !== null && now.getTime() - reauthenticated_at.getTime() <= fresh
}

/** Notes that the session's owner has just proved to be there. */
export async function setReauthenticated(db: Db | Tx, token_hash: Buffer, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ reauthenticated_at: now }).where('token_hash', '=', token_hash).execute()
}

/** Starts a session in which an organizer looks at the site as a player, for half an hour and read only; answers the token. */
export async function startImpersonation(
  db: Db | Tx,
  player_id: number,
  impersonated_by_id: number,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = impersonationEnd(now)
  await db
    .insertInto('sessions')
    .values({ token_hash: hashOf(token), player_id, created_at: now, expires_at, impersonated_by_id })
    .execute()
  return token
}

/** When a look at the site as a player that begins now is over. */
export function impersonationEnd(now: Date): Date {
  return new Date(now.getTime() + impersonation)
}

export async function endSession(db: Db, token_hash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', token_hash).execute()
}

/** Ends every session of a player but the one that is kept, and every look of theirs at the site as somebody else. */
export async function endSessionsOf(db: Db | Tx, player_id: number, kept: Buffer | null = null): Promise<void> {
  await endImpersonationsBy(db, player_id)
  await sql`delete from sessions where player_id = ${player_id} and token_hash is distinct from ${kept}`.execute(db)
}

/** Ends every look of an organizer at the site as a player. */
export async function endImpersonationsBy(db: Db | Tx, organizer_id: number): Promise<void> {
  await db.deleteFrom('sessions').where('impersonated_by_id', '=', organizer_id).execute()
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
