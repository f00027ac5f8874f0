import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Whether every part of the search is in the name of the player `p` (for organizers: in name or email). A part of less than
 * three characters is looked for at the beginning of a word only: the indexes players_name and players_search, whose
 * expressions these are, find nothing shorter. % and _ stand for themselves.
 */
export function isNamed(search: string, within: 'name' | 'name_and_email' = 'name'): RawBuilder<SqlBool> {
  const parts = search.split(/\s+/).filter((part) => part !== '')
  // The indexes know letters and digits only; no name has a part without any.
  if (parts.some((part) => !/[\p{L}\p{N}]/u.test(part))) return sql`false`
  const text = within === 'name' ? sql`p.name` : sql`(p.name || ' ' || p.email)`
  const conditions = parts.map((part) => {
    const escaped = part.replaceAll(/[\\%_]/g, '\\$&')
    return part.length < 3
      ? sql<SqlBool>`(${text} ilike ${`${escaped}%`} or ${text} ilike ${`% ${escaped}%`})`
      : sql<SqlBool>`${text} ilike ${`%${escaped}%`}`
  })
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
