import { formatDay, formatLeague } from '#/contract/format.ts'
import { wireDay } from '#/contract/wire-day.ts'
import type { NewPlayer } from '#/features/accounts/profile-columns.ts'
import { insertPlayer, updateEmailVerified } from '#/features/accounts/queries.ts'
import { answerQuestions } from '#/features/questions/answer.ts'
import type { GivenAnswer } from '#/rules/questions.ts'
import { acceptAll } from '#/features/texts/accept.ts'
import type { Acceptance } from '#/features/texts/contract.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'
import { dayInZone } from '#/rules/day.ts'
import { canWithdraw } from '#/rules/withdrawal.ts'
import { runAction, runPublicAction, type Actor, type PublicAction, type Visitor } from '#/server/action.ts'
import type { Db, Tx } from '#/server/db.ts'
import { findMailToken } from '#/server/mail-tokens.ts'
import { refuse } from '#/server/refuse.ts'
import { isSameEmail, ownEmailProblem } from './choose.ts'
import type { Partner } from './contract.ts'
import {
  answerInvitation,
  countInvitations,
  deletePartner,
  endAgreement,
  endInvitation,
  findAccount,
  findInvitation,
  findPair,
  insertInvitation,
  insertPartner,
  isInOneOf,
  listNamedPartners,
  lockProvedBuyer,
  listPartnersLeft,
  lockForEntry,
  renewInvitation,
  type KnownInvitation,
  type LeftLines,
  type Pair,
} from './queries.ts'

/** Invitations that one entry can send in a day. They go to people who may not know the organization. */
const INVITATIONS_PER_DAY = 10

/**
 * Invites the partners that the buyer named at checkout, in the transaction that settles the order. If the buyer's email is
 * unproved, they are invited once it is proved.
 */
export async function invitePartners(
  action: PublicAction,
  { order_id, uninvited = false }: { order_id: string; uninvited?: boolean },
): Promise<void> {
  const { tx, now } = action
  // Two runs of the job that follows a proof send one invitation.
  if (!(await lockProvedBuyer(tx, order_id))) return
  for (const { entry_id, ...partner } of await listNamedPartners(tx, order_id, { uninvited }))
    await emailInvitation(action, await insertInvitation(tx, entry_id, partner, now))
}

function emailInvitation({ notify }: PublicAction, invitation_id: number): Promise<void> {
  return notify('partner_invited', { invitation_id }, { key: `partner_invited ${invitation_id}` })
}

/** Emails the partners that their pair has left the league. Every workflow that takes a line out of its league calls it. */
export async function notifyPartnersLeft({ tx, notify }: PublicAction, lines: LeftLines): Promise<void> {
  for (const partner of await listPartnersLeft(tx, lines)) await notify('pair_withdrawn', partner)
}

/**
 * Invites a partner, replacing an earlier invitation. Returns a sentence. Refuses not_found, pair_complete, season_over,
 * partner_in_league, 422 for the buyer's own email, and too_many_requests.
 */
export function namePartner(
  actor: Actor,
  { league_id, partner }: { league_id: number; partner: Partner },
): Promise<string> {
  return runAction(actor, (action) => inviteToPair(action, { league_id, partner, player_id: action.player.id }))
}

/** Invites a partner to the entry of a player in the caller's transaction, like `namePartner`. */
export async function inviteToPair(
  action: PublicAction,
  { league_id, partner, player_id }: { league_id: number; partner: Partner; player_id: number },
): Promise<string> {
  const { tx, now } = action
  const pair = await lockOpenPair(tx, player_id, league_id, now)
  if (isSameEmail(partner.email, pair.email)) refuse('invalid', { fields: { email: ownEmailProblem } })
  const account = await findAccount(tx, partner.email)
  if (account && (await isInOneOf(tx, account.id, [league_id]))) refuse('partner_in_league')
  await refuseTooMany(tx, pair, now)
  await endInvitation(tx, pair.entry_id, now)
  await emailInvitation(action, await insertInvitation(tx, pair.entry_id, partner, now))
  return `We have emailed an invitation to ${partner.full_name}.`
}

