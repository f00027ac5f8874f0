import { formatDay, formatLeague } from '#/contract/format.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { enterLeague } from '#/features/checkout/entry-actions.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { invitePartners } from '#/features/pairs/actions.ts'
import { isInOneOf, lockForEntry } from '#/features/pairs/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { acceptAll } from '#/features/texts/accept.ts'
import type { Acceptance } from '#/features/texts/contract.ts'
import { dayInZone } from '#/rules/day.ts'
import { runAction, runPublicAction, type Actor, type PublicAction, type Visitor } from '#/server/action.ts'
import type { Db, Tx } from '#/server/db.ts'
import { findMailToken } from '#/server/mail-tokens.ts'
import { refuse } from '#/server/refuse.ts'
import { findEntryOfLine, insertLine, insertOrganizerOrder } from './entry-queries.ts'
import {
  answerEntryInvitation,
  countEntryInvitations,
  findEntryInvitation,
  insertEntryInvitation,
  setAgreed,
  type KnownEntryInvitation,
  type NewEntryInvitation,
} from './queries.ts'

/** Invitations that a player can get to one league: the email goes to somebody who may not want it. */
const INVITATIONS_PER_LEAGUE = 5

/**
 * Invites a player to a league on behalf of an organizer, in the caller's transaction, and returns the invitation's id.
 * Refuses invitation_declined, too_many_requests, and already_invited while one is open.
 */
export async function inviteToLeague(action: PublicAction, invitation: NewEntryInvitation): Promise<number> {
  const { tx, notify, now } = action
  const { sent, declined } = await countEntryInvitations(tx, invitation)
  if (declined) refuse('invitation_declined')
  if (sent >= INVITATIONS_PER_LEAGUE)
    refuse('too_many_requests', {
      message: 'This player has had many invitations to this league. They can still join it themselves.',
    })
  const invitation_id = await insertEntryInvitation(tx, invitation, now)
  await notify('entry_invited', { invitation_id }, { key: `entry_invited ${invitation_id}` })
  return invitation_id
}

/**
 * Accepts an invitation of the actor. Returns a sentence. Refuses not_found, and for the same reasons as
 * `enterInvited`.
 */
export function acceptEntryInvitation(actor: Actor, { id }: { id: number }): Promise<string> {
  return runAction(actor, async (action) => enterInvited(action, await findMine(action.tx, id, actor), {}))
}

/** Declines an invitation of the actor. Returns a sentence. Refuses not_found and invitation_over. */
export function declineEntryInvitation(actor: Actor, { id }: { id: number }): Promise<string> {
  return runAction(actor, async (action) => decline(action, await findMine(action.tx, id, actor)))
}

/** Accepts an invitation by its link. Returns a sentence. Refuses for the same reasons as `enterInvited`. */
export function acceptMailedEntryInvitation(
  visitor: Visitor,
  { token, ...acceptance }: { token: string } & Acceptance,
): Promise<string> {
  return runPublicAction(visitor, async (action) =>
    enterInvited(action, await findMailedEntryInvitation(action.tx, token, action.now), acceptance),
  )
}

/** Declines an invitation by its link. Returns a sentence. Refuses invitation_over. */
export function declineMailedEntryInvitation(visitor: Visitor, { token }: { token: string }): Promise<string> {
  return runPublicAction(visitor, async (action) =>
    decline(action, await findMailedEntryInvitation(action.tx, token, action.now)),
  )
}

/** The invitation of a link. Refuses invitation_over, with the reason, when it can no longer be answered. */
export async function findMailedEntryInvitation(db: Db | Tx, token: string, now: Date): Promise<KnownEntryInvitation> {
  const link = await findMailToken(db, token, ['entry_invitation'], now)
  const invitation = link && (await findEntryInvitation(db, link.entry_invitation_id))
  // The link proves the mailbox that it was sent to, which may belong to somebody else by now.
  if (!invitation?.is_same_email)
    refuse('invitation_over', { message: 'This link is incomplete or too old. Sign in to see your invitations.' })
  return refuseOver(invitation, now)
}

async function findMine(tx: Tx, id: number, { player, now }: Actor): Promise<KnownEntryInvitation> {
  const invitation = await findEntryInvitation(tx, id)
  if (invitation?.player_id !== player.id) refuse('not_found')
  return refuseOver(invitation, now)
}

function refuseOver(invitation: KnownEntryInvitation, now: Date): KnownEntryInvitation {
  const { answer, expires_at, time_zone } = invitation
  const lastDay = () => formatDay(wireDay(dayInZone(new Date(expires_at.getTime() - 1), time_zone)))
  const message =
    answer === 'accepted'
      ? 'You have accepted this invitation. The league is in your account.'
      : answer === 'declined'
        ? 'You have declined this invitation. You can still join the league yourself while it is on sale.'
        : answer === 'withdrawn'
          ? 'The organizer has withdrawn this invitation.'
          : expires_at <= now
            ? `This invitation was open until ${lastDay()}. Ask the organizer to send a new one.`
            : null
  return message === null ? invitation : refuse('invitation_over', { message })
}

/**
 * Enters the invited player, even beyond the league's limit, because the organizer has promised the place. It locks the
 * player first, as an order does, and then the league. Refuses invitation_over, already_in_league, profile_incomplete,
 * suspended, and 422 on `accepted` and `confirms_age` while something is missing.
 */
async function enterInvited(
  action: PublicAction,
  known: KnownEntryInvitation,
  acceptance: Acceptance,
): Promise<string> {
  const { tx, notify, now } = action
  const { id, league_id, player_id, season_id, area, price_cents, invited_by_id, partner_name, partner_email } = known
  const player = (await lockForEntry(tx, player_id)) ?? refuse('not_found')
  if (player.suspended) refuse('suspended')
  if (player.area === null)
    refuse('profile_incomplete', {
      message:
        'Your profile is not complete. Sign in, fill in what is missing under Settings, and accept the invitation then.',
    })
  if (await isInOneOf(tx, player_id, [league_id]))
    refuse('already_in_league', { message: 'You are in this league already, and can be in it only once.' })
  await acceptAll(tx, player_id, acceptance, now)
  await lockLeague(tx, league_id)
  refuseOver((await findEntryInvitation(tx, id)) ?? known, now)
  if (!(await answerEntryInvitation(tx, id, 'accepted', now))) refuse('conflict')

  const order = { player_id, season_id, area, total_cents: price_cents, entered_by_id: invited_by_id }
  const order_id = await insertOrganizerOrder(tx, order, now)
  const partner = partner_name !== null && partner_email !== null ? { partner_name, partner_email } : {}
  const line = { order_id, player_id, league_id, price_cents, status: 'Confirmed' as const, ...partner }
  const purchase_id = await insertLine(tx, line, now)
  await enterLeague(tx, { id: purchase_id, league_id, player_id }, now)
  await setAgreed(tx, await findEntryOfLine(tx, purchase_id), now)
  await rebuildLeague(tx, league_id)
  await invitePartners(action, { order_id })
  await notify('entry_invitation_answered', { invitation_id: id })
  return `You are in ${formatLeague(known)}.`
}

async function decline({ tx, notify, now }: PublicAction, { id, inviter }: KnownEntryInvitation): Promise<string> {
  if (!(await answerEntryInvitation(tx, id, 'declined', now))) refuse('conflict')
  await notify('entry_invitation_answered', { invitation_id: id })
  return `Declined. We will let ${inviter} know.`
}
