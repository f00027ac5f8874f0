import { skipOf } from '#/contract/page.ts'
import { isOffered } from './offers.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { getDivision, listDivisions, listSeasons } from './contract.ts'
import { countEntries, findDivision, listDivisionsPage, listSeasonsOnSale, saleDay } from './queries.ts'

export const routes = [
  serve(listSeasons, async ({ query, app, now }) => {
    const seasons = await listSeasonsOnSale(app.db, saleDay(now))
    const skip = skipOf(query)
    const shown = seasons.slice(skip, skip + query.per_page)
    const entries = await countEntries(
      app.db,
      shown.map(({ id }) => id),
    )
    return {
      items: shown.map((season) => ({ ...season, entries: entries.get(season.id) ?? 0 })),
      total: seasons.length,
      skip,
    }
  }),

  serve(listDivisions, async ({ query, app, now }) => listDivisionsPage(app.db, query, saleDay(now))),

  serve(getDivision, async ({ params, app, now }) => {
    const { division, for_sale } = (await findDivision(app.db, params.id, saleDay(now))) ?? refuse('not_found')
    const seasons = for_sale ? await listSeasonsOnSale(app.db, saleDay(now)) : []
    return { ...division, seasons: seasons.filter((season) => isOffered(division, season, undefined)) }
  }),
]
