import type { Feature } from '#/server/feature.ts'
import { mergeRequested } from './emails.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const organizerMerges = {
  routes,
  emails: {
    merge_requested: mergeRequested,
  },
} satisfies Feature
