import { firstArea } from '#/contract/areas.ts'
import { withMeantYear } from '#/features/leagues/league-filter.ts'
import { nameFor } from '#/features/leagues/sides.ts'
import { skipOf } from '#/contract/page.ts'
import { refuse } from '#/server/refuse.ts'
import { networkOf } from '#/server/limits.ts'
import { serve } from '#/server/serve.ts'
import { deleteMatch, reportScore } from './actions.ts'
import { listMatchesOf } from './card-queries.ts'
import * as calls from './contract.ts'
import { previewReport } from './report.ts'
import { findPublicResult, findResult, listResultsOf } from './result-queries.ts'
import { listLeaguePlayers, listPlayersInPublic, listPlayersNamed } from './search-queries.ts'

export const routes = [
  serve(calls.reportScore, async (call) => {
    const { id, line, kind } = await reportScore(call, call.body)
    const saved =
      kind === 'friendly' ? 'Friendly saved, the standings stay as they are' : 'Score saved, standings updated'
    return { message: `${saved}: ${line}`, id, kind }
  }),

  serve(calls.previewScore, async (call) => ({ kind: await previewReport(call, call.body) })),

  serve(
    calls.listResults,
    async ({ query, player, app, now, holdsUntil }) => {
      const filter = await withMeantYear(app.db, { ...query, area: query.area ?? player.area ?? firstArea() })
      const skip = skipOf(query)
      const { changes_at, ...page } = await listResultsOf(app.db, filter, now, query.per_page, skip, nameFor(player))
      holdsUntil(changes_at)
      return { ...page, skip }
    },
    { area: ({ area }) => area ?? null, perPlayer: false },
  ),

  serve(
    calls.getResult,
    async ({ params, player, app, now }) => (await findResult(app.db, params.id, player, now)) ?? refuse('not_found'),
    'etag',
  ),

  serve(
    calls.getPublicResult,
    async ({ params, app, now }) => (await findPublicResult(app.db, params.id, now)) ?? refuse('not_found'),
  ),

  serve(
    calls.listMyMatches,
    async ({ query, player, app, now }) => {
      const skip = skipOf(query)
      return { ...(await listMatchesOf(app.db, player, now, query.per_page, skip)), skip }
    },
    'etag',
  ),

  serve(calls.deleteMatch, async (call) => {
    await deleteMatch(call, call.params)
    return { message: 'The match is deleted.' }
  }),

  serve(calls.searchLeaguePlayers, async ({ query, player, app }) => ({
    data: await listLeaguePlayers(app.db, player.id, query.search, query.season, 60),
  })),

  serve(calls.searchPlayers, async ({ body, app, address, findCaller }) => {
    const caller = await findCaller()
    await app.limits.spend('name_search', caller?.id ?? networkOf(address))
    const find = caller?.email_proved ? listPlayersNamed : listPlayersInPublic
    return find(app.db, body.search, 20)
  }),
]
