import { serve } from '#/server/serve.ts'
import { listMyLeagues } from './contract.ts'
import { listLeagueEntries } from './queries.ts'

export const leaguesRoutes = [
  serve(listMyLeagues, async ({ player, app, now }) => listLeagueEntries(app.db, player.id, now)),
]
