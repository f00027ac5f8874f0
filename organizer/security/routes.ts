import { findUser } from '#/features/accounts/queries.ts'
import { reauthenticate } from '#/features/settings/reauthenticate.ts'
import { findCredentials } from '#/features/settings/queries.ts'
import { inTransaction } from '#/server/db.ts'
import { queueEmail } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { setReauthenticated } from '#/server/session.ts'
import { audit } from '#/server/audit.ts'
import {
  beginSecondFactor,
  deleteSecondFactor,
  enrollSecondFactor,
  findSecondFactor,
  takeSecondFactor,
} from '#/organizer/security/second-factor.ts'
import {
  confirmSecondFactor,
  endSecondFactor,
  getOrganizer,
  giveSecondFactor,
  reauthenticateOrganizer,
  startSecondFactor,
} from '#/organizer/security/contract.ts'

export const securityRoutes = [
  serve(getOrganizer, async ({ player, app }) => {
    const { password_hash } = await findCredentials(app.db, player.id, player.token_hash)
    return {
      role: player.role,
      areas: [...player.organizer_areas],
      second_factor: { ...(await findSecondFactor(app.db, player.id)), due: player.second_factor_due },
      has_password: password_hash !== null,
      demo: app.config.DEMO && !app.config.production,
    }
  }),

  serve(reauthenticateOrganizer, async ({ body, player, app, now }) => {
    await reauthenticate(app, player, body.password, now)
    await setReauthenticated(app.db, player.token_hash, now)
    return { message: 'Thank you.' }
  }),

  serve(startSecondFactor, async ({ player, app }) =>
    beginSecondFactor(app.db, { id: player.id, email: (await findUser(app.db, player.id)).email }),
  ),

  serve(confirmSecondFactor, async ({ body, player, app, now }) => {
    await app.limits.spend('password_check', player.id)
    return { recovery_codes: await enrollSecondFactor(app, player, body.code, now) }
  }),

  serve(giveSecondFactor, async ({ body, player, app, now }) => {
    if (player.role === 'player' || player.impersonated_by_id !== null) refuse('not_allowed')
    await app.limits.spend('password_check', player.id)
    await takeSecondFactor(app.db, player, body.code, now)
    return { message: 'Thank you. The desk is open.' }
  }),

  serve(endSecondFactor, async ({ player, app, now }) => {
    await inTransaction(app.db, async (tx) => {
      if (!(await deleteSecondFactor(tx, player.id))) return
      const summary = 'Gave up the second factor'
      await audit(
        tx,
        { organizer: player, area: null, kind: 'second_factor', subject: `player ${player.id}`, summary },
        now,
      )
      await queueEmail(tx, app.config, 'second_factor_changed', { player_id: player.id, enrolled: false })
    })
    return { message: 'The second factor is gone. Please enroll a new phone soon.' }
  }),
]
