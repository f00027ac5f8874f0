import { organization } from '#/contract/organization.ts'
import { sql } from 'kysely'
import { addDays } from '#/rules/day.ts'
import { seasonDates, seasonsOnSale, seasonTemplates, type SeasonEdition } from '#/rules/season.ts'
import type { Db, Tx } from '#/server/db.ts'

/**
 * Makes sure that an edition of each template is for sale today and tomorrow, and that each one that can be bought has a
 * league for every division in every area. Tomorrow's too, so that none is missing between midnight and the next run.
 * Any number of processes may run it at once.
 */
export async function openSeasons(db: Db, today: string): Promise<void> {
  // While the league is being set up, nothing is sold.
  if (!organization().is_open) return
  for (const day of [today, addDays(today, 1)])
    for (const edition of await listMissingEditions(db, day)) await insertEdition(db, edition)
  await openLeagues(db, today)
}

/** What has to be opened so that there are four for sale on a day: by the calendar, or the one after an early end of the sale. */
async function listMissingEditions(db: Db, day: string): Promise<SeasonEdition[]> {
  const { rows } = await sql<{ slug: string; newest: number; on_sale: boolean }>`
    select slug, max(year) as newest, bool_or(sold_until >= ${day}) as on_sale from seasons group by slug`.execute(db)
  return seasonsOnSale(day).flatMap(({ slug, year }) => {
    const known = rows.find((each) => each.slug === slug)
    if (known?.on_sale) return []
    const next = Math.max(year, (known?.newest ?? 0) + 1)
    return [{ slug, year: next, ...seasonDates(slug, next) }]
  })
}

/** Stores an edition, with the rules of the one before it; answers its id, or null when it was there already. */
export async function insertEdition(
  db: Db | Tx,
  { slug, year, starting_date, ending_date }: SeasonEdition,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into seasons (slug, year, name, starting_date, ending_date, rules)
    values (${slug}, ${year}, ${nameOf(slug)}, ${starting_date}, ${ending_date}, (
      select before.rules from seasons before where before.slug = ${slug} and before.year < ${year}
      order by before.year desc limit 1))
    on conflict on constraint seasons_one_edition_a_year do nothing
    returning id`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Gives each edition that can be bought from today on, and one more, a league for every division in every area, with as
 * much room as the league of the edition before it.
 */
export async function openLeagues(db: Db | Tx, today: string, season_id: number | null = null): Promise<void> {
  await sql`
    insert into leagues (season_id, division_id, area, capacity)
    select se.id, d.id, a.slug, (
      select before.capacity from leagues before join seasons bs on bs.id = before.season_id
      where before.division_id = d.id and before.area = a.slug and bs.slug = se.slug and bs.year < se.year
      order by bs.year desc limit 1)
    from seasons se cross join divisions d cross join areas a
    where (se.sold_until >= ${today} or se.id = ${season_id}) and d.retired_at is null and a.archived_at is null
    order by se.id, d.position, a.position
    on conflict on constraint leagues_one_per_season_division_area do nothing`.execute(db)
}

function nameOf(slug: string): string {
  return seasonTemplates.find((template) => template.slug === slug)?.name ?? slug
}
