import { skipOf } from '#/contract/page.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { listPlayoffs } from './contract.ts'
import { findDivisionCalled, findPlayoffs } from './queries.ts'

const noPlayoffs = { league_id: null, season: null, season_slug: null, year: null, stages: [], cut: null }

export const playoffsRoutes = [
  serve(listPlayoffs, async ({ body: { city, stage, season, year, ...filter }, query, app, now }) => {
    const division =
      (await findDivisionCalled(app.db, filter.division)) ??
      refuse('invalid', { fields: { division: 'Please choose one of our divisions.' } })
    const found = await findPlayoffs(app.db, { area: city, division: division.slug, season, year }, now)
    const rows = found?.stages.find((each) => each.stage === stage)?.rows ?? []
    const skip = skipOf(query)
    return {
      ...(found ?? noPlayoffs),
      items: rows.slice(skip, skip + query.per_page),
      total: rows.length,
      skip,
      city,
      division: division.slug,
      division_name: division.name,
    }
  }),
]
