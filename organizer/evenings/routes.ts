import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { moveEvening } from './actions.ts'
import * as calls from './contract.ts'
import { planEvening, previewOf } from './evening.ts'

export const routes = [
  serve(calls.previewEvening, async ({ app, player, body, now }) => {
    if (!player.organizer_areas.includes(body.area)) refuse('not_your_area')
    return previewOf(await planEvening(app.db, body, now))
  }),

  serve(calls.moveEvening, async (call) => moveEvening(call, call.body)),
]
