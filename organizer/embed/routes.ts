import { areaName } from '#/contract/areas.ts'
import { serve } from '#/server/serve.ts'
import { setPublicPages } from './actions.ts'
import * as calls from './contract.ts'
import { listPublicPagesOf } from './queries.ts'

export const routes = [
  serve(calls.listPublicPages, async ({ app, player }) => ({
    areas: await listPublicPagesOf(app.db, player.organizer_areas),
  })),

  serve(calls.changePublicPages, async (call) => {
    const { area } = call.params
    const { shown } = call.body
    await setPublicPages(call, { area, shown })
    const name = areaName(area)
    return { message: shown ? `Other web sites show ${name}.` : `Other web sites no longer show ${name}.` }
  }),
]
