import { wireDay } from '#/contract/fields.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { formatDay } from '#/contract/format.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { changeDays, changeRulesOf, closeNow, limitLeague, makeEdition, rollOver } from './changes.ts'
import {
  changeRules,
  changeSeason,
  closeSeason,
  createSeason,
  getOrganizerSeason,
  listOrganizerSeasons,
  rollOverSeason,
  setCapacity,
} from './contract.ts'
import { findSeasonDetail, listSeasonsPage } from './queries.ts'

export const seasonOrganizerRoutes = [
  serve(listOrganizerSeasons, async ({ query, player, app, now }) =>
    listSeasonsPage(app.db, query, { areas: organizerAreas(player, query.area), today: saleDay(now) }),
  ),

  serve(getOrganizerSeason, async ({ params, query, player, app, now }) => {
    const asked = { areas: organizerAreas(player, query.area), today: saleDay(now) }
    return (await findSeasonDetail(app.db, params.id, asked)) ?? refuse('not_found')
  }),

  serve(createSeason, async ({ body, player, app, now }) => ({
    id: await makeEdition(app.db, body, player, now),
    message: 'The season is made.',
  })),

  serve(rollOverSeason, async ({ params, player, app, now }) => {
    const { id, title, made } = await rollOver(app.db, params.id, player, now)
    return { id, message: made ? `${title} is made.` : `${title} is there already.` }
  }),

  serve(changeSeason, async ({ params, body, player, app, now }) => {
    const { name, year } = await changeDays(app.db, params.id, body, player, now)
    return { message: `The days of ${name} ${year} are changed.` }
  }),

  serve(closeSeason, async ({ params, player, app, now }) => {
    const { name, year, counts_until } = await closeNow(app.db, params.id, player, now)
    return { message: `${name} ${year} is closed: ${formatDay(wireDay(counts_until))} was the last day that counts.` }
  }),

  serve(changeRules, async ({ params, body, player, app, now }) => {
    const { task_id, season } = await changeRulesOf(app.db, params.id, body, player, now)
    return { task_id, message: `The rules of ${season.name} ${season.year} are changed.` }
  }),

  serve(setCapacity, async ({ params, body: { capacity }, player, app, now }) => {
    const title = await limitLeague(app.db, params.id, capacity, player, now)
    return { message: capacity === null ? `No limit for ${title}.` : `${title}: ${capacity} entries at most.` }
  }),
]
