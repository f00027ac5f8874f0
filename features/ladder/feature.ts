import type { Feature } from '#/server/feature.ts'
import { challenged } from './emails.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const ladder = {
  routes,
  emails: {
    challenged,
  },
} satisfies Feature
