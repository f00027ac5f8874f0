import type { Feature } from '#/server/feature.ts'
import { daysClosed } from './emails.ts'
import { routes } from './routes.ts'

export const organizerClosedDays = { routes, emails: { days_closed: daysClosed } } satisfies Feature
