import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { getOrganizerLeague, listLeagueSchedule, listLeagueWaitList } from './contract.ts'
import { findLeagueDetail, findLeagueSchedule, listWaiting } from './queries.ts'

export const routes = [
  serve(getOrganizerLeague, async ({ params, player, app, now }) => {
    const view = { areas: player.organizer_areas, now }
    return (await findLeagueDetail(app.db, params.id, view)) ?? refuse('not_found')
  }),

  serve(listLeagueSchedule, async ({ params, player, app, now }) => {
    const view = { areas: player.organizer_areas, now }
    return (await findLeagueSchedule(app.db, params.id, view)) ?? refuse('not_found')
  }),

  serve(
    listLeagueWaitList,
    async ({ params, query, player, app }) =>
      (await listWaiting(app.db, params.id, player.organizer_areas, query)) ?? refuse('not_found'),
  ),
]
