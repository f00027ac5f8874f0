import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { levelFit, type LevelFit } from '#/rules/rating/level-fit.ts'
import type { Db } from '#/server/db.ts'
import type { PoolKey } from './pool.ts'
import { listRatings, SETTLED_MATCHES } from './queries.ts'

/** The years in which somebody played a division, to be compared with its players. */
const YEARS = 2

/** The most players of a division with whom a rating is compared. */
const MOST_COMPARED = 1000

/**
 * How a player's rating compares with those of the division's players in the area, of the last two years. Null without a
 * settled rating, or with too few of them. Undefined if there is no such division.
 */
export async function findDivisionFit(
  db: Db,
  player_id: number,
  division_id: number,
  area: AreaSlug | null,
  today: string,
): Promise<(LevelFit & { value: number }) | null | undefined> {
  const division = await db
    .selectFrom('divisions')
    .select(['sport', 'kind'])
    .where('id', '=', division_id)
    .executeTakeFirst()
  if (!division) return undefined
  const [mine] = await listRatings(db, [player_id], division, today)
  if (!mine || mine.provisional) return null
  const fit = levelFit(mine, await listDivisionRatings(db, division, { player_id, division_id, area, today }))
  return fit && { ...fit, value: mine.value }
}

async function listDivisionRatings(
  db: Db,
  { sport, kind }: PoolKey,
  {
    player_id,
    division_id,
    area,
    today,
  }: { player_id: number; division_id: number; area: AreaSlug | null; today: string },
): Promise<number[]> {
  const { rows } = await sql<{ value: number }>`
    select r.value from ratings r
    where r.sport = ${sport} and r.kind = ${kind} and r.matches >= ${SETTLED_MATCHES} and r.player_id <> ${player_id}
      and r.player_id in (
        select ep.player_id from leagues l
        join seasons se on se.id = l.season_id and se.starting_date > ${today}::date - make_interval(years => ${YEARS})
        join entries e on e.league_id = l.id
        join purchases p on p.id = e.purchase_id and p.counts
        join entry_players ep on ep.entry_id = e.id and not ep.former
        where l.division_id = ${division_id} and l.area = ${area})
    limit ${MOST_COMPARED}`.execute(db)
  return rows.map(({ value }) => value)
}
