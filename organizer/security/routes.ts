import { findSessionCredentials } from '#/features/accounts/queries.ts'
import { reauthenticate } from '#/features/accounts/reauthenticate.ts'
import { serve } from '#/server/serve.ts'
import { setReauthenticated } from '#/server/session.ts'
import { confirmSecondFactor, endSecondFactor, giveSecondFactor, startSecondFactor } from './actions.ts'
import * as calls from './contract.ts'
import { findEnrollmentEnd, findSecondFactor } from './queries.ts'

export const routes = [
  serve(calls.getOrganizer, async ({ player, app }) => {
    const { password_hash } = await findSessionCredentials(app.db, player.id, player.token_hash)
    return {
      id: player.id,
      role: player.role,
      areas: [...player.organizer_areas],
      second_factor: {
        ...(await findSecondFactor(app.db, player.id)),
        due: player.second_factor_due,
        required_by: app.config.production
          ? ((await findEnrollmentEnd(app.db, player.id))?.toISOString() ?? null)
          : null,
        missing: player.second_factor_missing,
      },
      has_password: password_hash !== null,
      demo: app.config.DEMO && !app.config.production,
    }
  }),

  serve(calls.reauthenticateOrganizer, async ({ body, player, app, now }) => {
    await reauthenticate(app, player, body.password, now)
    await setReauthenticated(app.db, player.token_hash, now)
    return { message: 'Thank you.' }
  }),

  serve(calls.startSecondFactor, async (call) => startSecondFactor(call)),

  serve(calls.confirmSecondFactor, async (call) => ({ recovery_codes: await confirmSecondFactor(call, call.body) })),

  serve(calls.giveSecondFactor, async (call) => {
    await giveSecondFactor(call, call.body)
    return { message: 'Thank you. The desk is open.' }
  }),

  serve(calls.endSecondFactor, async (call) => {
    await endSecondFactor(call)
    return { message: 'Your phone is removed. Please enroll a new one soon.' }
  }),
]
