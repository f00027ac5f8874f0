import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { findOffer } from './queries.ts'

type About = { partner_offer_id: number; player_id: number }

/** Notifies a player who looks for a partner that somebody would like to play with them. */
export async function partnerOffered(app: App, { partner_offer_id, player_id }: About): Promise<Words | null> {
  const [offer, player] = await Promise.all([findOffer(app.db, partner_offer_id), findAddressee(app.db, player_id)])
  if (!player || offer?.answer !== null) return null
  return {
    ...addressTo(player),
    subject: `${offer.from} would like to play doubles with you`,
    paragraphs: [
      `You are looking for a partner in ${offer.league}. ${offer.from} would like to play with you.`,
      'If you accept, the two of you see each other’s email, and one of you enters the league for both.',
    ],
    action: { label: 'See the offer', url: app.config.site + paths.partnerSearch },
    reason: `You are receiving this because you are looking for a doubles partner at ${organization().name}.`,
    stop: 'To stop these emails, stop looking on the same page.',
  }
}

/** Notifies the other player that an offer was accepted or declined, or that an agreement has ended. */
export async function partnerOfferAnswered(app: App, { partner_offer_id, player_id }: About): Promise<Words | null> {
  const [offer, player] = await Promise.all([findOffer(app.db, partner_offer_id), findAddressee(app.db, player_id)])
  if (!player || !offer) return null
  const other = offer.from_id === player_id ? offer.to : offer.from
  const { subject, text } =
    offer.answer === 'accepted'
      ? {
          subject: `${other} will play doubles with you`,
          text: `${other} has accepted your offer to play ${offer.league} together. One of you enters the league and names the other as partner. If one of you has entered, the invitation is on its way.`,
        }
      : offer.answer === 'declined'
        ? {
            subject: `${other} cannot play doubles with you`,
            text: `${other} has declined your offer for ${offer.league}. Others may be looking too.`,
          }
        : {
            subject: `${other} no longer plays doubles with you`,
            text: `You and ${other} had agreed to play ${offer.league} together. ${other} has ended that. You can look for somebody else.`,
          }
  return {
    ...addressTo(player),
    subject,
    paragraphs: [text],
    action: { label: 'Look for a partner', url: app.config.site + paths.partnerSearch },
    reason: `You are receiving this because you made or got an offer to play doubles at ${organization().name}.`,
    stop: 'This email is sent once for each answer.',
  }
}
