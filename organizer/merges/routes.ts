import { mergePlayers as mergePlayersCall, previewMerge } from '#/organizer/players/contract.ts'
import { countMoves, findMergeProblem } from '#/organizer/players/merge.ts'
import { describePlaces } from '#/organizer/players/merged-places.ts'
import { findPlayer } from '#/organizer/players/queries.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import * as actions from './actions.ts'
import * as calls from './contract.ts'
import { findPendingMerge } from './queries.ts'

export const routes = [
  serve(previewMerge, async ({ params, query, player, app, now }) => {
    const keeps = (await findPlayer(app.db, player, params.id)) ?? refuse('not_found')
    const closes = (await findPlayer(app.db, player, query.from_id)) ?? refuse('not_found')
    const needs_confirmation = player.role !== 'owner'
    const [moves, problem, places, request] = await Promise.all([
      countMoves(app.db, query.from_id, { confirmed: needs_confirmation }),
      findMergeProblem(app.db, keeps, closes, player, now),
      describePlaces(app.db, { keep_id: params.id, from_id: query.from_id }, now),
      findPendingMerge(app.db, [params.id, query.from_id], now),
    ])
    const pending = request && {
      id: request.id,
      keep_id: request.keep_id,
      keep_confirmed: request.keep_confirmed_at !== null,
      from_confirmed: request.from_confirmed_at !== null,
      expires_at: request.expires_at.toISOString(),
    }
    return { keeps, closes, moves, places, problem, needs_confirmation, pending: pending ?? null }
  }),

  serve(mergePlayersCall, async (call) => ({
    message: await actions.mergePlayers(call, { ...call.params, ...call.body }),
  })),

  serve(calls.cancelMerge, async (call) => ({
    message: await actions.cancelMerge(call, { ...call.params, ...call.body }),
  })),

  serve(calls.readMerge, async ({ body, app, now }) => ({ merge: await actions.readMerge(app.db, body.token, now) })),

  serve(calls.confirmMerge, async (call) => actions.confirmMerge(call, call.body)),

  serve(calls.declineMerge, async (call) => ({ message: await actions.declineMerge(call, call.body) })),
]
