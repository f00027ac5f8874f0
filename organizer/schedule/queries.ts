import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { namesOf } from '#/features/leagues/sides.ts'
import type { Db, Tx } from '#/server/db.ts'
import { leagueTables } from '#/features/leagues/league-filter.ts'

/** A league that can be drawn, with the days of its season, 'yyyy-mm-dd'. */
export type OrganizerLeague = {
  league_id: number
  area: AreaSlug
  division: string
  division_name: string
  season: string
  season_slug: string
  year: number
  starting_date: string
  ending_date: string
}

const columns = sql`l.id as league_id, l.area, d.slug as division, d.name as division_name,
  se.name as season, se.slug as season_slug, se.year, se.starting_date, se.ending_date`

/** A league of these areas. Undefined elsewhere. */
export async function findLeague(
  db: Db | Tx,
  league_id: number,
  areas: readonly AreaSlug[],
): Promise<OrganizerLeague | undefined> {
  const { rows } = await sql<OrganizerLeague>`
    select ${columns} from ${leagueTables} where l.id = ${league_id} and l.area = any(${areas}::text[])`.execute(db)
  return rows[0]
}

/** The leagues of a season with entries, by area and division. */
export async function listEnteredLeagues(
  db: Db,
  { season, year, areas }: { season: string; year: number; areas: readonly AreaSlug[] },
): Promise<OrganizerLeague[]> {
  const { rows } = await sql<OrganizerLeague>`
    select ${columns}
    from ${leagueTables}
    where se.slug = ${season} and se.year = ${year} and l.area = any(${areas}::text[])
      and exists (select from entries e where e.league_id = l.id)
    order by a.position, d.position`.execute(db)
  return rows
}

/** A season by slug and year. */
export async function findSeason(db: Db, slug: string, year: number) {
  return db
    .selectFrom('seasons')
    .select(['name as season', 'slug as season_slug', 'year', 'starting_date', 'ending_date'])
    .where('slug', '=', slug)
    .where('year', '=', year)
    .executeTakeFirst()
}

/** The names of a league's entries, by id. */
export async function listEntryNames(db: Db, league_id: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select e.id, ${namesOf(sql`e.id`)} as name from entries e where e.league_id = ${league_id}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Moves an entry above another one before the first draw. False if they are not two entries of this league that count. */
export async function insertDrawMove(
  tx: Tx,
  { league_id, entry_id, above_id }: { league_id: number; entry_id: number; above_id: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into draw_moves (league_id, entry_id, above_id)
    select one.league_id, one.id, other.id
    from entries one
    join purchases p on p.id = one.purchase_id and p.counts
    join entries other on other.league_id = one.league_id and other.id = ${above_id} and other.id <> one.id
    join purchases op on op.id = other.purchase_id and op.counts
    where one.id = ${entry_id} and one.league_id = ${league_id}
    returning id`.execute(tx)
  return rows.length > 0
}

/** Locks the open matches of a league until the transaction ends, so that none gets a date. */
export async function lockOpenCards(tx: Tx, league_id: number): Promise<void> {
  await sql`select from matches where league_id = ${league_id} and score_id is null order by id for update`.execute(tx)
}
