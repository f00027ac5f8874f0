import type { OrganizerFeature } from '#/organizer/desk/tasks.ts'
import { bulkWork, deleteExpiredBulk } from './actions.ts'
import { routes } from './routes.ts'

export const organizerBulk = {
  routes,
  tasks: { bulk: bulkWork },
  deleteExpired: deleteExpiredBulk,
} satisfies OrganizerFeature
