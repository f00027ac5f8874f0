import type { RefusalCode } from '#/contract/refusals.ts'
import { makePlayoffs, type NotMadeReason } from '#/features/playoffs/actions.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { lockSealed } from '#/features/sealing/queries.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { settleNotPlayed } from '#/organizer/unplayed/actions.ts'
import { findOrganizerLeague, listNames } from './queries.ts'

const refusalOf: Record<NotMadeReason, RefusalCode> = {
  made: 'playoffs_made',
  open_results: 'results_open',
  too_few: 'too_few_qualify',
  changed: 'conflict',
}

/**
 * Creates the play-offs of a league now. Returns the names of those who qualify, best first. `entries`: the field that
 * the organizer saw. Refuses not_found, season_running, league_sealed, playoffs_made, results_open, too_few_qualify,
 * and conflict if others qualify by now.
 */
export function makeLeaguePlayoffs(
  actor: Actor,
  { league_id, entries }: { league_id: number; entries: readonly number[] },
): Promise<string[]> {
  return runAction(actor, async ({ tx, audit, player, now }) => {
    const league =
      (await findOrganizerLeague(tx, league_id, player.organizer_areas, saleDay(now), now)) ?? refuse('not_found')
    if (league.state === 'running') refuse('season_running')
    if (await lockSealed(tx, league_id, now))
      refuse('league_sealed', {
        message: 'The season is over and its table is final, so it is too late for play-offs.',
      })
    const seeds = await makePlayoffs(tx, league_id, now, { made_by_id: player.id, expected: entries })
    if (typeof seeds === 'string') refuse(refusalOf[seeds])
    const names = await listNames(tx, seeds)
    const seedNames = seeds.map((entry_id) => names.get(entry_id) ?? '')
    await audit<{ seeds: string[] }>({
      area: league.area,
      kind: 'make_playoffs',
      subject: `league ${league_id}`,
      summary: `Created the play-offs of ${league.division_name}, ${league.season} ${league.year}`,
      after: { seeds: seedNames },
    })
    return seedNames
  })
}

/**
 * Cancels the play-offs of a league: their open matches are settled as not played, and no more follow. Results stay.
 * Does nothing if they are canceled already. Refuses not_found, also without play-offs.
 */
export function cancelPlayoffs(
  actor: Actor,
  { league_id, reason }: { league_id: number; reason: string },
): Promise<void> {
  return runAction(actor, async (action) => {
    const { tx, audit, player, now } = action
    const league =
      (await findOrganizerLeague(tx, league_id, player.organizer_areas, saleDay(now), now)) ?? refuse('not_found')
    await lockLeague(tx, league_id)
    const made = await tx
      .selectFrom('playoffs')
      .select('canceled_at')
      .where('league_id', '=', league_id)
      .executeTakeFirst()
    if (!made) refuse('not_found')
    if (made.canceled_at !== null) return
    await tx.updateTable('playoffs').set({ canceled_at: now }).where('league_id', '=', league_id).execute()
    const open = await tx
      .selectFrom('matches')
      .select('id')
      .where('league_id', '=', league_id)
      .where('playoff_stage', 'is not', null)
      .where('score_id', 'is', null)
      .where('canceled_at', 'is', null)
      .execute()
    const match_ids = open.map(({ id }) => id)
    await settleNotPlayed(action, { match_ids, reason, season: league.season_slug, playoffs: true })
    await audit<{ open_matches: number }>({
      area: league.area,
      kind: 'cancel_playoffs',
      subject: `league ${league_id}`,
      summary: `Canceled the play-offs of ${league.division_name}, ${league.season} ${league.year}`,
      reason,
      before: { open_matches: match_ids.length },
      after: { open_matches: 0 },
    })
  })
}
