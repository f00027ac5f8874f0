import type { Feature } from '#/server/feature.ts'
import { apiKeyMade } from './emails.ts'
import { routes } from './routes.ts'

export const organizerApiKeys = { routes, emails: { api_key_made: apiKeyMade } } satisfies Feature
