import { saleDay } from '#/features/seasons/queries.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { makeLeaguePlayoffs } from './actions.ts'
import * as calls from './contract.ts'
import { readPreview } from './preview.ts'
import { findOrganizerLeague, listOrganizerLeagues } from './queries.ts'

export const routes = [
  serve(calls.listOrganizerPlayoffs, async ({ query, player, app, now }) =>
    listOrganizerLeagues(app.db, query, organizerAreas(player, query.area), now),
  ),

  serve(calls.previewPlayoffs, async ({ params, player, app, now }) => {
    const league = await findOrganizerLeague(app.db, params.league_id, player.organizer_areas, saleDay(now), now)
    return readPreview(app.db, league ?? refuse('not_found'), now)
  }),

  serve(calls.makeOrganizerPlayoffs, async (call) => {
    const seeds = await makeLeaguePlayoffs(call, { league_id: call.params.league_id, entries: call.body.entries })
    return { message: `The play-offs have been made: ${seeds.length} qualify. We are emailing them.` }
  }),
]
