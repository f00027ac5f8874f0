import type { Feature } from '#/server/feature.ts'
import { matchMessage, matchOffered, messageReported, offerDeclined } from './emails.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const arranging = {
  routes,
  emails: {
    match_offered: matchOffered,
    offer_declined: offerDeclined,
    match_message: matchMessage,
    message_reported: messageReported,
  },
} satisfies Feature
