import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Matches } from '#/db/types.ts'
import { idsOf } from '#/features/confirmation/answers.ts'
import { listMatchPlayers } from '#/features/leagues/sides.ts'
import { findMatchSnapshot } from '#/features/matches/match-snapshot.ts'
import { rebuildLockedLeague } from '#/features/playoffs/rebuild.ts'
import { recordCorrection } from '#/features/sealing/actions.ts'
import { lockSealed } from '#/features/sealing/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import type { Db, Tx } from '#/server/db.ts'
import { sendCalendarsSoon } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'

const restoredColumns = [
  'score_id',
  'match_date',
  'match_time',
  'canceled_at',
  'not_played_at',
  'voided_at',
  'voided_version',
] as const

/** The columns of a match that a void or a walkover changes. */
export type MatchState = Pick<Selectable<Matches>, (typeof restoredColumns)[number]>

/** Reads a locked match as undoing a void or a walkover restores it. */
export function readMatchState(tx: Db | Tx, match_id: number): Promise<MatchState | undefined> {
  return tx.selectFrom('matches').select(restoredColumns).where('id', '=', match_id).executeTakeFirst()
}

/** The match of an act, and what the match was before it. */
type Undone = { match_id: number; was: MatchState; reason: string }

/**
 * Restores a voided result, with the day and time of the match. Notifies its players. The caller has checked that nothing
 * has happened in the match since. Refuses own_match, playoff_moved_on and already_reported.
 */
export function restoreResult(actor: Actor, { match_id, was, reason }: Undone): Promise<void> {
  return changeMatch(actor, { match_id, columns: was, verb: 'Restored the voided result', restored: true, reason })
}

/**
 * Takes a walkover back: the match is open again, with the day and time that it had. Notifies its players. The caller has
 * checked that nothing has happened in the match since. Refuses own_match and playoff_moved_on.
 */
export function reopenMatch(
  actor: Actor,
  { match_id, was, version, reason }: Undone & { version: number },
): Promise<void> {
  // The walkover stays among the versions of the score, voided.
  const columns = { ...was, voided_at: actor.now, voided_version: version }
  return changeMatch(actor, { match_id, columns, verb: 'Took the walkover back', restored: false, reason })
}

type Change = { match_id: number; columns: MatchState; verb: string; restored: boolean; reason: string }

function changeMatch(actor: Actor, { match_id, columns, verb, restored, reason }: Change): Promise<void> {
  return runAction(actor, async (action) => {
    const { tx, player, audit, notify } = action
    const { league_id, sealed } = await lockMatch(tx, match_id, actor.now)
    const played = await listMatchPlayers(tx, match_id)
    if (played.some(({ player_id }) => player_id === player.id)) refuse('own_match')
    const before = await findMatchSnapshot(tx, match_id)
    const { score_id: before_score_id } = (await readMatchState(tx, match_id)) ?? refuse('not_found')
    await tx.updateTable('matches').set(columns).where('id', '=', match_id).execute()
    await sendCalendarsSoon(tx)
    const { area, subject, title, values: after } = await findMatchSnapshot(tx, match_id)
    await audit({
      area,
      kind: 'undo',
      subject,
      summary: `${verb}: ${restored ? title : before.title}`,
      before: before.values,
      after,
    })
    const score_id = columns.score_id ?? before_score_id
    if (score_id !== null)
      for (const player_id of new Set(idsOf([...played, ...(await listMatchPlayers(tx, match_id))])))
        await notify('result_voided', { score_id, player_id, reason, again: true, restored })
    if (sealed) await recordCorrection(action, { league_id, match_id, before_score_id, reason })
    await rebuildLockedLeague(tx, league_id, { keep_after: match_id })
  })
}

/** Locks the league of a match, then the match. Refuses not_found. */
export async function lockMatch(tx: Tx, match_id: number, now: Date): Promise<{ league_id: number; sealed: boolean }> {
  const match = await tx.selectFrom('matches').select('league_id').where('id', '=', match_id).executeTakeFirst()
  if (!match) refuse('not_found')
  const sealed = await lockSealed(tx, match.league_id, now)
  await sql`select from matches where id = ${match_id} for update`.execute(tx)
  return { league_id: match.league_id, sealed }
}
