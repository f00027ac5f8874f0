import { findAddressee } from '#/features/accounts/queries.ts'
import { deskPaths } from '#/contract/desk-paths.ts'
import { paths } from '#/contract/paths.ts'
import type { App } from '#/server/context.ts'
import { insertMailToken, weekAfter } from '#/server/mail-tokens.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { formatStoredTime } from './format.ts'
import {
  findAppointmentEvent,
  findEmailedEvent,
  findEmailedOffer,
  findMatchToArrange,
  type EmailedEvent,
} from './queries.ts'

type EventEmail = { event_id: number; player_id: number }

/** The event to add to a player's calendar, or to remove (`canceled`). */
type AppointmentEmail = {
  match_id: number
  player_id: number
  canceled: boolean
  match_date: string
  match_time: string | null
}

/** Offers times with a button for each. Sends nothing once the offer has ended. */
export async function matchOffered(
  app: App,
  { offer_id, player_id }: { offer_id: number; player_id: number },
): Promise<Words | null> {
  const now = app.clock.now()
  const [player, about] = await Promise.all([findAddressee(app.db, player_id), findEmailedOffer(app.db, offer_id)])
  if (!player || !about) return null
  const match = await findMatchToArrange(app.db, about.match_id, { id: player_id, organizer_areas: [] }, now)
  const offer = match?.offers.find(({ id }) => id === offer_id)
  if (!match || !offer || offer.side === match.side) return null
  const link = { offer_id, addressee_id: player_id, expires_at: weekAfter(new Date(offer.expires_at)) }
  const token = await insertMailToken(app.db, { purpose: 'offer', ...link }, now)
  const { site } = app.config
  const moves = match.match_date !== null
  return {
    ...addressTo(player),
    subject: moves ? 'Can your match be moved?' : 'Times for your match',
    paragraphs: [
      moves
        ? `${about.by_name} would like to move your match in ${about.league}. It is agreed for ${formatStoredTime(match)}, and stays so until you take another time.`
        : `${about.by_name} offers ${offer.times.length === 1 ? 'a time' : `${offer.times.length} times`} for your match in ${about.league}. Choose one:`,
      ...(offer.note === '' ? [] : [`“${offer.note}”`]),
    ],
    brief: `${about.by_name} ${moves ? 'would like to move' : 'offers times for'} your match in ${about.league}: ${offer.times.map(formatStoredTime).join('; ')}.`,
    choices: offer.times.map((time) => ({
      label: formatStoredTime(time),
      url: site + paths.offerLink(token, time.id),
    })),
    action: { label: 'None of these? Offer other times', url: site + paths.offerLink(token) },
    path: paths.match(about.match_id),
    reason:
      'You are receiving this because you have a match to play. The buttons work without signing in, so please do not forward this email.',
    stop: 'One email is sent for each offer.',
  }
}

type News = NonNullable<Awaited<ReturnType<typeof findNews>>>

/** The player, and a timeline entry as that player reads it. Null if the player no longer plays in the match. */
async function findNews(app: App, { event_id, player_id }: EventEmail) {
  const [player, event] = await Promise.all([
    findAddressee(app.db, player_id),
    findEmailedEvent(app.db, event_id, player_id),
  ])
  return player && event?.my_side ? { player, event, mine: event.side === event.my_side } : null
}

/**
 * The appointment of the timeline's newest entry (agreed, set, called off, or objected to), as a player reads it. Null
 * if something else has changed it.
 */
export async function writeAppointment(
  app: App,
  { player_id, ...appointment }: AppointmentEmail,
): Promise<Words | null> {
  const event_id = await findAppointmentEvent(app.db, appointment)
  const news = event_id === undefined ? null : await findNews(app, { event_id, player_id })
  if (!news) return null
  return appointment.canceled ? calledOffWords(app, news) : agreedWords(app, news)
}

