import type { Feature } from '#/server/feature.ts'
import { eveningMoved } from './emails.ts'
import { routes } from './routes.ts'

export const organizerEvenings = { routes, emails: { evening_moved: eveningMoved } } satisfies Feature
