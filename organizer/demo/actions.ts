import * as z from 'zod/mini'
import { startTask, taskKind } from '#/organizer/desk/tasks.ts'
import { saleDay } from '#/features/seasons/queries.ts'
import { addDays } from '#/rules/day.ts'
import { runAction, type Actor } from '#/server/action.ts'
import { refuse } from '#/server/refuse.ts'
import { MOST_DAYS_FORWARD, playedDays } from './contract.ts'
import { findPlayingTask, lockDemo } from './queries.ts'

export const playForwardTask = taskKind('play_forward', { input: z.object({ to: z.string() }), outcome: playedDays })

/** Starts the task that plays the demo forward to a date. Returns its id. Refuses 422 on `date`, and demo_playing. */
export function startPlayForward(actor: Actor, { date }: { date: string }): Promise<number> {
  const today = saleDay(actor.now)
  if (date <= today)
    refuse('invalid', { fields: { date: 'The date can only move forward. Please choose a later day.' } })
  if (date > addDays(today, MOST_DAYS_FORWARD))
    refuse('invalid', { fields: { date: `Please choose a day within ${MOST_DAYS_FORWARD} days.` } })
  return runAction(actor, async (action) => {
    await lockDemo(action.tx)
    if ((await findPlayingTask(action.tx)) !== null) refuse('demo_playing')
    return startTask(action, playForwardTask, { to: date })
  })
}
