import { wireDay } from '#/contract/wire-day.ts'
import { hashPassword, refuseGuessablePassword } from '#/features/accounts/password.ts'
import { findUser } from '#/features/accounts/queries.ts'
import { findMissing } from '#/features/texts/accept.ts'
import { listOpenQuestions } from '#/features/questions/queries.ts'
import { serve } from '#/server/serve.ts'
import { refuseUnproved } from '#/server/session.ts'
import { startSession } from '#/server/session.ts'
import * as actions from './actions.ts'
import * as calls from './contract.ts'
import { findAccount } from './queries.ts'

export const routes = [
  serve(calls.namePartner, async (call) => {
    refuseUnproved(call.player)
    return { message: await actions.namePartner(call, { ...call.params, partner: call.body }) }
  }),

  serve(calls.resendInvitation, async (call) => {
    refuseUnproved(call.player)
    return { message: await actions.resendInvitation(call, call.params) }
  }),

  serve(calls.withdrawInvitation, async (call) => ({ message: await actions.withdrawInvitation(call, call.params) })),

  serve(calls.leavePair, async (call) => ({ message: await actions.leavePair(call, call.params) })),

  serve(calls.readInvitation, async ({ body, app, now }) => {
    const { starting_date, ending_date, ...invitation } = await actions.findOpenInvitation(app.db, body.token, now)
    const account = (await findAccount(app.db, invitation.email)) ?? null
    const { season_id } = invitation
    const questions = await listOpenQuestions(app.db, { player_id: account?.id ?? null, season_id })
    return {
      invitation: {
        ...invitation,
        starting_date: wireDay(starting_date),
        ending_date: wireDay(ending_date),
        account,
        questions,
        ...(account ? await findMissing(app.db, account.id) : { missing: [], age_to_confirm: null }),
      },
    }
  }),

  serve(calls.acceptInvitation, async (call) => ({ message: await actions.acceptInvitation(call, call.body) })),

  serve(calls.acceptAsNewPlayer, async (call) => {
    const { password, ...newPlayer } = call.body
    refuseGuessablePassword(password, newPlayer)
    // Checks the link before the slow hash, so that dead links cost little.
    await actions.findOpenInvitation(call.app.db, newPlayer.token, call.now)
    const password_hash = await hashPassword(password)
    const { player_id, message } = await actions.acceptAsNewPlayer(call, { ...newPlayer, password_hash })
    const token = await startSession(call.app.db, player_id, call.now)
    call.identify(player_id, token)
    return { message, token, user: await findUser(call.app.db, player_id) }
  }),

  serve(calls.declineInvitation, async (call) => ({ message: await actions.declineInvitation(call, call.body) })),
]
