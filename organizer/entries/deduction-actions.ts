import type { Received } from '#/contract/endpoint.ts'
import { rebuildLockedLeague } from '#/features/playoffs/rebuild.ts'
import { findRules } from '#/features/seasons/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { findDeducted, findLeague } from './change-queries.ts'
import { namesOfEntries } from '#/features/leaving/queries.ts'
import { lockSealed } from '#/features/sealing/queries.ts'
import type { deductPoints as call } from './contract.ts'

/**
 * Takes points from an entry of a league that ranks by points, or gives them back, and returns a sentence. Refuses
 * not_found, league_sealed, and 422 for a league that ranks otherwise.
 */
export function deductPoints(
  actor: Actor,
  { league_id, entry_id, points, reason }: { league_id: number } & Received<typeof call>['body'],
): Promise<string> {
  return runAction(actor, async ({ tx, audit, player, now }) => {
    const league = (await findLeague(tx, league_id, player.organizer_areas)) ?? refuse('not_found')
    if (await lockSealed(tx, league_id, now)) refuse('league_sealed')
    const deducted = (await findDeducted(tx, league_id, entry_id)) ?? refuse('not_found')
    const { ranking } = await findRules(tx, league_id)
    if (ranking.by !== 'points') refuse('invalid', { fields: { points: 'This season does not rank by points.' } })
    if (deducted + points < 0)
      refuse('invalid', { fields: { points: `${deducted} were taken away: no more can be given back.` } })
    await tx.insertInto('deductions').values({ league_id, entry_id, points, reason, created_at: now }).execute()
    await rebuildLockedLeague(tx, league_id)
    const name = (await namesOfEntries(tx, [entry_id])).get(entry_id) ?? ''
    const count = `${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`
    const said = points > 0 ? `Took ${count} from ${name}` : `Gave ${count} back to ${name}`
    await audit({
      area: league.area,
      kind: 'deduct_points',
      subject: `entry ${entry_id}`,
      summary: `${said}: ${league.league}`,
      reason,
      before: { deducted },
      after: { deducted: deducted + points },
    })
    return `${said}. The table is up to date.`
  })
}
