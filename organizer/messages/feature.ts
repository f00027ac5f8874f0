import type { OrganizerFeature } from '#/organizer/desk/tasks.ts'
import { organizerMessage } from './emails.ts'
import { deleteOldPreviews } from './queries.ts'
import { routes } from './routes.ts'
import { sendWork } from './tasks.ts'

export const organizerMessages = {
  routes,
  emails: { league_message: organizerMessage },
  tasks: { send_message: sendWork },
  deleteExpired: deleteOldPreviews,
} satisfies OrganizerFeature
