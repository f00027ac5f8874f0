import type { Feature } from '#/server/feature.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const organizerSetup = {
  routes,
} satisfies Feature
