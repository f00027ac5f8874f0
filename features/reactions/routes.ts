import { serve } from '#/server/serve.ts'
import { refuseUnproved } from '#/server/session.ts'
import * as actions from './actions.ts'
import * as calls from './contract.ts'
import { listReactionsTo } from './queries.ts'

export const routes = [
  serve(calls.listReactions, async ({ query, player, app }) => ({
    reactions: await listReactionsTo(app.db, query.match_ids.split(',').map(Number), player.id),
  })),

  serve(calls.setReaction, (call) => {
    if (call.body.kind !== null) refuseUnproved(call.player)
    return actions.setReaction(call, { ...call.params, ...call.body })
  }),
]
