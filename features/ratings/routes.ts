import { skipOf } from '#/contract/page.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { getRatingFormula, listRatingChanges } from './contract.ts'
import { describeFormula } from './formula.ts'
import { findReadablePlayer, listChanges } from './queries.ts'

export const routes = [
  serve(
    listRatingChanges,
    async ({ params, query, player, app }) => {
      const player_id = (await findReadablePlayer(app.db, player, params.id)) ?? refuse('not_found')
      const skip = skipOf(query)
      return {
        ...(await listChanges(app.db, player, player_id, query.pool, { limit: query.per_page, offset: skip })),
        skip,
      }
    },
    'etag',
  ),

  serve(getRatingFormula, async () => describeFormula(), 'etag'),
]
