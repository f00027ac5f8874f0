import { formatEmailInPart } from '#/contract/format.ts'
import {
  closeMerged,
  countMoves,
  findAccountColumns,
  findMergeProblem,
  moveEverything,
} from '#/organizer/players/merge.ts'
import { describePlaces, lockLeaguesOf } from '#/organizer/players/merged-places.ts'
import type { PlayerRow } from '#/organizer/players/contract.ts'
import { findPlayer } from '#/organizer/players/queries.ts'
import { runAction, runPublicAction, type Actor, type PublicAction, type Visitor } from '#/server/action.ts'
import { audit, type AuditEntry } from '#/server/audit.ts'
import type { Db, Tx } from '#/server/db.ts'
import { findMailToken } from '#/server/mail-tokens.ts'
import { removePhoto } from '#/server/outside/photos.ts'
import { refuse } from '#/server/refuse.ts'
import type { SignedIn } from '#/server/session.ts'
import { MERGE_DAYS } from './contract.ts'
import {
  cancelMergesOf,
  findMergeRequest,
  findOrganizer,
  findPendingMerge,
  insertMergeRequest,
  updateConfirmed,
  updateEnding,
  type MergeRequest,
  type Side,
} from './queries.ts'

type Organizer = Pick<SignedIn, 'id' | 'role' | 'organizer_areas'>

/**
 * Merges two accounts of one person into `id`: immediately for an owner, or, for an organizer, once both accounts have
 * confirmed by an emailed link. Returns a sentence. Refuses not_found, not_mergeable with the reason, and
 * merge_pending.
 */
export async function mergePlayers(
  actor: Actor<SignedIn>,
  { id, from_id, reason }: { id: number; from_id: number; reason: string },
): Promise<string> {
  const { message, unused_photo } = await runAction(actor, async (action) => {
    const { tx, audit: auditAction, notify, player, now } = action
    const { keep, from } = await lockAccounts(tx, player, { keep_id: id, from_id }, now)
    if (player.role === 'owner') {
      const merge = { keep, from, organizer: player, reason, confirmed: false }
      const { photo, entry } = await mergeLocked(action, merge)
      await auditAction(entry)
      return { message: `${from.name} and ${keep.name} are now one player.`, unused_photo: photo }
    }
    const expires_at = new Date(now.getTime() + MERGE_DAYS * 86_400_000)
    const request = { keep_id: id, from_id, requested_by_id: player.id, reason, expires_at }
    if (await findPendingMerge(tx, [id, from_id], now)) refuse('merge_pending')
    const merge_request_id = await insertMergeRequest(tx, request, now)
    for (const side of ['keep', 'from'] as const) await notify('merge_requested', { merge_request_id, side })
    await auditAction({
      ...subjectOf(keep, player),
      kind: 'request_merge',
      summary: `Asked ${from.name} (player ${from_id}) and ${keep.name} to confirm that they are one person`,
      reason,
    })
    const days = `${MERGE_DAYS} days`
    return {
      message: `We have emailed both accounts. They are merged once both confirm within ${days}.`,
      unused_photo: null,
    }
  })
  await removePhoto(actor.app.photos, unused_photo)
  return message
}

/** Cancels a pending merge. Returns a sentence. Refuses not_found outside the actor's scope, and merge_over. */
export function cancelMerge(actor: Actor<SignedIn>, { id, reason }: { id: number; reason: string }): Promise<string> {
  return runAction(actor, async ({ tx, audit: auditAction, player, now }) => {
    const known = (await findMergeRequest(tx, id)) ?? refuse('not_found')
    const keep = (await findPlayer(tx, player, known.keep_id)) ?? refuse('not_found')
    const request = (await findMergeRequest(tx, id, { lock: true })) ?? refuse('not_found')
    refuseOver(request, now)
    await updateEnding(tx, id, 'canceled', now)
    await auditAction({
      ...subjectOf(keep, player),
      kind: 'cancel_merge',
      summary: `Canceled the merge of ${request.from_name} (player ${request.from_id}) and ${request.keep_name}`,
      reason,
    })
    return 'The merge is canceled.'
  })
}

/** The merge of a link, as the owner of its account sees it. Refuses merge_over. */
export async function findMailedMerge(
  db: Db | Tx,
  token: string,
  now: Date,
): Promise<{ request: MergeRequest; side: Side }> {
  const link = await findMailToken(db, token, ['merge_keep', 'merge_from'], now)
  const request = link && (await findMergeRequest(db, link.merge_request_id))
  if (!request) refuse('merge_over', { message: 'This link is incomplete or too old.' })
  refuseOver(request, now)
  return { request, side: link.purpose === 'merge_keep' ? 'keep' : 'from' }
}

/** The content of a link's page. Refuses merge_over. */
export async function readMerge(db: Db, token: string, now: Date) {
  const { request, side } = await findMailedMerge(db, token, now)
  const keep = { name: request.keep_name, email: request.keep_email }
  const from = { name: request.from_name, email: request.from_email }
  const [mine, other] = side === 'keep' ? [keep, from] : [from, keep]
  return {
    organizer: request.organizer,
    mine,
    other: { ...other, email: formatEmailInPart(other.email) },
    stays: side === 'keep',
    confirmed: request[`${side}_confirmed_at`] !== null,
    expires_at: request.expires_at.toISOString(),
  }
}

/**
 * Confirms a merge for one of its accounts; the second confirmation merges them. Refuses merge_over, and not_mergeable
 * if something prevents the merge by now; it can be confirmed again later.
 */
