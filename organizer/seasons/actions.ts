import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Received } from '#/contract/endpoint.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import { formatCents, formatOff } from '#/contract/money.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { insertEdition, isTemplate, openLeagues, openSeasons, type NewSeason } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { offerFreePlaces } from '#/features/wait-list/queries.ts'
import { startTask, taskKind, taskWork } from '#/organizer/desk/tasks.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import { stageDates, type StageDates } from '#/rules/playoffs.ts'
import { formatTitle, standardFormat, type LeagueFormat } from '#/rules/formats/formats.ts'
import { leaguePriceProblems, type LeaguePrice } from '#/rules/league-price.ts'
import { changedRules, ruleSentences, type SeasonRules } from '#/rules/season-rules.ts'
import { countsUntil, seasonDates, seasonDayProblems, seasonTemplates, shiftYear, soldUntil } from '#/rules/season.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import { inTransaction, type Tx } from '#/server/db.ts'
import { readOrganization } from '#/server/organization.ts'
import { refuse } from '#/server/refuse.ts'
import { readSeasons } from '#/server/seasons.ts'
import type * as calls from './contract.ts'
import type { ClosingPreview } from './contract.ts'
import {
  countResults,
  deleteUnusedSeason,
  findSeasonId,
  findSlugFor,
  listDrawn,
  listEnteredLeagues,
  listResultsOutside,
  lockLeagues,
  lockOwnLeague,
  lockUse,
  lockSeason,
  secondDivisionOf,
  type StoredSeason,
} from './queries.ts'

type Draft = Received<typeof calls.createSeason>['body']

/**
 * Creates a season of any name and days, or one of a template with its standard days; answers its id. Refuses edition_exists,
 * and by field days that contradict each other.
 */
export async function createSeason(actor: Actor, draft: Draft): Promise<number> {
  const id = await runAction(actor, async (action) => {
    const { tx, now } = action
    const season = await readDraft(tx, draft)
    const inserted = (await insertEdition(tx, season)) ?? refuseTwice(season)
    await tx.deleteFrom('deleted_seasons').where('slug', '=', season.slug).where('year', '=', season.year).execute()
    await openLeagues(tx, saleDay(now), inserted)
    const stored = (await lockSeason(tx, inserted)) ?? refuse('not_found')
    await auditSeason(action, { kind: 'create_season', season: stored, verb: 'Made', after: auditedFields(stored) })
    return inserted
  })
  await readSeasons(actor.app.db)
  return id
}

async function readDraft(
  tx: Tx,
  {
    name,
    starting_date,
    ending_date,
    sale_from = null,
    sale_until = null,
    draft = false,
    season,
    year,
    questions,
  }: Draft,
): Promise<NewSeason> {
  const takes_questions = questions ?? true
  const template = seasonTemplates.find(({ slug }) => slug === season)
  if (template && year !== undefined)
    return { slug: template.slug, name: template.name, year, ...seasonDates(template.slug, year), takes_questions }
  if (name === undefined || starting_date === undefined || ending_date === undefined)
    refuse('invalid', { fields: { name: 'Please enter a name and its days.' } })
  const days = { starting_date, ending_date, sale_from, sale_until }
  const fields = seasonDayProblems(days)
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
  const slug = await findSlugFor(tx, name)
  return { ...days, slug, name, year: yearOf(starting_date), is_draft: draft, takes_questions }
}

function refuseTwice({ name, year }: { name?: string; year: number }): never {
  refuse('edition_exists', { message: `${name} ${year} exists already.` })
}

const yearOf = (day: string) => Number(day.slice(0, 4))

/** Deletes a season that nobody has joined; answers its title. Refuses not_found and season_in_use. */
export async function deleteSeason(actor: Actor, { id }: { id: number }): Promise<string> {
  const title = await runAction(actor, async (action) => {
    const { tx, now } = action
    const used = await lockUse(tx, id)
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    if (used) refuse('season_in_use')
    await deleteUnusedSeason(tx, season, now)
    await auditSeason(action, {
      kind: 'delete_season',
      season,
      verb: 'Deleted',
      after: {},
      before: auditedFields(season),
    })
    return `${season.name} ${season.year}`
  })
  await readSeasons(actor.app.db)
  return title
}

