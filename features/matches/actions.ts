import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { findMatchSnapshot } from './match-snapshot.ts'
import { deleteOpenMatch, findMatchFor, isChallenged } from './queries.ts'
import { checkReport, storeReport, type ScoreReport } from './report.ts'

/** Stores a reported score; answers the match's id and the score line. Refuses as `checkReport` and `insertScore`. */
export async function reportScore(actor: Actor, report: ScoreReport): Promise<{ id: number; line: string }> {
  const checked = await checkReport(actor, report)
  const { match_id } = await runAction(actor, (action) => storeReport(action, checked))
  return { id: match_id, line: checked.line }
}

/**
 * Deletes a match that has no score: by one of its players, or by an organizer of its area. Refuses `not_found`, `challenge_stays`
 * for the side that is challenged on a ladder, and as `deleteOpenMatch`.
 */
export function deleteMatch(actor: Actor, { id }: { id: number }): Promise<void> {
  return runAction(actor, async ({ tx, audit, player }) => {
    const match = (await findMatchFor(tx, id, player)) ?? refuse('not_found')
    if (match.mine && (await isChallenged(tx, id, player.id))) refuse('challenge_stays')
    const before = match.mine ? null : await findMatchSnapshot(tx, id)
    await deleteOpenMatch(tx, id)
    if (before)
      await audit({
        area: before.area,
        kind: 'delete_match',
        subject: before.subject,
        summary: `Deleted the open match of ${before.title}`,
        before: before.values,
      })
  })
}
