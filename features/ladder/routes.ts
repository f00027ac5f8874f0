import { dayInZone } from '#/rules/day.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { refuseUnproved } from '#/server/session.ts'
import { challenge, ladderOf } from './actions.ts'
import * as calls from './contract.ts'
import { findLadder } from './queries.ts'

export const routes = [
  serve(calls.readLadder, async ({ params, player, app, now }) => {
    const ladder = (await findLadder(app.db, params.league_id, player.id)) ?? refuse('not_found')
    return ladderOf(app.db, ladder, dayInZone(now, ladder.time_zone))
  }),

  serve(calls.challenge, async (call) => {
    refuseUnproved(call.player)
    const { id, name } = await challenge(call, { ...call.params, ...call.body })
    return { id, message: `${name} is challenged.` }
  }),
]
