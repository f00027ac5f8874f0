import { sql } from 'kysely'
import type { AreaSlug } from '#/contract/areas.ts'
import { leagueName, leagueTables } from '#/features/leagues/league-filter.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { toAmount } from '#/contract/money.ts'
import { holdsPlace } from '#/features/leagues/queries.ts'
import { standardFormat, type LeagueFormat } from '#/rules/formats/formats.ts'
import type { LeaguePrice } from '#/rules/league-price.ts'
import type { Db, Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { OrganizerLeague } from './contract.ts'

/** The leagues of a season: one for each area and division. */
export async function listLeagues(db: Db, season_id: number, areas: readonly AreaSlug[]): Promise<OrganizerLeague[]> {
  type Row = Omit<OrganizerLeague, 'price' | 'division_price' | 'early_price' | 'format'> &
    LeaguePrice & { division_cents: number; format: LeagueFormat | null }
  const { rows } = await sql<Row>`
    select l.id, l.area, l.division_id, d.name as division_name, d.kind, d.sport, d.retired_at is not null as retired, l.capacity, l.offered, l.results,
      l.price_cents, d.price_cents as division_cents, l.early_price_cents, l.early_until, l.format, ${isDrawn} as drawn,
      (select count(*) from purchases p where p.league_id = l.id and ${holdsPlace}) as taken,
      (select count(*) from wait_list w where w.league_id = l.id and w.ended_at is null) as waiting
    from leagues l
    join divisions d on d.id = l.division_id
    join areas a on a.slug = l.area
    where l.season_id = ${season_id} and l.area = any(${areas}::text[])
    order by a.position, d.position`.execute(db)
  return rows.map(({ price_cents, division_cents, early_price_cents, early_until, format, ...league }) => ({
    ...league,
    format: format ?? standardFormat,
    price: price_cents === null ? null : toAmount(price_cents),
    division_price: toAmount(division_cents),
    early_price: early_price_cents === null ? null : toAmount(early_price_cents),
    early_until: early_until && wireDay(early_until),
  }))
}

/** Whether the matches of the league `l` are drawn. */
const isDrawn = sql<boolean>`exists (select from entries e where e.league_id = l.id and e.drawn_at is not null)`

/** Which of these leagues are drawn. The caller has locked them. */
export async function listDrawn(tx: Tx, league_ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select l.id from leagues l where l.id = any(${league_ids}::int[]) and ${isDrawn}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Finds a league of these areas and locks it until the transaction ends. Undefined if it is in another area. */
export async function lockOwnLeague(
  tx: Tx,
  id: number,
  areas: readonly AreaSlug[],
): Promise<{ id: number; area: AreaSlug; capacity: number | null; title: string } | undefined> {
  const { rows } = await sql<{ id: number; area: AreaSlug; capacity: number | null; title: string }>`
    select l.id, l.area, l.capacity, ${leagueName} || ', ' || a.name as title
    from ${leagueTables}
    where l.id = ${id} and l.area = any(${areas}::text[])
    for no key update of l`.execute(tx)
  return rows[0]
}

/** Columns of a league that the grid of a season changes, and columns that decide whether it may be changed. */
type GridLeague = LeaguePrice & {
  id: number
  title: string
  offered: boolean
  capacity: number | null
  division_cents: number
  format: LeagueFormat
  /** Number of reported results. */
  results: number
}

/**
 * Finds the given leagues of a season and locks them by ascending id until the transaction ends. Inserts those that do
 * not exist yet. Refuses an unknown division and one that is named twice, by field.
 */
export async function lockLeagues<G extends { area: AreaSlug; division_id: number }>(
  tx: Tx,
  season_id: number,
  named: readonly G[],
): Promise<{ league: GridLeague; given: G }[]> {
  const divisions = new Set((await tx.selectFrom('divisions').select('id').execute()).map(({ id }) => id))
  const keyOf = ({ area, division_id }: { area: AreaSlug; division_id: number }) => `${area} ${division_id}`
  const fields: Record<string, string> = {}
  for (const [index, each] of named.entries())
    if (!divisions.has(each.division_id)) fields[`leagues.${index}.division_id`] = 'We do not know this division.'
    else if (named.findIndex((other) => keyOf(other) === keyOf(each)) !== index)
      fields[`leagues.${index}.division_id`] = 'This league is named twice.'
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
  if (named.length === 0) return []
  await tx
    .insertInto('leagues')
    .values(named.map(({ area, division_id }) => ({ season_id, division_id, area })))
    .onConflict((conflict) => conflict.constraint('leagues_one_per_season_division_area').doNothing())
    .execute()
  const { rows } = await sql<StoredGridLeague>`
    ${gridColumns}
    where l.season_id = ${season_id} and l.area || ' ' || l.division_id = any(${named.map(keyOf)}::text[])
    order by l.id for no key update of l`.execute(tx)
  return rows.flatMap((league) => {
    const given = named.find((each) => keyOf(each) === keyOf(league))
    return given ? [{ league: { ...league, format: league.format ?? standardFormat }, given }] : []
  })
}

type StoredGridLeague = Omit<GridLeague, 'format'> & {
  area: AreaSlug
  division_id: number
  format: LeagueFormat | null
}

const gridColumns = sql`
    select l.id, l.area, l.division_id, l.offered, l.capacity, l.price_cents, l.early_price_cents, l.early_until, l.format, l.results,
      d.price_cents as division_cents, d.name || ', ' || a.name as title
    from leagues l join divisions d on d.id = l.division_id join areas a on a.slug = l.area`

/** Leagues as the grid of their season changes them. */
export async function readGrid(db: Db | Tx, league_ids: readonly number[]): Promise<GridLeague[]> {
  const { rows } = await sql<StoredGridLeague>`${gridColumns} where l.id = any(${league_ids}::int[])`.execute(db)
  return rows.map((league) => ({ ...league, format: league.format ?? standardFormat }))
}
