import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import { firstArea, type AreaSlug } from '#/contract/areas.ts'
import type { Endpoint } from '#/contract/endpoint.ts'
import type { KeyScope } from '#/contract/key-scopes.ts'
import { organization } from '#/contract/organization.ts'
import { dayInZone } from '#/rules/day.ts'
import type { Config } from './config.ts'
import { withoutTurn, type Db } from './db.ts'
import { refuse } from './refuse.ts'
import { hasSecondFactor, isSessionToken, type FoundSession } from './session.ts'
import { hashOf, makeToken } from './token.ts'

/** The prefix of every key. Scanners of source code find a published key by it. */
const PREFIX = 'key_'

/** Time between two updates of last_used_at. */
const USED_EVERY_MS = 60_000

/** Makes a new key. Only its hash is stored. */
export function makeApiKey(): { key: string; key_hash: Buffer } {
  const key = PREFIX + makeToken()
  return { key, key_hash: hashOf(key) }
}

/** Whether a request has an API key. The token of a session may begin like one, but is shorter. */
export function hasApiKey({ authorization = '' }: IncomingHttpHeaders): boolean {
  return authorization.startsWith(`Bearer ${PREFIX}`) && !isSessionToken(authorization)
}

/**
 * The scope that a key needs for a call. Null if no key may make it. The only place that decides this: keys may read public
 * data and the desk, and make the changes whose contract names a scope. They may never make a call that asks for the password.
 */
export function scopeOf({ method, access, reads, reauthenticate, enrolls, key_scope }: Endpoint): KeyScope | null {
  if (key_scope !== undefined) return key_scope
  if (reauthenticate || enrolls || (method !== 'GET' && !reads)) return null
  if (access === 'public') return method === 'GET' ? 'read:public' : null
  return access === 'player' ? null : 'read:desk'
}

/** The caller that an API key identifies: the organizer who made the key, without recent authentication. */
type KeyCaller = FoundSession & { api_key: { id: number; name: string } }

type KeyRow = Omit<KeyCaller, 'api_key'> & {
  key_id: number
  name: string
  scopes: KeyScope[]
  last_used_at: Date | null
}

/**
 * The caller of a request with a key, if the key is valid for this call. Refuses bad_api_key for a key that is unknown, has
 * expired or belongs to a former organizer, and out_of_scope. `area`: the area whose version is read too.
 */
export async function findKeyCaller(
  { db, config }: { db: Db; config: Pick<Config, 'production'> },
  endpoint: Endpoint,
  { headers, area, now }: { headers: IncomingHttpHeaders; area: AreaSlug | null; now: Date },
): Promise<KeyCaller> {
  const key = headers.authorization?.slice('Bearer '.length) ?? ''
  const asked_area = area ?? firstArea()
  const { rows } = await sql<KeyRow>`
    select k.id as key_id, k.name, k.scopes, k.last_used_at, k.key_hash as token_hash, p.id, p.role, p.email_verified_at is not null as email_proved, p.area,
      false as second_factor_due, missing as second_factor_missing, null as reauthenticated_at, null as impersonated_by_id,
      -- Reads by a key never come from a replica, because changes by a key are not recorded for that.
      true as wrote_lately,
      case when missing then '{}' when p.role = 'owner' then array(select slug from areas order by position)
        else array(select mine.area from organizer_areas mine where mine.player_id = p.id order by mine.area) end as organizer_areas,
      ${asked_area}::text as asked_area, coalesce((select version::text from area_versions where area = ${asked_area}), '0') as area_version
    from api_keys k
    join players p on p.id = k.organizer_id and p.role <> 'player' and p.deleted_at is null and p.suspended_at is null
    cross join lateral (
      select ${config.production}::boolean and coalesce(p.second_factor_by <= ${now}::timestamptz, false) and not ${hasSecondFactor} as missing) factor
    where k.key_hash = ${hashOf(key)} and coalesce(k.expires_on >= ${dayInZone(now, organization().time_zone)}::date, true)`.execute(
    db,
  )
  const [row] = rows
  if (!row) refuse('bad_api_key')
  const { key_id, name, scopes, last_used_at, ...caller } = row
  const scope = scopeOf(endpoint)
  if (scope === null || !scopes.includes(scope)) refuse('out_of_scope')
  if (last_used_at === null || now.getTime() - last_used_at.getTime() > USED_EVERY_MS)
    await sql`
      update api_keys set last_used_at = ${now} where ctid = (
        select ctid from api_keys where id = ${key_id} for update skip locked)`.execute(withoutTurn(db))
  return { ...caller, api_key: { id: key_id, name } }
}
