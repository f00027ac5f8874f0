import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { impersonationEnd } from '#/server/session.ts'
import { findMergeProblem, give, merge, seeAs, setLevel, signOut, suspend } from './changes.ts'
import {
  changeLevel,
  getOrganizerPlayer,
  giveFreeSeason,
  listOrganizerPlayers,
  mergePlayers,
  previewMerge,
  seeAsPlayer,
  signOutPlayer,
  suspendPlayer,
} from './contract.ts'
import { countMoves } from './merge.ts'
import { findOrganizerPlayer, findPlayer, listPlayers } from './queries.ts'

export const playerOrganizerRoutes = [
  serve(listOrganizerPlayers, async ({ query, player, app }) => {
    organizerAreas(player, query.area)
    return listPlayers(app.db, player, query)
  }),

  serve(
    getOrganizerPlayer,
    async ({ params, player, app, now }) =>
      (await findOrganizerPlayer(app.db, player, params.id, now)) ?? refuse('not_found'),
  ),

  serve(changeLevel, async ({ params, body, player, app, now }) => ({
    message: await setLevel(app, { id: params.id, caller: player, now }, body),
  })),

  serve(suspendPlayer, async ({ params, body, player, app, now }) => ({
    message: await suspend(app, { id: params.id, caller: player, now }, body),
  })),

  serve(signOutPlayer, async ({ params, player, app, now }) => ({
    message: await signOut(app, { id: params.id, caller: player, now }),
  })),

  serve(giveFreeSeason, async ({ params, body, player, app, now }) => ({
    message: await give(app, { id: params.id, caller: player, now }, body),
  })),

  serve(seeAsPlayer, async ({ params, player, app, now }) => ({
    ...(await seeAs(app, { id: params.id, caller: player, now })),
    expires_at: impersonationEnd(now).toISOString(),
  })),

  serve(previewMerge, async ({ params, query, player, app }) => {
    const keeps = (await findPlayer(app.db, player, params.id)) ?? refuse('not_found')
    const closes = (await findPlayer(app.db, player, query.from_id)) ?? refuse('not_found')
    const problem = await findMergeProblem(app.db, keeps, closes, player)
    return { keeps, closes, moves: await countMoves(app.db, query.from_id), problem }
  }),

  serve(mergePlayers, async ({ params, body, player, app, now }) => ({
    message: await merge(app, { id: params.id, caller: player, now }, body),
  })),
]
