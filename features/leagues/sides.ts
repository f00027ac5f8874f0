import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Replacement } from '#/contract/format.ts'
import type { Side } from '#/rules/arranging.ts'
import type { Db, Tx } from '#/server/db.ts'

/** The names of who holds a place, each player `p` by `name`: in doubles 'First Last & First Last'. For a match: `playersOf`. */
export function namesOf(entry_id: RawBuilder<unknown>, name: RawBuilder<string> = fullName): RawBuilder<string> {
  return sql`(select string_agg(${name}, ' & ' order by ep.position)
    from entry_players ep join players p on p.id = ep.player_id where ep.entry_id = ${entry_id})`
}

/** The full name of player `p`. */
export const fullName = sql<string>`p.name`

/** The public name of player `p`: 'Ada M.', or the full name if they allow it (docs/decisions/092). */
export const publicName = sql<string>`case when p.shows_name or (p.deleted_at is not null and p.merged_into_id is null) then p.name
  else short_name(p.first_name, p.last_name) end`

/** How a caller sees player `p`: by the whole name with a session of an account whose email is proved (docs/decisions/115). */
export function nameFor(caller: { email_proved: boolean } | null | undefined): RawBuilder<string> {
  return caller?.email_proved ? fullName : publicName
}

/** The players whom an organizer gave their place in an entry, each player `p` by `name`. Null if there are none. */
export function replacementsOf(
  entry_id: RawBuilder<unknown>,
  name: RawBuilder<string> = fullName,
): RawBuilder<Replacement[] | null> {
  return sql`(
    select json_agg(json_build_object('name', ${name}, 'replaces', (select ${name} from players p where p.id = ep.replaces_id),
      'since', to_char(ep.taken_over_at at time zone (
        select a.time_zone from leagues l join areas a on a.slug = l.area where l.id = ep.league_id), 'YYYY/MM/DD')) order by ep.position)
    from entry_players ep join players p on p.id = ep.player_id
    where ep.entry_id = ${entry_id} and ep.replaces_id is not null)`
}

/**
 * The names of the players on a side of match `m`, each player `p` by `name`. Once it has a score they stay, even if somebody
 * else holds the place later (docs/decisions/106).
 */
export function playersOf(side: Side | RawBuilder<Side>, name: RawBuilder<string> = fullName): RawBuilder<string> {
  return sql`(select string_agg(${name}, ' & ' order by mp.position)
    from match_players mp join players p on p.id = mp.player_id where mp.match_id = m.id and mp.side = ${sideSql(side)})`
}

function sideSql(side: Side | RawBuilder<Side>): RawBuilder<unknown> {
  return typeof side === 'number' ? sql.lit(side) : side
}

/** Whether the player plays or played match `m`. */
export function isPlayedBy(player_id: number): RawBuilder<SqlBool> {
  return sql`exists (select from match_players mp where mp.match_id = m.id and mp.player_id = ${player_id})`
}

/** The side of match `m` on which the player plays or played. Null if they do not. */
export function sideOf(player_id: number): RawBuilder<Side | null> {
  return sql`(select min(mp.side) from match_players mp where mp.match_id = m.id and mp.player_id = ${player_id})`
}

/** The entry of match `m` for which the player plays or played. Null if they do not. */
export function entryPlayedBy(player_id: number): RawBuilder<number | null> {
  return sql`(select case min(mp.side) when 1 then m.entry_one_id when 2 then m.entry_two_id end
    from match_players mp where mp.match_id = m.id and mp.player_id = ${player_id})`
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

/** Who holds these places. */
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

/** Who plays or played a match, with the entry of each. */
export async function listMatchPlayers(
  db: Db | Tx,
  match_id: number,
): Promise<{ entry_id: number; side: Side; player_id: number }[]> {
  const { rows } = await sql<{ entry_id: number; side: Side; player_id: number }>`
    select case mp.side when 1 then m.entry_one_id else m.entry_two_id end as entry_id, mp.side, mp.player_id
    from match_players mp join matches m on m.id = mp.match_id
    where mp.match_id = ${match_id}
    order by mp.side, mp.position`.execute(db)
  return rows
}

/** The names, by `name`, of both sides of match `m` with score `s`. Side one comes first in a tie. */
export function winnerAndOpponent(name = fullName): RawBuilder<{ winner: string; opponent: string }> {
  return sql`${playersOf(winningSide, name)} as winner, ${playersOf(sql`3 - ${winningSide}`, name)} as opponent`
}

/** The side that won match `m` with score `s`, side one in a tie. */
export const winningSide = sql<Side>`case s.winner_entry_id when m.entry_two_id then 2 else 1 end`

type SidePlayers = { id: number; name: string }[]

/** The players of both sides of match `m` with score `s`. */
export function playersOfBoth(
  name = fullName,
): RawBuilder<{ winner_players: SidePlayers; opponent_players: SidePlayers }> {
  return sql`
    ${peopleOf(winningSide, name)} as winner_players, ${peopleOf(sql`3 - ${winningSide}`, name)} as opponent_players`
}

function peopleOf(side: RawBuilder<unknown>, name: RawBuilder<string>): RawBuilder<SidePlayers> {
  return sql`(select json_agg(json_build_object('id', p.id, 'name', ${name}) order by mp.position)
    from match_players mp join players p on p.id = mp.player_id where mp.match_id = m.id and mp.side = ${side})`
}