/**
 * Changes which divisions are sold in which area of a season, their limits, prices and formats; answers how many leagues changed.
 * Refuses not_found, league_drawn for another format of a league with drawn matches, and by field an unknown division and an early price that contradicts the other one.
 */
export async function changeLeagues(
  actor: Actor,
  { id, leagues }: { id: number } & Received<typeof calls.changeLeagues>['body'],
): Promise<number> {
  return runAction(actor, async (action) => {
    const { tx, audit } = action
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    const stored = await lockLeagues(tx, id, leagues)
    // Asked after the lock, which every draw takes.
    const drawn = await listDrawn(
      tx,
      stored.map(({ league }) => league.id),
    )
    const before: Record<string, string> = {}
    const after: Record<string, string> = {}
    for (const { league, given } of stored) {
      const changed = {
        offered: given.offered,
        capacity: given.capacity === undefined ? league.capacity : given.capacity,
        price_cents: given.price === undefined ? league.price_cents : given.price,
        early_price_cents: given.early_price === undefined ? league.early_price_cents : given.early_price,
        early_until: given.early_until === undefined ? league.early_until : given.early_until,
        format: given.format ?? league.format,
      }
      const has_other_format = formatTitle(changed.format) !== formatTitle(league.format)
      if (has_other_format && drawn.has(league.id))
        refuse('league_drawn', { fields: { [`leagues.${leagues.indexOf(given)}.format`]: alreadyDrawn(league.title) } })
      refuseLeaguePrice(changed, league, { season, index: leagues.indexOf(given) })
      if (formatLeague(changed) === formatLeague(league)) continue
      await tx
        .updateTable('leagues')
        .set({ ...changed, format: storedFormat(changed.format) })
        .where('id', '=', league.id)
        .execute()
      // Players may have reported matches of their own, and not every format counts them.
      if (has_other_format && league.results > 0) await rebuildLeague(tx, league.id)
      before[league.title] = formatLeague(league)
      after[league.title] = formatLeague(changed)
      // Places may be free now, or the wait-list ends because nothing is sold any more.
      await offerFreePlaces(tx, league.id)
    }
    const changes = Object.keys(after).length
    if (changes > 0)
      await audit<Record<string, string>>({
        area: null,
        kind: 'change_leagues',
        subject: `season ${id}`,
        summary: `Changed ${changes} ${changes === 1 ? 'league' : 'leagues'} of ${season.name} ${season.year}`,
        before,
        after,
      })
    return changes
  })
}

function refuseLeaguePrice(
  price: LeaguePrice,
  league: { title: string; division_cents: number },
  { season, index }: { season: StoredSeason; index: number },
): void {
  const sold_until = season.sale_until ?? soldUntil(season)
  const problems = leaguePriceProblems(price, { division_cents: league.division_cents, sold_until })
  const [first] = Object.values(problems)
  if (first === undefined) return
  const fields = Object.fromEntries(
    Object.entries(problems).map(([name, sentence]) => [`leagues.${index}.${name}`, sentence]),
  )
  refuse('invalid', { message: `${league.title}: ${first}`, fields })
}

/** What the grid says of a league, as the audit log has it. */
function formatLeague({
  offered,
  capacity,
  price_cents,
  early_price_cents,
  early_until,
  format,
}: LeaguePrice & { offered: boolean; capacity: number | null; format: LeagueFormat }): string {
  return [
    offered ? 'offered' : 'not offered',
    ...(capacity === null ? [] : [`${capacity} entries at most`]),
    ...(price_cents === null ? [] : [formatCents(price_cents)]),
    ...(early_price_cents === null ? [] : [`${formatCents(early_price_cents)} up to ${early_until}`]),
    ...(format.kind === standardFormat.kind ? [] : [formatTitle(format)]),
  ].join(', ')
}

