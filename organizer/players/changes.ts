import { audit } from '#/server/audit.ts'
import type { App } from '#/server/context.ts'
import { inTransaction, type Db, type Tx } from '#/server/db.ts'
import { photoSizes } from '#/server/outside/photos.ts'
import { queueEmail } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import { endSessionsOf, startImpersonation, type SignedIn } from '#/server/session.ts'
import type { PlayerRow } from './contract.ts'
import { closeEmptied, countMoves, findAccountAsItWas, findClash, moveEverything, reachesBeyond } from './merge.ts'
import { findGift, findPlayer, insertGift, updateLevel, updateSuspension } from './queries.ts'

/** Which player an organizer acts on, and when. */
type Asked = { id: number; caller: SignedIn; now: Date }

/** Changes a player's singles level; entries stay where they are. Refuses not_found, account_closed and profile_incomplete. */
export async function setLevel(
  app: App,
  { id, caller, now }: Asked,
  { singles_level, reason }: { singles_level: PlayerRow['singles_level']; reason: string },
): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    const player = await holdPlayer(tx, caller, id)
    const message = `${player.name} plays at ${singles_level}.`
    if (player.area === null)
      refuse('profile_incomplete', { message: `The profile of ${player.name} is not complete, so it has no level.` })
    if (player.singles_level === singles_level) return message
    await updateLevel(tx, id, singles_level)
    const [before, after] = [{ singles_level: player.singles_level }, { singles_level }]
    const summary = `Changed the level of ${player.name} from ${player.singles_level} to ${singles_level}`
    await audit(tx, { ...actOn(player, caller), kind: 'change_level', summary, reason, before, after }, now)
    return message
  })
}

/** Shuts a player out, or lets them in again; once. Refuses not_found, account_closed and runs_leagues. */
export async function suspend(
  app: App,
  { id, caller, now }: Asked,
  { suspended, reason }: { suspended: boolean; reason: string },
): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    const player = await holdPlayer(tx, caller, id)
    if (player.role !== 'player') refuse('runs_leagues')
    const message = suspended
      ? `${player.name} is suspended and signed out everywhere.`
      : `${player.name} can sign in again.`
    if (player.suspended === suspended) return message
    await updateSuspension(tx, id, suspended ? now : null)
    if (suspended) await endSessionsOf(tx, id)
    const summary = suspended ? `Suspended ${player.name}` : `Took back the suspension of ${player.name}`
    const kind = suspended ? 'suspend' : 'end_suspension'
    const [before, after] = [{ suspended: player.suspended }, { suspended }]
    await audit(tx, { ...actOn(player, caller), kind, summary, reason, before, after }, now)
    return message
  })
}

/** Ends every session of a player. Refuses not_found, account_closed, and not_allowed for who runs leagues, unless an owner asks. */
export async function signOut(app: App, { id, caller, now }: Asked): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    const player = await holdPlayer(tx, caller, id)
    refusePeer(player, caller)
    await endSessionsOf(tx, id)
    const summary = `Signed ${player.name} out everywhere`
    await audit(tx, { ...actOn(player, caller), kind: 'sign_out', summary }, now)
    return `${player.name} is signed out everywhere.`
  })
}

/** Gives a free season, once for each `gift`. Refuses not_found, account_closed, and `conflict` for another player's gift. */
export async function give(
  app: App,
  { id, caller, now }: Asked,
  { gift, reason }: { gift: string; reason: string },
): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    const player = await holdPlayer(tx, caller, id)
    const free_season_id = await insertGift(tx, { player_id: id, given_by_id: caller.id, reason, gift }, now)
    if (free_season_id === null && (await findGift(tx, gift))?.player_id !== id) refuse('conflict')
    if (free_season_id !== null) {
      const summary = `Gave ${player.name} a free season`
      await audit(tx, { ...actOn(player, caller), kind: 'give_free_season', summary, reason }, now)
      await queueEmail(tx, app.config, 'free_season_given', { free_season_id })
    }
    return `${player.name} has a free season more. We tell them by mail.`
  })
}

/** Starts a look at the site as a player. Refuses not_found, account_closed, suspended, and not_allowed for oneself and for who runs leagues, unless an owner asks. */
export async function seeAs(app: App, { id, caller, now }: Asked): Promise<{ token: string; name: string }> {
  return inTransaction(app.db, async (tx) => {
    const player = await holdPlayer(tx, caller, id)
    refusePeer(player, caller)
    if (id === caller.id) refuse('not_allowed', { message: 'That is you: open your player pages.' })
    if (player.suspended)
      refuse('suspended', { message: `${player.name} is suspended, so there is nothing to see as them.` })
    const token = await startImpersonation(tx, id, caller.id, now)
    const summary = `Looked at the site as ${player.name}`
    await audit(tx, { ...actOn(player, caller), kind: 'see_as', summary }, now)
    return { token, name: player.name }
  })
}

