import { sentenceOf } from '#/contract/refusals.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { addToLiveScore, closedReason, endLiveScore } from './actions.ts'
import * as calls from './contract.ts'
import { findLiveMatch, findPublicLiveMatch } from './queries.ts'

export const routes = [
  serve(
    calls.getLiveScore,
    async ({ params, player, app, now }) => {
      const match = (await findLiveMatch(app.db, params.id, player, now)) ?? refuse('not_found')
      const closed = closedReason(match)
      return {
        ...match,
        scoring: match.may_score
          ? {
              side: match.side,
              closed: closed && sentenceOf(closed),
              rules: match.rules,
              mixed: match.mixed,
              pen: match.live?.pen ?? null,
              log: match.log,
            }
          : null,
      }
    },
    'etag',
  ),

  serve(calls.writeLiveScore, async (call) => ({ version: await addToLiveScore(call, call.params.id, call.body) })),

  serve(calls.deleteLiveScore, async (call) => {
    await endLiveScore(call, call.params.id)
    return { message: 'The live score is deleted.' }
  }),

  serve(
    calls.getPublicLiveScore,
    async ({ params, app, now }) => (await findPublicLiveMatch(app.db, params.id, now)) ?? refuse('not_found'),
  ),
]
