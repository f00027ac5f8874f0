import type { Feature } from '#/server/feature.ts'
import { placeFree } from './emails.ts'
import { offerPlaces } from './jobs.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const waitList = {
  routes,
  jobs: {
    offer_places: offerPlaces,
  },
  emails: {
    place_free: placeFree,
  },
} satisfies Feature
