import { skipOf } from '#/contract/page.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { getDivisionFit, getRatingFormula, listRatingChanges } from './contract.ts'
import { findDivisionFit } from './fit-queries.ts'
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

  serve(getDivisionFit, async ({ params, player, app, now }) => {
    const fit = await findDivisionFit(app.db, player.id, params.id, player.area, saleDay(now))
    if (fit === undefined) refuse('not_found')
    return fit ?? { fit: null, value: null, from: null, to: null }
  }),

  serve(getRatingFormula, async () => describeFormula(), 'etag'),
]
