import { skipOf } from '#/contract/page.ts'
import { withMeantYear } from '#/features/leagues/league-filter.ts'
import { scoreLine } from '#/rules/outcome.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { against, commonOpponents, formOf, recordOf, totalsOf, type Opponent, type PlayedMatch } from './compare.ts'
import { nameFor } from '#/features/leagues/sides.ts'
import { findRecords, type Records } from '#/features/matches/records.ts'
import { organization } from '#/contract/organization.ts'
import { compareRatings } from '#/features/ratings/forecast-queries.ts'
import { dayInZone } from '#/rules/day.ts'
import { comparePlayers, listLeaguePlayers, listPhotos } from './contract.ts'
import { findPageOwner } from './page-queries.ts'
import { findComparable, listPeopleFor, listPlayedBy, listPlayersOf } from './queries.ts'

export const routes = [
  serve(listLeaguePlayers, async ({ body, query, player, app }) => {
    const skip = skipOf(query)
    const { year } = await withMeantYear(app.db, { season: body.league, year: body.yr })
    const page = await listPlayersOf(app.db, player.id, { ...body, yr: year }, query.per_page, skip)
    return page ? { ...page, skip } : refuse('not_your_league')
  }),

  serve(listPhotos, ({ player, app }) => listPeopleFor(app.db, player.id), 'etag'),

  serve(comparePlayers, async ({ query, player, app, now }) => {
    const ids = [query.player_one ?? player.id, query.player_two] as const
    if (ids[0] === ids[1]) refuse('invalid', { fields: { player_two: 'Please choose two different players.' } })
    const name = nameFor(player)
    const [one, two, matchesOne, matchesTwo, recordsOne, recordsTwo] = await Promise.all([
      findComparable(app.db, ids[0], name),
      findComparable(app.db, ids[1], name),
      listPlayedBy(app.db, ids[0], name),
      listPlayedBy(app.db, ids[1], name),
      findRecords(app.db, ids[0]),
      findRecords(app.db, ids[1]),
    ])
    if (!one || !two) refuse('not_found')
    const between = against(matchesOne, two.id)
    const shown = await Promise.all(
      ids.map(async (id) => {
        const owner = await findPageOwner(app.db, player, id)
        return owner && (owner.is_me || owner.shows_rating) ? id : null
      }),
    )
    const { ratings, expected } = await compareRatings(app.db, shown, dayInZone(now, organization().time_zone))
    return {
      player_one: { ...sideOf(one, recordsOne, matchesOne), rating: ratings[0] ?? null },
      player_two: { ...sideOf(two, recordsTwo, matchesTwo), rating: ratings[1] ?? null },
      expected,
      head_to_head: { ...recordOf(between), results: between.slice(0, 20).map(lineOf) },
      common_opponents: commonOpponents(matchesOne, matchesTwo, ids).slice(0, 50),
    }
  }),
]

function sideOf({ id, name }: Opponent, records: Records, matches: readonly PlayedMatch[]) {
  return { id, name, ...records, ...totalsOf(matches), form: formOf(matches, 5) }
}

function lineOf({ match_id, outcome, match_date, sets, status, league_name, level_name, year }: PlayedMatch) {
  return { match_id, outcome, match_date, score_line: scoreLine(sets, status), league_name, level_name, year }
}
