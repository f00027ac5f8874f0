import { saleDay } from '#/features/seasons/queries.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { getDivisionFit, getRatingFormula } from './contract.ts'
import { findDivisionFit } from './fit-queries.ts'
import { describeFormula } from './formula.ts'

export const routes = [
  serve(getDivisionFit, async ({ params, player, app, now }) => {
    const fit = await findDivisionFit(app.db, player.id, params.id, player.area, saleDay(now))
    if (fit === undefined) refuse('not_found')
    return fit ?? { fit: null, value: null, from: null, to: null }
  }),

  serve(getRatingFormula, async () => describeFormula(), 'etag'),
]
