import type { Feature } from '#/server/feature.ts'
import { partnerOffered, partnerOfferAnswered } from './emails.ts'
import { routes } from './routes.ts'

export const partnerSearch = {
  routes,
  emails: { partner_offered: partnerOffered, partner_offer_answered: partnerOfferAnswered },
} satisfies Feature
