import * as z from 'zod/mini'
import type { Reply } from '#/contract/endpoint.ts'
import { seasonRules } from '#/contract/season-rules.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import { namesOfEntries } from '#/features/leaving/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { rankLines } from '#/features/standings/rebuild-table.ts'
import { readStored } from '#/features/standings/stored-league.ts'
import { lockOffered } from '#/organizer/match-formats/queries.ts'
import { startTask, taskKind, taskWork } from '#/organizer/desk/tasks.ts'
import { stageDates } from '#/rules/playoffs.ts'
import { changedRules } from '#/rules/rule-sentences.ts'
import { rulesOf, type SeasonRules, type StoredRules } from '#/rules/season-rules.ts'
import { countsUntil } from '#/rules/season.ts'
import { formatsOf } from '#/rules/sports/formats.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { notify } from '#/server/notify.ts'
import { refuse } from '#/server/refuse.ts'
import type { previewRules } from './contract.ts'
import {
  countPlayers,
  countResults,
  listEnteredLeagues,
  listPlaces,
  lockSeason,
  type PlayersPlace,
  type StoredSeason,
} from './queries.ts'
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
        message: `${results} ${results === 1 ? 'result has' : 'results have'} been reported under the current rules. They stay as they are, the tables are recalculated, and all players are notified.`,
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
    return { task_id: await startRebuild(action, after, season.rules), season: after }
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

/** The places that other rules would change in the tables of a season as they are now. Refuses not_found. */
export async function previewSeasonRules(
  db: Db,
  { id, rules }: { id: number; rules: SeasonRules },
): Promise<Reply<typeof previewRules>> {
  const season = await db.selectFrom('seasons').select('rules').where('id', '=', id).executeTakeFirst()
  if (!season) refuse('not_found')
  const stored = storedRules(season.rules, rules)
  const leagues = []
  for (const { league_id, name } of await listEnteredLeagues(db, id)) {
    const before = placesOf(rankLines(await readStored(db, league_id)).lines)
    const after = rankLines(await readStored(db, league_id, stored)).lines
    const moved = after.filter(({ entry_id, rank }) => before.get(entry_id) !== rank)
    if (moved.length === 0) continue
    const names = await namesOfEntries(
      db,
      moved.map(({ entry_id }) => entry_id),
    )
    const moves = moved.map(({ entry_id, rank }) => ({
      entry_id,
      name: names.get(entry_id) ?? '',
      before: before.get(entry_id) ?? rank,
      after: rank,
    }))
    leagues.push({ league_id, name, moves })
  }
  return { results: await countResults(db, id), players: await countPlayers(db, id), leagues }
}

function placesOf(lines: readonly { entry_id: number; rank: number }[]): Map<number, number> {
  return new Map(lines.map(({ entry_id, rank }) => [entry_id, rank]))
}

/** The rules that differ from the season's defaults, so that the next season gets only what was chosen. */
function storedRules(before: StoredRules | null, rules: SeasonRules): StoredRules {
  const version = before?.version === 1 ? { version: 1 as const } : {}
  const own = changedRules(rulesOf(version), rules).map((name) => [name, rules[name]])
  return { ...version, ...Object.fromEntries(own) }
}

async function updateRules(tx: Tx, id: number, rules: SeasonRules): Promise<void> {
  const before = await tx.selectFrom('seasons').select('rules').where('id', '=', id).executeTakeFirstOrThrow()
  await tx
    .updateTable('seasons')
    .set({ rules: storedRules(before.rules, rules) })
    .where('id', '=', id)
    .execute()
}

/**
 * Starts a task that rebuilds the tables of a season and returns its id. Null if there are no results. `before`: the rules
 * before the change, if the players are to be notified of it.
 */
export async function startRebuild(
  action: Action,
  { id }: StoredSeason,
  before: SeasonRules | null = null,
): Promise<number | null> {
  if ((await countResults(action.tx, id)) === 0) return null
  return startTask(action, rebuildTask, { season_id: id, before })
}

const rebuildTask = taskKind('rebuild_season', {
  // Tasks of the previous release have no rules.
  input: z.object({ season_id: z.int(), before: z._default(z.nullable(seasonRules), null) }),
  outcome: z.object({ leagues: z.int() }),
})

/** Rebuilds the tables of a season, one league per transaction. After a crash it continues with the next league. */
export const rebuildSeason = taskWork(rebuildTask, async ({ db }, { input, done }, progress) => {
  const leagues = await listEnteredLeagues(db, input.season_id)
  for (const [index, { league_id }] of leagues.entries()) {
    if (index < done) continue
    await inTransaction(db, async (tx) => {
      const places = await listPlaces(tx, league_id)
      await rebuildLeague(tx, league_id)
      if (input.before) await notifyPlayers(tx, league_id, { before: input.before, places })
    })
    await progress(index + 1, leagues.length)
  }
  return { leagues: leagues.length }
})

async function notifyPlayers(
  tx: Tx,
  league_id: number,
  { before, places }: { before: SeasonRules; places: readonly PlayersPlace[] },
): Promise<void> {
  const earlier = new Map(places.map(({ player_id, rank }) => [player_id, rank]))
  for (const { player_id, rank } of await listPlaces(tx, league_id)) {
    const place_before = earlier.get(player_id) ?? null
    await notify(tx, 'rules_changed', { league_id, player_id, before, place_before, place_after: rank })
  }
}
