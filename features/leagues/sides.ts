import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db, Tx } from '#/server/db.ts'

/** The names of an entry: 'First Last', in doubles 'First Last & First Last'. */
export function namesOf(entry_id: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(select string_agg(p.name, ' & ' order by ep.position)
    from entry_players ep join players p on p.id = ep.player_id where ep.entry_id = ${entry_id})`
}

/** The public name of player `p`: 'Ada M.', or the full name if they allow it (docs/decisions/092). */
export const publicName = sql<string>`case when p.shows_name or (p.deleted_at is not null and p.merged_into_id is null) then p.name
  else short_name(p.first_name, p.last_name) end`

/** The public names of an entry: 'Ada M.', in doubles 'Ada M. & Bea L.'. */
export function publicNamesOf(entry_id: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(select string_agg(${publicName}, ' & ' order by ep.position)
    from entry_players ep join players p on p.id = ep.player_id where ep.entry_id = ${entry_id})`
}

/** Whether the player is in entry one or two of match `m`. */
export function isPlayedBy(player_id: number): RawBuilder<SqlBool> {
  return sql`exists (select from entry_players ep where ep.entry_id in (m.entry_one_id, m.entry_two_id) and ep.player_id = ${player_id})`
}

/** Whether somebody on that side of match `m` can still play: entered, and neither suspended nor deleted. */
function isSidePresent(entry: 'entry_one_id' | 'entry_two_id'): RawBuilder<SqlBool> {
  return sql`exists (
    select from entries e
    join purchases pu on pu.id = e.purchase_id and pu.counts
    join entry_players ep on ep.entry_id = e.id and not ep.former
    join players p on p.id = ep.player_id and p.suspended_at is null and p.deleted_at is null
    where e.id = m.${sql.ref(entry)})`
}

/** Whether match `m` can be arranged: it has no score, is not canceled, and both sides can play. */
export const isArrangeable = sql<SqlBool>`(m.score_id is null and m.canceled_at is null
  and ${isSidePresent('entry_one_id')} and ${isSidePresent('entry_two_id')})`

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

const winnerEntry = sql`coalesce(s.winner_entry_id, m.entry_one_id)`
const opponentEntry = sql`case when s.winner_entry_id = m.entry_two_id then m.entry_one_id else m.entry_two_id end`

/** The `names` of both sides of match `m` with score `s`. Entry one comes first in a tie. */
export function winnerAndOpponent(names = namesOf): RawBuilder<{ winner: string; opponent: string }> {
  return sql`${names(winnerEntry)} as winner, ${names(opponentEntry)} as opponent`
}

type SidePlayers = { id: number; name: string }[]

/** The players of both sides of match `m` with score `s`. */
export const playersOfBoth = sql<{ winner_players: SidePlayers; opponent_players: SidePlayers }>`
  ${playersOf(winnerEntry)} as winner_players, ${playersOf(opponentEntry)} as opponent_players`

function playersOf(entry_id: RawBuilder<unknown>): RawBuilder<SidePlayers> {
  return sql`(select json_agg(json_build_object('id', p.id, 'name', p.name) order by ep.position)
    from entry_players ep join players p on p.id = ep.player_id where ep.entry_id = ${entry_id})`
}
