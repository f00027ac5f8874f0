import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { organization } from '#/contract/organization.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { writeAppointment } from '#/features/arranging/emails.ts'
import { formatTime } from '#/contract/time.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { matchEntry } from './entries.ts'
import { writeCalendar } from './ics.ts'
import { findSentEvent } from './queries.ts'

/**
 * Notifies a player of a match that was set, moved or called off, or that somebody else plays now, and attaches the calendar
 * event.
 */
export async function appointmentChanged(
  app: App,
  { calendar_event_id, sequence, player_id }: { calendar_event_id: number; sequence: number; player_id: number },
): Promise<Words | null> {
  const event = await findSentEvent(app.db, { id: calendar_event_id, sequence, player_id })
  const player = event && (await findAddressee(app.db, player_id))
  if (!player) return null
  const { one, two, plays, match_date, match_time, match_location, league } = event
  const match = `${one} against ${two}`
  const day = formatDay(wireDay(match_date))
  const when = match_time === null ? day : `${day}, ${formatTime(match_time)}`
  const where = match_location === '' ? '' : `, at ${match_location}`
  const head = addressTo(player)
  const canceled = event.canceled || !plays
  const arranged =
    event.match_id !== null && plays
      ? await writeAppointment(app, { ...event, match_id: event.match_id, player_id })
      : null
  const content = writeCalendar([matchEntry(app.config, event)], {
    method: canceled ? 'cancel' : 'request',
    organizer: { name: organization().name, email: organization().support_email },
    attendee: head.to,
  })
  return {
    ...head,
    subject: canceled
      ? `${plays ? 'Called off' : 'Removed from your calendar'}: ${match}`
      : `${sequence === 0 ? 'Match set' : 'Match changed'}: ${when}`,
    paragraphs: canceled
      ? [
          plays
            ? `${match} in ${league} is no longer on ${when}. It is removed from your calendar.`
            : `You no longer play in ${match}, ${league}: ${when}. It is removed from your calendar.`,
          ...(plays && event.match_id !== null ? ['The match can be arranged again.'] : []),
        ]
      : [`${match} in ${league}: ${when}${where}.`, 'The date for your calendar is attached.'],
    action: { label: 'See my matches', url: app.config.site + paths.profile },
    ...arranged,
    calendar: { method: canceled ? 'CANCEL' : 'REQUEST', content },
    reason: `You are receiving this because you play this match at ${organization().name}.`,
    stop: 'You can turn these emails off in the settings; your calendar’s own address keeps working.',
  }
}
