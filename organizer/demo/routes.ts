import { wireDay } from '#/contract/wire-day.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import type { App } from '#/server/context.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { startPlayForward } from './actions.ts'
import { getDemoClock, MOST_DAYS_FORWARD, playForward } from './contract.ts'
import { findPlayingTask, listMilestones } from './queries.ts'

export const routes = [
  serve(getDemoClock, async ({ app, now }) => {
    refuseWithoutDemo(app)
    const today = saleDay(now)
    return {
      now: now.toISOString(),
      today: wireDay(today),
      milestones: await listMilestones(app.db, today, MOST_DAYS_FORWARD),
      task_id: await findPlayingTask(app.db),
    }
  }),

  serve(playForward, async (call) => {
    refuseWithoutDemo(call.app)
    return { task_id: await startPlayForward(call, call.body) }
  }),
]

/** Only the demo has a movable clock and players who pay only with test cards. */
function refuseWithoutDemo({ config }: App): void {
  if (!config.DEMO || config.production || config.stripe) refuse('not_found')
}
