import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db, Tx } from '#/server/db.ts'

/** The names of an entry: 'First Last', in doubles 'First Last & First Last'. */
export function namesOf(entry_id: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(select string_agg(p.name, ' & ' order by ep.position)
    from entry_players ep join players p on p.id = ep.player_id where ep.entry_id = ${entry_id})`
}

/** Whether the player is in entry one or two of the match `m`. */
export function isPlayedBy(player_id: number): RawBuilder<SqlBool> {
  return sql`exists (select from entry_players ep where ep.entry_id in (m.entry_one_id, m.entry_two_id) and ep.player_id = ${player_id})`
}

/** The players of these entries. */
export function listEntryPlayers(
  db: Db | Tx,
  entry_ids: readonly number[],
): Promise<{ entry_id: number; player_id: number }[]> {
  return db
    .selectFrom('entry_players')
    .select(['entry_id', 'player_id'])
    .where('entry_id', 'in', entry_ids)
    .orderBy('entry_id')
    .orderBy('position')
    .execute()
}

/** Of the match `m` with its score `s`; entry one goes first in a tie. */
export const winnerAndOpponent = sql`
  ${namesOf(sql`coalesce(s.winner_entry_id, m.entry_one_id)`)} as winner,
  ${namesOf(sql`case when s.winner_entry_id = m.entry_two_id then m.entry_one_id else m.entry_two_id end`)} as opponent`
