import type { Feature } from '#/server/feature.ts'
import { permissionsChanged, phoneReset, secondFactorChanged } from './emails.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const organizerDesk = {
  routes,
  emails: {
    permissions_changed: permissionsChanged,
    second_factor_changed: secondFactorChanged,
    phone_reset: phoneReset,
  },
} satisfies Feature
