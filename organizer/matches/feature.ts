import type { Feature } from '#/server/feature.ts'
import { resultVoided, walkoverGiven } from './emails.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const organizerMatches = {
  routes,
  emails: {
    result_voided: resultVoided,
    walkover_given: walkoverGiven,
  },
} satisfies Feature
