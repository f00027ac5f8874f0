import type { Feature } from '#/server/feature.ts'
import { apiKeyMade } from './emails.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const organizerApiKeys = {
  routes,
  emails: {
    api_key_made: apiKeyMade,
  },
} satisfies Feature
