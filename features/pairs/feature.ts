import type { Feature } from '#/server/feature.ts'
import { pairWithdrawn, partnerAccepted, partnerDeclined, partnerInvited, partnerLeft } from './emails.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const pairs = {
  routes,
  emails: {
    partner_invited: partnerInvited,
    partner_accepted: partnerAccepted,
    partner_declined: partnerDeclined,
    partner_left: partnerLeft,
    pair_withdrawn: pairWithdrawn,
  },
} satisfies Feature
