import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import type { Db } from './db.ts'
import type { SignedIn } from './session.ts'

/**
 * Whether the account of the player `p` is a draft: an organizer's entry or import opened it, and nobody has proved yet
 * to own its email.
 */
export const isDraft = sql<SqlBool>`(p.opened_by_id is not null and p.email_verified_at is null)`

/**
 * Whether the player `p` is in the caller's scope (docs/product.md, "Roles and permissions"): lives in their areas, or has an entry
 * there that counts and that the player bought or accepted, once the account was theirs. A draft without an area belongs to the organizer who opened
 * it and to the areas in which it is entered. An owner has everybody.
 */
export function isInScope({
  id,
  role,
  organizer_areas,
}: Pick<SignedIn, 'id' | 'role' | 'organizer_areas'>): RawBuilder<SqlBool> {
  if (role === 'owner') return sql`true`
  const areas = sql`any (${organizer_areas}::text[])`
  return sql`(
    p.area = ${areas}
    or (p.area is null and p.opened_by_id = ${id} and ${isDraft})
    or exists (
      select from entry_players ep
      join leagues l on l.id = ep.league_id
      join entries e on e.id = ep.entry_id
      join purchases line on line.id = e.purchase_id
      join orders o on o.id = line.order_id
      where ep.player_id = p.id and not ep.former and l.area = ${areas} and line.counts
        and (ep.agreed_at > coalesce(p.claims_ended_at, '-infinity')
          or (o.entered_by_id is null and line.player_id = p.id and o.created_at > coalesce(p.claims_ended_at, '-infinity'))
          or (p.area is null and ${isDraft}))))`
}

/** Whether an organizer has the player in scope now. */
export async function hasInScope(db: Db, organizer_id: number, player_id: number): Promise<boolean> {
  const organizers = await sql<{ id: number; role: SignedIn['role']; organizer_areas: AreaSlug[] }>`
    select id, role, array(select area from organizer_areas mine where mine.player_id = players.id) as organizer_areas
    from players where id = ${organizer_id}`.execute(db)
  const [organizer] = organizers.rows
  if (!organizer) return false
  const { rows } = await sql`select from players p where p.id = ${player_id} and ${isInScope(organizer)}`.execute(db)
  return rows.length > 0
}
