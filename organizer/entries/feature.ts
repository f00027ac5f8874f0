import type { Feature } from '#/server/feature.ts'
import { entered, entryMoved, entryWithdrawn, placeGiven, placeTaken } from './emails.ts'
import { routes } from './routes.ts'

export const organizerEntries = {
  routes,
  emails: {
    entered,
    entry_moved: entryMoved,
    entry_withdrawn: entryWithdrawn,
    place_given: placeGiven,
    place_taken: placeTaken,
  },
} satisfies Feature
