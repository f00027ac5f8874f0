import type { OrganizerFeature } from '#/organizer/desk/tasks.ts'
import { rebuildSeason } from './rules-actions.ts'
import { routes } from './routes.ts'

export const organizerSeasons = { routes, tasks: { rebuild_season: rebuildSeason } } satisfies OrganizerFeature
