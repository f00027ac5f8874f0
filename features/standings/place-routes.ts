import { firstArea } from '#/contract/areas.ts'

import { skipOf } from '#/contract/page.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { readEntryRatings } from '#/features/ratings/entry-ratings.ts'
import { dayInZone } from '#/rules/day.ts'
import { leagueChances, strengthsFrom } from './chances.ts'
import { findCrossTable } from './cross-table.ts'
import { explainPlace, listFullStandings, readChances, readCrossTable } from './place-contract.ts'
import { listLeagueChoices, readLeagueSnapshot } from './place-queries.ts'
import { fullTable, placeOf } from './place.ts'
import { findStandings } from './queries.ts'
import { noLeague } from './routes.ts'
import { standardRules } from '#/rules/season-rules.ts'
import { sportOf, sports } from '#/rules/sports/formats.ts'
import { topHalfOf } from '#/rules/standings.ts'

export const placeRoutes = [
  serve(listFullStandings, async ({ query, player, app, now }) => {
    const area = query.area ?? player.area ?? firstArea()
    const skip = skipOf(query)
    const [found, leagues] = await Promise.all([
      findStandings(app.db, player, { ...query, area }, 1, 0, now),
      listLeagueChoices(app.db, area),
    ])
    const league = found ?? noLeague
    const snapshot =
      league.league_id === null ? undefined : await readLeagueSnapshot(app.db, league.league_id, player, now)
    const table = snapshot ? fullTable(snapshot) : []
    const { playoff_matches, playoff_places } = snapshot?.rules ?? standardRules
    return {
      ...league,
      players: table.slice(skip, skip + query.per_page),
      total: table.length,
      skip,
      area,
      has_results: table.some(({ wins, losses, ties }) => wins + losses + ties > 0),
      sport: snapshot ? sportOf(snapshot.rules.formats) : sports[0],
      top_half: topHalfOf(table.length),
      playoff_matches,
      playoff_places,
      leagues,
    }
  }),

  serve(explainPlace, async ({ query, player, app, now }) => {
    const snapshot = await readLeagueSnapshot(app.db, query.league_id, player, now)
    const place = snapshot && placeOf(snapshot, query.entry_id)
    return place ? { league_id: query.league_id, ...place } : refuse('not_found')
  }),

  serve(readChances, async ({ params, player, app, now }) => {
    const snapshot = await readLeagueSnapshot(app.db, params.id, player, now)
    const mine = snapshot?.entries.find(({ entry_id }) => snapshot.names.get(entry_id)?.is_me)
    if (!snapshot || !mine) refuse('not_found')
    const today = dayInZone(now, snapshot.league.time_zone)
    const ratings = await readEntryRatings(app.db, params.id, today)
    const chances = leagueChances(snapshot, mine.entry_id, strengthsFrom(ratings))
    return chances ? { league_id: params.id, ...chances } : refuse('not_found')
  }),

  serve(
    readCrossTable,
    async ({ params, player, app }) => (await findCrossTable(app.db, params.id, player)) ?? refuse('not_found'),
    'etag',
  ),
]
