import type { Feature } from '#/server/feature.ts'
import { passkeyChanged } from './emails.ts'
import { deleteExpiredChallenges } from './queries.ts'
import { routes } from './routes.ts'

export const passkeys = {
  routes,
  emails: { passkey_changed: passkeyChanged },
  deleteExpired: deleteExpiredChallenges,
} satisfies Feature