/** Emails the open invitation again. Returns a sentence. Refuses as namePartner, and invitation_over when none is open. */
export function resendInvitation(actor: Actor, { league_id }: { league_id: number }): Promise<string> {
  return runAction(actor, async (action) => {
    const { tx, player, now } = action
    const pair = await lockOpenPair(tx, player.id, league_id, now)
    await refuseTooMany(tx, pair, now)
    const renewed = (await renewInvitation(tx, pair.entry_id, now)) ?? refuseNoneOpen()
    await emailInvitation(action, renewed.id)
    return `We have emailed ${renewed.full_name} again.`
  })
}

function refuseNoneOpen(): never {
  refuse('invitation_over', { message: 'This invitation is no longer open. Reload the page to see the latest.' })
}

async function refuseTooMany(tx: Tx, { entry_id }: Pair, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  if ((await countInvitations(tx, entry_id, dayAgo)) >= INVITATIONS_PER_DAY)
    refuse('too_many_requests', {
      message: 'You have sent many invitations today. Please try again tomorrow.',
      retryAfter: 86_400,
    })
}

/** Withdraws the open invitation. Returns a sentence. Refuses not_found, pair_complete and invitation_over. */
export function withdrawInvitation(actor: Actor, { league_id }: { league_id: number }): Promise<string> {
  return runAction(actor, async ({ tx, player, now }) => {
    const pair = await lockOpenPair(tx, player.id, league_id, now)
    const name = (await endInvitation(tx, pair.entry_id, now)) ?? refuseNoneOpen()
    return `You have withdrawn the invitation to ${name}.`
  })
}

/** Finds the buyer's entry, which has no partner yet, and locks its league until the transaction ends. */
async function lockOpenPair(tx: Tx, player_id: number, league_id: number, now: Date): Promise<Pair> {
  await lockLeague(tx, league_id)
  const pair = await findPair(tx, player_id, league_id)
  if (!pair || (pair.position === 1 && pair.refund_requested)) refuse('not_found')
  if (pair.has_partner) refuse('pair_complete')
  if (dayInZone(now, pair.time_zone) > pair.ending_date) refuse('season_over')
  return pair
}

/**
 * Lets the partner leave before the season's first day. Returns a sentence. The buyer is notified and can invite somebody
 * else. Refuses not_found, not_allowed for the buyer, and season_begun.
 */
export function leavePair(actor: Actor, { league_id }: { league_id: number }): Promise<string> {
  return runAction(actor, async ({ tx, notify, player, now }) => {
    await lockLeague(tx, league_id)
    const pair = (await findPair(tx, player.id, league_id)) ?? refuse('not_found')
    if (pair.position === 1)
      refuse('not_allowed', { message: 'You entered this league yourself. You can withdraw from it on My league.' })
    if (!canWithdraw(pair, now)) refuse('season_begun')
    await deletePartner(tx, pair.entry_id)
    await rebuildLeague(tx, league_id)
    await notify('partner_left', { entry_id: pair.entry_id, player_id: player.id })
    return `You have left ${pair.league}. We will let ${pair.buyer} know.`
  })
}

/** The invitation of a link. Refuses invitation_over, with the reason, when it can no longer be answered. */
export async function findOpenInvitation(db: Db | Tx, token: string, now: Date): Promise<KnownInvitation> {
  const link = await findMailToken(db, token, ['pair_invitation'], now)
  const invitation =
    (link && (await findInvitation(db, link.pair_invitation_id))) ??
    refuse('invitation_over', {
      message: 'This link is incomplete or too old. Ask your partner to send a new one.',
    })
  return refuseOver(invitation, now)
}

function refuseOver(invitation: KnownInvitation, now: Date): KnownInvitation {
  const { answer, inviter, expires_at, time_zone } = invitation
  const lastDay = () => formatDay(wireDay(dayInZone(new Date(expires_at.getTime() - 1), time_zone)))
  const message =
    answer === 'accepted'
      ? 'You have accepted this invitation. The league is in your account.'
      : answer === 'declined'
        ? `You have declined this invitation. If that was a mistake, ask ${inviter} to invite you again.`
        : !invitation.inviter_plays
          ? `${inviter} has left this league, so you can no longer join.`
          : answer === 'withdrawn' || invitation.has_partner
            ? `${inviter} has withdrawn this invitation.`
            : expires_at <= now
              ? `This invitation was open until ${lastDay()}. Ask ${inviter} to send a new one.`
              : null
  return message === null ? invitation : refuse('invitation_over', { message })
}

