import type { OrganizerFeature } from '#/organizer/desk/tasks.ts'
import { settleAllWork } from './actions.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const organizerUnplayed = {
  routes,
  tasks: {
    settle_unplayed: settleAllWork,
  },
} satisfies OrganizerFeature
