import { areaName } from '#/contract/areas.ts'
import { serve } from '#/server/serve.ts'
import { setPublicPages } from './actions.ts'
import * as calls from './contract.ts'

export const publicPagesRoutes = [
  serve(calls.listPublicPages, async ({ app, player }) => {
    const areas = await app.db
      .selectFrom('areas')
      .select(['slug as area', 'has_public_pages as shown'])
      .where('slug', 'in', ['', ...player.organizer_areas])
      .orderBy('position')
      .execute()
    return { areas }
  }),

  serve(calls.changePublicPages, async (call) => {
    const { area } = call.params
    const { shown } = call.body
    await setPublicPages(call, { area, shown })
    const name = areaName(area)
    return { message: shown ? `Other web sites show ${name}.` : `Other web sites no longer show ${name}.` }
  }),
]
