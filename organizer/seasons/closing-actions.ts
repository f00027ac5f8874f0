import { sql } from 'kysely'
import { openSeasons } from '#/features/seasons/jobs.ts'
import { lockEachSealed } from '#/features/sealing/queries.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { addDays, daysBetween } from '#/rules/day.ts'
import type { StoredRules } from '#/rules/season-rules.ts'
import { soldUntil } from '#/rules/season.ts'
import { runAction, type Actor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import type { ClosingPreview } from './contract.ts'
import { listEnteredLeagues, listResultsOutside, lockSeason, type StoredSeason } from './queries.ts'
import { auditSeason, auditedFields } from './season-audit.ts'

/** Why a season cannot be closed after `last`. Null if it can. */
export function closingProblemOf(
  season: Pick<StoredSeason, 'starting_date' | 'counts_until'>,
  yesterday: string,
  last = yesterday,
): ClosingPreview['problem'] {
  if (season.counts_until <= yesterday) return 'season_over'
  return last <= season.starting_date ? 'season_not_begun' : null
}

/**
 * Closes a season: `until`, or yesterday, becomes the last day on which a match counts. Returns the changed season.
 * Refuses not_found, season_over, season_not_begun, a day before yesterday or after the last that counts (422), and
 * results_outside if results of later days have been reported.
 */
export function closeSeason(
  actor: Actor,
  { id, until, reason = '' }: { id: number; until?: string | undefined; reason?: string },
): Promise<StoredSeason> {
  return runAction(actor, async (action) => {
    const { tx, now } = action
    const season = (await lockSeason(tx, id)) ?? refuse('not_found')
    const yesterday = addDays(saleDay(now), -1)
    const last = until ?? yesterday
    const problem = closingProblemOf(season, yesterday, last)
    if (problem) refuse(problem)
    if (last < yesterday || last > season.counts_until)
      refuse('invalid', { fields: { until: 'Please choose a day from yesterday to the last day that counts.' } })
    await refuseResultsOutside(tx, season, { starting_date: season.starting_date, counts_until: last })
    const ending_date = season.ending_date < last ? season.ending_date : last
    const grace_days = daysBetween(ending_date, last)
    const sale_until = (season.sale_until ?? soldUntil(season)) > ending_date ? ending_date : season.sale_until
    const rules = sql<StoredRules>`coalesce(rules, '{}') || ${JSON.stringify({ grace_days })}::text::jsonb`
    await tx.updateTable('seasons').set({ ending_date, rules, sale_until }).where('id', '=', id).execute()
    const after = { ...season, ending_date, rules: { ...season.rules, grace_days }, sale_until, counts_until: last }
    await auditSeason(action, {
      kind: 'close_season',
      season,
      verb: 'Closed',
      reason,
      before: auditedFields(season),
      after: auditedFields(after),
    })
    await openSeasons(tx, saleDay(now))
    return after
  })
}

/** Refuses season_sealed if a league of the season is sealed: its days and rules decided that table. */
export async function refuseSealed(tx: Tx, { id }: StoredSeason, now: Date): Promise<void> {
  const leagues = await listEnteredLeagues(tx, id)
  const ids = leagues.map(({ league_id }) => league_id)
  if ((await lockEachSealed(tx, ids, now)).size > 0) refuse('season_sealed')
}

/** Refuses if results that count today would not count with these days, and says how many. */
export async function refuseResultsOutside(
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
