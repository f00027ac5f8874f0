import { firstArea } from '#/contract/areas.ts'
import { skipOf } from '#/contract/page.ts'
import { audit } from '#/server/audit.ts'
import { inTransaction } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import {
  deleteMatch,
  getMatch,
  getPublicResult,
  getResult,
  listMyMatches,
  listResults,
  reportScore,
  searchLeaguePlayers,
  searchPlayers,
} from './contract.ts'
import { findMatch, listMatchesOf } from './card-queries.ts'
import { deleteMatchOf, findMatchOf } from './queries.ts'
import { findOnRecord } from './record.ts'
import { report } from './report.ts'
import { findPublicResult, findResult, listResultsOf } from './result-queries.ts'
import { listLeaguePlayers, listPlayersNamed } from './search-queries.ts'

export const matchesRoutes = [
  serve(reportScore, async ({ body, player, app, now }) => {
    const { id, line } = await report(app, body, player, now)
    return { message: `Score saved, standings updated: ${line}`, id }
  }),

  serve(listResults, async ({ query, player, app, now }) => {
    const skip = skipOf(query)
    const page = await listResultsOf(
      app.db,
      { ...query, area: query.area ?? player.area ?? firstArea() },
      now,
      query.per_page,
      skip,
    )
    return { ...page, skip }
  }),

  serve(
    getResult,
    async ({ params, player, app, now }) => (await findResult(app.db, params.id, player, now)) ?? refuse('not_found'),
  ),

  serve(
    getPublicResult,
    async ({ params, app, now }) => (await findPublicResult(app.db, params.id, now)) ?? refuse('not_found'),
  ),

  serve(listMyMatches, async ({ query, player, app, now }) => {
    const skip = skipOf(query)
    return { ...(await listMatchesOf(app.db, player, now, query.per_page, skip)), skip }
  }),

  serve(
    getMatch,
    async ({ params, player, app, now }) => (await findMatch(app.db, params.id, player, now)) ?? refuse('not_found'),
  ),

  serve(deleteMatch, async ({ params, player, app, now }) => {
    await inTransaction(app.db, async (tx) => {
      const match = (await findMatchOf(tx, params.id, player)) ?? refuse('not_found')
      const before = match.mine ? null : await findOnRecord(tx, params.id)
      await deleteMatchOf(tx, params.id, player)
      if (before)
        await audit(
          tx,
          {
            organizer: player,
            area: before.area,
            kind: 'delete_match',
            subject: before.subject,
            summary: `Deleted the open match of ${before.title}`,
            before: before.values,
          },
          now,
        )
    })
    return { message: 'The match is deleted.' }
  }),

  serve(searchLeaguePlayers, async ({ query, player, app }) => ({
    data: await listLeaguePlayers(app.db, player.id, query.search, query.season, 60),
  })),

  serve(searchPlayers, async ({ body, app }) => listPlayersNamed(app.db, body.search, 20)),
]
