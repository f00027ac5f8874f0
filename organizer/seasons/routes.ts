import { wireDay } from '#/contract/fields.ts'
import { formatDay } from '#/contract/format.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import {
  changeSeasonDays,
  changeSeasonRules,
  closeSeason,
  createSeason,
  rollOverSeason,
  setCapacity,
} from './actions.ts'
import * as calls from './contract.ts'
import { findSeasonDetail, listSeasonsPage } from './queries.ts'

export const seasonOrganizerRoutes = [
  serve(calls.listOrganizerSeasons, async ({ query, player, app, now }) =>
    listSeasonsPage(app.db, query, { areas: organizerAreas(player, query.area), today: saleDay(now) }),
  ),

  serve(calls.getOrganizerSeason, async ({ params, query, player, app, now }) => {
    const view = { areas: organizerAreas(player, query.area), today: saleDay(now) }
    return (await findSeasonDetail(app.db, params.id, view)) ?? refuse('not_found')
  }),

  serve(calls.createSeason, async (call) => ({
    id: await createSeason(call, call.body),
    message: 'The season has been created.',
  })),

  serve(calls.rollOverSeason, async (call) => {
    const { id, title, created } = await rollOverSeason(call, call.params)
    return { id, message: created ? `${title} has been created.` : `${title} already exists.` }
  }),

  serve(calls.changeSeason, async (call) => {
    const { name, year } = await changeSeasonDays(call, { ...call.body, id: call.params.id })
    return { message: `The days of ${name} ${year} have been changed.` }
  }),

  serve(calls.closeSeason, async (call) => {
    const { name, year, counts_until } = await closeSeason(call, call.params)
    return { message: `${name} ${year} is closed. Matches counted until ${formatDay(wireDay(counts_until))}.` }
  }),

  serve(calls.changeRules, async (call) => {
    const { task_id, season } = await changeSeasonRules(call, { ...call.body, id: call.params.id })
    return { task_id, message: `The rules of ${season.name} ${season.year} have been changed.` }
  }),

  serve(calls.setCapacity, async (call) => {
    const { capacity } = call.body
    const title = await setCapacity(call, { id: call.params.id, capacity })
    return { message: capacity === null ? `${title} has no limit now.` : `${title} is limited to ${capacity} entries.` }
  }),
]
