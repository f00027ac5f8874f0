import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import type { Db } from '#/server/db.ts'
import type { AuditRow } from './contract.ts'

export type AuditFilter = PageQuery & {
  /** Entries of these areas. */
  areas: readonly AreaSlug[]
  /** Entries without an area: all, none, or this organizer's own and those that are not about people. */
  beyond: 'all' | 'none' | { organizer_id: number }
  kind?: string | undefined
  subject?: string | undefined
  /** Only entries about these subjects. */
  subjects?: readonly string[]
  organizer?: number | undefined
}

/** A page of the audit log, newest first. */
export async function listAuditEntries(
  db: Db,
  filter: AuditFilter,
): Promise<{ audit_entries: AuditRow[]; total: number; skip: number }> {
  const skip = skipOf(filter)
  const conditions = sql.join(
    [
      sql`(a.area = any(${filter.areas}::text[]) ${beyondSql(filter.beyond)})`,
      filter.kind === undefined ? null : sql`a.kind = ${filter.kind}`,
      filter.subject === undefined ? null : sql`a.subject = ${filter.subject}`,
      filter.subjects === undefined ? null : sql`a.subject = any(${filter.subjects}::text[])`,
      filter.organizer === undefined ? null : sql`a.organizer_id = ${filter.organizer}`,
    ].filter((each) => each !== null),
    sql` and `,
  )
  const { rows } = await sql<Omit<AuditRow, 'at'> & { at: Date }>`
    select a.id, a.at, p.name as organizer, a.api_key, a.area, a.kind, a.subject, a.summary, a.reason, a.before, a.after
    from audit_log a join players p on p.id = a.organizer_id
    where ${conditions}
    order by a.id desc
    limit ${filter.per_page} offset ${skip}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total from audit_log a where ${conditions}`.execute(
    db,
  )
  const audit_entries = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
  return { audit_entries, total: counted.rows[0]?.total ?? 0, skip }
}

function beyondSql(beyond: AuditFilter['beyond']): RawBuilder<unknown> {
  if (beyond === 'none') return sql``
  if (beyond === 'all') return sql`or a.area is null`
  // Entries about players, imports and exports contain names and emails from every area.
  return sql`or a.area is null and (a.organizer_id = ${beyond.organizer_id} or a.subject ~ '^(season|division|area)')`
}

/** Whether audit entry `a` is of the areas, or beyond them. */
export function isInAuditScope({ areas, beyond }: Pick<AuditFilter, 'areas' | 'beyond'>): RawBuilder<SqlBool> {
  return sql`(a.area = any(${areas}::text[]) ${beyondSql(beyond)})`
}
