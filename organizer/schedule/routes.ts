import { wireDay } from '#/contract/fields.ts'
import { skipOf } from '#/contract/page.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { startTask } from '#/organizer/desk/tasks.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { inTransaction, type Db } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { drawLeague, drawSeason, previewDraw, previewDraws } from './contract.ts'
import { digestOf, drawAsPreviewed, lineOf, previewOf, problemOf, formatChanges, type SeasonDraw } from './draw.ts'
import { findLeague, findSeason, listEnteredLeagues, type OrganizerLeague } from './queries.ts'
import { planDraw, type DrawPlan } from '#/features/schedule/draw.ts'

export const scheduleOrganizerRoutes = [
  serve(previewDraw, async ({ params, query, player, app, now }) => {
    const league = (await findLeague(app.db, params.id, player.organizer_areas)) ?? refuse('not_found')
    const today = saleDay(now)
    const plan = await planDraw(app.db, params.id, today, query.redraw === 'yes')
    return previewOf(app.db, league, plan, today)
  }),

  serve(drawLeague, async ({ params, body, player, app, now }) => {
    const plan = await inTransaction(app.db, async (tx) => {
      const league = (await findLeague(tx, params.id, player.organizer_areas)) ?? refuse('not_found')
      return drawAsPreviewed(tx, league, { ...body, organizer: player }, now)
    })
    if (!plan || plan.digest !== body.digest) refuse('draw_changed')
    if (plan.add.length + plan.remove.length === 0) refuse('draw_changed', { message: 'There is nothing to draw.' })
    return { message: `Drawn: ${formatChanges(plan)}.` }
  }),

  serve(previewDraws, async ({ query, player, app, now }) => {
    const today = saleDay(now)
    const season = (await findSeason(app.db, query.season, query.year)) ?? refuse('not_found')
    const planned = await planSeason(app.db, { ...query, areas: organizerAreas(player, query.area) }, today)
    const lines = planned.map(({ league, plan }) => lineOf(league, plan, today))
    const skip = skipOf(query)
    const some = lines.filter(({ problem }) => problem === null)
    return {
      ...season,
      starting_date: wireDay(season.starting_date),
      ending_date: wireDay(season.ending_date),
      digest: digestOf(planned.map(({ plan }) => plan)),
      added: some.reduce((sum, { added }) => sum + added, 0),
      removed: some.reduce((sum, { removed }) => sum + removed, 0),
      problem: today > season.ending_date ? ('season_over' as const) : some.length === 0 ? ('nothing' as const) : null,
      leagues: lines.slice(skip, skip + query.per_page),
      total: lines.length,
      skip,
    }
  }),

  serve(drawSeason, async ({ body, player, app, now }) => {
    const today = saleDay(now)
    const areas = organizerAreas(player, body.area)
    const planned = await planSeason(app.db, { ...body, areas }, today)
    if (digestOf(planned.map(({ plan }) => plan)) !== body.digest) refuse('draw_changed')
    const leagues = planned
      .filter(({ plan }) => problemOf(plan, today) === null)
      .map(({ league: { league_id }, plan: { digest } }) => ({ league_id, digest }))
    if (leagues.length === 0) refuse('draw_changed', { message: 'There is nothing to draw.' })
    const input: SeasonDraw = { leagues, reason: body.reason }
    const task_id = await inTransaction(app.db, (tx) =>
      startTask(tx, { kind: 'draw_season', organizer: player, area: body.area ?? null, input }, now),
    )
    return { task_id }
  }),
]

async function planSeason(
  db: Db,
  season: Parameters<typeof listEnteredLeagues>[1],
  today: string,
): Promise<{ league: OrganizerLeague; plan: DrawPlan }[]> {
  const planned = []
  for (const league of await listEnteredLeagues(db, season))
    planned.push({ league, plan: await planDraw(db, league.league_id, today) })
  return planned
}
