import { runAction, type Actor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { sendCalendarsSoon } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import type { Result } from './contract.ts'
import { findResultKind } from './friendlies.ts'
import { findMatchSnapshot } from './match-snapshot.ts'
import { deleteOpenMatch, findMatchFor, findMatchState, isChallenged } from './queries.ts'
import { checkReport, storeReport, type ScoreReport } from './report.ts'

/**
 * Stores a reported score and returns the match's id, the score line and whether the table counts it. Refuses for the same reasons as `checkReport`
 * and `storeScore`.
 */
export async function reportScore(
  actor: Actor,
  report: ScoreReport,
): Promise<{ id: number; line: string } & Pick<Result, 'kind'>> {
  const checked = await checkReport(actor, report)
  return runAction(actor, async (action) => {
    const { match_id } = await storeReport(action, checked)
    return { id: match_id, line: checked.line, kind: await findResultKind(action.tx, match_id) }
  })
}

/**
 * Deletes a match that has no score: by one of its players, or by an organizer of its area. Refuses `not_found`,
 * `challenge_stays` for the side that is challenged on a ladder, `match_played`, `match_in_playoffs` and `match_voided`.
 */
export function deleteMatch(actor: Actor, { id }: { id: number }): Promise<void> {
  return runAction(actor, async ({ tx, audit, player, now }) => {
    const match = (await findMatchFor(tx, id, player)) ?? refuse('not_found')
    if (match.mine && (await isChallenged(tx, id, player.id))) refuse('challenge_stays')
    const before = match.mine ? null : await findMatchSnapshot(tx, id)
    if (!(await deleteOpenMatch(tx, id, now))) await refuseDeletion(tx, id)
    await sendCalendarsSoon(tx)
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

async function refuseDeletion(tx: Tx, id: number): Promise<never> {
  const match = await findMatchState(tx, id)
  // Another request may have just deleted the match or reported its score.
  if (!match || match.canceled_at) refuse('not_found')
  if (match.score_id !== null) refuse('match_played')
  refuse(match.playoff_stage === null ? 'match_voided' : 'match_in_playoffs')
}
