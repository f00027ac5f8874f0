import type { OrganizerFeature } from '#/organizer/desk/tasks.ts'
import { rulesChanged } from './emails.ts'
import { rebuildSeason } from './rules-actions.ts'
import { routes } from './routes.ts'

export const organizerSeasons = {
  routes,
  tasks: { rebuild_season: rebuildSeason },
  emails: { rules_changed: rulesChanged },
} satisfies OrganizerFeature
