import { sql } from 'kysely'
import { organization } from '#/contract/organization.ts'
import { setSeasons, type SeasonKind } from '#/contract/season-kinds.ts'
import { listedSeasons, listedTemplates } from '#/contract/seasons.ts'
import { dataTag } from './areas.ts'
import type { Db } from './db.ts'

/** Reads the kinds of seasons from the database, because another process may have made one. */
export async function readSeasons(db: Db): Promise<void> {
  const { rows } = await sql<SeasonKind>`
    select slug, name from (
      select distinct on (slug) slug, name, to_char(starting_date, 'MM-DD') as first_day
      from seasons where not is_draft order by slug, year desc) newest
    order by first_day, slug`.execute(db)
  // The templates without a season yet, for which jobs and imports may create one.
  const missing = organization().opens_templates
    ? listedTemplates().filter(({ slug }) => rows.every((row) => row.slug !== slug))
    : []
  setSeasons([...rows, ...missing])
}

/** The kinds of seasons for the page's head, so that forms have them at the first paint. */
export function seasonsTag(): string {
  return dataTag('seasons', listedSeasons())
}
