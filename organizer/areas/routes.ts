import { findArea } from '#/contract/areas.ts'
import { refuse } from '#/server/refuse.ts'
import { serve } from '#/server/serve.ts'
import { archiveArea, changeArea, openArea, orderAreas, restoreArea } from './actions.ts'
import * as calls from './contract.ts'
import { listAllAreas, listRunning } from './queries.ts'

export const routes = [
  serve(calls.listOrganizerAreas, async ({ app }) => ({ areas: await listAllAreas(app.db) })),

  serve(calls.createArea, async (call) => ({
    slug: await openArea(call, call.body),
    message: `${call.body.name} is open.`,
  })),

  serve(calls.changeArea, async (call) => {
    const { name, address } = await changeArea(call, { ...call.params, ...call.body })
    return { address, message: `${name} has been changed.` }
  }),

  serve(calls.previewArchiving, async ({ params, app, now }) => {
    const slug = findArea(params.slug)
    const areas = await listAllAreas(app.db)
    const area = areas.find((each) => each.slug === slug) ?? refuse('not_found')
    return { running: await listRunning(app.db, area.slug, area.time_zone, now) }
  }),

  serve(calls.archiveArea, async (call) => ({
    message: `${await archiveArea(call, { ...call.params, anyway: call.body.anyway ?? false })} is archived.`,
  })),

  serve(calls.restoreArea, async (call) => ({ message: `${await restoreArea(call, call.params)} is open again.` })),

  serve(calls.orderAreas, async (call) => {
    await orderAreas(call, call.body)
    return { message: 'The order has been changed.' }
  }),
]
