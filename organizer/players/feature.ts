import type { Feature } from '#/server/feature.ts'
import {
  accountsMerged,
  emailCorrection,
  emailToConfirm,
  freeSeasonGiven,
  photoRemoved,
  profileCorrected,
} from './emails.ts'
import { routes } from './routes.ts'

export const organizerPlayers = {
  routes,
  emails: {
    accounts_merged: accountsMerged,
    email_correction: emailCorrection,
    email_to_confirm: emailToConfirm,
    free_season_given: freeSeasonGiven,
    photo_removed: photoRemoved,
    profile_corrected: profileCorrected,
  },
} satisfies Feature