export async function confirmMerge(
  visitor: Visitor,
  { token }: { token: string },
): Promise<{ message: string; merged: boolean }> {
  const { unused_photo, ...answer } = await runPublicAction(visitor, async (action) => {
    const { tx, now } = action
    const { request: known, side } = await findMailedMerge(tx, token, now)
    const organizer = (await findOrganizer(tx, known.requested_by_id)) ?? refuse('merge_over')
    // Locks the accounts before the request, in the same order as when a merge is requested.
    const { keep, from } = await lockAccounts(tx, organizer, known, now)
    const request = (await findMergeRequest(tx, known.id, { lock: true })) ?? refuse('merge_over')
    refuseOver(request, now)
    await updateConfirmed(tx, request.id, side, now)
    const other: Side = side === 'keep' ? 'from' : 'keep'
    if (request[`${other}_confirmed_at`] === null)
      return {
        message: 'Thank you. The accounts will be merged as soon as the other one has confirmed too.',
        merged: false,
        unused_photo: null,
      }
    await updateEnding(tx, request.id, 'merged', now)
    const merge = { keep, from, organizer, reason: request.reason, confirmed: true }
    const { photo, entry } = await mergeLocked(action, merge)
    await audit(tx, { ...entry, organizer }, now)
    return { message: `Your accounts are merged. Sign in with ${keep.email}.`, merged: true, unused_photo: photo }
  })
  await removePhoto(visitor.app.photos, unused_photo)
  return answer
}

/** Ends a merge because the accounts do not belong to one person. Returns a sentence. Refuses merge_over. */
export function declineMerge(visitor: Visitor, { token }: { token: string }): Promise<string> {
  return runPublicAction(visitor, async ({ tx, now }) => {
    const { request: known } = await findMailedMerge(tx, token, now)
    const request = (await findMergeRequest(tx, known.id, { lock: true })) ?? refuse('merge_over')
    refuseOver(request, now)
    await updateEnding(tx, request.id, 'declined', now)
    return 'Thank you. Nothing was changed. Both accounts stay as they are.'
  })
}

function refuseOver({ ending, expires_at, is_same_emails }: MergeRequest, now: Date): void {
  const message =
    ending === 'merged'
      ? 'These accounts are already merged.'
      : ending === 'declined'
        ? 'This merge was declined. Both accounts stay as they are.'
        : ending === 'canceled'
          ? 'The organizer has canceled this merge. Both accounts stay as they are.'
          : !is_same_emails
            ? 'The email of one of the accounts has changed. Ask the organizer to start again.'
            : expires_at <= now
              ? `This merge was not confirmed within ${MERGE_DAYS} days. Ask the organizer to start again.`
              : null
  if (message !== null) refuse('merge_over', { message })
}

/** Finds both accounts and locks them. Refuses not_found outside the organizer's scope, and not_mergeable with the reason. */
async function lockAccounts(
  tx: Tx,
  organizer: Organizer,
  { keep_id, from_id }: { keep_id: number; from_id: number },
  now: Date,
): Promise<{ keep: PlayerRow; from: PlayerRow }> {
  // Locks by ascending id, so that two merges of the same two accounts never deadlock.
  for (const each of [keep_id, from_id].toSorted((a, b) => a - b)) await findPlayer(tx, organizer, each, { lock: true })
  const keep = (await findPlayer(tx, organizer, keep_id)) ?? refuse('not_found')
  const from = (await findPlayer(tx, organizer, from_id)) ?? refuse('not_found')
  // Asked again once nothing more can be played. A payment of theirs that is being settled holds its league and waits for
  // the account, so it is asked for first.
  for (const isLast of [false, true]) {
    const problem = await findMergeProblem(tx, keep, from, organizer, now)
    if (problem) refuse('not_mergeable', { message: problem })
    if (!isLast) await lockLeaguesOf(tx, from.id, now)
  }
  return { keep, from }
}

type Merge = { keep: PlayerRow; from: PlayerRow; organizer: Organizer; reason: string; confirmed: boolean }

/** Merges two locked accounts and emails both. Returns the photo that neither uses any longer, and the audit entry. */
async function mergeLocked(
  { tx, notify, now }: PublicAction,
  { keep, from, organizer, reason, confirmed }: Merge,
): Promise<{ photo: string | null; entry: Omit<AuditEntry, 'organizer'> & { before: object; after: object } }> {
  const account = await findAccountColumns(tx, from.id)
  const moved = await countMoves(tx, from.id, { confirmed })
  const places = await describePlaces(tx, { keep_id: keep.id, from_id: from.id }, now)
  await moveEverything(tx, { keep_id: keep.id, from_id: from.id, organizer_id: organizer.id, confirmed, now })
  const photo = await closeMerged(tx, { keep_id: keep.id, from_id: from.id, confirmed, now })
  await cancelMergesOf(tx, [from.id], now)
  for (const { id, name, email } of [keep, from])
    if (email !== null) await notify('accounts_merged', { name, email, kept: id === keep.id, confirmed })
  const entry = {
    ...subjectOf(keep, organizer),
    kind: 'merge_players',
    summary: `Merged ${from.name} (player ${from.id}) into ${keep.name}`,
    reason,
    before: { player: from.id, name: from.name, ...account },
    after: {
      player: keep.id,
      name: keep.name,
      confirmed_by_both: confirmed,
      ...Object.fromEntries(moved.map(({ what, count }) => [what, count])),
      ...(places.length === 0 ? {} : { places: places.join(' ') }),
    },
  }
  return { photo, entry }
}

/** The audit entry's area: the player's if the organizer runs it, otherwise none, so that the organizer finds it in the log. */
export function subjectOf({ id, area }: PlayerRow, { organizer_areas }: Pick<Organizer, 'organizer_areas'>) {
  return {
    area: area !== null && organizer_areas.includes(area) ? area : null,
    subject: `player ${id}`,
  }
}