/** Null for the standard one, as for a league for which none was chosen. */
function storedFormat(format: LeagueFormat): string | null {
  return format.kind === standardFormat.kind ? null : JSON.stringify(format)
}

function alreadyDrawn(title: string): string {
  return `${title} has been drawn, so its format can no longer change.`
}

/** Sets whether the clock makes the seasons of the templates. */
export async function setTemplates(actor: Actor, { opens_templates }: { opens_templates: boolean }): Promise<void> {
  const { app, now } = actor
  await runAction(actor, async ({ tx, audit }) => {
    const before = await tx.selectFrom('organization').select('opens_templates').forUpdate().executeTakeFirstOrThrow()
    if (before.opens_templates === opens_templates) return
    await tx.updateTable('organization').set({ opens_templates }).execute()
    await audit<{ opens_templates: boolean }>({
      area: null,
      kind: 'set_templates',
      subject: 'organization',
      summary: opens_templates
        ? 'Let the clock make the four seasons'
        : 'Stopped the clock from making the four seasons',
      before,
      after: { opens_templates },
    })
  })
  await readOrganization(app)
  await openSeasons(app.db, saleDay(now))
  await readSeasons(app.db)
}

/** Creates next year's season with the same dates a year later; answers its id and title, and whether it is new. Refuses not_found. */
export function rollOverSeason(
  actor: Actor,
  { id, takes_questions }: { id: number; takes_questions: boolean },
): Promise<{ id: number; title: string; created: boolean }> {
  return runAction(actor, async (action) => {
    const { tx, now } = action
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    const year = season.year + 1
    const title = `${season.name} ${year}`
    const next = await insertEdition(tx, {
      slug: season.slug,
      name: season.name,
      year,
      starting_date: shiftYear(season.starting_date),
      ending_date: shiftYear(season.ending_date),
      takes_questions,
      ...(season.sale_from !== null && { sale_from: shiftYear(season.sale_from) }),
      ...(!isTemplate(season.slug) && season.sale_until !== null && { sale_until: shiftYear(season.sale_until) }),
    })
    if (next === null) return { id: await findSeasonId(tx, season.slug, year), title, created: false }
    await openLeagues(tx, saleDay(now), next)
    const { stage_dates: stages } = season
    if (stages) {
      const stage_dates = { 1: shiftYear(stages[1]), 2: shiftYear(stages[2]), 3: shiftYear(stages[3]) }
      await tx.updateTable('seasons').set({ stage_dates }).where('id', '=', next).execute()
    }
    const after = (await lockSeason(tx, next)) ?? refuse('not_found')
    await auditSeason(action, { kind: 'roll_over', season: after, verb: 'Made', after: auditedFields(after) })
    return { id: next, title, created: true }
  })
}

type SeasonChange = Received<typeof calls.changeSeason>['body']

/**
 * Changes the name, the days, the sale or the discount of a season, or publishes it; what is left out stays. Answers the season as it is
 * now. Refuses not_found, days that contradict each other (422, by field), season_in_use for a year, a slug or a draft that
 * buyers rely on, edition_exists, and results_outside when reported results would no longer count.
 */
export async function changeSeason(
  actor: Actor,
  { id, ...change }: SeasonChange & { id: number },
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
    refuseDays({ ...days, stages }, { ...season, used }, counts_until)
    const is_draft = change.draft ?? season.is_draft
    if (is_draft && !season.is_draft && used)
      refuse('season_in_use', { message: 'Somebody has joined, so this season can no longer be a draft.' })
    // Who has joined has links to it.
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
      before: auditedFields(season),
      after: auditedFields(after),
    })
    await openSeasons(tx, saleDay(now))
    // Also while the league is being set up, when the clock opens nothing.
    await openLeagues(tx, saleDay(now))
    await startRebuild(action, after)
    return after
  })
  await readSeasons(actor.app.db)
  return changed
}

/** What was done to a season, for the audit log. */
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
  /** Null: the standard dates. */
  stages: StageDates | null
}

