import { formatCents } from '#/contract/money.ts'
import { areaName } from '#/contract/areas.ts'
import { wireDay } from '#/contract/wire-day.ts'
import { formatDays, formatLeague } from '#/contract/format.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths } from '#/contract/paths.ts'
import { organization } from '#/contract/organization.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { insertMailToken, weekAfter } from '#/server/mail-tokens.ts'
import { addressTo, isPlainName, type Words } from '#/server/outside/email-layout.ts'
import { findEntryInvitation } from './queries.ts'

/** Asks a player whether to accept an organizer's entry into a league. */
export async function entryInvited(app: App, { invitation_id }: { invitation_id: number }): Promise<Words | null> {
  const now = app.clock.now()
  const asked = await findEntryInvitation(app.db, invitation_id)
  const player = asked && (await findAddressee(app.db, asked.player_id))
  if (!player || !asked.is_same_email || asked.answer !== null || asked.expires_at <= now) return null
  const link = { entry_invitation_id: invitation_id, expires_at: weekAfter(asked.expires_at) }
  const token = await insertMailToken(app.db, { purpose: 'entry_invitation', ...link }, now)
  const inviter = isPlainName(asked.inviter) ? asked.inviter : 'An organizer'
  const { league_name, year, area, starting_date, ending_date, price_cents } = asked
  return {
    ...addressTo(player),
    subject: `You are invited to ${league_name} ${year} in ${areaName(area)}`,
    paragraphs: [
      `${inviter} runs the leagues in ${areaName(area)} and would like to enter you in ${formatLeague(asked)}, ${formatDays(wireDay(starting_date), wireDay(ending_date))}.`,
      price_cents > 0
        ? `They have received ${formatCents(price_cents)} in cash for it. There is nothing more to pay.`
        : 'There is nothing to pay.',
      `You join only if you accept. The organizers in ${areaName(area)} can then also see your account and help you with it.`,
    ],
    action: { label: 'See the invitation', url: app.config.site + paths.entryInvitation(token) },
    path: paths.myLeague,
    reason: `You are receiving this because an organizer at ${organization().name} entered your email. The link is personal, so please do not forward this email.`,
    stop: 'If you decline, you get no more invitations to this league. If you do nothing, you do not join.',
  }
}

/** Notifies the inviting organizer of the player's answer. */
export async function entryInvitationAnswered(
  app: App,
  { invitation_id }: { invitation_id: number },
): Promise<Words | null> {
  const asked = await findEntryInvitation(app.db, invitation_id)
  const organizer = asked && (await findAddressee(app.db, asked.invited_by_id))
  if (!organizer) return null
  const { player, area, price_cents } = asked
  const league = formatLeague(asked)
  const accepted = asked.answer === 'accepted'
  return {
    ...addressTo(organizer),
    subject: accepted ? `${player} has accepted: ${league}` : `${player} has declined: ${league}`,
    paragraphs: accepted
      ? [`${player} has accepted your invitation and is in ${league}, in ${areaName(area)}.`]
      : [
          `${player} has declined your invitation to ${league}, in ${areaName(area)}.`,
          ...(price_cents > 0 ? [`You recorded ${formatCents(price_cents)} in cash. Please return it in person.`] : []),
        ],
    action: { label: 'Open the entries', url: app.config.site + deskPaths.entriesOf({ area }) },
    reason: `You are receiving this because you invited a player to a league at ${organization().name}.`,
    stop: 'This email is sent once for each invitation.',
  }
}
