import { wireDay } from '#/contract/wire-day.ts'
import { formatDay } from '#/contract/format.ts'
import { paths } from '#/contract/paths.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { formatStoredTime } from '#/features/arranging/format.ts'
import { findMatchToArrange, type MatchToArrange } from '#/features/arranging/queries.ts'
import { dayInZone } from '#/rules/day.ts'
import { owesAnswer } from '#/rules/arranging.ts'
import { factsOf } from '#/features/arranging/view.ts'
import type { App } from '#/server/context.ts'
import { addressTo, type Words } from '#/server/outside/email-layout.ts'
import type { Reminder } from './queries.ts'

type ReminderText = Pick<Words, 'subject' | 'paragraphs'> & { label: string; path?: string }
type MyMatch = MatchToArrange & { side: 1 | 2; opponents: string }

/** A reminder about a match. Null once it no longer applies. */
function reminder(write: (match: MyMatch, about: string, now: Date) => ReminderText | null) {
  return async (app: App, { match_id, player_id, about }: Reminder): Promise<Words | null> => {
    const now = app.clock.now()
    const [player, match] = await Promise.all([
      findAddressee(app.db, player_id),
      findMatchToArrange(app.db, match_id, { id: player_id, organizer_areas: [] }, now),
    ])
    if (!player || !match?.side || !match.arrangeable) return null
    const text = write({ ...match, side: match.side, opponents: match.names[match.side === 1 ? 2 : 1] }, about, now)
    if (!text) return null
    const { label, path = paths.match(match_id), ...words } = text
    return {
      ...addressTo(player),
      ...words,
      action: { label, url: app.config.site + path },
      reason: 'You are receiving this because you have a match to play.',
      stop: 'Each reminder is sent once, and you can turn off each kind.',
    }
  }
}

/** The appointment of a match, as stored with its reminder. */
function appointmentOf({ match_date, match_time }: MatchToArrange): string {
  return [match_date, match_time && `${match_time}:00`].filter(Boolean).join(' ')
}

export const offerWaiting = reminder((match, about, now) => {
  const stands = match.offers.some(({ id }) => `${id}` === about)
  if (!stands || !owesAnswer(factsOf(match), match.side, now.getTime())) return null
  return {
    subject: 'An offer is waiting for your answer',
    paragraphs: [
      `${match.opponents} offered times for your match two days ago. Take one, offer others, or say that you cannot.`,
      'If you do not answer, the match’s record will show it.',
    ],
    label: 'Answer the offer',
  }
})

export const nothingOffered = reminder((match) => {
  if (match.match_date !== null || match.offers.length > 0) return null
  return {
    subject: `Find a time with ${match.opponents}`,
    paragraphs: [
      `Nobody has offered times for your match against ${match.opponents} yet. It is to be played by ${formatDay(wireDay(match.last_day))}.`,
      'Offer a few: suggested times are ready to send.',
    ],
    label: 'Offer times',
  }
})

export const matchTomorrow = reminder((match, about) =>
  appointmentOf(match) !== about
    ? null
    : {
        subject: `Tomorrow: your match against ${match.opponents}`,
        paragraphs: [`You play ${match.opponents}: ${formatStoredTime(match)}.`, 'Good luck!'],
        label: 'See the match',
      },
)

export const matchSoon = reminder((match, about, now) => {
  if (appointmentOf(match) !== about || (match.agreed?.starts_at ?? 0) <= now.getTime()) return null
  return {
    subject: `Today: your match against ${match.opponents}`,
    paragraphs: [
      `You play ${match.opponents} today: ${formatStoredTime(match)}.`,
      'If you are late, say so on the match’s page with one press.',
    ],
    label: 'See the match',
  }
})

export const windowEnding = reminder((match, about, now) => {
  // An open offer has its own reminder.
  if (match.offers.length > 0) return null
  if (match.match_date !== null || match.last_day !== about || match.last_day < today(match, now)) return null
  return {
    subject: `Only a few days left for your match against ${match.opponents}`,
    paragraphs: [
      `It is to be played by ${formatDay(wireDay(match.last_day))}, and has no date yet.`,
      'Offer times now. What happens to an unplayed match depends on who tried to find a time.',
    ],
    label: 'Find a time',
  }
})

export const windowOver = reminder((match, about, now) => {
  if (match.last_day > about || (match.match_date ?? '') > about || match.last_day >= today(match, now)) return null
  return {
    subject: `The deadline for your match against ${match.opponents} has passed`,
    paragraphs: [
      'It has no score. If you have played, report it.',
      'If not, an organizer decides based on who offered times and who answered.',
    ],
    label: 'Report the score',
    path: paths.matchScoreSubmission(match.id),
  }
})

function today({ time_zone }: MatchToArrange, now: Date): string {
  return dayInZone(now, time_zone)
}
