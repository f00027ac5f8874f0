import { startTask } from '#/organizer/desk/tasks.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { organizerAreas } from '#/server/permissions.ts'
import { refuse } from '#/server/refuse.ts'
import type { Call } from '#/server/serve.ts'
import { lockLeague } from '#/features/leagues/queries.ts'
import { isEmpty } from '#/features/schedule/draw.ts'
import { findLeagueToDraw } from '#/features/schedule/queries.ts'
import type { SignedIn } from '#/server/session.ts'
import type * as calls from './contract.ts'
import {
  digestOf,
  drawAsPreviewed,
  drawSeasonTask,
  formatChanges,
  formatLeague,
  planSeason,
  problemOf,
} from './draw.ts'
import { findLeague, insertDrawMove, listEntryNames } from './queries.ts'
import { formatShortage } from './format.ts'

const nothingToDraw = { message: 'There is nothing to draw.' }

/** Draws a league as in its preview. Returns a sentence. Refuses `not_found`, `season_over` and `draw_changed`. */
export async function drawLeague(
  actor: Actor,
  { id, ...draw }: { id: number } & Call<typeof calls.drawLeague>['body'],
): Promise<string> {
  const plan = await runAction(actor, async (action) => {
    const league = (await findLeague(action.tx, id, action.player.organizer_areas)) ?? refuse('not_found')
    return drawAsPreviewed(action, league, draw)
  })
  if (!plan || plan.digest !== draw.digest) refuse('draw_changed')
  if (isEmpty(plan)) refuse('draw_changed', nothingToDraw)
  return [`Drawn: ${formatChanges(plan)}.`, plan.shortage && formatShortage(plan.shortage)].filter(Boolean).join(' ')
}

/**
 * Moves an entry above another one in the order of the first draw. Returns a sentence. Refuses `not_found` and
 * `league_drawn`.
 */
export async function moveInDraw(
  actor: Actor,
  { id, entry_id, above_id }: { id: number } & Call<typeof calls.moveInDraw>['body'],
): Promise<string> {
  return runAction(actor, async ({ tx, player, audit }) => {
    const league = (await findLeague(tx, id, player.organizer_areas)) ?? refuse('not_found')
    await lockLeague(tx, id)
    const { drawn_before } = await findLeagueToDraw(tx, id)
    if (drawn_before > 0) refuse('league_drawn', { message: 'This league is already drawn.' })
    if (!(await insertDrawMove(tx, { league_id: id, entry_id, above_id }))) refuse('not_found')
    const names = await listEntryNames(tx, id)
    const moved = `${names.get(entry_id)} above ${names.get(above_id)}`
    await audit({
      area: league.area,
      kind: 'move_entry',
      subject: `league ${id}`,
      summary: `Moved ${moved} before the draw of ${formatLeague(league)}`,
    })
    return `Moved ${moved}.`
  })
}

/** Starts the task that draws all leagues of a season as in the preview. Returns its id. Refuses `draw_changed`. */
export async function drawSeason(
  actor: Actor<SignedIn>,
  { digest, reason, area, ...season }: Call<typeof calls.drawSeason>['body'],
): Promise<number> {
  const { app, player, now } = actor
  const today = saleDay(now)
  const planned = await planSeason(app.db, { ...season, areas: organizerAreas(player, area) }, today)
  if (digestOf(planned.map(({ plan }) => plan)) !== digest) refuse('draw_changed')
  const leagues = planned
    .filter(({ plan }) => problemOf(plan, today) === null)
    .map(({ league, plan }) => ({ league_id: league.league_id, digest: plan.digest }))
  if (leagues.length === 0) refuse('draw_changed', nothingToDraw)
  return runAction(actor, (action) => startTask(action, drawSeasonTask, { leagues, reason }, area ?? null))
}