/** Why two accounts can not become one by this organizer, as a sentence; null when they can. */
export async function findMergeProblem(
  db: Db | Tx,
  keep: PlayerRow,
  from: PlayerRow,
  caller: SignedIn,
): Promise<string | null> {
  const problem = accountsProblem(keep, from, caller)
  if (problem) return problem
  if (caller.role !== 'owner' && (await reachesBeyond(db, [keep.id, from.id], caller.organizer_areas)))
    return 'One of them plays in other areas too: ask an owner to do this.'
  return findClash(db, keep.id, from.id)
}

function accountsProblem(keep: PlayerRow, from: PlayerRow, caller: SignedIn): string | null {
  if (keep.id === from.id) return 'That is the same account.'
  if (keep.closed || from.closed) return 'One of these accounts is closed.'
  if (from.role !== 'player') return `${from.name} runs leagues with that account. An owner has to dismiss it first.`
  // Ways to sign in come along: only an owner may add some to an account with permissions.
  if (keep.role !== 'player' && caller.role !== 'owner') return `${keep.name} runs leagues: ask an owner to do this.`
  if (keep.suspended || from.suspended) return 'One of them is suspended. Take that back first.'
  return null
}

/**
 * Makes two accounts of one person one: everything of `from_id` moves to `id`, in one transaction, and the emptied account
 * is closed. Refuses not_found, and not_mergeable with the reason.
 */
export async function merge(
  app: App,
  { id, caller, now }: Asked,
  { from_id, reason }: { from_id: number; reason: string },
): Promise<string> {
  const { message, photo: orphan } = await inTransaction(app.db, async (tx) => {
    // By ascending id: two merges of the same two never wait for each other.
    for (const each of [id, from_id].toSorted((a, b) => a - b)) await findPlayer(tx, caller, each, { hold: true })
    const keep = (await findPlayer(tx, caller, id)) ?? refuse('not_found')
    const from = (await findPlayer(tx, caller, from_id)) ?? refuse('not_found')
    const problem = await findMergeProblem(tx, keep, from, caller)
    if (problem) refuse('not_mergeable', { message: problem })
    const was = await findAccountAsItWas(tx, from_id)
    const moved = await countMoves(tx, from_id)
    await moveEverything(tx, { keep_id: id, from_id, organizer_id: caller.id, now })
    const photo = await closeEmptied(tx, id, from_id, now)
    await audit(
      tx,
      {
        ...actOn(keep, caller),
        kind: 'merge_players',
        summary: `Merged ${from.name} (player ${from_id}) into ${keep.name}`,
        reason,
        before: { player: from_id, name: from.name, ...was },
        after: { player: id, name: keep.name, ...Object.fromEntries(moved.map(({ what, count }) => [what, count])) },
      },
      now,
    )
    for (const [{ name, email }, kept] of [
      [keep, true],
      [from, false],
    ] as const)
      await queueEmail(tx, app.config, 'accounts_merged', { name, email, kept })
    return { message: `${from.name} and ${keep.name} are one player now.`, photo }
  })
  if (orphan !== null) await Promise.all(photoSizes.map((size) => app.photos.remove({ hash: orphan, size })))
  return message
}

/** A player in the caller's reach, held until the transaction ends. Refuses not_found and account_closed. */
async function holdPlayer(tx: Tx, caller: SignedIn, id: number): Promise<PlayerRow> {
  const player = (await findPlayer(tx, caller, id, { hold: true })) ?? refuse('not_found')
  return player.closed ? refuse('account_closed') : player
}

function refusePeer({ role }: PlayerRow, caller: SignedIn): void {
  if (role !== 'player' && caller.role !== 'owner')
    refuse('not_allowed', { message: 'That account runs leagues: only an owner can do this.' })
}

/** Of the player's area where the caller runs it; else of no area alone, so that the caller finds it in the record. */
function actOn({ id, area }: PlayerRow, caller: SignedIn) {
  return {
    organizer: caller,
    area: area !== null && caller.organizer_areas.includes(area) ? area : null,
    subject: `player ${id}`,
  }
}
