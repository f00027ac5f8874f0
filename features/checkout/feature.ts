import type { Feature } from '#/server/feature.ts'
import { placeHeld, receipt } from './emails.ts'
import { deleteUnpaidGuests } from './guest-actions.ts'
import { guestRoutes } from './guest-routes.ts'
import { completeOrder, followPayment } from './jobs.ts'
import { routes } from './routes.ts'

export const checkout = {
  routes: [...routes, ...guestRoutes],
  jobs: {
    forget_guests: (app) => deleteUnpaidGuests({ app, now: app.clock.now() }),
    complete_order: completeOrder,
    follow_payment: followPayment,
  },
  emails: { receipt, place_held: placeHeld },
} satisfies Feature
