import { sql, type RawBuilder } from 'kysely'

/**
 * A value that is not known when the statement is planned: PostgreSQL keeps one plan, instead of making one at each call. The
 * cast around it is for `any` and `all`, which would take a list for a subquery.
 */
export function unplanned(type: 'text' | 'text[]', value: string | readonly string[]): RawBuilder<unknown> {
  return sql`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`
}
