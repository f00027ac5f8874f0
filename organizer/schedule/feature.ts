import type { OrganizerFeature } from '#/organizer/desk/tasks.ts'
import { drawSeasonWork } from './draw.ts'
import { routes } from './routes.ts'

export const organizerSchedule = { routes, tasks: { draw_season: drawSeasonWork } } satisfies OrganizerFeature
