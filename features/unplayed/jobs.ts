import { rebuildLockedLeague } from '#/features/playoffs/rebuild.ts'
import { lockSealed } from '#/features/sealing/queries.ts'
import { NOTICE_DAYS, walkoverWinner } from '#/rules/effort.ts'
import type { App } from '#/server/context.ts'
import { inTransaction, type Tx } from '#/server/db.ts'
import { workOnEach } from '#/server/queue.ts'
import { listLeaguesOfTheClock, listUnplayed, type UnplayedMatch } from './queries.ts'
import { announceSettlement, settleMatch } from './settle-actions.ts'

const dayMs = 86_400_000

/**
 * In seasons with automatic settlement: announces the proposed outcome of matches whose window has ended, and applies
 * it three days later unless a side has objected. Safe to run twice and in several processes.
 */
export async function settleUnplayed({ db, clock }: App): Promise<void> {
  const now = clock.now()
  await workOnEach(await listLeaguesOfTheClock(db, now), (league_id) =>
    inTransaction(db, async (tx) => {
      if (!(await lockSealed(tx, league_id, now))) await settleLeague(tx, league_id, now)
    }),
  )
}

async function settleLeague(tx: Tx, league_id: number, now: Date): Promise<void> {
  let settled = 0
  for (const { id } of await listUnplayed(tx, { league_id }, now)) {
    await tx.selectFrom('matches').select('id').where('id', '=', id).forUpdate().execute()
    // The match is read again under the lock.
    const [match] = await listUnplayed(tx, { league_id }, now, [id])
    if (!match || needsAnOrganizer(match)) continue
    if (match.notice && match.notice.outcome !== match.proposal.outcome) {
      // A rule or a player has changed since the notice, so the new proposal is announced.
      await tx.updateTable('match_settlements').set({ undone_at: now }).where('id', '=', match.notice.id).execute()
      await announceSettlement(tx, { ...match, notice: null }, now)
    } else if (!match.notice) await announceSettlement(tx, match, now)
    else if (match.notice.noticed_at.getTime() + NOTICE_DAYS * dayMs <= now.getTime()) {
      await settleMatch(tx, match, null, now)
      settled += 1
    }
  }
  if (settled > 0) await rebuildLockedLeague(tx, league_id)
}

/** Whether a side has objected, or the side that would lose has written messages. */
function needsAnOrganizer({ notice, proposal, messages }: UnplayedMatch): boolean {
  if (notice?.objected_at) return true
  const winner = walkoverWinner(proposal.outcome)
  return winner !== null && messages[winner === 1 ? 2 : 1] > 0
}
