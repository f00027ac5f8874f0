import { findMatch } from '#/features/matches/card-queries.ts'
import { findAddressee } from '#/features/accounts/queries.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { confirmByLink, confirmScore, correctByLink, correctScore, disputeByLink, disputeScore } from './actions.ts'
import * as calls from './contract.ts'
import { findLinkedScore } from './queries.ts'

export const routes = [
  serve(calls.confirmScore, async (call) => ({
    message: await confirmScore(call, { match_id: call.params.id, ...call.body }),
  })),

  serve(calls.correctScore, async (call) => ({
    message: await correctScore(call, { match_id: call.params.id, ...call.body }),
  })),

  serve(calls.disputeScore, async (call) => ({
    message: await disputeScore(call, { match_id: call.params.id, ...call.body }),
  })),

  serve(calls.readScoreLink, async ({ body, app, now }) => {
    const link = (await findLinkedScore(app.db, body.token, now)) ?? refuse('score_link_dead')
    const match = await findMatch(app.db, link.match_id, { id: link.player_id, organizer_areas: [] }, now)
    const player = await findAddressee(app.db, link.player_id)
    if (!match || !player) refuse('score_link_dead')
    if (match.confirmation?.version !== link.version) refuse('score_changed')
    return { match, first_name: player.first_name }
  }),

  serve(calls.confirmByLink, async (call) => ({ message: await confirmByLink(call, call.body) })),

  serve(calls.correctByLink, async (call) => ({ message: await correctByLink(call, call.body) })),

  serve(calls.disputeByLink, async (call) => ({ message: await disputeByLink(call, call.body) })),
]
