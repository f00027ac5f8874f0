import { insertEvent } from '#/features/arranging/change-queries.ts'
import { formatSettlement } from '#/features/arranging/settlement-format.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { listEntryPlayers } from '#/features/leagues/sides.ts'
import { findMatchSnapshot } from '#/features/matches/match-snapshot.ts'
import { rebuildLockedLeague } from '#/features/playoffs/rebuild.ts'
import { listUnplayed, type UnplayedMatch } from '#/features/unplayed/queries.ts'
import { notifyPlayers, settleMatch } from '#/features/unplayed/settle-actions.ts'
import { formatReasons } from '#/rules/effort.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import type { Tx } from '#/server/db.ts'
import { sendCalendarsSoon } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import type * as calls from './contract.ts'
import { listSettlementsOf, shownOutcome, type StoredSettlement } from './queries.ts'

/**
 * Applies what the record proposes for unplayed matches: all of them or none. Answers how many. Refuses `not_found` outside
 * the organizer's areas, `not_unplayed`, `proposal_changed`, and `own_match`.
 */
export function settleUnplayed(
  actor: Actor,
  { match_ids, reason, outcomes }: Call<typeof calls.settleUnplayed>['body'],
): Promise<number> {
  return runAction(actor, async (action) => {
    const { tx, player, audit, now } = action
    const league_ids = await lockMatches(action, match_ids)
    const found = await listUnplayed(tx, { areas: player.organizer_areas }, now, match_ids)
    for (const [place, id] of match_ids.entries()) {
      const match = found.find((each) => each.id === id) ?? refuse('not_unplayed')
      const shown = outcomes?.[place]
      if (shown !== undefined && shown !== shownOutcome(match.verdict.outcome).outcome) refuse('proposal_changed')
      await refuseOwn(action, match)
      const { subject, title, values: before } = await findMatchSnapshot(tx, id)
      await settleMatch(tx, match, { player_id: player.id, reason }, now)
      const after = await findMatchSnapshot(tx, id)
      await audit({
        area: match.area,
        kind: 'settle_unplayed',
        subject,
        summary: `Settled ${title}: ${summaryOf(match)}`,
        reason,
        before,
        after: { ...after.values, outcome: match.verdict.outcome, reasons: formatReasons(match.verdict, match.names) },
      })
    }
    for (const league_id of league_ids) await rebuildLockedLeague(tx, league_id)
    return match_ids.length
  })
}

/**
 * Takes settlements back: all of them or none. Refuses `not_found` outside the organizer's areas, and for a match that was
 * not settled; `settlement_answered`, and `own_match`.
 */
export function undoSettlements(
  actor: Actor,
  { match_ids, reason }: Call<typeof calls.undoSettlements>['body'],
): Promise<number> {
  return runAction(actor, async (action) => {
    const { tx, player, audit, now } = action
    const league_ids = await lockMatches(action, match_ids)
    const found = await listSettlementsOf(tx, match_ids, player.organizer_areas)
    for (const id of match_ids) {
      const settlement = found.find(({ match_id }) => match_id === id) ?? refuse('not_found')
      if (!settlement.can_undo) refuse('settlement_answered')
      await refuseOwn(action, settlement)
      const { subject, title, values: before } = await findMatchSnapshot(tx, id)
      await reopen(tx, settlement, now)
      const event = { match_id: id, kind: 'reopened', side: null, player_id: player.id, text: `“${reason}”` } as const
      await insertEvent(tx, event, now)
      await notifyPlayers(tx, 'match_settled', settlement, settlement.id)
      const { values: after } = await findMatchSnapshot(tx, id)
      const summary = `Took back what was settled for ${title}`
      await audit({ area: settlement.area, kind: 'undo_settlement', subject, summary, reason, before, after })
    }
    for (const league_id of league_ids) await rebuildLockedLeague(tx, league_id)
    return match_ids.length
  })
}

async function reopen(tx: Tx, { id, match_id, outcome, play_from, play_by, version }: StoredSettlement, now: Date) {
  await tx.updateTable('match_settlements').set({ undone_at: now }).where('id', '=', id).execute()
  const undone =
    outcome === 'extended'
      ? { extended_at: null, play_from, play_by }
      : outcome === 'not_played'
        ? { not_played_at: null, canceled_at: null }
        : { score_id: null, match_date: null, match_time: null, voided_at: now, voided_version: version }
  await tx.updateTable('matches').set(undone).where('id', '=', match_id).execute()
  await sendCalendarsSoon(tx)
}

/** Locks the leagues of these matches by ascending id, then the matches; answers the leagues. Refuses `not_found`. */
async function lockMatches({ tx, player }: Action, match_ids: readonly number[]): Promise<number[]> {
  const mine = tx.selectFrom('matches').where('id', 'in', match_ids).where('area', 'in', player.organizer_areas)
  const found = await mine.select(['id', 'league_id']).execute()
  if (found.length < match_ids.length) refuse('not_found')
  const league_ids = [...new Set(found.map(({ league_id }) => league_id))].toSorted((a, b) => a - b)
  for (const league_id of league_ids) await lockLeague(tx, league_id)
  await mine.select('id').orderBy('id').forUpdate().execute()
  return league_ids
}

/** An organizer decides nothing about a match that they play in. */
async function refuseOwn(
  { tx, player }: Action,
  { entry_one_id, entry_two_id }: Pick<UnplayedMatch, 'entry_one_id' | 'entry_two_id'>,
): Promise<void> {
  const players = await listEntryPlayers(tx, [entry_one_id, entry_two_id])
  if (players.some(({ player_id }) => player_id === player.id)) refuse('own_match')
}

function summaryOf({ verdict, names }: UnplayedMatch): string {
  return formatSettlement(verdict.outcome, names, verdict.extends_to).replace(/\.$/, '')
}
