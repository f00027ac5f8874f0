import { skipOf } from '#/contract/page.ts'
import { findPageOwner } from '#/features/players/page-queries.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { getRatingFormula, listRatingChanges } from './contract.ts'
import { describeFormula } from './formula.ts'
import { listChanges } from './queries.ts'

export const routes = [
  serve(
    listRatingChanges,
    async ({ params, query, player, app }) => {
      const owner = await findPageOwner(app.db, player, params.id)
      if (!owner || (!owner.is_me && !owner.shows_rating)) refuse('not_found')
      const skip = skipOf(query)
      return {
        ...(await listChanges(app.db, player, owner.id, query.pool, { limit: query.per_page, offset: skip })),
        skip,
      }
    },
    'etag',
  ),

  serve(getRatingFormula, async () => describeFormula(), 'etag'),
]
