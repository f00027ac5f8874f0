import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { getLeagueRules } from './rules-contract.ts'
import { findLeagueRules } from './rules-queries.ts'

export const rulesRoutes = [
  serve(
    getLeagueRules,
    async ({ params, app }) => (await findLeagueRules(app.db, params.league_id)) ?? refuse('not_found'),
    'etag',
  ),
]
