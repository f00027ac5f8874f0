import { areaName } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { formatDays, formatLeague } from '#/contract/format.ts'
import type { App } from '#/server/context.ts'
import { insertMailToken, weekAfter } from '#/server/mail-tokens.ts'
import { addressTo, isPlainName, type Words } from '#/server/outside/email-layout.ts'
import { paths } from '#/contract/paths.ts'
import { findEntrySummary, findInvitation } from './queries.ts'
import { organization } from '#/contract/organization.ts'

/**
 * Invites somebody to be the partner. Does not greet by name: the buyer chose the name, perhaps for a stranger's email.
 */
export async function partnerInvited(app: App, { invitation_id }: { invitation_id: number }): Promise<Words | null> {
  const now = app.clock.now()
  const invitation = await findInvitation(app.db, invitation_id)
  if (!invitation?.inviter_plays || invitation.answer !== null || invitation.expires_at <= now) return null
  const link = { pair_invitation_id: invitation_id, expires_at: weekAfter(invitation.expires_at) }
  const token = await insertMailToken(app.db, { purpose: 'pair_invitation', ...link }, now)
  const inviter = isPlainName(invitation.inviter) ? invitation.inviter : 'A player'
  const { area, starting_date, ending_date } = invitation
  return {
    to: { name: '', email: invitation.email },
    subject: `${inviter} invites you to play doubles`,
    paragraphs: [
      `${inviter} has entered ${formatLeague(invitation)}, at ${organization().name}, and would like to play with you.`,
      `It is played in ${areaName(area)}, ${formatDays(wireDay(starting_date), wireDay(ending_date))}. The two of you arrange your own matches. Your place is paid for.`,
      'Open the invitation to accept or decline it. If you do not have an account yet, you can create one there.',
    ],
    action: { label: 'See the invitation', url: app.config.site + paths.partnerLink(token) },
    reason: `You are receiving this because a player at ${organization().name} entered your email. The link is personal, so please do not forward this email.`,
    stop: 'If you decline, you get no more invitations to this league from us. If you do nothing, you do not join.',
  }
}

/** Notifies the inviter that the pair is complete. */
export async function partnerAccepted(
  app: App,
  { entry_id, player_id }: { entry_id: number; player_id: number },
): Promise<Words | null> {
  const [news, partner] = await Promise.all([findEntrySummary(app.db, { entry_id }), findAddressee(app.db, player_id)])
  const buyer = news && (await findAddressee(app.db, news.buyer_id))
  if (!buyer || !partner) return null
  return {
    ...addressTo(buyer),
    subject: `${partner.name} is playing doubles with you`,
    paragraphs: [
      `${partner.name} has accepted. Your pair in ${news.league} is complete.`,
      'You both see the matches and the standings now, and either of you can report and confirm scores.',
    ],
    action: { label: 'Open my league', url: app.config.site + paths.myLeague },
    reason: `You are receiving this because you invited a partner at ${organization().name}.`,
    stop: 'This email is sent once for each pair.',
  }
}

/** Notifies the inviter that the invited person declined. */
export async function partnerDeclined(app: App, { invitation_id }: { invitation_id: number }): Promise<Words | null> {
  const invitation = await findInvitation(app.db, invitation_id)
  const buyer = invitation && (await findAddressee(app.db, invitation.inviter_id))
  if (!buyer) return null
  return {
    ...addressTo(buyer),
    subject: `${invitation.full_name} cannot play doubles with you`,
    paragraphs: [
      `${invitation.full_name} has declined your invitation to ${formatLeague(invitation)}.`,
      'You keep your place in the league. You can invite another partner at any time.',
    ],
    action: { label: 'Invite another partner', url: app.config.site + paths.myLeague },
    reason: `You are receiving this because you invited a partner at ${organization().name}.`,
    stop: 'This email is sent once for each invitation.',
  }
}

/** Notifies the inviter that the partner has left the pair. */
export async function partnerLeft(
  app: App,
  { entry_id, player_id }: { entry_id: number; player_id: number },
): Promise<Words | null> {
  const [news, partner] = await Promise.all([findEntrySummary(app.db, { entry_id }), findAddressee(app.db, player_id)])
  const buyer = news && (await findAddressee(app.db, news.buyer_id))
  if (!buyer) return null
  const name = partner?.name ?? 'Your partner'
  return {
    ...addressTo(buyer),
    subject: `${name} has left your pair`,
    paragraphs: [
      `${name} no longer plays ${news.league} with you.`,
      'You keep your place in the league. You can invite another partner at any time.',
    ],
    action: { label: 'Invite another partner', url: app.config.site + paths.myLeague },
    reason: `You are receiving this because your doubles partner left a league at ${organization().name}.`,
    stop: 'This email is sent once for each partner who leaves.',
  }
}

/** Notifies the partner that the inviter has withdrawn, which also ends the pair's entry. */
export async function pairWithdrawn(
  app: App,
  { purchase_id, player_id }: { purchase_id: number; player_id: number },
): Promise<Words | null> {
  const [news, partner] = await Promise.all([
    findEntrySummary(app.db, { purchase_id }),
    findAddressee(app.db, player_id),
  ])
  if (!news || !partner) return null
  return {
    ...addressTo(partner),
    subject: `Your pair has left ${news.league}`,
    paragraphs: [
      `${news.buyer} has left ${news.league}, so your pair is no longer in it.`,
      'You do not owe anything. While the season is on sale, you can join with another partner.',
    ],
    action: { label: 'See the leagues', url: app.config.site + paths.joinLeague },
    reason: `You are receiving this because you were in a pair that left a league at ${organization().name}.`,
    stop: 'This email is sent once for each league that your pair leaves.',
  }
}
