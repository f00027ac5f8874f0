import { sql } from 'kysely'
import type { Received } from '#/contract/endpoint.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import { isTemplate, openLeagues, openSeasons } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { stageDates, type StageDates } from '#/rules/playoffs.ts'
import { countsUntil, seasonDayProblems } from '#/rules/season.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { readSeasons } from '#/server/seasons.ts'
import type * as calls from './contract.ts'
import { findSlugFor, lockUse, lockSeason, type StoredSeason } from './queries.ts'
import { refuseResultsOutside, refuseSealed } from './closing-actions.ts'
import { startRebuild } from './rules-actions.ts'
import { auditSeason, auditedFields } from './season-audit.ts'

type SeasonChange = Received<typeof calls.changeSeason>['body']

/**
 * Changes the name, the days, the sale or the discount of a season, or publishes it. Fields that are left out stay.
 * Returns the changed season. Refuses not_found, days that contradict each other (422, by field), season_in_use for a
 * year, a slug or a draft that buyers rely on, edition_exists, season_sealed for other days, and results_outside if
 * reported results would no longer count.
 */
export async function changeSeason(
  actor: Actor,
  { id, reason = '', ...change }: SeasonChange & { id: number; reason?: string },
): Promise<StoredSeason> {
  const changed = await runAction(actor, async (action) => {
    const { tx, now } = action
    const used = await lockUse(tx, id)
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    const days = {
      starting_date: change.starting_date ?? season.starting_date,
      ending_date: change.ending_date ?? season.ending_date,
      sale_from: change.sale_from === undefined ? season.sale_from : change.sale_from,
      sale_until: change.sale_until === undefined ? season.sale_until : change.sale_until,
    }
    const stages = change.stages === undefined ? season.stage_dates : change.stages
    const name = change.name ?? season.name
    const counts_until = countsUntil(days, season.rules)
    const year = yearOf(days.starting_date)
    if (days.starting_date !== season.starting_date || days.ending_date !== season.ending_date)
      await refuseSealed(tx, season, now)
    refuseDays({ ...days, stages }, { ...season, used }, counts_until)
    const is_draft = change.draft ?? season.is_draft
    if (is_draft && !season.is_draft && used)
      refuse('season_in_use', { message: 'Somebody has joined, so this season can no longer be a draft.' })
    // Players who have joined have links with this slug.
    const slug = used || name === season.name ? season.slug : await findSlugFor(tx, name)
    await refuseResultsOutside(tx, season, { starting_date: days.starting_date, counts_until })
    const second = discountColumns(change.second_division, season)
    const twin = await tx
      .selectFrom('seasons')
      .select('id')
      .where('year', '=', year)
      .where('id', '<>', id)
      .where((where) => where.or([where('slug', '=', slug), where(sql`lower(name)`, '=', name.toLowerCase())]))
      .executeTakeFirst()
    if (twin) refuseTwice({ name, year })
    await tx
      .updateTable('seasons')
      .set({ ...days, ...second, stage_dates: stages, name, slug, year, is_draft })
      .where('id', '=', id)
      .execute()
    const after = { ...season, ...days, ...second, stage_dates: stages, name, slug, year, is_draft, counts_until }
    await auditSeason(action, {
      kind: 'change_season',
      season,
      verb: verbOf(season, after),
      reason,
      before: auditedFields(season),
      after: auditedFields(after),
      ...(isOnlyDiscount(season, after) && { undo: { was: discountOf(season), is: discountOf(after) } }),
    })
    await openSeasons(tx, saleDay(now))
    // Needed while the organization is being set up, because no season opens automatically then.
    await openLeagues(tx, saleDay(now))
    await startRebuild(action, after)
    return after
  })
  await readSeasons(actor.app.db)
  return changed
}

/** The discount on each additional division, as it is stored. */
export function discountOf({
  second_division_percent,
  second_division_cents,
}: Pick<StoredSeason, 'second_division_percent' | 'second_division_cents'>) {
  return { second_division_percent, second_division_cents }
}

/** Whether nothing but the discount has changed. Days and names are changed again by hand, because much depends on them. */
function isOnlyDiscount(before: StoredSeason, after: StoredSeason): boolean {
  const rest = (season: StoredSeason) =>
    JSON.stringify({ ...auditedFields(season), second_division: null, slug: season.slug, year: season.year })
  return rest(before) === rest(after)
}

/** The verb of the audit entry. */
function verbOf(before: StoredSeason, after: StoredSeason): string {
  if (before.is_draft && !after.is_draft) return 'Published'
  if (before.name !== after.name) return 'Renamed'
  const isSame =
    before.second_division_percent === after.second_division_percent &&
    before.second_division_cents === after.second_division_cents
  return isSame ? 'Changed the days of' : 'Changed the second-division discount of'
}

function discountColumns(
  change: SeasonChange['second_division'],
  { second_division_percent, second_division_cents }: StoredSeason,
): Pick<StoredSeason, 'second_division_percent' | 'second_division_cents'> {
  if (change === undefined) return { second_division_percent, second_division_cents }
  return { second_division_percent: change?.percent ?? null, second_division_cents: change?.amount ?? null }
}

type DaysToCheck = {
  starting_date: string
  ending_date: string
  sale_from: string | null
  sale_until: string | null
  /** Null for the standard dates. */
  stages: StageDates | null
}

function refuseDays(
  { stages, ...days }: DaysToCheck,
  season: Pick<StoredSeason, 'slug' | 'year'> & { used: boolean },
  last: string,
) {
  const fields: Record<string, string> = { ...seasonDayProblems(days) }
  const { ending_date } = days
  // Links contain the year, and the year identifies the season of a template.
  if ((season.used || isTemplate(season.slug)) && yearOf(days.starting_date) !== season.year)
    fields['starting_date'] = `The first day must be in ${season.year}.`
  const stage = stageDates({ slug: season.slug, ending_date, stage_dates: stages })
  if (stage[1] <= last)
    fields['stages.1'] =
      `The quarter-finals must be after ${formatDay(wireDay(last))}, the last day on which a match counts.`
  for (const each of [2, 3] as const)
    if (stage[each] <= stage[each === 2 ? 1 : 2]) fields[`stages.${each}`] = 'This must be after the previous stage.'
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
}

export function refuseTwice({ name, year }: { name?: string; year: number }): never {
  refuse('edition_exists', { message: `${name} ${year} exists already.` })
}

/** The year of a yyyy-mm-dd day. */
export const yearOf = (day: string) => Number(day.slice(0, 4))
