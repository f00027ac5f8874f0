import type { Feature } from '#/server/feature.ts'
import { scoreDisputed, scoreSettled, scoreToConfirm, scoreToSettle } from './emails.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const confirmation = {
  routes,
  emails: {
    score_to_confirm: scoreToConfirm,
    score_disputed: scoreDisputed,
    score_to_settle: scoreToSettle,
    score_settled: scoreSettled,
  },
} satisfies Feature
