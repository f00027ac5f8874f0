import { wireDay } from '#/contract/wire-day.ts'
import { skipOf } from '#/contract/page.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { drawLeague, drawSeason, moveInDraw } from './actions.ts'
import * as calls from './contract.ts'
import { digestOf, drawPreviewOf, leaguePreviewOf, planSeason } from './draw.ts'
import { findLeague, findSeason } from './queries.ts'
import { planDraw } from '#/features/schedule/draw.ts'

export const routes = [
  serve(calls.previewDraw, async ({ params, query, player, app, now }) => {
    const league = (await findLeague(app.db, params.id, player.organizer_areas)) ?? refuse('not_found')
    const today = saleDay(now)
    const plan = await planDraw(app.db, params.id, today, { redraw: query.redraw === 'yes', early: true })
    return drawPreviewOf(app.db, league, plan, today)
  }),

  serve(calls.drawLeague, async (call) => ({ message: await drawLeague(call, { ...call.params, ...call.body }) })),

  serve(calls.moveInDraw, async (call) => ({ message: await moveInDraw(call, { ...call.params, ...call.body }) })),

  serve(calls.previewDraws, async ({ query, player, app, now }) => {
    const today = saleDay(now)
    const season = (await findSeason(app.db, query.season, query.year)) ?? refuse('not_found')
    const planned = await planSeason(app.db, { ...query, areas: organizerAreas(player, query.area) }, today)
    const lines = planned.map(({ league, plan }) => leaguePreviewOf(league, plan, today))
    const skip = skipOf(query)
    const drawable = lines.filter(({ problem }) => problem === null)
    return {
      ...season,
      starting_date: wireDay(season.starting_date),
      ending_date: wireDay(season.ending_date),
      digest: digestOf(planned.map(({ plan }) => plan)),
      added: drawable.reduce((sum, { added }) => sum + added, 0),
      removed: drawable.reduce((sum, { removed }) => sum + removed, 0),
      problem:
        today > season.ending_date ? ('season_over' as const) : drawable.length === 0 ? ('nothing' as const) : null,
      leagues: lines.slice(skip, skip + query.per_page),
      total: lines.length,
      skip,
    }
  }),

  serve(calls.drawSeason, async (call) => ({ task_id: await drawSeason(call, call.body) })),
]
