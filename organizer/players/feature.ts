import type { Feature } from '#/server/feature.ts'
import { accountsMerged, freeSeasonGiven, photoRemoved } from './emails.ts'
import { routes } from './routes.ts'

export const organizerPlayers = {
  routes,
  emails: { accounts_merged: accountsMerged, free_season_given: freeSeasonGiven, photo_removed: photoRemoved },
} satisfies Feature
