import { serve } from '#/server/serve.ts'
import { openArea, orderAreas, renameArea } from './actions.ts'
import * as calls from './contract.ts'
import { listAllAreas } from './queries.ts'

export const areaOrganizerRoutes = [
  serve(calls.listOrganizerAreas, async ({ app }) => ({ areas: await listAllAreas(app.db) })),

  serve(calls.createArea, async (call) => ({
    slug: await openArea(call, call.body),
    message: `${call.body.name} is open.`,
  })),

  serve(calls.renameArea, async (call) => {
    const { name } = call.body
    await renameArea(call, { slug: call.params.slug, name })
    return { message: `The area is now called ${name}.` }
  }),

  serve(calls.orderAreas, async (call) => {
    await orderAreas(call, call.body)
    return { message: 'The order has been changed.' }
  }),
]
