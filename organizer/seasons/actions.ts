import * as z from 'zod/mini'
import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { insertEdition, openLeagues, openSeasons } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { offerFreePlaces } from '#/features/wait-list/queries.ts'
import { startTask, taskKind, taskWork } from '#/organizer/desk/tasks.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import { stageDates, type StageDates } from '#/rules/playoffs.ts'
import { changedRules, ruleSentences, type SeasonRules } from '#/rules/season-rules.ts'
import { countsUntil, seasonDates, shiftYear, soldUntil, type SeasonSlug } from '#/rules/season.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import { inTransaction, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { ClosingPreview } from './contract.ts'
import {
  countResults,
  findSeasonId,
  listEnteredLeagues,
  listResultsOutside,
  lockOwnLeague,
  lockSeason,
  type StoredSeason,
} from './queries.ts'

/** Creates a season with the standard dates; answers its id. Refuses edition_exists. */
export function createSeason(
  actor: Actor,
  { season: slug, year }: { season: SeasonSlug; year: number },
): Promise<number> {
  return runAction(actor, async (action) => {
    const { tx, now } = action
    const id = (await insertEdition(tx, { slug, year, ...seasonDates(slug, year) })) ?? refuse('edition_exists')
    await openLeagues(tx, saleDay(now), id)
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    await auditSeason(action, { kind: 'create_season', season, verb: 'Made', after: auditedFields(season) })
    return id
  })
}

/** Creates next year's season with the same dates a year later; answers its id and title, and whether it is new. Refuses not_found. */
export function rollOverSeason(
  actor: Actor,
  { id }: { id: number },
): Promise<{ id: number; title: string; created: boolean }> {
  return runAction(actor, async (action) => {
    const { tx, now } = action
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    const year = season.year + 1
    const title = `${season.name} ${year}`
    const next = await insertEdition(tx, {
      slug: season.slug,
      year,
      starting_date: shiftYear(season.starting_date),
      ending_date: shiftYear(season.ending_date),
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

type SeasonDays = {
  starting_date: string
  ending_date: string
  /** Null: 14 days after the first day. */
  sale_until: string | null
  /** Null: the standard dates. */
  stages: StageDates | null
}

/**
 * Changes the days of a season (yyyy-mm-dd); answers the season as it is now. Refuses not_found, days that contradict
 * each other (422, by field), and results_outside when reported results would no longer count.
 */
export function changeSeasonDays(
  actor: Actor,
  { id, stages, ...days }: SeasonDays & { id: number },
): Promise<StoredSeason> {
  return runAction(actor, async (action) => {
    const { tx, now } = action
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    const counts_until = countsUntil(days, season.rules)
    refuseDays({ ...days, stages }, season, counts_until)
    await refuseResultsOutside(tx, season, { starting_date: days.starting_date, counts_until })
    const changed = { ...days, stage_dates: stages }
    await tx.updateTable('seasons').set(changed).where('id', '=', id).execute()
    const after = { ...season, ...changed, counts_until }
    await auditSeason(action, {
      kind: 'change_season',
      season,
      verb: 'Changed the days of',
      before: auditedFields(season),
      after: auditedFields(after),
    })
    await openSeasons(tx, saleDay(now))
    await startRebuild(action, after)
    return after
  })
}

function refuseDays(
  { starting_date, ending_date, sale_until, stages }: SeasonDays,
  season: StoredSeason,
  last: string,
) {
  const fields: Record<string, string> = {}
  if (Number(starting_date.slice(0, 4)) !== season.year)
    fields['starting_date'] = `The first day must be in ${season.year}.`
  if (ending_date <= starting_date) fields['ending_date'] = 'The last day must be after the first day.'
  if ((sale_until ?? soldUntil({ starting_date })) > ending_date)
    fields['sale_until'] = 'The sale must end by the last day of the season.'
  const days = stageDates({ slug: season.slug, ending_date, stage_dates: stages })
  if (days[1] <= last)
    fields['stages.1'] =
      `The quarter-finals must be after ${formatDay(wireDay(last))}, the last day on which a match counts.`
  for (const stage of [2, 3] as const)
    if (days[stage] <= days[stage === 2 ? 1 : 2]) fields[`stages.${stage}`] = 'This must be after the previous stage.'
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
      message: `${outside} reported ${outside === 1 ? 'result' : 'results'} would no longer count with these days. Nothing was changed.`,
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
function auditedFields({ starting_date, ending_date, counts_until, sale_until, stage_dates, rules }: StoredSeason) {
  return { starting_date, ending_date, counts_until, sale_until, stage_dates, rules: ruleSentences(rules).join(' ') }
}
