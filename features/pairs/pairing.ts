import { wireDay } from '#/contract/fields.ts'
import { insertPlayer, updateEmailVerified, type NewPlayer } from '#/features/accounts/queries.ts'
import { formatDay } from '#/contract/format.ts'
import { dayInZone } from '#/rules/day.ts'
import { canWithdraw } from '#/rules/withdrawal.ts'
import type { App } from '#/server/context.ts'
import type { Config } from '#/server/config.ts'
import { inTransaction, type Tx } from '#/server/db.ts'
import { queueEmail } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import type { Partner } from './contract.ts'
import {
  answerInvitation,
  countInvitations,
  deletePartner,
  endInvitation,
  findAccount,
  findInvitation,
  findPair,
  holdPlayer,
  insertInvitation,
  insertPartner,
  isInOneOf,
  listNamedPartners,
  listPartnersLeft,
  renewInvitation,
  type KnownInvitation,
  type LeftLines,
  type Pair,
} from './queries.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { rebuildLeague } from '#/features/playoffs/rebuild.ts'

/** Emails that one entry can have sent in a day: they go to people who may not know us. */
const EMAILS_PER_DAY = 10

/** Asks whom the buyer has named at the checkout, in the transaction that makes the entries stand. */
export async function invitePartners(tx: Tx, config: Config, order_id: string, now: Date): Promise<void> {
  for (const { entry_id, ...partner } of await listNamedPartners(tx, order_id))
    await invite(tx, config, entry_id, partner, now)
}

async function invite(tx: Tx, config: Config, entry_id: number, partner: Partner, now: Date): Promise<void> {
  const invitation_id = await insertInvitation(tx, entry_id, partner, now)
  await queueEmail(tx, config, 'partner_invited', { invitation_id }, { key: `partner_invited ${invitation_id}` })
}

/** Tells the partners that the pair no longer stands; to be called by whatever takes a line out of its league. */
export async function tellPartnersLeft(tx: Tx, config: Config, lines: LeftLines): Promise<void> {
  for (const about of await listPartnersLeft(tx, lines)) await queueEmail(tx, config, 'pair_withdrawn', about)
}

/**
 * The buyer asks somebody, in place of whom they asked before; answers a sentence. Refuses not_found, pair_complete,
 * season_over, partner_in_league, 422 for oneself, and too_many_requests.
 */
export async function namePartner(
  app: App,
  { player_id, league_id, partner }: { player_id: number; league_id: number; partner: Partner },
  now: Date,
): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    const pair = await holdOpenPair(tx, player_id, league_id, now)
    if (isSame(partner.email, pair.email)) refuse('invalid', { fields: { email: yourself } })
    const account = await findAccount(tx, partner.email)
    if (account && (await isInOneOf(tx, account.id, [league_id]))) refuse('partner_in_league')
    await refuseFlood(tx, pair, now)
    await endInvitation(tx, pair.entry_id, now)
    await invite(tx, app.config, pair.entry_id, partner, now)
    return `We have asked ${partner.full_name} by mail.`
  })
}

export const yourself = 'That is your own e-mail. Please enter the one of your partner.'

export function isSame(one: string, two: string): boolean {
  return one.toLowerCase() === two.toLowerCase()
}

/** Mails the open invitation again; answers a sentence. Refuses as namePartner, and invitation_over when none is open. */
export async function resendInvitation(app: App, player_id: number, league_id: number, now: Date): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    const pair = await holdOpenPair(tx, player_id, league_id, now)
    await refuseFlood(tx, pair, now)
    const renewed = (await renewInvitation(tx, pair.entry_id, now)) ?? refuse('invitation_over', noneOpen)
    const about = { invitation_id: renewed.id }
    await queueEmail(tx, app.config, 'partner_invited', about, { key: `partner_invited ${renewed.id}` })
    return `We have asked ${renewed.full_name} by mail again.`
  })
}

const noneOpen = { message: 'No invitation is open any more. Look again.' }

async function refuseFlood(tx: Tx, { entry_id }: Pair, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  if ((await countInvitations(tx, entry_id, dayAgo)) >= EMAILS_PER_DAY)
    refuse('too_many_requests', {
      message: 'That were many invitations for one day. Please try again tomorrow.',
      retryAfter: 86_400,
    })
}

/** Takes back the open invitation; answers a sentence. Refuses not_found, pair_complete and invitation_over. */
export async function withdrawInvitation(app: App, player_id: number, league_id: number, now: Date): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    const pair = await holdOpenPair(tx, player_id, league_id, now)
    const name = (await endInvitation(tx, pair.entry_id, now)) ?? refuse('invitation_over', noneOpen)
    return `The invitation of ${name} is taken back.`
  })
}

/** The buyer's entry, which has no partner yet; the league is held until the transaction ends. */
async function holdOpenPair(tx: Tx, player_id: number, league_id: number, now: Date): Promise<Pair> {
  await lockLeague(tx, league_id)
  const pair = await findPair(tx, player_id, league_id)
  if (!pair || (pair.position === 1 && pair.refund_requested)) refuse('not_found')
  if (pair.has_partner) refuse('pair_complete')
  if (dayInZone(now, pair.time_zone) > pair.ending_date) refuse('season_over')
  return pair
}

