import { findUser } from '#/features/accounts/queries.ts'
import { proveOwner } from '#/features/settings/reauthenticate.ts'
import { findProof } from '#/features/settings/queries.ts'
import { inTransaction } from '#/server/db.ts'
import { postLetter } from '#/server/queue.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { noteProof } from '#/server/session.ts'
import { recordAct } from '#/server/audit.ts'
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
  getDesk,
  giveSecondFactor,
  proveOrganizer,
  startSecondFactor,
} from '#/organizer/security/contract.ts'

export const securityRoutes = [
  serve(getDesk, async ({ player, app }) => {
    const { password_hash } = await findProof(app.db, player.id, player.token_hash)
    return {
      role: player.role,
      areas: [...player.desk_areas],
      second_factor: { ...(await findSecondFactor(app.db, player.id)), due: player.second_factor_due },
      has_password: password_hash !== null,
      demo: app.config.DEMO && !app.config.production,
    }
  }),

  serve(proveOrganizer, async ({ body, player, app, now }) => {
    await proveOwner(app, player, body.password, now)
    await noteProof(app.db, player.token_hash, now)
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
    if (player.role === 'player' || player.seen_by_id !== null) refuse('not_allowed')
    await app.limits.spend('password_check', player.id)
    await takeSecondFactor(app.db, player, body.code, now)
    return { message: 'Thank you. The desk is open.' }
  }),

  serve(endSecondFactor, async ({ player, app, now }) => {
    await inTransaction(app.db, async (tx) => {
      if (!(await deleteSecondFactor(tx, player.id))) return
      const summary = 'Gave up the second factor'
      await recordAct(
        tx,
        { organizer: player, area: null, kind: 'second_factor', subject: `player ${player.id}`, summary },
        now,
      )
      await postLetter(tx, app.config, 'second_factor_changed', { player_id: player.id, enrolled: false })
    })
    return { message: 'The second factor is gone. Please enroll a new phone soon.' }
  }),
]
