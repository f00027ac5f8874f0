import { serve } from '#/server/serve.ts'
import { removeView, storeView } from './actions.ts'
import * as calls from './contract.ts'
import { listViewsOf } from './queries.ts'

export const routes = [
  serve(calls.listViews, async ({ app, player }) => ({ views: await listViewsOf(app.db, player.id) })),
  serve(calls.saveView, async (call) => storeView(call, call.body)),
  serve(calls.deleteView, async (call) => removeView(call, call.params.id)),
]
