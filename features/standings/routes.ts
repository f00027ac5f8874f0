import { firstArea } from '#/contract/areas.ts'

import { skipOf } from '#/contract/page.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { serve } from '#/server/serve.ts'
import { listStandings } from './contract.ts'
import { findStandings } from './queries.ts'

export const noLeague = {
  players: [],
  total: 0,
  league_id: null,
  season: null,
  season_slug: null,
  year: null,
  division: null,
  division_name: null,
  format: null,
  group: null,
  ladder: false,
  ranking: standardRules.ranking.by,
  has_results: false,
  left: [],
  corrections: [],
}

export const routes = [
  serve(
    listStandings,
    async ({ query, player, app, now, holdsUntil }) => {
      const area = query.area ?? player.area ?? firstArea()
      const skip = skipOf(query)
      const page = await findStandings(app.db, player, { ...query, area }, query.per_page, skip, now)
      holdsUntil(page?.changes_at ?? null)
      return { ...(page ?? noLeague), area, skip }
    },
    { area: ({ area }) => area ?? null, perPlayer: true },
  ),
]
