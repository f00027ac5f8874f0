import { wireDay } from '#/contract/fields.ts'
import { audit } from '#/server/audit.ts'
import { startTask, type TaskWork } from '#/organizer/desk/tasks.ts'
import { insertEdition, openLeagues, openSeasons } from '#/features/seasons/jobs.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { formatDay } from '#/contract/format.ts'
import { offerLater } from '#/features/wait-list/queries.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import { stageDates, type StageDates } from '#/rules/playoffs.ts'
import { changedRules, ruleSentences, type SeasonRules } from '#/rules/season-rules.ts'
import { countsUntil, seasonDates, shiftYear, soldUntil, type SeasonSlug } from '#/rules/season.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import {
  countLeftOutside,
  countResults,
  holdLeague,
  holdSeason,
  listEnteredLeagues,
  type HeldSeason,
} from './queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'

/** Makes an edition with the dates of the calendar; answers its id. Refuses edition_exists. */
export async function makeEdition(
  db: Db,
  { season: slug, year }: { season: SeasonSlug; year: number },
  organizer: SignedIn,
  now: Date,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const dates = seasonDates(slug, year)
    const id = (await insertEdition(tx, { slug, year, ...dates })) ?? refuse('edition_exists')
    await openLeagues(tx, saleDay(now), id)
    const season = (await holdSeason(tx, id)) ?? refuse('not_found')
    await recordSeason(tx, organizer, { kind: 'create_season', season, verb: 'Made', after: onRecord(season) }, now)
    return id
  })
}

/** Makes next year's edition of a season; answers its id, and whether it was made now or is there already. */
export async function rollOver(
  db: Db,
  id: number,
  organizer: SignedIn,
  now: Date,
): Promise<{ id: number; title: string; made: boolean }> {
  return inTransaction(db, async (tx) => {
    const season = (await holdSeason(tx, id)) ?? refuse('not_found')
    const year = season.year + 1
    const title = `${season.name} ${year}`
    const next = await insertEdition(tx, {
      slug: season.slug,
      year,
      starting_date: shiftYear(season.starting_date),
      ending_date: shiftYear(season.ending_date),
    })
    if (next === null) return { id: await findEdition(tx, season.slug, year), title, made: false }
    await openLeagues(tx, saleDay(now), next)
    const { stage_dates: stages } = season
    if (stages) {
      const stage_dates = { 1: shiftYear(stages[1]), 2: shiftYear(stages[2]), 3: shiftYear(stages[3]) }
      await tx.updateTable('seasons').set({ stage_dates }).where('id', '=', next).execute()
    }
    const after = (await holdSeason(tx, next)) ?? refuse('not_found')
    await recordSeason(tx, organizer, { kind: 'roll_over', season: after, verb: 'Made', after: onRecord(after) }, now)
    return { id: next, title, made: true }
  })
}

async function findEdition(tx: Tx, slug: string, year: number): Promise<number> {
  const { id } = await tx
    .selectFrom('seasons')
    .select('id')
    .where('slug', '=', slug)
    .where('year', '=', year)
    .executeTakeFirstOrThrow()
  return id
}

export type SeasonDays = {
  starting_date: string
  ending_date: string
  sale_until: string | null
  stages: StageDates | null
}

/**
 * Changes the days of an edition. Refuses days that make no season (422, by field) and, with their number, days that
 * would leave reported results outside.
 */
export async function changeDays(
  db: Db,
  id: number,
  { stages, ...days }: SeasonDays,
  organizer: SignedIn,
  now: Date,
): Promise<HeldSeason> {
  return inTransaction(db, async (tx) => {
    const season = (await holdSeason(tx, id)) ?? refuse('not_found')
    const counts_until = countsUntil(days, season.rules)
    refuseDays({ ...days, stages }, season, counts_until)
    await refuseOutside(tx, season, { starting_date: days.starting_date, counts_until })
    const changed = { ...days, stage_dates: stages }
    await tx.updateTable('seasons').set(changed).where('id', '=', id).execute()
    const after = { ...season, ...changed, counts_until }
    await recordSeason(
      tx,
      organizer,
      { kind: 'change_season', season, verb: 'Changed the days of', before: onRecord(season), after: onRecord(after) },
      now,
    )
    await openSeasons(tx, saleDay(now))
    await rebuildLater(tx, after, organizer, now)
    return after
  })
}

function refuseDays({ starting_date, ending_date, sale_until, stages }: SeasonDays, season: HeldSeason, last: string) {
  const fields: Record<string, string> = {}
  if (Number(starting_date.slice(0, 4)) !== season.year)
    fields['starting_date'] = `The first day has to be in ${season.year}: that is the edition's year.`
  if (ending_date <= starting_date) fields['ending_date'] = 'The last day has to come after the first.'
  if ((sale_until ?? soldUntil({ starting_date })) > ending_date)
    fields['sale_until'] = 'The sale has to end by the last day.'
  const days = stageDates({ slug: season.slug, ending_date, stage_dates: stages })
  if (days[1] <= last)
    fields['stages.1'] =
      `The quarter-finals have to come after ${formatDay(wireDay(last))}, when the last match counts.`
  for (const stage of [2, 3] as const)
    if (days[stage] <= days[stage === 2 ? 1 : 2]) fields[`stages.${stage}`] = 'This has to come after the stage before.'
  if (Object.keys(fields).length > 0) refuse('invalid', { fields })
}

/**
 * Closes an edition: yesterday is the last day on which a match counts. Refuses season_over, what has not begun, and,
 * with their number, results of today.
 */
