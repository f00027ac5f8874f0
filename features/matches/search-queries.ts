import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { SeasonSlug } from '#/rules/season.ts'
import type { Db } from '#/server/db.ts'
import { isNamed, isNamedInPublic } from '#/features/leagues/name-search.ts'
import { publicName } from '#/features/leagues/sides.ts'

/** The players of this player's leagues, themselves included, by name. */
export async function listLeaguePlayers(
  db: Db,
  player_id: number,
  search: string,
  season: SeasonSlug | undefined,
  limit: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name
    from players p
    where p.deleted_at is null and ${isNamed(search)} and p.id in (
      select other.player_id
      from entry_players me
      join leagues l on l.id = me.league_id
      join seasons se on se.id = l.season_id
      join entry_players other on other.league_id = l.id
      join entries e on e.id = other.entry_id
      join purchases paid on paid.id = e.purchase_id and paid.counts
      join entries my on my.id = me.entry_id
      join purchases mine on mine.id = my.purchase_id and mine.counts
      where me.player_id = ${player_id} and ${season === undefined ? sql`true` : sql`se.slug = ${season}`})
    order by name, p.id
    limit ${limit}`.execute(db)
  return rows
}

/** Whether `p` counts as a player. An organizer who has never entered a league does not. */
export const playsHere = sql<SqlBool>`(p.role = 'player' or exists (select from entry_players ep where ep.player_id = p.id)
  or exists (select from match_players mp where mp.player_id = p.id))`

/** The most players that a search sorts. If two letters match the beginning of more names, a third letter is needed. */
const maxSorted = 1000

/** A player found by a search, without private fields. */
type NamedPlayer = { id: number; name: string; area: string; singles_level: string }

/** Players by name, with public fields only. */
export function listPlayersNamed(db: Db, search: string, limit: number): Promise<NamedPlayer[]> {
  return listNamed(db, { name: sql`p.name`, isFound: isNamed(search) }, limit)
}

/** Like `listPlayersNamed`, for visitors without a session, with the names of public pages. */
export function listPlayersInPublic(db: Db, search: string, limit: number): Promise<NamedPlayer[]> {
  return listNamed(db, { name: publicName, isFound: isNamedInPublic(search) }, limit)
}

async function listNamed(
  db: Db,
  { name, isFound }: { name: RawBuilder<string>; isFound: RawBuilder<SqlBool> },
  limit: number,
): Promise<NamedPlayer[]> {
  const { rows } = await sql<NamedPlayer>`
    select * from (
      select p.id, ${name} as name, p.area, p.singles_level
      from players p
      where p.area is not null and p.deleted_at is null and ${playsHere} and ${isFound}
      limit ${maxSorted}) found
    order by name, id
    limit ${limit}`.execute(db)
  return rows
}
