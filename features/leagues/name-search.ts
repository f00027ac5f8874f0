import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { cleanName } from '#/rules/name-characters.ts'
import { foldName } from '#/rules/name-fold.ts'
import { shownEmail } from '#/server/shown-email.ts'
import { unplanned } from '#/server/unplanned.ts'
import { publicName } from './sides.ts'

/**
 * Whether every part of the search is in the folded name of player `p` (for organizers: name or email, or the digits are
 * in the phone). Parts of fewer than three characters match only the beginning of a word: the indexes
 * players_folded_name and players_area_folded_search, whose expressions these are, cannot find shorter ones. % and _ are
 * literal. `keepsPlan`: reuses one plan if it is the best for any search, as within an area.
 */
export function isNamed(
  search: string,
  within: 'name' | 'name_and_email' = 'name',
  { keepsPlan = false } = {},
): RawBuilder<SqlBool> {
  const parts = partsOf(search)
  // The indexes contain only letters and digits; every part of a name has some.
  if (parts.some((part) => !/[\p{L}\p{N}]/u.test(part))) return sql`false`
  const text = within === 'name' ? sql`fold_name(p.name)` : sql`fold_name(p.name || ' ' || p.email)`
  const isFound = allOf(parts.map((part) => isPartOf(text, part, keepsPlan)))
  const digits = within === 'name' ? null : phoneDigitsOf(search)
  return digits === null ? isFound : sql`(${isFound} or phone_digits(p.phone) ${likeOf(`%${digits}%`, keepsPlan)})`
}

/** Whether the names of two players look the same, also with letters of other scripts (the function look_of, migration 107). */
export function looksLike(one: string, other: string): RawBuilder<SqlBool> {
  const look = (player: string) => sql`look_of(fold_name(${sql.ref(`${player}.name`)}))`
  return sql`(${look(one)} = ${look(other)} and ${sql.ref(`${one}.id`)} <> ${sql.ref(`${other}.id`)})`
}

/** The email of a player, if the name of another one looks the same. Otherwise null. */
export function distinguishingEmail(player: string): RawBuilder<string | null> {
  return sql`case when exists (
    select from players alike where alike.deleted_at is null and ${looksLike('alike', player)}) then ${shownEmail(player)} end`
}

/** Whether every part of the search is in a text, which the condition folds. */
export function containsAll(text: RawBuilder<unknown>, search: string): RawBuilder<SqlBool> {
  return allOf(partsOf(search).map((part) => sql`fold_name(${text}) like ${`%${escapedOf(part)}%`}`))
}

/** The digits of a phone number, of which the search may be a part. A zero before an area code is not stored. */
function phoneDigitsOf(search: string): string | null {
  if (!/^[+()\d\s.-]+$/.test(search)) return null
  const digits = search.replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length < 3 ? null : digits
}

function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/**
 * Like `isNamed`, without a session: every part is in the public name, so a search confirms nothing that is not shown.
 */
export function isNamedInPublic(search: string): RawBuilder<SqlBool> {
  // 'Ada M.' is found under the public name. The index has the full name.
  const parts = partsOf(search).map((part) => part.replace(/(?<=.)\.$/u, ''))
  const shown = parts.map((part) => isPartOf(sql`fold_name(${publicName})`, part))
  return sql.join([isNamed(parts.join(' ')), ...shown], sql` and `)
}

function isPartOf(text: RawBuilder<unknown>, part: string, keepsPlan = false): RawBuilder<SqlBool> {
  const like = (pattern: string) => likeOf(pattern, keepsPlan)
  const escaped = escapedOf(part)
  if (part.length < 3) return sql`((${text}) ${like(`${escaped}%`)} or (${text}) ${like(`% ${escaped}%`)})`
  const word = longestWordOf(part.slice(0, Math.max(0, part.lastIndexOf('@'))))
  if (word === undefined) return sql`(${text}) ${like(`%${escaped}%`)}`
  // Many emails share the host and short words, so the index is asked only for the longest word. The `|| ''` keeps the
  // rest of the comparison off the index.
  return sql`(${text}) ${like(`%${word}%`)} and (${text} || '') ${like(`%${escaped}%`)}`
}

function likeOf(pattern: string, keepsPlan: boolean): RawBuilder<unknown> {
  return sql`like ${keepsPlan ? unplanned('text', pattern) : pattern}`
}

/** The longest word of at least three characters, if any. */
function longestWordOf(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return words.toSorted((a, b) => b.length - a.length)[0]
}

function partsOf(search: string): string[] {
  return foldName(cleanName(search))
    .split(/\s+/)
    .filter((part) => part !== '')
}

function escapedOf(part: string): string {
  return part.replaceAll(/[\\%_]/g, '\\$&')
}
