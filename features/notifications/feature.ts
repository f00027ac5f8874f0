import type { Feature } from '#/server/feature.ts'
import { sendDigest } from './jobs.ts'
import { pushNotification } from './push-jobs.ts'
import { deleteOldNotifications } from './queries.ts'
import { routes, serveUnsubscribePage } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const notifications = {
  routes,
  serveApi: serveUnsubscribePage,
  jobs: {
    send_digest: sendDigest,
    push: pushNotification,
  },
  deleteExpired: deleteOldNotifications,
} satisfies Feature