function refuseDays(
  { stages, ...days }: DaysToCheck,
  season: Pick<StoredSeason, 'slug' | 'year'> & { used: boolean },
  last: string,
) {
  const fields: Record<string, string> = { ...seasonDayProblems(days) }
  const { ending_date } = days
  // Links have the year, and of a template's season it says which one it is.
  if ((season.used || isTemplate(season.slug)) && yearOf(days.starting_date) !== season.year)
    fields['starting_date'] = `The first day must be in ${season.year}.`
  const stage = stageDates({ slug: season.slug, ending_date, stage_dates: stages })
  if (stage[1] <= last)
    fields['stages.1'] =
      `The quarter-finals must be after ${formatDay(wireDay(last))}, the last day on which a match counts.`
  for (const each of [2, 3] as const)
    if (stage[each] <= stage[each === 2 ? 1 : 2])
      fields[`stages.${each}`] = 'This must be later than the previous stage.'
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
}

/** Why a season cannot be closed at `yesterday`; null: it can. */
export function closingProblemOf(
  season: Pick<StoredSeason, 'starting_date' | 'counts_until'>,
  yesterday: string,
): ClosingPreview['problem'] {
  if (season.counts_until <= yesterday) return 'season_over'
  return yesterday <= season.starting_date ? 'season_not_begun' : null
}

/**
 * Closes a season: `until`, or yesterday, becomes the last day on which a match counts. Answers the season as it is now.
 * Refuses not_found, season_over, season_not_begun, a day before yesterday or after the last that counts (422), and
 * results_outside when results of later days have been reported.
 */
export function closeSeason(
  actor: Actor,
  { id, until }: { id: number; until?: string | undefined },
): Promise<StoredSeason> {
  return runAction(actor, async (action) => {
    const { tx, now } = action
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    const yesterday = addDays(saleDay(now), -1)
    const problem = closingProblemOf(season, yesterday)
    if (problem) refuse(problem)
    const last = until ?? yesterday
    if (last < yesterday || last > season.counts_until)
      refuse('invalid', { fields: { until: 'Please choose a day from yesterday to the last day that counts.' } })
    await refuseResultsOutside(tx, season, { starting_date: season.starting_date, counts_until: last })
    const ending_date = season.ending_date < last ? season.ending_date : last
    const rules = { ...season.rules, grace_days: daysBetween(ending_date, last) }
    const sale_until = (season.sale_until ?? soldUntil(season)) > ending_date ? ending_date : season.sale_until
    await tx.updateTable('seasons').set({ ending_date, rules, sale_until }).where('id', '=', id).execute()
    const after = { ...season, ending_date, rules, sale_until, counts_until: last }
    await auditSeason(action, {
      kind: 'close_season',
      season,
      verb: 'Closed',
      before: auditedFields(season),
      after: auditedFields(after),
    })
    await openSeasons(tx, saleDay(now))
    return after
  })
}

/** Refuses, with their number, results that count today and would not count with these days. */
async function refuseResultsOutside(
  tx: Tx,
  season: StoredSeason,
  days: { starting_date: string; counts_until: string },
): Promise<void> {
  const { total: outside } = await listResultsOutside(tx, season, days)
  if (outside > 0)
    refuse('results_outside', {
      message: `${outside} reported ${outside === 1 ? 'result' : 'results'} would no longer count with these dates. Nothing was changed.`,
    })
}

/**
 * Changes the rules of a season and starts a task that rebuilds its tables; answers the task's id, null when there are
 * no results. Refuses not_found, play_has_begun when there are results and `despite_results` is false, results_outside,
 * and a grace period that reaches into the play-offs (422, by field).
 */
