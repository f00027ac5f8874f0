import { sql, type RawBuilder } from 'kysely'

/**
 * A value that PostgreSQL does not know when it plans the statement, so it keeps one plan instead of making one at each call.
 * The cast around it is for `any` and `all`, which would read a list as a subquery.
 */
export function unplanned(type: 'text' | 'text[]', value: string | readonly string[]): RawBuilder<unknown> {
  return sql`(select ${value}::${sql.raw(type)})::${sql.raw(type)}`
}
