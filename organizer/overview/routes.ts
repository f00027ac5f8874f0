import { wireDay } from '#/contract/wire-day.ts'
import { listSeasonChoices } from '#/organizer/matches/queries.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { serve } from '#/server/serve.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { findOverviewSeason, readFigures } from './queries.ts'
import { getOverview } from '#/organizer/desk/contract.ts'

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
]
