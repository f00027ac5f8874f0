import type { Feature } from '#/server/feature.ts'
import { changeOfEmail, emailChangeAsked } from './emails.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const settings = {
  routes,
  emails: {
    change_of_email: changeOfEmail,
    email_change_asked: emailChangeAsked,
  },
} satisfies Feature
