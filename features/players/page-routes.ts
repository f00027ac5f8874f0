import { skipOf } from '#/contract/page.ts'
import { nameFor } from '#/features/leagues/sides.ts'
import { listRatingChanges } from '#/features/ratings/contract.ts'
import { listChanges } from '#/features/ratings/queries.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { reportPhoto } from './page-actions.ts'
import * as calls from './page-contract.ts'
import { findPageOwner, findPlayerPage, toLine } from './page-queries.ts'
import { listPlayedBy } from './queries.ts'

export const pageRoutes = [
  serve(
    calls.getPlayer,
    async ({ params, query, player, app, now }) =>
      (await findPlayerPage(app.db, player, { ...params, pool: query.pool, now })) ?? refuse('not_found'),
    'etag',
  ),

  serve(
    calls.getPublicPlayer,
    async ({ params, query, app, now }) =>
      (await findPlayerPage(app.db, null, { ...params, pool: query.pool, now })) ?? refuse('not_found'),
    'etag',
  ),

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

  serve(calls.listPlayerMatches, async ({ params, query, player, app }) => {
    const owner = await findPageOwner(app.db, player, params.id)
    if (!owner || (!owner.is_me && !owner.shows_record)) refuse('not_found')
    const { season, year, division, opponent, per_page } = query
    const matches = (await listPlayedBy(app.db, owner.id, nameFor(player))).filter(
      (match) =>
        (season === undefined || match.league_slug === season) &&
        (year === undefined || match.year === year) &&
        (division === undefined || match.level_slug === division) &&
        (opponent === undefined || match.opponents.some(({ id }) => id === opponent)),
    )
    const skip = skipOf(query)
    return { matches: matches.slice(skip, skip + per_page).map(toLine), total: matches.length, skip }
  }),

  serve(calls.reportPhoto, async (call) => {
    await reportPhoto(call, { ...call.params, ...call.body })
    return { message: 'Thank you. The organizers will look at this photo.' }
  }),
]