/**
 * The partner goes before the season's first day; answers a sentence. The buyer is told, and can name another one.
 * Refuses not_found, not_allowed for who entered, and season_begun.
 */
export async function leavePair(app: App, player_id: number, league_id: number, now: Date): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    await lockLeague(tx, league_id)
    const pair = (await findPair(tx, player_id, league_id)) ?? refuse('not_found')
    if (pair.position === 1)
      refuse('not_allowed', { message: 'You have entered this league yourself: withdraw from it on the receipt.' })
    if (!canWithdraw(pair, now)) refuse('season_begun')
    await deletePartner(tx, pair.entry_id)
    await rebuildLeague(tx, league_id)
    await queueEmail(tx, app.config, 'partner_left', { entry_id: pair.entry_id, player_id })
    return `You have left ${pair.league}. We tell ${pair.buyer}.`
  })
}

/** The invitation of a link. Refuses invitation_over with the reason, when it can not be answered any more. */
export async function findOpenInvitation(db: App['db'] | Tx, token: string, now: Date): Promise<KnownInvitation> {
  const found =
    (await findInvitation(db, { token })) ??
    refuse('invitation_over', { message: 'This link is not whole, or too old. Ask your partner to send a new one.' })
  return refuseOver(found, now)
}

function refuseOver(invitation: KnownInvitation, now: Date): KnownInvitation {
  const { answer, inviter, expires_at, time_zone } = invitation
  const day = () => formatDay(wireDay(dayInZone(new Date(expires_at.getTime() - 1), time_zone)))
  const message =
    answer === 'accepted'
      ? 'You have accepted this invitation. The league is in your account.'
      : answer === 'declined'
        ? `You have declined this invitation. If that was a slip, ask ${inviter} to invite you again.`
        : !invitation.stands
          ? `${inviter} has left this league, so there is nothing to join any more.`
          : answer === 'withdrawn' || invitation.has_partner
            ? `${inviter} has taken this invitation back.`
            : expires_at <= now
              ? `This invitation was open until ${day()}. Ask ${inviter} to send a new one.`
              : null
  return message === null ? invitation : refuse('invitation_over', { message })
}

/** The account of the invited e-mail joins the pair; answers a sentence. Refuses not_found when there is none; else as `join`. */
export async function acceptInvitation(app: App, token: string, now: Date): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    const invitation = await findOpenInvitation(tx, token, now)
    const account = (await findAccount(tx, invitation.email)) ?? refuse('not_found')
    return join(tx, app, invitation, account.id, now)
  })
}

type InvitedPlayer = Omit<NewPlayer, 'email'>

/** Opens an account for the invited e-mail, and joins; answers its id and a sentence. Refuses email_in_use; else as `join`. */
export async function acceptAsNewPlayer(
  app: App,
  token: string,
  newPlayer: InvitedPlayer,
  now: Date,
): Promise<{ player_id: number; message: string }> {
  return inTransaction(app.db, async (tx) => {
    const invitation = await findOpenInvitation(tx, token, now)
    const { email } = invitation
    const player_id = await insertPlayer(tx, { ...newPlayer, email }, now)
    // Who holds the link reads that mailbox.
    await updateEmailVerified(tx, { player_id, email }, now)
    return { player_id, message: await join(tx, app, invitation, player_id, now) }
  })
}

/**
 * Puts a player beside the inviter. First the player is held, so that no order of theirs for this league comes in
 * between; then the league, in which nothing of the pair changes until the transaction ends.
 * Refuses partner_in_league, invitation_over, profile_incomplete and suspended.
 */
async function join(tx: Tx, app: App, known: KnownInvitation, player_id: number, now: Date): Promise<string> {
  const player = (await holdPlayer(tx, player_id)) ?? refuse('not_found')
  if (player.suspended) refuse('suspended')
  if (player.area === null)
    refuse('profile_incomplete', {
      message:
        'Your account lacks phone, level, gender and location. Sign in, add them under Settings, and open this link again.',
    })
  const { league_id, entry_id } = known
  if (await isInOneOf(tx, player_id, [league_id]))
    refuse('partner_in_league', { message: 'You are in this league already, and nobody plays in a league twice.' })
  await lockLeague(tx, league_id)
  const invitation = refuseOver((await findInvitation(tx, { id: known.id })) ?? known, now)
  if (!(await answerInvitation(tx, invitation.id, 'accepted', now))) refuse('conflict')
  await insertPartner(tx, { entry_id, league_id, player_id }, now)
  await rebuildLeague(tx, league_id)
  await queueEmail(tx, app.config, 'partner_accepted', { entry_id, player_id })
  return `You play ${invitation.level_name}, ${invitation.league_name} ${invitation.year}, with ${invitation.inviter}.`
}

/** Says no; answers a sentence. The buyer is told. Refuses invitation_over. */
export async function declineInvitation(app: App, token: string, now: Date): Promise<string> {
  return inTransaction(app.db, async (tx) => {
    const { id, inviter } = await findOpenInvitation(tx, token, now)
    if (!(await answerInvitation(tx, id, 'declined', now))) refuse('conflict')
    await queueEmail(tx, app.config, 'partner_declined', { invitation_id: id })
    return `Declined. We tell ${inviter}.`
  })
}
