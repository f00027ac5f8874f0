import { sql } from 'kysely'
import { wireDay } from '#/contract/fields.ts'
import { skipOf, type PageQuery } from '#/contract/page.ts'
import { dayInZone } from '#/rules/day.ts'
import { centsToDollars } from '#/rules/price.ts'
import { seasonsOnSale } from '#/rules/season.ts'
import type { Db, Tx } from '#/server/db.ts'
import type { Division, Season } from './contract.ts'

/** The day by which seasons are sold, yyyy-mm-dd. All areas live by Eastern time, so DC's day is everybody's. */
export function saleDay(now: Date): string {
  return dayInZone(now, 'America/New_York')
}

/** The editions for sale on that day, by first day (decisions: "On sale"). */
export async function listSeasonsOnSale(db: Db | Tx, today: string): Promise<Season[]> {
  const seasons = await db
    .selectFrom('seasons')
    .select(['id', 'name', 'slug', 'year', 'starting_date', 'ending_date'])
    .where((where) => where.or(seasonsOnSale(today).map(({ slug, year }) => where.and({ slug, year }))))
    .orderBy('starting_date')
    .orderBy('id')
    .execute()
  return seasons.map((season) => ({
    ...season,
    starting_date: wireDay(season.starting_date),
    ending_date: wireDay(season.ending_date),
  }))
}

/** How many entries stand in each of these seasons, by season id; a season without any is left out. */
export async function countEntries(db: Db, season_ids: number[]): Promise<Map<number, number>> {
  if (season_ids.length === 0) return new Map()
  const counts = await db
    .selectFrom('leagues')
    .innerJoin('entries', 'entries.league_id', 'leagues.id')
    .innerJoin('purchases', 'purchases.id', 'entries.purchase_id')
    .select(['leagues.season_id', sql<number>`count(*)`.as('entries')])
    .where('leagues.season_id', 'in', season_ids)
    .where('purchases.status', 'in', ['Paid', 'Confirmed'])
    .groupBy('leagues.season_id')
    .execute()
  return new Map(counts.map(({ season_id, entries }) => [season_id, entries]))
}

const divisionColumns = ['id', 'name', 'slug', 'image', 'price_cents', 'kind', 'level', 'gender'] as const

/** A page of the divisions, in the order in which they are shown. */
export async function listDivisionsPage(
  db: Db,
  page: PageQuery,
): Promise<{ items: Division[]; total: number; skip: number }> {
  const skip = skipOf(page)
  const rows = await db
    .selectFrom('divisions')
    .select(divisionColumns)
    .orderBy('position')
    .limit(page.per_page)
    .offset(skip)
    .execute()
  const { total } = await db
    .selectFrom('divisions')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(inDollars), total, skip }
}

export async function findDivision(db: Db, id: number): Promise<Division | undefined> {
  const row = await db.selectFrom('divisions').select(divisionColumns).where('id', '=', id).executeTakeFirst()
  return row && inDollars(row)
}

function inDollars<T extends { price_cents: number }>({
  price_cents,
  ...division
}: T): Omit<T, 'price_cents'> & { price: number } {
  return { ...division, price: centsToDollars(price_cents) }
}
