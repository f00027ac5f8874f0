import * as z from 'zod/mini'
import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { lockOffered } from '#/organizer/match-formats/queries.ts'
import { startTask, taskKind, taskWork } from '#/organizer/desk/tasks.ts'
import { stageDates } from '#/rules/playoffs.ts'
import { changedRules } from '#/rules/rule-sentences.ts'
import { rulesOf, type SeasonRules, type StoredRules } from '#/rules/season-rules.ts'
import { countsUntil } from '#/rules/season.ts'
import { formatsOf } from '#/rules/sports/formats.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import { inTransaction, type Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { countResults, listEnteredLeagues, lockSeason, type StoredSeason } from './queries.ts'
import { refuseResultsOutside, refuseSealed } from './closing-actions.ts'
import { auditSeason } from './season-audit.ts'

/**
 * Changes the rules of a season and starts a task that rebuilds its tables. Returns the task's id, null if there are no
 * results. Refuses not_found, season_sealed, play_has_begun if there are results and `despite_results` is false, results_outside,
 * and a grace period that reaches into the play-offs (422, by field).
 */
export function changeSeasonRules(
  actor: Actor,
  { id, rules, despite_results }: { id: number; rules: SeasonRules; despite_results: boolean },
): Promise<{ task_id: number | null; season: StoredSeason }> {
  return runAction(actor, async (action) => {
    const { tx, now } = action
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    if (changedRules(season.rules, rules).length === 0) return { task_id: null, season }
    await refuseUnofferedFormats(tx, season.rules, rules)
    await refuseSealed(tx, season, now)
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
    await updateRules(tx, id, rules)
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

/** Refuses composed formats that are not offered, unless the season has them already. */
async function refuseUnofferedFormats(tx: Tx, before: SeasonRules, after: SeasonRules): Promise<void> {
  const added = formatsOf(after.formats)
    .filter(({ format, composition }) => composition !== null && !before.formats.includes(format))
    .map(({ format }) => format)
  if (added.length === 0) return
  const offered = await lockOffered(tx, added)
  if (added.some((format) => !offered.includes(format)))
    refuse('invalid', {
      fields: { 'rules.formats': 'One of these formats is no longer offered. Please choose again.' },
    })
}

/** Stores the rules that differ from the season's defaults, so that the next season gets only what was chosen. */
async function updateRules(tx: Tx, id: number, rules: SeasonRules): Promise<void> {
  const before = await tx.selectFrom('seasons').select('rules').where('id', '=', id).executeTakeFirstOrThrow()
  const version = before.rules?.version === 1 ? { version: 1 as const } : {}
  const own = changedRules(rulesOf(version), rules).map((name) => [name, rules[name]])
  const stored: StoredRules = { ...version, ...Object.fromEntries(own) }
  await tx.updateTable('seasons').set({ rules: stored }).where('id', '=', id).execute()
}

/** Starts a task that rebuilds the tables of a season and returns its id. Null if there are no results. */
export async function startRebuild(action: Action, { id }: StoredSeason): Promise<number | null> {
  return (await countResults(action.tx, id)) === 0 ? null : startTask(action, rebuildTask, { season_id: id })
}

const rebuildTask = taskKind('rebuild_season', {
  input: z.object({ season_id: z.int() }),
  outcome: z.object({ leagues: z.int() }),
})

/** Rebuilds the tables of a season, one league per transaction. After a crash it continues with the next league. */
export const rebuildSeason = taskWork(rebuildTask, async ({ db }, { input, done }, progress) => {
  const leagues = await listEnteredLeagues(db, input.season_id)
  for (const [index, league_id] of leagues.entries()) {
    if (index < done) continue
    await inTransaction(db, (tx) => rebuildLeague(tx, league_id))
    await progress(index + 1, leagues.length)
  }
  return { leagues: leagues.length }
})
