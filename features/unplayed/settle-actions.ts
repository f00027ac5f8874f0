import { endOffers, insertEvent } from '#/features/arranging/change-queries.ts'
import { formatSettlement } from '#/features/arranging/settlement-format.ts'
import { listMatchPlayers } from '#/features/leagues/sides.ts'
import { insertWalkover } from '#/features/matches/walkover.ts'
import type { Side } from '#/rules/arranging.ts'
import { walkoverWinner, type Outcome } from '#/rules/effort.ts'
import type { Tx } from '#/server/db.ts'
import { notify } from '#/server/notify.ts'
import { sendCalendarsSoon } from '#/server/queue.ts'
import { EFFORT_RULE, type UnplayedMatch } from './queries.ts'

/** Who applies a proposal: an organizer, or the scheduled job (null). */
type Settler = { player_id: number; reason: string } | null

/**
 * Applies the outcome proposed by an unplayed match's record, and notifies both sides. The caller must have locked its
 * league and the match, read it under the lock, and rebuild the league afterwards.
 */
export async function settleMatch(tx: Tx, match: UnplayedMatch, by: Settler, now: Date): Promise<void> {
  const { outcome, extends_to } = match.proposal
  const winner = walkoverWinner(outcome)
  const score_id = winner === null ? null : await giveWalkover(tx, match, winner, by, now)
  if (outcome === 'extended')
    await tx
      .updateTable('matches')
      .set({
        play_from: match.play_from ?? match.season_start,
        play_by: extends_to,
        extended_at: now,
        // The date has passed without a score, so clear it; new times can be offered.
        match_date: null,
        match_time: null,
      })
      .where('id', '=', match.id)
      .execute()
  if (outcome === 'not_played')
    await tx.updateTable('matches').set({ not_played_at: now, canceled_at: now }).where('id', '=', match.id).execute()
  await endOffers(tx, match.id, now)
  await sendCalendarsSoon(tx)
  const id = await storeSettlement(tx, match, {
    outcome,
    extends_to,
    settled_at: now,
    reason: by?.reason ?? '',
    score_id,
    play_from: match.play_from,
    play_by: match.play_by,
  })
  await insertEvent(
    tx,
    {
      match_id: match.id,
      kind: winner === null ? (outcome === 'extended' ? 'extended' : 'not_played') : 'walkover',
      side: null,
      player_id: by?.player_id ?? null,
      text: [formatSettlement(outcome, match.names, extends_to), by?.reason ? `“${by.reason}”` : ''].join(' ').trim(),
    },
    now,
  )
  await notifyPlayers(tx, 'match_settled', match.id, id)
}

/** Announces a proposal that will be applied automatically, and notifies both sides. */
export async function announceSettlement(tx: Tx, match: UnplayedMatch, now: Date): Promise<void> {
  const { outcome, extends_to } = match.proposal
  const id = await storeSettlement(tx, match, { outcome, extends_to, noticed_at: now })
  const text = `Proposed by the record: ${formatSettlement(outcome, match.names, extends_to)}`
  await insertEvent(tx, { match_id: match.id, kind: 'noticed', side: null, player_id: null, text }, now)
  await notifyPlayers(tx, 'settlement_proposed', match.id, id)
}

/** Stores the walkover. Returns the score's id. */
async function giveWalkover(tx: Tx, match: UnplayedMatch, winner: Side, by: Settler, now: Date): Promise<number> {
  // A score needs a reporter: an automatic one is stored under the winning side.
  const reported_by_id =
    by?.player_id ?? (await listMatchPlayers(tx, match.id)).find(({ side }) => side === winner)?.player_id
  if (reported_by_id === undefined) throw new Error(`side ${winner} of match ${match.id} has no player`)
  const reason = by?.reason ?? match.proposal.reasons.join(' ')
  return insertWalkover(tx, match, { winner, reported_by_id, last_day: match.last_day, reason }, now)
}

type Stored = {
  outcome: Outcome
  extends_to: string | null
  noticed_at?: Date
  settled_at?: Date
  reason?: string
  score_id?: number | null
  play_from?: string | null
  play_by?: string | null
}

/** Stores a settlement of a match's window, replacing its notice if there is one. Returns its id. */
async function storeSettlement(tx: Tx, match: UnplayedMatch, settlement: Stored): Promise<number> {
  const row = { ...settlement, reasons: match.proposal.reasons, effort_rule: EFFORT_RULE }
  if (match.notice) {
    await tx.updateTable('match_settlements').set(row).where('id', '=', match.notice.id).execute()
    return match.notice.id
  }
  const { id } = await tx
    .insertInto('match_settlements')
    .values({ ...row, match_id: match.id, last_day: match.last_day })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Notifies the players of both sides. */
export async function notifyPlayers(
  tx: Tx,
  kind: 'match_settled' | 'settlement_proposed',
  match_id: number,
  settlement_id: number,
): Promise<void> {
  for (const { player_id } of await listMatchPlayers(tx, match_id)) await notify(tx, kind, { settlement_id, player_id })
}