export async function closeNow(db: Db, id: number, organizer: SignedIn, now: Date): Promise<HeldSeason> {
  return inTransaction(db, async (tx) => {
    const season = (await holdSeason(tx, id)) ?? refuse('not_found')
    const yesterday = addDays(saleDay(now), -1)
    if (season.counts_until <= yesterday) refuse('season_over')
    if (yesterday <= season.starting_date) refuse('season_not_begun')
    await refuseOutside(tx, season, { starting_date: season.starting_date, counts_until: yesterday })
    const ending_date = season.ending_date < yesterday ? season.ending_date : yesterday
    const rules = { ...season.rules, grace_days: daysBetween(ending_date, yesterday) }
    const sale_until = (season.sale_until ?? soldUntil(season)) > ending_date ? ending_date : season.sale_until
    await tx.updateTable('seasons').set({ ending_date, rules, sale_until }).where('id', '=', id).execute()
    const after = { ...season, ending_date, rules, sale_until, counts_until: yesterday }
    await recordSeason(
      tx,
      organizer,
      { kind: 'close_season', season, verb: 'Closed', before: onRecord(season), after: onRecord(after) },
      now,
    )
    await openSeasons(tx, saleDay(now))
    return after
  })
}

async function refuseOutside(
  tx: Tx,
  season: HeldSeason,
  days: { starting_date: string; counts_until: string },
): Promise<void> {
  const outside = await countLeftOutside(tx, season, days)
  if (outside > 0)
    refuse('results_outside', {
      message: `${outside} ${outside === 1 ? 'result has' : 'results have'} been reported of days that would not count any more. Nothing was changed.`,
    })
}

/**
 * Changes the rules of an edition, and works its tables out anew; answers the task, null when there is nothing to work
 * out. Refuses play_has_begun unless the owner knows of the results, and an earlier end as `changeDays` does.
 */
export async function changeRulesOf(
  db: Db,
  id: number,
  { rules, despite_results }: { rules: SeasonRules; despite_results: boolean },
  organizer: SignedIn,
  now: Date,
): Promise<{ task_id: number | null; season: HeldSeason }> {
  return inTransaction(db, async (tx) => {
    const season = (await holdSeason(tx, id)) ?? refuse('not_found')
    if (changedRules(season.rules, rules).length === 0) return { task_id: null, season }
    const results = await countResults(tx, id)
    if (results > 0 && !despite_results)
      refuse('play_has_begun', {
        message: `${results} ${results === 1 ? 'result has' : 'results have'} been reported under the present rules. They stay as they are, and the tables are worked out anew.`,
      })
    const counts_until = countsUntil(season, rules)
    if (counts_until >= stageDates(season)[1])
      refuse('invalid', {
        fields: {
          'rules.grace_days': `The quarter-finals are played by ${formatDay(wireDay(stageDates(season)[1]))}: set a later day for them first.`,
        },
      })
    if (counts_until < season.counts_until)
      await refuseOutside(tx, season, { starting_date: season.starting_date, counts_until })
    await tx.updateTable('seasons').set({ rules }).where('id', '=', id).execute()
    await recordSeason(
      tx,
      organizer,
      { kind: 'change_rules', season, verb: 'Changed the rules of', before: season.rules, after: rules },
      now,
    )
    const after = { ...season, rules, counts_until }
    return { task_id: await rebuildLater(tx, after, organizer, now), season: after }
  })
}

/** Starts the work on the tables of an edition, if there are results; answers the task. */
async function rebuildLater(tx: Tx, { id }: HeldSeason, organizer: SignedIn, now: Date): Promise<number | null> {
  if ((await countResults(tx, id)) === 0) return null
  return startTask(tx, { kind: 'rebuild_season', organizer, area: null, input: { season_id: id } }, now)
}

/** Works out the tables of a season anew, league by league; a repeat goes on where it was. */
export const rebuildSeason: TaskWork = async ({ db }, { input, done }, progress) => {
  const { season_id } = input as { season_id: number }
  const leagues = await listEnteredLeagues(db, season_id)
  for (const [index, league_id] of leagues.entries()) {
    if (index < done) continue
    await inTransaction(db, (tx) => rebuildLeague(tx, league_id))
    await progress(index + 1, leagues.length)
  }
  return { leagues: leagues.length }
}

/** Limits a league of the organizer's areas, or lifts the limit, and offers what is free to whoever waits. */
export async function limitLeague(
  db: Db,
  id: number,
  capacity: number | null,
  organizer: SignedIn,
  now: Date,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const league = (await holdLeague(tx, id, organizer.organizer_areas)) ?? refuse('not_found')
    if (league.capacity === capacity) return league.title
    await tx.updateTable('leagues').set({ capacity }).where('id', '=', id).execute()
    const limit = capacity === null ? 'Lifted the limit of' : `Limited to ${capacity} the entries of`
    await audit(
      tx,
      {
        organizer,
        area: league.area,
        kind: 'limit_league',
        subject: `league ${id}`,
        summary: `${limit} ${league.title}`,
        before: { capacity: league.capacity },
        after: { capacity },
      },
      now,
    )
    await offerLater(tx, id)
    return league.title
  })
}

type SeasonAct = { kind: string; season: HeldSeason; verb: string; before?: unknown; after: unknown }

function recordSeason(tx: Tx, organizer: SignedIn, { season, verb, ...act }: SeasonAct, now: Date): Promise<void> {
  const summary = `${verb} ${season.name} ${season.year}`
  return audit(tx, { ...act, organizer, area: null, subject: `season ${season.id}`, summary }, now)
}

function onRecord({ starting_date, ending_date, counts_until, sale_until, stage_dates, rules }: HeldSeason) {
  return { starting_date, ending_date, counts_until, sale_until, stage_dates, rules: ruleSentences(rules).join(' ') }
}
