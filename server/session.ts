import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/fields.ts'
import type { Db } from './db.ts'

/** Days after which a sign-in ends by itself. */
const sessionDays = 30

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
  await db.insertInto('sessions').values({ token_hash: hashOf(token), player_id, created_at: now, expires_at }).execute()
  return token
}

/** The live session of an Authorization header; null for none, a dead one, or garbage. */
export async function findSession(db: Db, authorization: string | undefined, now: Date): Promise<SignedIn | null> {
  const token = /^Bearer ([\w-]{43})$/.exec(authorization ?? '')?.[1]
  if (token === undefined) return null
  const { rows } = await sql<SignedIn>`
    select p.id, p.role, p.area, s.token_hash
    from sessions s join players p on p.id = s.player_id
    where s.token_hash = ${hashOf(token)} and s.expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

export async function endSession(db: Db, token_hash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', token_hash).execute()
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
