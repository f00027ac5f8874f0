import { sql } from 'kysely'
import { organization } from '#/contract/organization.ts'
import { addDays } from '#/rules/day.ts'
import type { StoredRules } from '#/rules/season-rules.ts'
import type { StageDates } from '#/rules/playoffs.ts'
import { seasonDates, seasonsOnSale, seasonTemplates, type SeasonDates, type SeasonEdition } from '#/rules/season.ts'
import { inTurn, type Db, type Tx } from '#/server/db.ts'

/**
 * Ensures, if an owner wants it, that an edition of each template is on sale today and tomorrow, and that each season
 * that can be bought has a league for every division in every area. Tomorrow is included so that none is missing
 * between midnight and the next run. Any number of processes may run it at once.
 */
export async function openSeasons(db: Db, today: string): Promise<void> {
  // Nothing is sold during set-up.
  if (!organization().is_open) return
  if (organization().opens_templates)
    for (const day of [today, addDays(today, 1)])
      for (const edition of await listMissingEditions(db, day)) await insertEdition(db, edition)
  await openLeagues(db, today)
}

/**
 * The editions to open so that four are on sale on a day: by the calendar, or the next one after a sale that ended
 * early. A template whose next season an owner has drafted or deleted is left to the owner.
 */
async function listMissingEditions(db: Db, day: string): Promise<SeasonEdition[]> {
  const { rows } = await sql<{ slug: string; newest: number; on_sale: boolean }>`
    select slug, max(year) as newest, bool_or(sold_until >= ${day}) as on_sale from seasons group by slug`.execute(db)
  const deleted = await db.selectFrom('deleted_seasons').select(['slug', 'year']).execute()
  return seasonsOnSale(day).flatMap(({ slug, year }) => {
    const known = rows.find((each) => each.slug === slug)
    if (known?.on_sale) return []
    const next = Math.max(year, (known?.newest ?? 0) + 1)
    if (deleted.some((each) => each.slug === slug && each.year === next)) return []
    return [{ slug, year: next, ...seasonDates(slug, next) }]
  })
}

/** A season to store. Omitted values are standard; `name` defaults to the template's. */
export type NewSeason = SeasonDates & {
  slug: string
  year: number
  name?: string
  sale_from?: string | null
  sale_until?: string | null
  is_draft?: boolean
  stage_dates?: StageDates | null
  /** Whether to copy the questions of the season whose rules are copied. Defaults to true. */
  takes_questions?: boolean
  /** Its rules, where they differ from the standard. Omitted: those of the previous season. */
  rules?: StoredRules
}

/**
 * Stores a season with the rules, the discount and the questions of the previous season with its name; the first season
 * with a custom name copies those of the last season. Returns its id, or null if it already exists.
 */
export async function insertEdition(db: Db | Tx, season: NewSeason): Promise<number | null> {
  const { slug, year, starting_date, ending_date, name = nameOf(slug), takes_questions = true } = season
  const { rows } = await inTurn(db, [], (writable) =>
    sql<{ id: number }>`
    with before as materialized (
      select before.* from seasons before
      where before.slug = ${slug} and before.year < ${year} or ${!isTemplate(slug)} and before.slug <> ${slug}
      order by before.slug = ${slug} desc, before.starting_date <= ${starting_date} desc, before.starting_date desc, before.id desc
      limit 1),
    made as (
      insert into seasons (slug, year, name, starting_date, ending_date, sale_from, sale_until, is_draft, stage_dates,
        rules, second_division_percent, second_division_cents)
      select edition.*, coalesce(${season.rules ? JSON.stringify(season.rules) : null}::jsonb, before.rules - 'version'), before.second_division_percent, before.second_division_cents
      from (values (${slug}, ${year}::int, ${name}, ${starting_date}::date, ${ending_date}::date,
        ${season.sale_from ?? null}::date, ${season.sale_until ?? null}::date, ${season.is_draft ?? false}::boolean,
        ${season.stage_dates ? JSON.stringify(season.stage_dates) : null}::jsonb)) edition
      left join before on true
      on conflict on constraint seasons_one_edition_a_year do nothing
      returning id),
    taken as (
      insert into questions (season_id, position, kind, label, choices, required)
      select made.id, q.position, q.kind, q.label, q.choices, q.required
      from made cross join before join questions q on q.season_id = before.id and q.removed_at is null
      where ${takes_questions}::boolean
      order by q.position, q.id)
    select id from made`.execute(writable),
  )
  return rows[0]?.id ?? null
}

/**
 * Gives each season that can be bought from today on, and the given one, a league for every division in every area,
 * with the offers, limits and prices of the previous season with its name; the first season with a custom name copies
 * the last season's.
 */
export async function openLeagues(db: Db | Tx, today: string, season_id: number | null = null): Promise<void> {
  await inTurn(db, [], (writable) =>
    sql`
    insert into leagues (season_id, division_id, area, capacity, offered, price_cents, format)
    select se.id, d.id, a.slug, last.capacity, coalesce(last.offered or last.canceled_at is not null, true), last.price_cents, last.format
    from seasons se cross join divisions d cross join areas a
    left join lateral (
      select before.capacity, before.offered, before.canceled_at, before.price_cents, before.format from leagues before join seasons bs on bs.id = before.season_id
      where before.division_id = d.id and before.area = a.slug and (bs.slug = se.slug and bs.year < se.year
        or bs.slug <> se.slug and not se.slug = any(${templateSlugs}::text[]))
      order by bs.slug = se.slug desc, bs.starting_date <= se.starting_date desc, bs.starting_date desc, bs.id desc
      limit 1) last on true
    where (se.sold_until >= ${today} or se.id = ${season_id}) and d.retired_at is null and a.archived_at is null
    order by se.id, d.position, a.position
    on conflict on constraint leagues_one_per_season_division_area do nothing`.execute(writable),
  )
}

const templateSlugs: readonly string[] = seasonTemplates.map(({ slug }) => slug)

/** Whether it is the slug of one of the four templates. */
export function isTemplate(slug: string): boolean {
  return templateSlugs.includes(slug)
}

function nameOf(slug: string): string {
  return seasonTemplates.find((template) => template.slug === slug)?.name ?? slug
}
