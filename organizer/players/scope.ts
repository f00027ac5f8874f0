import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SignedIn } from '#/server/session.ts'

/**
 * Whether the player `p` belongs to the caller's areas: lives there, or has been entered in a league there. An owner
 * also has those who live nowhere yet.
 */
export function isInScope({ role, organizer_areas }: Pick<SignedIn, 'role' | 'organizer_areas'>): RawBuilder<SqlBool> {
  if (role === 'owner') return sql`true`
  return sql`(p.area = any(${organizer_areas}::text[]) or exists (
    select from entry_players ep join leagues l on l.id = ep.league_id
    where ep.player_id = p.id and l.area = any(${organizer_areas}::text[])))`
}
