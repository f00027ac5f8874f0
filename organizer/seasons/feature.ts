import type { OrganizerFeature } from '#/organizer/desk/tasks.ts'
import { rebuildSeason } from './actions.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const organizerSeasons = {
  routes,
  tasks: {
    rebuild_season: rebuildSeason,
  },
} satisfies OrganizerFeature
