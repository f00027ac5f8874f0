import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Every part of the search is somewhere in the name of the player `p` (on the desk: in name and e-mail), one of less than
 * three characters at the beginning of a word: that is as little as the indexes players_name and players_search can find.
 * % and _ stand for themselves.
 */
export function named(search: string, within: 'name' | 'name_and_email' = 'name'): RawBuilder<SqlBool> {
  const parts = search.split(/\s+/).filter((part) => part !== '')
  // The indexes know letters and digits only; no name has a part without any.
  if (parts.some((part) => !/[\p{L}\p{N}]/u.test(part))) return sql`false`
  const name = within === 'name' ? sql`p.name` : sql`(p.name || ' ' || p.email)`
  const fits = parts.map((part) => {
    const escaped = part.replaceAll(/[\\%_]/g, '\\$&')
    return part.length < 3
      ? sql<SqlBool>`(${name} ilike ${`${escaped}%`} or ${name} ilike ${`% ${escaped}%`})`
      : sql<SqlBool>`${name} ilike ${`%${escaped}%`}`
  })
  return fits.length === 0 ? sql`true` : sql.join(fits, sql` and `)
}
