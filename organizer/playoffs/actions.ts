import type { RefusalCode } from '#/contract/refusals.ts'
import { makePlayoffs, type NotMadeReason } from '#/features/playoffs/actions.ts'
import { lockSealed } from '#/features/sealing/queries.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
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
