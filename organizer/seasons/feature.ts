import type { OrganizerFeature } from '#/organizer/desk/tasks.ts'
import { clearClosing } from './closing-ways.ts'
import { rulesChanged } from './emails.ts'
import { rebuildSeason } from './rules-actions.ts'
import { routes } from './routes.ts'

export const organizerSeasons = {
  routes,
  tasks: { rebuild_season: rebuildSeason, clear_closing: clearClosing },
  emails: { rules_changed: rulesChanged },
} satisfies OrganizerFeature
