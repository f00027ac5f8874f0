import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { inNameOrder } from '#/server/scope.ts'
import type { Db, Tx } from '#/server/db.ts'
import { hasSecondFactor, type SignedIn } from '#/server/session.ts'
import type { Person } from './contract.ts'

/** Everybody who runs leagues, owners first. */
export async function listOrganizers(db: Db, me: number): Promise<Person[]> {
  const { rows } = await sql<Omit<Person, 'last_seen_at'> & { last_seen_at: Date | null }>`
    select p.id, p.name, p.email, p.role, p.id = ${me} as is_me,
      case p.role when 'owner' then array(select slug from areas order by position)
        else array(select mine.area from organizer_areas mine join areas a on a.slug = mine.area where mine.player_id = p.id order by a.position) end as areas,
      ${hasSecondFactor} as second_factor,
      (select max(s.last_seen_at) from sessions s where s.player_id = p.id and s.impersonated_by_id is null) as last_seen_at
    from players p
    where p.role <> 'player' and p.deleted_at is null
    order by p.role = 'owner' desc, ${inNameOrder}
    limit 200`.execute(db)
  return rows.map((row) => ({ ...row, last_seen_at: row.last_seen_at?.toISOString() ?? null }))
}

/** The permissions of an open account. Undefined if there is none. */
export async function findPermissions(
  db: Db | Tx,
  id: number,
): Promise<{ name: string; role: SignedIn['role']; areas: AreaSlug[] } | undefined> {
  const { rows } = await sql<{ name: string; role: SignedIn['role']; areas: AreaSlug[] }>`
    select p.name, p.role,
      array(select area from organizer_areas mine where mine.player_id = p.id order by area) as areas
    from players p where p.id = ${id} and p.deleted_at is null`.execute(db)
  return rows[0]
}
