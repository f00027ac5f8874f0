import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { changeLevel, giveFreeSeason, impersonatePlayer, signOutPlayer, suspendPlayer } from './actions.ts'
import { keepPhoto, removePlayerPhoto } from './photo-actions.ts'
import * as calls from './contract.ts'
import { findOrganizerPlayer, listPlayers } from './queries.ts'

export const routes = [
  serve(calls.listOrganizerPlayers, async ({ query, player, app }) => {
    organizerAreas(player, query.area)
    return listPlayers(app.db, player, query)
  }),

  serve(
    calls.getOrganizerPlayer,
    async ({ params, player, app, now }) =>
      (await findOrganizerPlayer(app.db, player, params.id, now)) ?? refuse('not_found'),
  ),

  serve(calls.changeLevel, async (call) => ({ message: await changeLevel(call, { ...call.params, ...call.body }) })),

  serve(calls.suspendPlayer, async (call) => ({
    message: await suspendPlayer(call, { ...call.params, ...call.body }),
  })),

  serve(calls.signOutPlayer, async (call) => ({ message: await signOutPlayer(call, call.params) })),

  serve(calls.giveFreeSeason, async (call) => ({
    message: await giveFreeSeason(call, { ...call.params, ...call.body }),
  })),

  serve(calls.removePhoto, async (call) => ({
    message: await removePlayerPhoto(call, { ...call.params, ...call.body }),
  })),

  serve(calls.keepPhoto, async (call) => ({ message: await keepPhoto(call, { ...call.params, ...call.body }) })),

  serve(calls.seeAsPlayer, async (call) => impersonatePlayer(call, call.params)),
]
