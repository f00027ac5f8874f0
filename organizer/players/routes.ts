import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { changeLevel, giveFreeSeason, impersonatePlayer, signOutPlayer, suspendPlayer } from './actions.ts'
import { keepPhoto, removePlayerPhoto } from './photo-actions.ts'
import * as calls from './contract.ts'
import { claimAccount, correctEmail, correctPlayer, endClaimLink, makeClaimLink } from './correction-actions.ts'
import * as corrections from './correction-contract.ts'
import { collectPlayerData, removeNote, writeNote } from './note-actions.ts'
import { listNotesOn } from './note-queries.ts'
import { findClaimed, findOrganizerPlayer, findPlayer, listPlayers } from './queries.ts'

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

  serve(corrections.correctPlayer, async (call) => ({
    message: await correctPlayer(call, { ...call.params, ...call.body }),
  })),

  serve(corrections.correctEmail, async (call) => ({
    message: await correctEmail(call, { ...call.params, ...call.body }),
  })),

  serve(corrections.listNotes, async ({ app, params: { id }, player }) => {
    if (!(await findPlayer(app.db, player, id))) refuse('not_found')
    return { notes: await listNotesOn(app.db, id, player) }
  }),

  serve(corrections.addNote, async (call) => ({
    id: await writeNote(call, { ...call.params, ...call.body }),
    message: 'The note is saved.',
  })),

  serve(corrections.deleteNote, async (call) => ({ message: await removeNote(call, call.params) })),

  serve(corrections.exportPlayerData, async (call) => collectPlayerData(call, { ...call.params, ...call.body })),

  serve(corrections.makeClaimLink, async (call) => makeClaimLink(call, call.params)),

  serve(corrections.endClaimLink, async (call) => ({ message: await endClaimLink(call, call.params) })),

  serve(corrections.readClaim, async ({ app, body, now }) => ({
    name: (await findClaimed(app.db, body.token, now)) ?? refuse('link_dead'),
  })),

  serve(corrections.claimAccount, async (call) => {
    await claimAccount(call, call.body)
    return { message: 'The account is yours. Sign in now. We have sent you a link to confirm your email.' }
  }),

  serve(calls.seeAsPlayer, async (call) => impersonatePlayer(call, call.params)),
]
