import type { Feature } from '#/server/feature.ts'
import { webhookPaused } from './emails.ts'
import { deliverWebhook, spreadWebhookEvents } from './jobs.ts'
import { deleteOldEvents, noteSilentConfirmations } from './queries.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const organizerWebhooks = {
  routes,
  jobs: {
    spread_webhook_events: spreadWebhookEvents,
    note_silent_confirmations: (app) => noteSilentConfirmations(app.db, app.clock.now()),
    deliver_webhook: deliverWebhook,
  },
  emails: {
    webhook_paused: webhookPaused,
  },
  deleteExpired: deleteOldEvents,
} satisfies Feature
