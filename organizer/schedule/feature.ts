import type { OrganizerFeature } from '#/organizer/desk/tasks.ts'
import { drawSeasonWork } from './draw.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const organizerSchedule = {
  routes,
  tasks: {
    draw_season: drawSeasonWork,
  },
} satisfies OrganizerFeature
