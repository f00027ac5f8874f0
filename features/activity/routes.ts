import { serve } from '#/server/serve.ts'
import { noteVisit } from './actions.ts'
import * as calls from './contract.ts'
import { findActivity } from './queries.ts'

export const routes = [
  serve(calls.getActivity, async ({ player, app, now }) => findActivity(app.db, player, now), 'etag'),

  serve(calls.noteVisit, async (call) => {
    await noteVisit(call)
    return { message: 'Noted.' }
  }),
]
