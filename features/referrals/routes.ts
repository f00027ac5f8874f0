import { serve } from '#/server/serve.ts'
import { getFreeSeasons, getReferral } from './contract.ts'
import { countFreeSeasons, findReferral } from './queries.ts'

export const routes = [
  serve(getReferral, async ({ player, app }) => findReferral(app.db, player.id)),

  serve(getFreeSeasons, async ({ player, app }) => ({ count: await countFreeSeasons(app.db, player.id) })),
]
