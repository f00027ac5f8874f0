import { wireDay } from '#/contract/wire-day.ts'
import { organization } from '#/contract/organization.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { addDays } from '#/rules/day.ts'
import { createSeason, deleteSeason, rollOverSeason, setTemplates } from './actions.ts'
import { changeSeason } from './change-actions.ts'
import { closeSeason, closingProblemOf } from './closing-actions.ts'
import { readClosing } from './closing.ts'
import { formatClosed, goClosingWay, toSeasonClosing } from './closing-ways.ts'
import * as calls from './contract.ts'
import { changeLeagues, setCapacity } from './grid-actions.ts'
import {
  countOpenMatches,
  findSeasonDetail,
  findStoredSeason,
  hasTemplates,
  listResultsOutside,
  listSeasonsPage,
} from './queries.ts'
import { changeSeasonRules, previewSeasonRules } from './rules-actions.ts'

export const routes = [
  serve(calls.listOrganizerSeasons, async ({ query, player, app, now }) => ({
    ...(await listSeasonsPage(app.db, query, { areas: organizerAreas(player, query.area), today: saleDay(now) })),
    opens_templates: organization().opens_templates,
    has_templates: await hasTemplates(app.db),
  })),

  serve(calls.getOrganizerSeason, async ({ params, query, player, app, now }) => {
    const view = { areas: organizerAreas(player, query.area), today: saleDay(now) }
    return (await findSeasonDetail(app.db, params.id, view)) ?? refuse('not_found')
  }),

  serve(calls.createSeason, async (call) => ({
    id: await createSeason(call, call.body),
    message: 'The season has been created.',
  })),

  serve(calls.rollOverSeason, async (call) => {
    const { params, query } = call
    const asked = { ...params, takes_questions: query.questions !== 'none' }
    const { id, title, created } = await rollOverSeason(call, asked)
    return { id, message: created ? `${title} has been created.` : `${title} already exists.` }
  }),

  serve(calls.changeSeason, async (call) => {
    const { name, year } = await changeSeason(call, { ...call.body, id: call.params.id })
    return { message: `${name} ${year} has been changed.` }
  }),

  serve(calls.deleteSeason, async (call) => ({ message: `${await deleteSeason(call, call.params)} is deleted.` })),

  serve(calls.changeLeagues, async (call) => {
    const changed = await changeLeagues(call, { ...call.body, id: call.params.id })
    return { message: changed === 1 ? '1 league has been changed.' : `${changed} leagues have been changed.` }
  }),

  serve(calls.setTemplates, async (call) => {
    await setTemplates(call, call.body)
    return {
      message: call.body.opens_templates
        ? 'The four seasons of each year open automatically.'
        : 'Seasons no longer open automatically.',
    }
  }),

  serve(calls.previewClosing, async ({ params, app, now }) => {
    const season = (await findStoredSeason(app.db, params.id)) ?? refuse('not_found')
    const yesterday = addDays(saleDay(now), -1)
    const { starting_date } = season
    const { results, total } = await listResultsOutside(app.db, season, { starting_date, counts_until: yesterday })
    return {
      problem: closingProblemOf(season, yesterday),
      until: wireDay(yesterday),
      results,
      results_total: total,
      possible_until: results[0]?.match_date ?? null,
      ...(await countOpenMatches(app.db, params.id, now)),
    }
  }),

  serve(calls.closeSeason, async (call) => {
    const closed = await closeSeason(call, { ...call.params, ...call.body })
    return { message: formatClosed(closed, saleDay(call.now)) }
  }),

  serve(calls.readSeasonClosing, async ({ params, player, app, now }) =>
    toSeasonClosing(
      (await readClosing(app.db, params.id, { areas: player.organizer_areas, now })) ?? refuse('not_found'),
    ),
  ),

  serve(calls.clearObstacle, (call) => goClosingWay(call, { ...call.params, ...call.body })),

  serve(calls.previewRules, ({ params, body, app }) => previewSeasonRules(app.db, { id: params.id, ...body })),

  serve(calls.changeRules, async (call) => {
    const { task_id, season } = await changeSeasonRules(call, { ...call.body, id: call.params.id })
    return { task_id, message: `The rules of ${season.name} ${season.year} have been changed.` }
  }),

  serve(calls.setCapacity, async (call) => {
    const { capacity } = call.body
    const title = await setCapacity(call, { id: call.params.id, capacity })
    return { message: capacity === null ? `${title} now has no limit.` : `${title} is limited to ${capacity} entries.` }
  }),
]
