import type { Feature } from '#/server/feature.ts'
import { drawLeagues } from './jobs.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const schedule = {
  routes,
  jobs: {
    draw_leagues: (app) => drawLeagues(app.db, app.clock.now()),
  },
} satisfies Feature
