import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { foldName } from '#/rules/name-fold.ts'
import { unplanned } from '#/server/unplanned.ts'
import { publicName } from './sides.ts'

/**
 * Whether every part of the search is in the folded name of the player `p` (for organizers: in name or email). A part of less
 * than three characters matches the start of a word only: the indexes players_folded_name and players_area_folded_search,
 * which have these expressions, find nothing shorter. % and _ have no special meaning. Use `keepsPlan` where the best plan is
 * always the same, as within an area: PostgreSQL then plans once.
 */
export function isNamed(
  search: string,
  within: 'name' | 'name_and_email' = 'name',
  { keepsPlan = false } = {},
): RawBuilder<SqlBool> {
  const parts = partsOf(search)
  // The indexes know letters and digits only; no name has a part without any.
  if (parts.some((part) => !/[\p{L}\p{N}]/u.test(part))) return sql`false`
  const text = within === 'name' ? sql`fold_name(p.name)` : sql`fold_name(p.name || ' ' || p.email)`
  const conditions = parts.map((part) => isPartOf(text, part, keepsPlan))
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/**
 * The same for somebody without a session: every part is in what is shown of the name in public, or is a whole word of the
 * name. So a last name cannot be found out letter by letter.
 */
export function isNamedInPublic(search: string): RawBuilder<SqlBool> {
  // 'Ada M.' is found as it is shown. The index knows the whole name.
  const parts = partsOf(search).map((part) => part.replace(/(?<=.)\.$/u, ''))
  const shown = parts.map(
    (part) =>
      sql`(${isPartOf(sql`fold_name(${publicName})`, part)} or (' ' || fold_name(p.name) || ' ') like ${`% ${escapedOf(part)} %`})`,
  )
  return sql.join([isNamed(parts.join(' ')), ...shown], sql` and `)
}

function isPartOf(text: RawBuilder<unknown>, part: string, keepsPlan = false): RawBuilder<SqlBool> {
  const like = (pattern: string) => sql`like ${keepsPlan ? unplanned('text', pattern) : pattern}`
  const escaped = escapedOf(part)
  if (part.length < 3) return sql`((${text}) ${like(`${escaped}%`)} or (${text}) ${like(`% ${escaped}%`)})`
  const word = longestWordOf(part.slice(0, Math.max(0, part.lastIndexOf('@'))))
  if (word === undefined) return sql`(${text}) ${like(`%${escaped}%`)}`
  // Many have the host of an email and the short words before it: the index is asked for the longest word alone. It does not
  // know the text with '' behind it, so the whole is compared only with what has the word.
  return sql`(${text}) ${like(`%${word}%`)} and (${text} || '') ${like(`%${escaped}%`)}`
}

/** The longest word of at least three characters; undefined where there is none. */
function longestWordOf(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return words.toSorted((a, b) => b.length - a.length)[0]
}

function partsOf(search: string): string[] {
  return foldName(search)
    .split(/\s+/)
    .filter((part) => part !== '')
}

function escapedOf(part: string): string {
  return part.replaceAll(/[\\%_]/g, '\\$&')
}
