import { sql, type RawBuilder } from 'kysely'
import { NO_EMAIL_DOMAIN } from '#/contract/no-email.ts'

/** The email of a player, by the name of its table in the query. Null for a player without one. */
export function shownEmail(player: string): RawBuilder<string | null> {
  const email = sql.ref(`${player}.email`)
  return sql`case when ${email} not like ${sql.lit(`%${NO_EMAIL_DOMAIN}`)} then ${email} end`
}