function agreedWords(app: App, { player, event, mine }: News): Words {
  const when = formatStoredTime(event)
  const theirs = event.kind === 'agreed' && event.side !== null && !mine
  return {
    ...addressTo(player),
    subject: `Your match: ${when}`,
    paragraphs: [
      event.kind === 'taken'
        ? `Your match against ${event.opponents} in ${event.league} is agreed: ${when}.`
        : `${mine ? 'You have' : `${event.by_name} has`} set your match against ${event.opponents} in ${event.league}: ${when}.`,
      ...(theirs ? ['If you have not agreed to this, you can object within 24 hours.'] : []),
    ],
    action: { label: theirs ? 'See the match, or object' : 'See the match', url: urlOf(app, event) },
    ...because('one of your matches has a date'),
  }
}

function calledOffWords(app: App, { player, event, mine }: News): Words {
  const by = mine ? 'You have' : `${event.by_name} has`
  const verb = event.kind === 'objected' ? 'objected to the date of' : 'called off'
  return {
    ...addressTo(player),
    subject: event.kind === 'objected' ? 'The date of your match was removed' : 'Your match is called off',
    paragraphs: [
      `${by} ${verb} your match against ${event.opponents} in ${event.league}: ${formatStoredTime(event)}.`,
      ...(event.text === '' ? [] : [`The reason: “${event.text}”`]),
      'The match has no date now. You can offer new times.',
    ],
    action: { label: 'Offer new times', url: urlOf(app, event) },
    ...because('the date of one of your matches was removed'),
  }
}

/** Notifies players that the other side declined an offer. */
export async function offerDeclined(app: App, about: EventEmail): Promise<Words | null> {
  const news = await findNews(app, about)
  if (!news) return null
  const { player, event } = news
  return {
    ...addressTo(player),
    subject: 'Your times were declined',
    paragraphs: [
      `${event.by_name} cannot play at the times that you offered for your match in ${event.league}.`,
      ...(event.text === '' ? [] : [`The reason: “${event.text}”`]),
    ],
    action: { label: 'Offer other times', url: urlOf(app, event) },
    ...because('your side offered times for a match'),
  }
}

/**
 * A message from the other side. The reply is written on the match's page, which keeps both email addresses private.
 */
export async function matchMessage(app: App, about: EventEmail): Promise<Words | null> {
  const news = await findNews(app, about)
  // The author has deleted the account, and the message was deleted with it.
  if (!news || news.event.text === '') return null
  const { player, event } = news
  return {
    ...addressTo(player),
    subject: 'A message about your match',
    paragraphs: [`${event.by_name} writes about your match in ${event.league}:`, `“${event.text}”`],
    action: { label: 'Reply', url: urlOf(app, event) },
    reason: 'You are receiving this because you have a match to play. Your address is not shown to the other side.',
    stop: 'One email is sent for each message.',
  }
}

/** Asks an organizer to review a reported message. */
export async function messageReported(app: App, { event_id, player_id }: EventEmail): Promise<Words | null> {
  const [player, event] = await Promise.all([
    findAddressee(app.db, player_id),
    findEmailedEvent(app.db, event_id, player_id),
  ])
  if (!player || !event || event.report_reason === null) return null
  return {
    ...addressTo(player),
    subject: 'A message was reported',
    paragraphs: [
      `${event.reported_by} has reported a message of ${event.by_name} in a match of ${event.league}: “${event.text}”`,
      `The reason: “${event.report_reason}”`,
    ],
    action: { label: 'See the match', url: app.config.site + deskPaths.match(event.match_id) },
    reason: 'You are receiving this because you are an organizer.',
    stop: 'One email is sent for each message that is reported.',
  }
}

function urlOf(app: App, { match_id }: EmailedEvent): string {
  return app.config.site + paths.match(match_id)
}

function because(what: string): Pick<Words, 'reason' | 'stop'> {
  return { reason: `You are receiving this because ${what}.`, stop: 'One email is sent for each change.' }
}
