import { wireDay } from '#/contract/fields.ts'
import { startTask } from '#/organizer/desk/tasks.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { addDays } from '#/rules/day.ts'
import type { App } from '#/server/context.ts'
import { inTransaction } from '#/server/db.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { farthest, getDemoClock, playForward } from './contract.ts'
import { findPlayingTask, listMilestones, lockDemo } from './queries.ts'

export const demoRoutes = [
  serve(getDemoClock, async ({ app, now }) => {
    refuseWithoutDemo(app)
    const today = saleDay(now)
    return {
      now: now.toISOString(),
      today: wireDay(today),
      milestones: await listMilestones(app.db, today, farthest),
      task_id: await findPlayingTask(app.db),
    }
  }),

  serve(playForward, async ({ body: { date }, player, app, now }) => {
    refuseWithoutDemo(app)
    const today = saleDay(now)
    if (date <= today)
      refuse('invalid', { fields: { date: 'The date can only move forward. Please choose a later day.' } })
    if (date > addDays(today, farthest))
      refuse('invalid', { fields: { date: `Please choose a day within ${farthest} days.` } })
    return inTransaction(app.db, async (tx) => {
      await lockDemo(tx)
      if ((await findPlayingTask(tx)) !== null) refuse('demo_playing')
      const task = { kind: 'play_forward', organizer: player, area: null, input: { to: date } }
      return { task_id: await startTask(tx, task, now) }
    })
  }),
]

/** Only the demo has a clock that moves, and its players pay with test cards only. */
function refuseWithoutDemo({ config }: App): void {
  if (!config.DEMO || config.production || config.stripe) refuse('not_found')
}
