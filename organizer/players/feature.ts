import type { Feature } from '#/server/feature.ts'
import { accountsMerged, freeSeasonGiven } from './emails.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const organizerPlayers = {
  routes,
  emails: {
    accounts_merged: accountsMerged,
    free_season_given: freeSeasonGiven,
  },
} satisfies Feature
