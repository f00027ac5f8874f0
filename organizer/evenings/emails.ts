import { organization } from '#/contract/organization.ts'
import { paths } from '#/contract/paths.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { formatStoredTime } from '#/features/arranging/format.ts'
import { matchEntry } from '#/features/calendar/entries.ts'
import { writeCalendar } from '#/features/calendar/ics.ts'
import { findSentEvent, type SentEvent } from '#/features/calendar/queries.ts'
import type { App } from '#/server/context.ts'
import type { Notifications } from '#/server/notifications.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import { listEmailedMoves } from './queries.ts'

/**
 * Notifies a player that an organizer has moved an evening or canceled its times, with the calendar events. Matches whose
 * date has changed since are left out. Null if none remain.
 */
export async function eveningMoved(
  app: App,
  { player_id, reason, moves }: Notifications['evening_moved'],
): Promise<Words | null> {
  const [player, found] = await Promise.all([
    findAddressee(app.db, player_id),
    listEmailedMoves(app.db, moves, player_id),
  ])
  const matches = found.flatMap((match) => {
    const move = moves.find((each) => each.match_id === match.match_id)
    const isSame = move?.match_date === match.match_date && move.match_time === match.match_time
    return move && isSame ? [{ ...match, move }] : []
  })
  const [first, ...others] = matches
  if (!player || !first) return null
  const canceled = first.match_date === null
  const events: SentEvent[] = []
  for (const { move } of matches) {
    const event = move.event && { id: move.event.calendar_event_id, sequence: move.event.sequence, player_id }
    const sent = event && (await findSentEvent(app.db, event))
    if (sent) events.push(sent)
  }
  const head = addressTo(player)
  const many = others.length > 0
  const content = writeCalendar(
    events.map((event) => matchEntry(app.config, event)),
    {
      method: canceled ? 'cancel' : 'request',
      organizer: { name: organization().name, email: organization().support_email },
      attendee: head.to,
    },
  )
  return {
    ...head,
    subject: canceled
      ? `Called off by the organizers: ${many ? `${matches.length} matches` : 'your match'}`
      : `Moved by the organizers: ${many ? `${matches.length} matches` : formatDated(first)}`,
    paragraphs: [
      canceled
        ? `The organizers have canceled the ${many ? 'times of your matches' : 'time of your match'}. The reason: “${reason}”`
        : `The organizers have moved your ${many ? 'matches' : 'match'}. The reason: “${reason}”`,
      ...matches.map(
        (match) =>
          `${match.one} against ${match.two}, ${match.league}: ${canceled ? `was ${formatWas(match.move.was)}` : `${formatDated(match)} (was ${formatWas(match.move.was)})`}.`,
      ),
      canceled
        ? `${many ? 'The matches have' : 'The match has'} no date now. You can offer new times.`
        : 'If you cannot play then, call it off on the page of the match and offer other times.',
    ],
    action: {
      label: canceled ? 'Offer new times' : 'See the match',
      url: app.config.site + paths.match(first.match_id),
    },
    ...(events.length > 0 && { calendar: { method: canceled ? 'CANCEL' : 'REQUEST', content } }),
    reason: 'You are receiving this because the organizers have moved an evening on which you play.',
    stop: 'One email is sent for each evening that is moved.',
  }
}

type Dated = { match_date: string | null; match_time: string | null; match_location: string }

function formatDated({ match_date, ...match }: Dated): string {
  return match_date === null ? '' : formatStoredTime({ ...match, match_date })
}

function formatWas(was: string): string {
  const [match_date = '', match_time = null] = was.split(' ')
  return formatStoredTime({ match_date, match_time, match_location: '' })
}
