import { wireDay } from '#/contract/wire-day.ts'
import { listSeasonChoices } from '#/organizer/matches/queries.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { serve } from '#/server/serve.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { findOverviewSeason, readFigures } from './queries.ts'
import { getOverview } from '#/organizer/desk/contract.ts'
import { EVERY_AREA } from '#/server/session.ts'
import { untilNextQuarter } from '#/server/response-cache.ts'
import { isInScope } from '#/server/scope.ts'
import { readCharts } from './charts-queries.ts'
import { getOverviewCharts, getToDo } from './contract.ts'
import { readToDo } from './to-do-queries.ts'

export const routes = [
  serve(getOverview, async ({ query, player, app, now }) => {
    const areas = organizerAreas(player, query.area)
    const season = await findOverviewSeason(app.db, { ...query, areas }, saleDay(now))
    const seasons = await listSeasonChoices(app.db)
    return {
      season: season
        ? { ...season, starting_date: wireDay(season.starting_date), ending_date: wireDay(season.ending_date) }
        : null,
      seasons,
      figures: season ? await readFigures(app.db, season, areas, now) : null,
    }
  }),

  serve(getToDo, async ({ query, player, app, now }) => {
    const areas = organizerAreas(player, query.area)
    const today = saleDay(now)
    const season = await findOverviewSeason(app.db, { ...query, areas }, today)
    const scope = query.area === undefined ? player : { ...player, role: 'organizer' as const, organizer_areas: areas }
    return readToDo(app.db, { areas, season_id: season?.id ?? 0 }, isInScope(scope), today)
  }),

  serve(
    getOverviewCharts,
    async ({ query, player, app, now, holdsUntil }) => {
      const areas = organizerAreas(player, query.area)
      const today = saleDay(now)
      const season = await findOverviewSeason(app.db, { ...query, areas }, today)
      holdsUntil(untilNextQuarter(now))
      return { charts: season ? await readCharts(app.db, season, areas, { today, now }) : null }
    },
    { area: ({ area }) => area ?? EVERY_AREA, perPlayer: true },
  ),
]
