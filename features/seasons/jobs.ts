import { addDays } from '#/rules/day.ts'
import { seasonsOnSale, seasonTemplates } from '#/rules/season.ts'
import type { Db } from '#/server/db.ts'

/**
 * Makes sure that the seasons for sale today and tomorrow exist, with a league for every division in every area.
 * Tomorrow's too, so that none is missing between midnight and the next run. Any number of processes may run it at once.
 */
export async function openSeasons(db: Db, today: string): Promise<void> {
  const editions = [...seasonsOnSale(today), ...seasonsOnSale(addDays(today, 1))]
  await db
    .insertInto('seasons')
    .values(
      editions.map(({ slug, year, starting_date, ending_date }) => ({
        slug,
        year,
        starting_date,
        ending_date,
        name: nameOf(slug),
      })),
    )
    .onConflict((conflict) => conflict.constraint('seasons_one_edition_a_year').doNothing())
    .execute()
  await db
    .insertInto('leagues')
    .columns(['season_id', 'division_id', 'area'])
    .expression(
      db
        .selectFrom('seasons')
        .innerJoin('divisions', (join) => join.onTrue())
        .innerJoin('areas', (join) => join.onTrue())
        .select(['seasons.id', 'divisions.id as division_id', 'areas.slug'])
        .where((where) =>
          where.or(editions.map(({ slug, year }) => where.and({ 'seasons.slug': slug, 'seasons.year': year }))),
        )
        .orderBy('seasons.id')
        .orderBy('divisions.position')
        .orderBy('areas.position'),
    )
    .onConflict((conflict) => conflict.constraint('leagues_one_per_season_division_area').doNothing())
    .execute()
}

function nameOf(slug: string): string {
  return seasonTemplates.find((template) => template.slug === slug)?.name ?? slug
}