export function changeSeasonRules(
  actor: Actor,
  { id, rules, despite_results }: { id: number; rules: SeasonRules; despite_results: boolean },
): Promise<{ task_id: number | null; season: StoredSeason }> {
  return runAction(actor, async (action) => {
    const { tx } = action
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    if (changedRules(season.rules, rules).length === 0) return { task_id: null, season }
    const results = await countResults(tx, id)
    if (results > 0 && !despite_results)
      refuse('play_has_begun', {
        message: `${results} ${results === 1 ? 'result has' : 'results have'} been reported under the current rules. They stay as they are, and the tables are recalculated.`,
      })
    const counts_until = countsUntil(season, rules)
    if (counts_until >= stageDates(season)[1])
      refuse('invalid', {
        fields: {
          'rules.grace_days': `The quarter-finals end on ${formatDay(wireDay(stageDates(season)[1]))}. Set a later day for them first.`,
        },
      })
    if (counts_until < season.counts_until)
      await refuseResultsOutside(tx, season, { starting_date: season.starting_date, counts_until })
    await tx.updateTable('seasons').set({ rules }).where('id', '=', id).execute()
    await auditSeason(action, {
      kind: 'change_rules',
      season,
      verb: 'Changed the rules of',
      before: season.rules,
      after: rules,
    })
    const after = { ...season, rules, counts_until }
    return { task_id: await startRebuild(action, after), season: after }
  })
}

/** Starts a task that rebuilds the tables of a season; answers its id, null when there are no results. */
async function startRebuild(action: Action, { id }: StoredSeason): Promise<number | null> {
  return (await countResults(action.tx, id)) === 0 ? null : startTask(action, rebuildTask, { season_id: id })
}

const rebuildTask = taskKind('rebuild_season', {
  input: z.object({ season_id: z.int() }),
  outcome: z.object({ leagues: z.int() }),
})

/** Rebuilds the tables of a season, one league per transaction; after a crash it continues with the next league. */
export const rebuildSeason = taskWork(rebuildTask, async ({ db }, { input, done }, progress) => {
  const leagues = await listEnteredLeagues(db, input.season_id)
  for (const [index, league_id] of leagues.entries()) {
    if (index < done) continue
    await inTransaction(db, (tx) => rebuildLeague(tx, league_id))
    await progress(index + 1, leagues.length)
  }
  return { leagues: leagues.length }
})

/**
 * Limits the entries of a league of the organizer's areas, or lifts the limit (null), and offers free places to the
 * wait-list; answers the league's title. Refuses not_found.
 */
export function setCapacity(actor: Actor, { id, capacity }: { id: number; capacity: number | null }): Promise<string> {
  return runAction(actor, async ({ tx, audit, player }) => {
    const league = (await lockOwnLeague(tx, id, player.organizer_areas)) ?? refuse('not_found')
    if (league.capacity === capacity) return league.title
    await tx.updateTable('leagues').set({ capacity }).where('id', '=', id).execute()
    const limit = capacity === null ? 'Lifted the limit of' : `Limited to ${capacity} the entries of`
    await audit<{ capacity: number | null }>({
      area: league.area,
      kind: 'limit_league',
      subject: `league ${id}`,
      summary: `${limit} ${league.title}`,
      before: { capacity: league.capacity },
      after: { capacity },
    })
    await offerFreePlaces(tx, id)
    return league.title
  })
}

type SeasonAudit<V> = { kind: string; season: StoredSeason; verb: string; before?: Partial<V>; after: Partial<V> }

function auditSeason<V extends object>({ audit }: Action, { season, verb, ...entry }: SeasonAudit<V>): Promise<void> {
  return audit<V>({
    ...entry,
    area: null,
    subject: `season ${season.id}`,
    summary: `${verb} ${season.name} ${season.year}`,
  })
}

/** The days and rules of a season as the audit log shows them. */
function auditedFields({ rules, ...season }: StoredSeason) {
  const { name, starting_date, ending_date, counts_until, sale_from, sale_until, is_draft, stage_dates } = season
  const days = { starting_date, ending_date, counts_until, sale_from, sale_until, stage_dates }
  const off = secondDivisionOf(season)
  const second_division = off && `${formatOff(off)} off each additional division`
  return { name, ...days, draft: is_draft, second_division, rules: ruleSentences(rules).join(' ') }
}
