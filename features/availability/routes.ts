import { wireDay } from '#/contract/wire-day.ts'
import { serve } from '#/server/serve.ts'
import { setAvailability } from './actions.ts'
import * as calls from './contract.ts'
import { findAvailability, type Availability } from './queries.ts'
import { suggestFor } from './suggestions.ts'

export const routes = [
  serve(calls.getAvailability, async ({ app, player }) => onWire(await findAvailability(app.db, player.id))),

  serve(calls.updateAvailability, async (call) => ({
    ...onWire(await setAvailability(call, call.body)),
    message: 'Your availability is saved.',
  })),

  serve(calls.suggestTimes, async ({ app, player, params, now }) => ({
    suggestions: await suggestFor(app.db, { match_id: params.id, player_id: player.id, now }),
  })),
]

function onWire({ weekly, away }: Availability): Availability {
  return { weekly, away: away.map(({ from, to }) => ({ from: wireDay(from), to: wireDay(to) })) }
}
