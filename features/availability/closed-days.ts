import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { formatDay } from '#/contract/format.ts'
import { wireDay } from '#/contract/wire-day.ts'
import type { Db, Tx } from '#/server/db.ts'

/** Days without play, first and last, and what they are for. */
export type ClosedDay = { name: string; from: string; to: string }

/** The days without play of an area as JSON, by day. */
export function closedSql(area: RawBuilder<unknown>): RawBuilder<ClosedDay[]> {
  return sql<ClosedDay[]>`(
    select coalesce(json_agg(json_build_object('name', cd.name, 'from', cd.from_day, 'to', cd.to_day) order by cd.from_day, cd.id), '[]')
    from closed_days cd where cd.area is null or cd.area = ${area})`
}

export async function listClosedDays(db: Db | Tx, area: AreaSlug): Promise<ClosedDay[]> {
  const { rows } = await sql<{ closed: ClosedDay[] }>`select ${closedSql(sql`${area}`)} as closed`.execute(db)
  return rows[0]?.closed ?? []
}

/** Whether an area plays on that day. */
export function isOpenDay(area: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`not exists (
    select from closed_days cd where (cd.area is null or cd.area = ${area}) and ${day} between cd.from_day and cd.to_day)`
}

/** A warning if the area does not play on that day. Friends may still play then. */
export function closedWarning(closed: readonly ClosedDay[], day: string): string[] {
  const found = closed.find(({ from, to }) => from <= day && day <= to)
  return found
    ? [`${formatDay(wireDay(day))} is a day without play (${found.name}): the organizers expect nobody to play then.`]
    : []
}
