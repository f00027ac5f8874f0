import { findMissing } from '#/features/texts/accept.ts'
import { serve } from '#/server/serve.ts'
import * as actions from './actions.ts'
import * as calls from './contract.ts'
import { listOpenEntryInvitations, toEntryInvitation } from './queries.ts'

export const routes = [
  serve(calls.listEntryInvitations, async ({ player, app, now }) => ({
    invitations: await listOpenEntryInvitations(app.db, player.id, now),
  })),

  serve(calls.acceptEntryInvitation, async (call) => ({
    message: await actions.acceptEntryInvitation(call, call.params),
  })),

  serve(calls.declineEntryInvitation, async (call) => ({
    message: await actions.declineEntryInvitation(call, call.params),
  })),

  serve(calls.readMailedEntryInvitation, async ({ body, app, now }) => {
    const invitation = await actions.findMailedEntryInvitation(app.db, body.token, now)
    return {
      invitation: { ...toEntryInvitation(invitation), email: invitation.email },
      ...(await findMissing(app.db, invitation.player_id)),
    }
  }),

  serve(calls.acceptMailedEntryInvitation, async (call) => ({
    message: await actions.acceptMailedEntryInvitation(call, call.body),
  })),

  serve(calls.declineMailedEntryInvitation, async (call) => ({
    message: await actions.declineMailedEntryInvitation(call, call.body),
  })),
]
