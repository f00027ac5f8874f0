import type { Feature } from '#/server/feature.ts'
import { openSeasons } from './jobs.ts'
import { saleDay } from './queries.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const seasons = {
  routes,
  jobs: {
    open_seasons: (app) => openSeasons(app.db, saleDay(app.clock.now())),
  },
} satisfies Feature
