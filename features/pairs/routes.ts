import { wireDay } from '#/contract/fields.ts'
import { hashPassword, refuseCommonPassword } from '#/features/accounts/password.ts'
import { findUser } from '#/features/accounts/queries.ts'
import { serve } from '#/server/serve.ts'
import { startSession } from '#/server/session.ts'
import {
  acceptAsNewPlayer,
  acceptInvitation,
  declineInvitation,
  leavePair,
  namePartner,
  readInvitation,
  resendInvitation,
  withdrawInvitation,
} from './contract.ts'
import * as pairing from './pairing.ts'
import { findAccount } from './queries.ts'

export const pairsRoutes = [
  serve(namePartner, async ({ params: { league_id }, body, player, app, now }) => ({
    message: await pairing.namePartner(app, { player_id: player.id, league_id, partner: body }, now),
  })),

  serve(resendInvitation, async ({ params: { league_id }, player, app, now }) => ({
    message: await pairing.resendInvitation(app, player.id, league_id, now),
  })),

  serve(withdrawInvitation, async ({ params: { league_id }, player, app, now }) => ({
    message: await pairing.withdrawInvitation(app, player.id, league_id, now),
  })),

  serve(leavePair, async ({ params: { league_id }, player, app, now }) => ({
    message: await pairing.leavePair(app, player.id, league_id, now),
  })),

  serve(readInvitation, async ({ body, app, now }) => {
    const { starting_date, ending_date, ...asked } = await pairing.findOpenInvitation(app.db, body.token, now)
    const account = (await findAccount(app.db, asked.email)) ?? null
    return {
      invitation: { ...asked, starting_date: wireDay(starting_date), ending_date: wireDay(ending_date), account },
    }
  }),

  serve(acceptInvitation, async ({ body, app, now }) => ({
    message: await pairing.acceptInvitation(app, body.token, now),
  })),

  serve(acceptAsNewPlayer, async ({ body: { token, password, ...newPlayer }, app, now }) => {
    refuseCommonPassword(password)
    await pairing.findOpenInvitation(app.db, token, now)
    const password_hash = await hashPassword(password)
    const { player_id, message } = await pairing.acceptAsNewPlayer(app, token, { ...newPlayer, password_hash }, now)
    return { message, token: await startSession(app.db, player_id, now), user: await findUser(app.db, player_id) }
  }),

  serve(declineInvitation, async ({ body, app, now }) => ({
    message: await pairing.declineInvitation(app, body.token, now),
  })),
]
