import { organizerAreas } from '#/server/permissions.ts'
import { serve } from '#/server/serve.ts'
import { addCourt, changeCourt, retireCourt } from './actions.ts'
import * as calls from './contract.ts'
import { listCourtsOf } from './queries.ts'

export const routes = [
  serve(calls.listOrganizerCourts, async ({ app, player, query }) =>
    listCourtsOf(app.db, organizerAreas(player, query.area), query),
  ),

  serve(calls.createCourt, async (call) => ({
    id: await addCourt(call, call.body),
    message: `${call.body.name} is on the list of courts.`,
  })),

  serve(calls.changeCourt, async (call) => {
    await changeCourt(call, { ...call.params, ...call.body })
    return { message: `${call.body.name} has been changed.` }
  }),

  serve(calls.retireCourt, async (call) => ({
    message: `${await retireCourt(call, { ...call.params, retired: true })} is no longer offered.`,
  })),

  serve(calls.restoreCourt, async (call) => ({
    message: `${await retireCourt(call, { ...call.params, retired: false })} is offered again.`,
  })),
]
