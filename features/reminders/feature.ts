import type { Feature } from '#/server/feature.ts'
import { matchSoon, matchTomorrow, nothingOffered, offerWaiting, windowEnding, windowOver } from './emails.ts'
import { sendReminders } from './jobs.ts'

/** The server side of this folder, for app/features.ts. */
export const reminders = {
  jobs: {
    send_reminders: sendReminders,
  },
  emails: {
    offer_waiting: offerWaiting,
    nothing_offered: nothingOffered,
    match_tomorrow: matchTomorrow,
    match_soon: matchSoon,
    window_ending: windowEnding,
    window_over: windowOver,
  },
} satisfies Feature
