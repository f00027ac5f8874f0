import type { Feature } from '#/server/feature.ts'
import { entered, entryMoved, entryWithdrawn, leagueMessage, placeGiven, placeTaken } from './emails.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const organizerEntries = {
  routes,
  emails: {
    entered,
    entry_moved: entryMoved,
    entry_withdrawn: entryWithdrawn,
    place_given: placeGiven,
    place_taken: placeTaken,
    league_message: leagueMessage,
  },
} satisfies Feature