/** Texts that a new partner accepts, and answers to the season's questions. */
type JoiningTerms = Acceptance & { answers?: readonly GivenAnswer[] | undefined }

/**
 * Lets the account of the invited email join the pair. Returns a sentence. Refuses not_found without an account, and
 * for the same reasons as `joinPair`.
 */
export function acceptInvitation(
  visitor: Visitor,
  { token, answers, ...acceptance }: { token: string } & JoiningTerms,
): Promise<string> {
  return runPublicAction(visitor, async (action) => {
    const invitation = await findOpenInvitation(action.tx, token, action.now)
    const account = (await findAccount(action.tx, invitation.email)) ?? refuse('not_found')
    await acceptAll(action.tx, account.id, acceptance, action.now)
    await answerQuestions(action.tx, { player_id: account.id, season_id: invitation.season_id }, answers, action.now)
    return joinPair(action, invitation, account.id)
  })
}

/**
 * Opens an account for the invited email, which joins the pair. Returns its id and a sentence. Refuses email_in_use,
 * and for the same reasons as `joinPair`.
 */
export function acceptAsNewPlayer(
  visitor: Visitor,
  { token, accepted, confirms_age, answers, ...newPlayer }: { token: string } & Omit<NewPlayer, 'email'> & JoiningTerms,
): Promise<{ player_id: number; message: string }> {
  return runPublicAction(visitor, async (action) => {
    const { tx, now } = action
    const invitation = await findOpenInvitation(tx, token, now)
    const { email } = invitation
    const player_id = await insertPlayer(tx, { ...newPlayer, email }, now)
    await acceptAll(tx, player_id, { accepted, confirms_age }, now)
    await answerQuestions(tx, { player_id, season_id: invitation.season_id }, answers, now)
    // The link was sent to this email, so the new account has confirmed it.
    await updateEmailVerified(tx, { player_id, email }, now)
    return { player_id, message: await joinPair(action, invitation, player_id) }
  })
}

/**
 * Adds a player to the inviter's entry. It locks the player first, so that no order of theirs for this league comes in
 * between, and then the league, so that the pair does not change. Refuses partner_in_league, invitation_over,
 * profile_incomplete and suspended.
 */
async function joinPair({ tx, notify, now }: PublicAction, known: KnownInvitation, player_id: number): Promise<string> {
  const player = (await lockForEntry(tx, player_id)) ?? refuse('not_found')
  if (player.suspended) refuse('suspended')
  if (player.area === null)
    refuse('profile_incomplete', {
      message:
        'Your profile is not complete. Sign in, fill in what is missing under Settings, and open this link again.',
    })
  const { league_id, entry_id } = known
  if (await isInOneOf(tx, player_id, [league_id]))
    refuse('partner_in_league', { message: 'You are in this league already, and can be in it only once.' })
  await lockLeague(tx, league_id)
  const invitation = refuseOver((await findInvitation(tx, known.id)) ?? known, now)
  if (!(await answerInvitation(tx, invitation.id, 'accepted', now))) refuse('conflict')
  await insertPartner(tx, { entry_id, league_id, player_id, agreed_at: now }, now)
  await rebuildLeague(tx, league_id)
  await notify('partner_accepted', { entry_id, player_id })
  return `You play ${formatLeague(invitation)}, with ${invitation.inviter}.`
}

/** Declines an invitation. Returns a sentence. The buyer is notified. Refuses invitation_over. */
export function declineInvitation(visitor: Visitor, { token }: { token: string }): Promise<string> {
  return runPublicAction(visitor, async ({ tx, notify, now }) => {
    const invitation = await findOpenInvitation(tx, token, now)
    const { id, inviter } = invitation
    if (!(await answerInvitation(tx, id, 'declined', now))) refuse('conflict')
    await endAgreement(tx, invitation, now)
    await notify('partner_declined', { invitation_id: id })
    return `Declined. We will let ${inviter} know.`
  })
}
