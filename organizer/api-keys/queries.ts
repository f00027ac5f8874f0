import { sql } from 'kysely'
import { organization } from '#/contract/organization.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { dayInZone } from '#/rules/day.ts'
import type { Db } from '#/server/db.ts'
import type { SignedIn } from '#/server/session.ts'
import type { ApiKey } from './contract.ts'

/** The API keys that this organizer can see, oldest first. */
export async function listApiKeysOf(db: Db, { id, role }: Pick<SignedIn, 'id' | 'role'>, now: Date): Promise<ApiKey[]> {
  const today = dayInZone(now, organization().time_zone)
  const { rows } = await sql<ApiKey>`
    select k.id, k.name, k.scopes, o.name as organizer, k.created_at, k.expires_on, k.last_used_at,
      coalesce(k.expires_on < ${today}::date, false) as has_expired
    from api_keys k join players o on o.id = k.organizer_id
    where ${role === 'owner' ? sql`true` : sql`k.organizer_id = ${id}`} order by k.id`.execute(db)
  return rows.map((key) => ({ ...key, expires_on: key.expires_on && wireDay(key.expires_on) }))
}
