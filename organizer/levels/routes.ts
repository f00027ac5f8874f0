import { serve } from '#/server/serve.ts'
import { saveLevels } from './actions.ts'
import * as calls from './contract.ts'
import { findOrganizerLevels } from './queries.ts'

export const routes = [
  serve(calls.listOrganizerLevels, async ({ app }) => findOrganizerLevels(app.db)),
  serve(calls.saveLevels, (call) => saveLevels(call, call.body)),
]
