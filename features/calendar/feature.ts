import type { Feature } from '#/server/feature.ts'
import { appointmentChanged } from './emails.ts'
import { serveCalendar } from './feed.ts'
import { sendCalendars } from './jobs.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const calendar = {
  routes,
  servePages: serveCalendar,
  jobs: {
    send_calendars: sendCalendars,
  },
  emails: {
    appointment_changed: appointmentChanged,
  },
} satisfies Feature
