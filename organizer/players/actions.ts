import { levelName } from '#/contract/levels.ts'
import { endAccess } from '#/features/accounts/access.ts'
import { runAction, type Action, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { impersonationEnd, startImpersonation, type SignedIn } from '#/server/session.ts'
import type { PlayerRow } from './contract.ts'
import { findGift, findPlayer, insertGift, updateLevel, updateSuspension } from './queries.ts'

type Level = PlayerRow['singles_level']

/**
 * Changes a player's singles level. Entries stay in their leagues. Refuses not_found, account_closed and
 * profile_incomplete.
 */
export function changeLevel(
  actor: Actor<SignedIn>,
  { id, singles_level, reason }: { id: number; singles_level: Level; reason: string },
): Promise<string> {
  return runAction(actor, async (action) => {
    const player = await lockPlayer(action, id)
    const message = `${player.name} plays at ${formatLevel(singles_level)}.`
    if (player.area === null)
      refuse('profile_incomplete', { message: `The profile of ${player.name} is incomplete, so it has no level yet.` })
    if (player.singles_level === singles_level) return message
    await updateLevel(action.tx, id, singles_level)
    await action.audit<{ singles_level: Level }>({
      ...subjectOf(player, action),
      kind: 'change_level',
      summary: `Changed the level of ${player.name} from ${formatLevel(player.singles_level)} to ${formatLevel(singles_level)}`,
      reason,
      before: { singles_level: player.singles_level },
      after: { singles_level },
    })
    return message
  })
}

function formatLevel(level: Level): string {
  return level === null ? 'none' : levelName(level)
}

/**
 * Suspends a player or lifts the suspension. Does nothing if that is the state already. Refuses not_found, account_closed
 * and runs_leagues.
 */
export function suspendPlayer(
  actor: Actor<SignedIn>,
  { id, suspended, reason }: { id: number; suspended: boolean; reason: string },
): Promise<string> {
  return runAction(actor, async (action) => {
    const player = await lockPlayer(action, id)
    if (player.role !== 'player') refuse('runs_leagues')
    const message = suspended
      ? `${player.name} is suspended and signed out everywhere.`
      : `${player.name} can sign in again.`
    if (player.suspended === suspended) return message
    await updateSuspension(action.tx, id, suspended ? action.now : null)
    if (suspended) await endAccess(action.tx, id, 'suspension', action)
    await action.audit({
      ...subjectOf(player, action),
      kind: suspended ? 'suspend' : 'end_suspension',
      summary: suspended ? `Suspended ${player.name}` : `Lifted the suspension of ${player.name}`,
      reason,
      before: { suspended: player.suspended },
      after: { suspended },
    })
    return message
  })
}

/**
 * Ends everything that acts for a player. Refuses not_found, account_closed, and not_allowed for an organizer's account unless
 * the actor is an owner.
 */
export function signOutPlayer(actor: Actor<SignedIn>, { id }: { id: number }): Promise<string> {
  return runAction(actor, async (action) => {
    const player = await lockPlayer(action, id)
    refuseOrganizer(player, action)
    await endAccess(action.tx, id, 'sign_out_everywhere', action)
    const message = `Signed ${player.name} out everywhere`
    await action.audit({ ...subjectOf(player, action), kind: 'sign_out', summary: message })
    return `${player.name} is signed out everywhere.`
  })
}

/**
 * Gives a free season, once for each `gift`. Refuses not_found, account_closed, and `conflict` if the gift was another
 * player's.
 */
export function giveFreeSeason(
  actor: Actor<SignedIn>,
  { id, gift, reason }: { id: number; gift: string; reason: string },
): Promise<string> {
  return runAction(actor, async (action) => {
    const { tx, audit, notify, now } = action
    const player = await lockPlayer(action, id)
    const given = { player_id: id, given_by_id: action.player.id, reason, gift }
    const free_season_id = await insertGift(tx, given, now)
    if (free_season_id === null && (await findGift(tx, gift))?.player_id !== id) refuse('conflict')
    if (free_season_id !== null) {
      const summary = `Gave ${player.name} a free season`
      await audit({ ...subjectOf(player, action), kind: 'give_free_season', summary, reason })
      await notify('free_season_given', { free_season_id })
    }
    return `${player.name} has one more free season. We will email them.`
  })
}

/**
 * Starts an impersonation of a player. Refuses not_found, account_closed, suspended, and not_allowed for oneself and for
 * an organizer's account unless the actor is an owner.
 */
export function impersonatePlayer(
  actor: Actor<SignedIn>,
  { id }: { id: number },
): Promise<{ token: string; name: string; expires_at: string }> {
  return runAction(actor, async (action) => {
    const player = await lockPlayer(action, id)
    refuseOrganizer(player, action)
    if (id === action.player.id) refuse('not_allowed', { message: 'This is your own account. Open your player pages.' })
    if (player.suspended)
      refuse('suspended', { message: `${player.name} is suspended, so you cannot see the site as them.` })
    const token = await startImpersonation(action.tx, id, action.player.id, action.now)
    const summary = `Viewed the site as ${player.name}`
    await action.audit({ ...subjectOf(player, action), kind: 'see_as', summary })
    return { token, name: player.name, expires_at: impersonationEnd(action.now).toISOString() }
  })
}

/**
 * Finds a player in the actor's scope and locks the account until the transaction ends. Refuses not_found and
 * account_closed.
 */
export async function lockPlayer({ tx, player: organizer }: Action<SignedIn>, id: number): Promise<PlayerRow> {
  const player = (await findPlayer(tx, organizer, id, { lock: true })) ?? refuse('not_found')
  return player.closed ? refuse('account_closed') : player
}

/** Refuses not_allowed for an organizer's account, unless the actor is an owner. */
export function refuseOrganizer({ role }: PlayerRow, { player: organizer }: Action<SignedIn>): void {
  if (role !== 'player' && organizer.role !== 'owner')
    refuse('not_allowed', { message: 'This account runs leagues. Only an owner can do this.' })
}

/** The player's area if the actor runs it. Otherwise null, so that the actor finds the entry in the audit log. */
export function subjectOf({ id, area }: PlayerRow, { player: organizer }: Action<SignedIn>) {
  return {
    area: area !== null && organizer.organizer_areas.includes(area) ? area : null,
    subject: `player ${id}`,
  }
}
