import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql, type RawBuilder } from 'kysely'
import type { AreaSlug } from '#/contract/fields.ts'
import type { Db } from './db.ts'
import { deviceOf } from './device.ts'

/** Days after which a sign-in ends by itself. */
const sessionDays = 30
/** Milliseconds between two notes of when a session was last used: a write a request would be too many. */
const seenEvery = 300_000

/** Who is calling. */
export type SignedIn = {
  id: number
  role: 'player' | 'organizer'
  /** Null until the profile is complete. */
  area: AreaSlug | null
  token_hash: Buffer
}

/** Starts a session; answers the token, which is stored nowhere. */
export async function startSession(db: Db, player_id: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + sessionDays * 86_400_000)
  await db
    .insertInto('sessions')
    .values({ token_hash: hashOf(token), player_id, created_at: now, expires_at })
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
    select p.id, p.role, p.area, s.token_hash, s.last_seen_at
    from sessions s join players p on p.id = s.player_id
    where s.token_hash = ${token_hash} and s.expires_at > ${now} and p.deleted_at is null`
}

export async function endSession(db: Db, token_hash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', token_hash).execute()
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
