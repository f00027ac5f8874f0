import type { Feature } from '#/server/feature.ts'
import { entryInvitationAnswered, entryInvited } from './emails.ts'
import { routes } from './routes.ts'

/** The server side of this folder, for app/features.ts. */
export const invitations = {
  routes,
  emails: {
    entry_invited: entryInvited,
    entry_invitation_answered: entryInvitationAnswered,
  },
} satisfies Feature
