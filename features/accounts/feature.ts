import type { Feature } from '#/server/feature.ts'
import { identityLinked, linkIdentity, passwordChanged, resetPassword, setPassword, verifyEmail } from './emails.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const accounts = {
  routes,
  emails: {
    verify_email: verifyEmail,
    reset_password: resetPassword,
    set_password: setPassword,
    password_changed: passwordChanged,
    link_identity: linkIdentity,
    identity_linked: identityLinked,
  },
} satisfies Feature
